import { Link } from 'react-router-dom'
import type { Namesakes as NamesakesAnswer, SharedBy } from '../../../contract/directory.ts'
import type { Token } from '../../../contract/token.ts'
import { searchLink, tokenLink } from '../../links.ts'
import { ScriptNote } from '../../ui/ScriptNote.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { Section } from './Section.tsx'

type Props = { namesakes: NamesakesAnswer; token: Token }

/** The other tokens of the same symbol or name, with links: nothing but the principal tells them apart. */
export function Namesakes({ namesakes: { symbol, name }, token }: Props) {
  const others = new Map(
    [...symbol.results, ...name.results].map((other) => [other.principal, other]),
  )
  const isAll = symbol.total <= symbol.results.length && name.total <= name.results.length
  return (
    <Section title="Same symbol or name" id="namesakes">
      <p className="pb-2">
        Anyone may use any symbol and any name: only the principal tells tokens apart. Others here
        with this symbol: {symbol.total}; with this name: {name.total}.
        {!isAll && ` The first ${others.size} of them are below. `}
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
            <ScriptNote texts={[other.name, other.symbol]} />
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

function nameShared(other: SharedBy['results'][number], token: Token): string {
  return (['symbol', 'name'] as const)
    .filter((field) => other[field]?.toLowerCase() === token[field]?.toLowerCase())
    .join(' and ')
}

/** How many others use this symbol or name. Its space is reserved: it may come later than the token. */
export function NamesakeCount({ namesakes }: { namesakes: NamesakesAnswer | undefined }) {
  return (
    <p className="min-h-6 text-sm">
      {namesakes !== undefined && countNamesakes(namesakes) > 0 && (
        <a href="#namesakes" className="link">
          {sayNamesakes(namesakes)}
        </a>
      )}
    </p>
  )
}

export function countNamesakes({ symbol, name }: NamesakesAnswer): number {
  return Math.max(symbol.total, name.total)
}

function sayNamesakes({ symbol, name }: NamesakesAnswer): string {
  const [total, what] = symbol.total >= name.total ? [symbol.total, 'symbol'] : [name.total, 'name']
  return total === 1 ? `One other uses this ${what}` : `${total} others use this ${what}`
}
