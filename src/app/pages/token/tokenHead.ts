import { tokenPath } from '../../../contract/paths.ts'
import type { RequestError } from '../../../contract/requestError.ts'
import type { Token } from '../../../contract/token.ts'
import { tokenLink } from '../../links.ts'
import type { Head } from '../../PageHead.tsx'
import { pageStatus } from '../../pageStatus.ts'
import { formatSupply } from './Supply.tsx'
import { descriptionIn } from './textLanguage.ts'

type Facts = {
  principal: string
  contractName: string
  locale: string | undefined
  beside: string | undefined
  token: Token | undefined
  error: RequestError | null
}

/** The title, the description and the status of a token's page. */
export function tokenHead(facts: Facts): Head {
  const { principal, contractName, locale, beside, token, error } = facts
  const name = token?.name || contractName
  const supply = token && formatSupply(token)
  const text = token && descriptionIn(token)
  return {
    kind: 'SIP-010 token',
    title: token?.symbol ? `${name} (${token.symbol})` : name,
    description: [supply && `Total supply ${supply}.`, text || principal].filter(Boolean).join(' '),
    path: tokenLink(principal, locale, beside),
    dataPath: tokenPath(principal, locale),
    ...pageStatus(error),
  }
}
