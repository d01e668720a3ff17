import { type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { MalformedIdentifier, malformedIdentifierHead } from '../../errors/MalformedIdentifier.tsx'
import { ACTIVITY_PARAMETERS } from '../../links.ts'
import { type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { addressActivityQuery } from '../../queries/activity.ts'
import { balancesQuery } from '../../queries/runes.ts'
import { deployedTokensQuery } from '../../queries/tokens.ts'
import { bitcoinHead, dataPath, readAddressState, stacksHead } from './addressHead.ts'
import { BitcoinAddress } from './BitcoinAddress.tsx'
import { parseAddress } from './parseAddress.ts'
import { StacksAddress } from './StacksAddress.tsx'

export async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
  const parsed = parseAddress(id)
  if (parsed === undefined) return respondWith(malformedIdentifierHead('address', id))
  const { api, load } = context.get(sourceContext)
  const { address } = parsed
  const search = new URL(request.url).searchParams
  if (parsed.chain === 'stacks') {
    return respondWith(stacksHead(parsed, search, await load(deployedTokensQuery(api, address))))
  }
  const { activityQuery, balancesPaging } = readAddressState(search)
  const [activity] = await Promise.all([
    load(addressActivityQuery(api, address, activityQuery)),
    load(balancesQuery(api, address, balancesPaging)),
  ])
  return respondWith(bitcoinHead(parsed, search, activity))
}

export const handle: PageHandle = {
  parameters: ACTIVITY_PARAMETERS,
  dataPath(id, search) {
    const parsed = parseAddress(id)
    return parsed && dataPath(parsed, search)
  },
}

/** The balances and activity of a Bitcoin address, or the tokens that a Stacks address has deployed. */
export function Component() {
  const { id = '' } = useParams()
  const parsed = parseAddress(id)
  if (parsed === undefined) return <MalformedIdentifier kind="address" text={id} />
  const AddressOf = parsed.chain === 'stacks' ? StacksAddress : BitcoinAddress
  return <AddressOf key={parsed.address} {...parsed} />
}
