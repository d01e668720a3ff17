import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, Navigate } from 'react-router-dom'
import type { SearchHit, SearchResults } from '../../../contract/schemas/search.ts'
import { compareLink } from '../../links.ts'
import { RuneSymbol } from '../../runes/RuneName.tsx'
import { findKey } from '../../search/findKey.ts'
import { readQuery } from '../../search/parseQuery.ts'
import { onlyPage, searchQuery } from '../../search/searchResults.ts'

type Props = {
  text: string
  /** The ids of the runes that it should stand beside. */
  others: string[]
  /** Why it is none. */
  children: ReactNode
}

/** A text that names no rune, with the runes that a search for it finds; the only one is taken at once. */
export function NoRune({ text, others, children }: Props) {
  const search = useQuery({ ...searchQuery(readQuery(text)), enabled: isSearched(text) })
  const results = search.data?.value
  const only = results && onlyRune(results)
  if (only !== undefined) return <Navigate to={compareLink([...others, only.id])} replace />
  const runes = results === undefined ? [] : runesOf(results)
  return (
    <NotCompared>
      {children}
      {runes.length > 0 && (
        <span className="mt-2 flex flex-wrap items-center gap-1.5">
          <span className="text-sm text-muted">Did you mean</span>
          {runes.map(({ id, title, symbol }) => (
            <Link key={id} to={compareLink([...others, id])} className="chip max-w-full">
              <RuneSymbol symbol={symbol} />
              <span className="truncate">{title}</span>
            </Link>
          ))}
        </span>
      )}
    </NotCompared>
  )
}

export function NotCompared({ children }: { children: ReactNode }) {
  return <p className="panel mt-3 max-w-[64ch] px-4 py-2.5 text-base">{children}</p>
}

/** A key goes nowhere. */
export function isSearched(text: string): boolean {
  return findKey(text) === undefined && readQuery(text) !== ''
}

/** The rune that a search would open, had it looked for runes alone. */
export function onlyRune(results: SearchResults): SearchHit | undefined {
  const groups = results.groups.filter(({ kind }) => kind === 'rune')
  const total = groups.reduce((sum, group) => sum + group.total, 0)
  if (onlyPage({ ...results, groups, total }) === undefined) return
  return groups[0]?.results[0]
}

function runesOf({ groups }: SearchResults): SearchHit[] {
  return groups.flatMap(({ kind, results }) => (kind === 'rune' ? results : []))
}
