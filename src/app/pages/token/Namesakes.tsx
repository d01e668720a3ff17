import { Link } from 'react-router-dom'
import type { MatchingTokens, Namesakes as NamesakesFound } from '../../../contract/directory.ts'
import type { Token } from '../../../contract/token.ts'
import { searchLink, tokenLink } from '../../links.ts'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { Section } from './Section.tsx'

type Props = { namesakes: NamesakesFound; token: Token }

/** Links to other tokens with the same symbol or name. */
export function Namesakes({ namesakes: { symbol, name }, token }: Props) {
  const others = new Map(
    [...symbol.results, ...name.results].map((other) => [other.principal, other]),
  )
  const isAll = symbol.total <= symbol.results.length && name.total <= name.results.length
  return (
    <Section title="Same symbol or name" id="namesakes">
      <p className="pb-2">
        Anyone can use any symbol and any name: only the principal identifies a token. Other tokens
        with this symbol: {symbol.total}; with this name: {name.total}.
        {!isAll && ` The first ${others.size} are listed below. `}
        {!isAll && (
          <Link to={searchLink(token.symbol || token.name || '')} className="link">
            Search for more
          </Link>
        )}
      </p>
      <ul>
        {[...others.values()].map((other) => (
          <li
            key={other.principal}
            className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-1.5"
          >
            <Link to={tokenLink(other.principal)} className="link font-semibold">
              <UntrustedText text={other.name || other.symbol || other.principal} />
            </Link>
            {other.symbol && other.name && (
              <span className="text-muted">
                <UntrustedText text={other.symbol} />
              </span>
            )}
            <MixedScriptWarning texts={[other.name, other.symbol]} />
            <span className="text-sm text-muted">same {nameShared(other, token)}</span>
            <span dir="ltr" className="font-mono text-sm sm:ms-auto">
              {other.principal}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
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
