import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { MatchingTokens, Namesakes as NamesakesFound } from '../../../contract/directory.ts'
import type { Token } from '../../../contract/token.ts'
import { addressLink, tokenLink, tokensLink } from '../../links.ts'
import { NamesakeWarning } from '../../search/NamesakeWarning.tsx'
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { joinWords } from '../../ui/joinWords.ts'
import { MissingValue } from '../../ui/MissingValue.tsx'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { Amount, Numeral, useFormatCount } from '../../ui/numbers.tsx'
import { useGateway } from '../../ui/rewriteIpfsUrl.ts'
import { safeUrl } from '../../ui/safeUrl.ts'
import { scale } from '../../ui/scaleAmount.ts'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { Section } from './Section.tsx'

type Props = { namesakes: NamesakesFound; principal: string; token: Token }

/** A token of the comparison. `shared`: what it has in common with the token of the page, if it is another. */
type Compared = MatchingTokens['results'][number] & { shared?: string }

/** Compares the token with others of the same symbol or name. */
export function Namesakes({ namesakes, principal, token }: Props) {
  const { symbol, name } = namesakes
  const field = sharedField(namesakes)
  const gateway = useGateway()
  const formatCount = useFormatCount()
  const others = new Map(
    [...symbol.results, ...name.results].map((other) => [other.principal, other]),
  )
  const isAll = symbol.total <= symbol.results.length && name.total <= name.results.length
  const compared = [...others.values()].map((other) => ({
    ...other,
    shared: nameShared(other, token),
  }))
  const { metadata, ...fields } = token
  const own = { ...fields, principal, has_document: metadata !== undefined }
  return (
    <Section title="Same symbol or name" id="namesakes">
      <div className="space-y-2 pb-3">
        <NamesakeWarning>{describeNamesakes(namesakes, formatCount)}.</NamesakeWarning>
        {!isAll && (
          <p className="text-sm text-muted">
            Not all of these tokens are listed.{' '}
            <Link to={tokensLink({ [field]: token[field] })} className="link">
              {field === 'symbol'
                ? 'List all tokens with this symbol'
                : 'List all tokens whose name contains this name'}
            </Link>
          </p>
        )}
      </div>
      <CardTable
        caption="This token and others with the same symbol or name"
        columns={columns((address) => hostOf(address, gateway))}
        rows={[own, ...compared]}
        keyOf={(other) => other.principal}
      />
    </Section>
  )
}

function columns(hostOf: (address: string) => string): CardColumn<Compared>[] {
  return [
    { heading: 'Token', isTitle: true, cell: (other) => <Identity token={other} /> },
    { heading: 'Deployer', cell: ({ principal }) => <Deployer principal={principal} /> },
    { heading: 'Total supply', isNumber: true, cell: supplyOf },
    {
      heading: 'Decimals',
      isNumber: true,
      cell: ({ decimals }) =>
        decimals === undefined ? <MissingValue label="unknown" /> : <Numeral value={decimals} />,
    },
    {
      heading: 'Metadata from',
      cell: ({ token_uri, has_document }) =>
        token_uri ? (
          <span>
            <UntrustedText text={hostOf(token_uri)} />
            {!has_document && (
              <span className="block text-xs text-muted">not stored by this service</span>
            )}
          </span>
        ) : (
          <MissingValue label="no metadata" />
        ),
    },
    {
      heading: 'Deployment transaction',
      cell: ({ tx_id }) =>
        tx_id ? (
          <span className="whitespace-nowrap">
            <Hash text={tx_id} label="Stacks transaction id" />
          </span>
        ) : (
          <MissingValue label="unknown" />
        ),
    },
  ]
}

function Identity({ token: { principal, name, symbol, shared } }: { token: Compared }) {
  const shown = <UntrustedText text={name || symbol || principal} />
  return (
    <span className="inline-block min-w-40 max-w-64 cards:max-w-none">
      {shared === undefined ? (
        <span className="font-semibold">{shown}</span>
      ) : (
        <Link to={tokenLink(principal)} className="link font-semibold">
          {shown}
        </Link>
      )}{' '}
      {name && symbol && (
        <span className="text-muted">
          <UntrustedText text={symbol} />
        </span>
      )}{' '}
      <MixedScriptWarning texts={[name, symbol]} />
      <span className="block text-xs text-muted">
        <bdi>{principal}</bdi> · {shared ?? 'this token'}
      </span>
    </span>
  )
}

function Deployer({ principal }: { principal: string }) {
  const [address = ''] = principal.split('.')
  return (
    <span className="whitespace-nowrap">
      <Hash text={address} label="deployer address" to={addressLink(address)} />
    </span>
  )
}

function supplyOf({ total_supply, decimals }: Compared): ReactNode {
  const scaled = scale(total_supply, decimals)
  return scaled === undefined ? 'unknown' : <Amount digits={scaled} />
}

const MAX_ADDRESS_LENGTH = 40

/** Where the metadata come from; the beginning of the address if it is no web URL. */
function hostOf(address: string, gateway: string | undefined): string {
  const host = safeUrl(address, gateway)?.host ?? (/^ipfs:/i.test(address) ? 'IPFS' : undefined)
  if (host !== undefined || address.length <= MAX_ADDRESS_LENGTH) return host ?? address
  return `${address.slice(0, MAX_ADDRESS_LENGTH)}…`
}

/** "same name and symbol", "same symbol, different capitalisation". */
function nameShared(other: MatchingTokens['results'][number], token: Token): string {
  const shared = (['name', 'symbol'] as const).filter(
    (field) => token[field] && other[field]?.toLowerCase() === token[field].toLowerCase(),
  )
  const isSame = shared.every((field) => other[field] === token[field])
  return `same ${joinWords(shared)}${isSame ? '' : ', different capitalisation'}`
}

/** How many other tokens use this symbol or name. Reserves its space, because it may load later. */
export function NamesakeCount({ namesakes }: { namesakes: NamesakesFound | undefined }) {
  const formatCount = useFormatCount()
  return (
    <p className="min-h-6 text-sm">
      {namesakes !== undefined && namesakes.total > 0 && (
        <a href="#namesakes" className="link">
          {describeNamesakes(namesakes, formatCount)}: compare the contract principal
        </a>
      )}
    </p>
  )
}

/** The field that more tokens share. */
function sharedField({ symbol, name }: NamesakesFound): 'symbol' | 'name' {
  return symbol.total >= name.total ? 'symbol' : 'name'
}

/** "28 other tokens use this symbol or name" */
function describeNamesakes(
  { total, symbol, name }: NamesakesFound,
  formatCount: (count: number) => string,
): string {
  const fields = symbol.total === 0 ? 'name' : name.total === 0 ? 'symbol' : 'symbol or name'
  return total === 1
    ? `1 other token uses this ${fields}`
    : `${formatCount(total)} other tokens use this ${fields}`
}
