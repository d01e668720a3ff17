import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { MatchingTokens, Namesakes as NamesakesFound } from '../../../contract/directory.ts'
import type { Token } from '../../../contract/token.ts'
import { tokenLink, tokensLink } from '../../links.ts'
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { MissingValue } from '../../ui/MissingValue.tsx'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { Amount, Numeral } from '../../ui/numbers.tsx'
import { safeUrl, useGateway } from '../../ui/safeUrl.ts'
import { scale } from '../../ui/scaleAmount.ts'
import { Age } from '../../ui/Time.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { Section } from './Section.tsx'

type Props = { namesakes: NamesakesFound; principal: string; token: Token }

/** A token of the comparison. `shared`: what it has in common with the token of the page, if it is another. */
type Compared = MatchingTokens['results'][number] & { shared?: string }

/** Compares the token with others of the same symbol or name. */
export function Namesakes({ namesakes: { symbol, name }, principal, token }: Props) {
  const gateway = useGateway()
  const others = new Map(
    [...symbol.results, ...name.results].map((other) => [other.principal, other]),
  )
  const isAll = symbol.total <= symbol.results.length && name.total <= name.results.length
  const compared = [...others.values()].map((other) => ({
    ...other,
    shared: `same ${nameShared(other, token)}`,
  }))
  const { metadata, ...fields } = token
  const own = { ...fields, principal, has_document: metadata !== undefined }
  return (
    <Section title="Same symbol or name" id="namesakes">
      <div className="space-y-2 pb-3">
        <p>
          <strong>Cairn cannot vouch for any of these tokens.</strong> Anyone can use any symbol and
          any name: only the principal identifies a token. Compare it with a source that you trust.
        </p>
        <p className="text-sm text-muted">
          Other tokens with this symbol: {symbol.total}; with this name: {name.total}. Tokens that
          the service knows more about come first, and tokens named like a test come last.
          {!isAll && ` The first ${others.size} are listed. `}
          {!isAll && (
            <Link
              to={tokensLink(token.symbol ? { symbol: token.symbol } : { name: token.name })}
              className="link"
            >
              List all
            </Link>
          )}
        </p>
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
            {!has_document && <span className="block text-xs text-muted">not in this service</span>}
          </span>
        ) : (
          <MissingValue label="no metadata" />
        ),
    },
    { heading: 'Deployed in', cell: (other) => <Deployment token={other} /> },
  ]
}

function Identity({ token: { principal, name, symbol, shared } }: { token: Compared }) {
  const [, contractName = ''] = principal.split('.')
  const shown = <UntrustedText text={name || symbol || principal} />
  return (
    <span className="inline-block min-w-40">
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
        <bdi>{contractName}</bdi> · {shared ?? 'this token'}
      </span>
    </span>
  )
}

function Deployer({ principal }: { principal: string }) {
  const [address = ''] = principal.split('.')
  return (
    <span className="whitespace-nowrap">
      <Hash text={address} label="deployer address" to={tokensLink({ address })} />
    </span>
  )
}

/** Where it was deployed, and when the service read it. */
function Deployment({ token: { tx_id, read_at } }: { token: Compared }) {
  return (
    <span className="whitespace-nowrap">
      {tx_id ? (
        <Hash text={tx_id} label="Stacks transaction id" />
      ) : (
        <MissingValue label="unknown" />
      )}
      {read_at !== undefined && (
        <span className="block text-xs text-muted">
          read <Age milliseconds={read_at} />
        </span>
      )}
    </span>
  )
}

function supplyOf({ total_supply, decimals }: Compared): ReactNode {
  const scaled = scale(total_supply, decimals)
  return scaled === undefined ? <MissingValue label="unknown" /> : <Amount digits={scaled} />
}

/** Where the metadata come from; the address itself if it is no web URL. */
function hostOf(address: string, gateway: string | undefined): string {
  return safeUrl(address, gateway)?.host ?? address.slice(0, 40)
}

function nameShared(other: MatchingTokens['results'][number], token: Token): string {
  return (['symbol', 'name'] as const)
    .filter((field) => other[field]?.toLowerCase() === token[field]?.toLowerCase())
    .join(' and ')
}

/** How many other tokens use this symbol or name. Reserves its space, because it may load later. */
export function NamesakeCount({ namesakes }: { namesakes: NamesakesFound | undefined }) {
  return (
    <p className="min-h-6 text-sm">
      {namesakes !== undefined && countNamesakes(namesakes) > 0 && (
        <a href="#namesakes" className="link">
          {describeNamesakes(namesakes)}
        </a>
      )}
    </p>
  )
}

export function countNamesakes({ symbol, name }: NamesakesFound): number {
  return Math.max(symbol.total, name.total)
}

function describeNamesakes({ symbol, name }: NamesakesFound): string {
  const [total, field] =
    symbol.total >= name.total ? [symbol.total, 'symbol'] : [name.total, 'name']
  return total === 1
    ? `1 other token uses this ${field}`
    : `${total} other tokens use this ${field}`
}
