import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { pathTo } from '../../../contract/client.ts'
import { isSampleToken, type Token } from '../../../contract/schemas/token.ts'
import { PageActions } from '../../layout/PageActions.tsx'
import { tokenLink } from '../../links.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CopyableId } from '../../ui/Id.tsx'
import { ListedBadge } from '../../ui/ListedBadge.tsx'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { Count } from '../../ui/numbers.tsx'
import { CrumbLink, PageHeader } from '../../ui/PageHeader.tsx'
import { TokenMark } from '../../ui/RemoteImage.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { compareSources } from './compareSources.ts'
import { LocaleMenu } from './LocaleMenu.tsx'
import { imageAddresses, type LocalizedToken, nameIn } from './localizedToken.ts'
import { lookAlikesQuery, type Page } from './readPage.ts'

export type HeaderProps = { page: Page; localized: LocalizedToken }

export function Header({ page, localized: { token, locale, original } }: HeaderProps) {
  const { principal, contractName, isComparison } = page
  const name = token.name?.trim() || contractName
  const { metadata } = token
  const localization = metadata?.localization
  const hasLocales = metadata !== undefined || page.locale !== undefined
  return (
    <PageHeader
      crumb={
        <>
          <CrumbLink to="/tokens">Tokens</CrumbLink>
          <Slash />
          {isComparison ? (
            <>
              <CrumbLink to={tokenLink(principal, locale)}>
                <UntrustedText text={name} maxLength={40} />
              </CrumbLink>
              <Slash />
              Compare
            </>
          ) : (
            'SIP-010'
          )}
        </>
      }
      controls={
        hasLocales &&
        !isComparison && (
          <>
            <LocaleMenu parameter="locale" chosen={locale} localization={localization} />
            {localization !== undefined && (
              <LocaleMenu
                parameter="compare"
                chosen={undefined}
                localization={localization}
                label="Compare"
              />
            )}
          </>
        )
      }
      mark={<TokenMark principal={principal} addresses={imageAddresses(token)} size={40} />}
      title={<UntrustedText text={name} maxLength={60} />}
      badges={!isComparison && <Badges page={page} token={token} original={original} />}
      actions={<Actions page={page} name={name} />}
      meta={<Principal page={page} />}
    />
  )
}

export function Slash() {
  return <span aria-hidden="true">/</span>
}

export function Principal({ page: { principal } }: { page: Page }) {
  return <CopyableId text={principal} isWhole label="Contract" />
}

export function Actions({
  page: { principal, address, locale },
  name,
}: {
  page: Page
  name: string
}) {
  const network = /^S[TN]/.test(address) ? 'testnet' : 'mainnet'
  const other = {
    name: 'explorer.hiro.so',
    href: `https://explorer.hiro.so/txid/${principal}?chain=${network}`,
  }
  return (
    <PageActions
      page={{ to: tokenLink(principal), kind: 'SIP-010 token', title: name }}
      dataPath={pathTo('token', { principal, locale })}
      others={isSampleToken(principal) ? [] : [other]}
    />
  )
}

type BadgesProps = { page: Page; token: Token; original: Token | undefined }

function Badges({ page, token, original = token }: BadgesProps) {
  const different = compareSources(original).filter(({ isDifferent }) => isDifferent)
  const fields = different.map(({ field }) => field.toLowerCase())
  const list = useQuery(lookAlikesQuery(page)).data?.value.listed_by
  return (
    <>
      {token.symbol?.trim() && (
        <Badge>
          <span className="max-w-40 truncate">
            <UntrustedText text={token.symbol.trim()} />
          </span>
        </Badge>
      )}
      {different.length > 0 && (
        <Badge
          tone="warn"
          explanation={{
            title: 'The contract and the metadata disagree',
            text: `They give a different ${fields.join(' and ')}. The details have both.`,
          }}
        >
          <TriangleAlert size={12} aria-hidden="true" />
          <Count value={different.length} one="difference" />
        </Badge>
      )}
      <MixedScriptWarning texts={[token.name, token.symbol, nameIn(original)]} />
      {list !== undefined && <ListedBadge {...list} />}
      <SampleBadge principal={page.principal} />
      {token.metadata === undefined && (
        <Badge
          explanation={{
            title: 'No metadata document',
            text: token.token_uri
              ? 'The contract names a file with a description and an image, but this service has not read it.'
              : 'The contract names no file with a description and an image.',
          }}
        >
          {token.token_uri ? 'Metadata not read' : 'No metadata'}
        </Badge>
      )}
    </>
  )
}

export function SampleBadge({ principal }: { principal: string }) {
  if (!isSampleToken(principal)) return null
  return (
    <Badge
      explanation={{
        title: 'A sample made by Cairn',
        text: 'This token is not on any chain. It shows how Cairn displays a token.',
      }}
    >
      Sample
    </Badge>
  )
}
