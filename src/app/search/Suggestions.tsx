import { Link } from 'react-router-dom'
import type { SearchResults } from '../../contract/schemas/search.ts'
import { nameLink, searchLink } from '../links.ts'
import { Count } from '../ui/numbers.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { ownPages } from './ownPages.ts'
import {
  rowOfLink,
  rowOfSavedLink,
  rowsOfHits,
  type SearchRow,
  SearchRowContent,
} from './SearchRow.tsx'
import type { SavedLink } from './savedLinks.ts'
import { groupsOf, type HitGroup, unusedName } from './searchResults.ts'

type SuggestionGroup = {
  title: string
  note?: string | undefined
  rows: SearchRow[]
  /** Whether the service found them. */
  areFound?: boolean
}

const MAX_SUGGESTED = 3
const MAX_SAVED = 5

export function suggestPages(
  text: string,
  links: string[],
  found: SearchResults | undefined,
): SuggestionGroup[] {
  const groups = found === undefined ? [] : groupsOf(found, text)
  const best = groups.filter(({ ofKind }) => ofKind === undefined)
  const others = groups.filter(({ ofKind }) => ofKind !== undefined)
  const isIdentified = best[0]?.hits[0]?.reason === 'identifier'
  return withoutRepeats([
    ...best.map((group) => groupOfHits(group, text)),
    { title: 'Go to', rows: isIdentified ? [] : [...links.map(rowOfLink), ...ownPages(text)] },
    ...others.map((group) => groupOfHits(group, text)),
    { title: 'Rune names', rows: found === undefined ? [] : freeName(found, text) },
  ])
}

function groupOfHits({ title, note, hits }: HitGroup, text: string): SuggestionGroup {
  return { title, note, rows: rowsOfHits(hits, text).slice(0, MAX_SUGGESTED), areFound: true }
}

function freeName(found: SearchResults, text: string): SearchRow[] {
  const name = unusedName(found, text)
  if (name === undefined) return []
  return [{ to: nameLink(name), title: `Is the rune name ${name} free?`, kind: 'Page' }]
}

export function suggestSaved(favourites: SavedLink[], visits: SavedLink[]): SuggestionGroup[] {
  return withoutRepeats([
    { title: 'Favourites', rows: favourites.slice(0, MAX_SAVED).map(rowOfSavedLink) },
    { title: 'Recent', rows: visits.slice(0, MAX_SAVED).map(rowOfSavedLink) },
  ])
}

/** Removes repeated pages and empty groups. */
function withoutRepeats(groups: SuggestionGroup[]): SuggestionGroup[] {
  const seen = new Set<string>()
  const isNew = ({ to }: SearchRow) => !seen.has(to) && seen.add(to)
  return groups
    .map((group) => ({ ...group, rows: group.rows.filter(isNew) }))
    .filter(({ rows }) => rows.length > 0)
}

type Props = {
  id: string
  groups: SuggestionGroup[]
  marked: number
  text: string
  found: Pick<SearchResults, 'total' | 'has_more'> | undefined
  message: string | undefined
  onChoose: () => void
}

export function SuggestionPanel({ id, groups, marked, text, found, message, onChoose }: Props) {
  const shown = groups.flatMap(({ rows, areFound }) => (areFound ? rows : [])).length
  const hasMore = text !== '' && found !== undefined && found.total > shown
  let count = 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press must not take the focus from the box.
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="floating absolute inset-x-0 top-full z-10 mt-1.5 flex max-h-[min(36rem,75dvh)] animate-[fade-in_120ms] flex-col overflow-clip phone:inset-x-2 phone:max-h-[60dvh]"
    >
      {groups.length === 0 && (
        <p className="px-4 py-3 text-sm text-muted">
          <UntrustedText text={message ?? ''} />
        </p>
      )}
      {groups.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label="Suggestions"
          className="min-h-0 overflow-y-auto p-1"
        >
          {groups.map(({ title, note, rows }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox may contain groups, but no fieldsets.
            <div key={title} role="group" aria-label={title}>
              <p aria-hidden="true" className="truncate px-3 pt-2 pb-1 text-xs text-muted">
                {title}
                {note !== undefined && (
                  <span className="text-faint">
                    {' '}
                    · <UntrustedText text={note} />
                  </span>
                )}
              </p>
              {rows.map((row) => {
                const index = count++
                return (
                  <Link
                    key={row.to}
                    id={`${id}-${index}`}
                    to={row.to}
                    role="option"
                    aria-selected={index === marked}
                    tabIndex={-1}
                    onClick={onChoose}
                    className="flex rounded-md px-3 hover:bg-sunken aria-selected:bg-sunken forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2"
                  >
                    <SearchRowContent {...row} />
                  </Link>
                )
              })}
            </div>
          ))}
        </div>
      )}
      {groups.length > 0 && (
        <p
          className={`flex min-h-9 items-center gap-4 border-t border-line px-4 text-xs text-muted ${hasMore ? '' : 'phone:hidden'}`}
        >
          <span className="phone:hidden">↑ ↓ choose</span>
          <span className="phone:hidden">
            ↵ {marked === -1 && text !== '' ? 'show all results' : 'open'}
          </span>
          {hasMore && (
            <Link
              to={searchLink(text)}
              tabIndex={-1}
              onClick={onChoose}
              className="quiet-link ms-auto inline-flex min-h-6 items-center gap-1 pointer-coarse:min-h-11"
            >
              {found.has_more ? 'More than ' : 'All '}
              <Count name="found.total" value={found.total} one="result" />
            </Link>
          )}
        </p>
      )}
    </div>
  )
}
