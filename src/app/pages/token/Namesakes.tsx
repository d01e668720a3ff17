import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { MatchingTokens, Namesakes as NamesakesFound } from '../../../contract/directory.ts'
import type { Token } from '../../../contract/token.ts'
import { tokenLink, tokensLink } from '../../links.ts'
import { type ListColumn, ListTable } from '../../lists/ListTable.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { Amount, Numeral } from '../../ui/numbers.tsx'
import { safeUrl, useGateway } from '../../ui/safeUrl.ts'
import { scale } from '../../ui/scaleAmount.ts'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { Section } from './Section.tsx'

type Props = { namesakes: NamesakesFound; principal: string; token: Token }

/** A token of the comparison. `shared`: what it has in common with the token of the page. */
type Compared = MatchingTokens['results'][number] & { shared: string }

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
  const own = { ...fields, principal, has_document: metadata !== undefined, shared: 'this token' }
  return (
    <Section title="Same symbol or name" id="namesakes">
      <div className="space-y-2 pb-3">
        <p>
          <strong>Cairn cannot vouch for any of these tokens.</strong> Anyone can use any symbol and
          any name: only the principal identifies a token. Compare it with a source that you trust.
        </p>
        <p className="text-sm text-muted">
          Other tokens with this symbol: {symbol.total}; with this name: {name.total}. Those of
          which the service knows more come first, those named like a test last.
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
      <ListTable
        caption="This token and others with the same symbol or name"
        columns={columns((address) => hostOf(address, gateway))}
        entries={[own, ...compared]}
        keyOf={(other) => other.principal}
      />
    </Section>
  )
}

function columns(hostOf: (address: string) => string): ListColumn<Compared>[] {
  return [
    { name: 'Token', cell: (other) => <Identity token={other} /> },
    { name: 'Deployer', cell: ({ principal }) => <Deployer principal={principal} /> },
    { name: 'Total supply', isNumber: true, absent: 'supply unknown', cell: supplyOf },
    {
      name: 'Decimals',
      isNumber: true,
      absent: 'decimals unknown',
      cell: ({ decimals }) => decimals !== undefined && <Numeral value={decimals} />,
    },
    {
      name: 'Metadata',
      absent: 'no metadata',
      cell: ({ token_uri, has_document }) =>
        token_uri && (
          <>
            <UntrustedText text={hostOf(token_uri)} />
            {!has_document && <span className="block text-xs text-muted">not read</span>}
          </>
        ),
    },
    {
      name: 'Deployed in',
      absent: 'transaction unknown',
      cell: ({ tx_id }) => tx_id && <Hash text={tx_id} label="Stacks transaction id" />,
    },
  ]
}

function Identity({ token: { principal, name, symbol, shared } }: { token: Compared }) {
  const [, contractName = ''] = principal.split('.')
  return (
    <span className="inline-block min-w-40">
      <Link to={tokenLink(principal)} className="link font-semibold">
        <UntrustedText text={name || symbol || principal} />
      </Link>{' '}
      {name && symbol && (
        <span className="text-muted">
          <UntrustedText text={symbol} />
        </span>
      )}{' '}
      <MixedScriptWarning texts={[name, symbol]} />
      <span className="block text-xs text-muted">
        <bdi>{contractName}</bdi> · {shared}
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

function supplyOf({ total_supply, decimals }: Compared): ReactNode {
  const scaled = scale(total_supply, decimals)
  return scaled && <Amount digits={scaled} />
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
