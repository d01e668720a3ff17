import { TriangleAlert, X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { pathTo } from '../../../contract/client.ts'
import type { LookAlikes } from '../../../contract/schemas/search.ts'
import { isSampleToken, type TokenLocalization } from '../../../contract/schemas/token.ts'
import { PageActions } from '../../layout/PageActions.tsx'
import { tokenLink } from '../../links.ts'
import { useStacksExplorer } from '../../query.ts'
import { ListedBadge } from '../../tokens/ListedBadge.tsx'
import { WebAddressBadge } from '../../tokens/WebAddressBadge.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { CopyableId } from '../../ui/Id.tsx'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { Count } from '../../ui/numbers.tsx'
import { CrumbLink, PageHeader } from '../../ui/PageHeader.tsx'
import { TokenMark } from '../../ui/RemoteImage.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { compareSources } from './compareSources.ts'
import { DEFAULT_LOCALE, LocaleMenu } from './LocaleMenu.tsx'
import { imageAddresses, type LocalizedToken, nameIn } from './localizedToken.ts'

type Props = {
  page: {
    principal: string
    address: string
    contractName: string
    locale: string | undefined
    isComparison: boolean
    compare: string | undefined
  }
  /** Undefined if the token cannot be read. */
  localized: LocalizedToken | undefined
  lookAlikes: LookAlikes | undefined
}

export function TokenHeader({ page, localized, lookAlikes }: Props) {
  const { principal, address, contractName, locale } = page
  const token = localized?.token
  const { listed_by: list, same_image: sameImage } = lookAlikes ?? {}
  const name = token?.name?.trim() || contractName
  const chain = /^S[TN]/.test(address) ? 'testnet' : 'mainnet'
  const comparison = comparisonLink(page, token?.metadata?.localization)
  const others = useStacksExplorer(`txid/${principal}?chain=${chain}`)
  return (
    <PageHeader
      crumb={
        <>
          <CrumbLink to="/tokens">Tokens</CrumbLink>
          {page.isComparison ? (
            <>
              <span aria-hidden="true">/</span>
              <CrumbLink to={tokenLink(principal, locale)}>{contractName}</CrumbLink>
            </>
          ) : (
            <span className="max-[23rem]:hidden">
              <span aria-hidden="true">/</span> SIP-010
            </span>
          )}
        </>
      }
      controls={localized !== undefined && <LocaleMenus page={page} localized={localized} />}
      mark={<TokenMark principal={principal} addresses={imageAddresses(token)} size={40} />}
      title={<UntrustedText text={name} maxLength={60} />}
      badges={
        <>
          {localized !== undefined && !page.isComparison && <Badges localized={localized} />}
          {sameImage !== undefined && !page.isComparison && <SameImageBadge count={sameImage} />}
          {list !== undefined && <ListedBadge {...list} />}
          {isSampleToken(principal) && (
            <Badge
              explanation={{
                title: 'A sample made by Cairn',
                text: 'This token is not on any chain. It shows how Cairn displays a token.',
              }}
            >
              Sample
            </Badge>
          )}
        </>
      }
      actions={
        <PageActions
          page={{ to: tokenLink(principal), kind: 'SIP-010 token', title: name }}
          dataPath={pathTo('token', { principal, locale })}
          links={
            comparison === undefined
              ? []
              : [{ name: 'Compare languages', to: comparison, isOnPhones: true }]
          }
          others={isSampleToken(principal) ? [] : others}
        />
      }
      meta={<CopyableId text={principal} isWhole label="Contract" />}
    />
  )
}

/** Of the token that was copied too: nobody can tell which one that is. */
function SameImageBadge({ count }: { count: number }) {
  return (
    <Badge
      tone="warn"
      explanation={{
        title: 'Others have this name and this image',
        text: (
          <>
            <Count
              name="token.same_image"
              value={count}
              one="other token has"
              many="other tokens have"
            />{' '}
            the same image, and this name or symbol. Anyone can copy both. The table below has them.
          </>
        ),
      }}
    >
      <TriangleAlert size={12} aria-hidden="true" />
      Same image
    </Badge>
  )
}

/**
 * The menu of phones has one link in place of the languages to compare with: to the default one or, from there, to
 * the first of the others. A comparison has its languages beside the title.
 */
function comparisonLink(
  { principal, locale, isComparison }: Props['page'],
  localization: TokenLocalization | undefined,
): string | undefined {
  if (isComparison || localization === undefined) return
  const isDefault = locale === undefined || locale === localization.default
  const other = isDefault
    ? localization.locales.find((listed) => listed !== localization.default)
    : DEFAULT_LOCALE
  if (other === undefined) return
  return `${tokenLink(principal)}?${new URLSearchParams({ ...(locale && { locale }), compare: other })}`
}

type MenusProps = { page: Props['page']; localized: LocalizedToken }

function LocaleMenus({ page, localized: { token, locale } }: MenusProps) {
  const localization = token.metadata?.localization
  if (token.metadata === undefined && page.locale === undefined) return null
  return (
    <>
      <LocaleMenu parameter="locale" chosen={locale} localization={localization} />
      {(localization !== undefined || page.isComparison) && (
        <LocaleMenu
          parameter="compare"
          chosen={page.compare}
          localization={localization}
          label={page.isComparison ? undefined : 'Compare'}
          className={
            comparisonLink(page, localization) === undefined
              ? ''
              : 'phone:[@media(scripting:enabled)]:hidden'
          }
        />
      )}
      {page.isComparison && (
        <Link
          to={tokenLink(page.principal, page.locale)}
          aria-label="Stop comparing"
          title="Stop comparing"
          className="button icon-button"
        >
          <X size={16} aria-hidden="true" />
        </Link>
      )}
    </>
  )
}

function Badges({ localized: { token, original = token } }: { localized: LocalizedToken }) {
  const different = compareSources(original).filter(({ isDifferent }) => isDifferent)
  const fields = different.map(({ field }) => field.toLowerCase())
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
          <Count name="token.differences" value={different.length} one="difference" />
        </Badge>
      )}
      <MixedScriptWarning texts={[token.name, token.symbol, nameIn(original)]} />
      <WebAddressBadge token={token} />
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
