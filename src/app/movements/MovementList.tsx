import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { EndpointName } from '../../contract/client.ts'
import type { MovementCounts } from '../../contract/schemas/movement.ts'
import { EndpointList } from '../lists/List.tsx'
import { parametersOf } from '../lists/paging.ts'
import { type Switch, SwitchLink } from '../lists/SwitchLink.tsx'
import { FilterChips, SearchLink, type TextFilters } from '../lists/Toolbar.tsx'
import type { EndpointQuery } from '../query.ts'
import { Numeral } from '../ui/numbers.tsx'
import { quote } from '../ui/UntrustedText.tsx'
import { MovementPanel } from './MovementPanel.tsx'
import { type MovementPage, MovementTable, type Subject } from './MovementTable.tsx'
import { countOf, MOVEMENT_LOOKS, SHOWN_TYPES } from './TypeBadge.tsx'

export const CHANGE_SWITCH: Switch = {
  name: 'Change',
  parameter: 'change',
  value: 'show',
  byDefault: 'off',
}

type Props<Page> = {
  subject: Subject
  query: EndpointQuery<Page>
  refused: string[]
  /** How many movements there are of each type. Types without movements are no filter. */
  counts: MovementCounts | undefined
  /** How many entries there are now, if new ones would move the rows. */
  currentTotal?: number | undefined
  /** The runes that the filter suggests: `option` elements. */
  runes?: ReactNode
  /** Whether another table is above it. */
  isFurther?: boolean
}

/** The movements of a block, a transaction, a rune or an address: filters, table, and the open row. */
export function MovementList<Page extends MovementPage>(props: Props<Page>) {
  const { subject, query, refused, counts, currentTotal, runes, isFurther } = props
  const [search] = useSearchParams()
  const rune = search.get('rune')
  const isOfAddress = subject === 'address'
  // The endpoint of an address takes a type or a rune, but not both. A rune wins.
  const type = isOfAddress && rune !== null ? undefined : (search.get('type') ?? undefined)
  const filters = filtersOf(query.queryKey[0], runes)
  // Change is hidden unless the URL says otherwise.
  const hasChange = subject === 'block' || subject === 'transaction'
  return (
    <>
      <EndpointList
        query={query}
        toolbar={{
          label: 'Filter by type',
          chips: (
            <FilterChips
              parameter="type"
              names={namesOf(counts, isOfAddress, type)}
              current={type}
              changes={isOfAddress ? { rune: undefined } : {}}
            />
          ),
          filters,
          refused,
          children: hasChange && counts?.changes !== 0 && type === undefined && (
            <SwitchLink {...CHANGE_SWITCH} />
          ),
        }}
        things="movements"
        currentTotal={currentTotal}
        empty={emptyOf(counts, search, { hasChange, filters })}
        notFound={unknownRune(search)}
      >
        {(page, isBusy) => (
          <MovementTable subject={subject} page={page} isBusy={isBusy} isFurther={isFurther} />
        )}
      </EndpointList>
      <MovementPanel page={useQuery(query).data?.value} />
    </>
  )
}

/** What is said if the rune of the filter is not in the index. */
export function unknownRune(search: URLSearchParams) {
  const rune = search.get('rune')
  if (rune === null) return
  return {
    title: `No rune is named ${quote(rune)}`,
    text: 'The filter takes a whole name, an id or a number.',
  }
}

/** Those that the endpoint has, besides the type. */
function filtersOf(endpoint: EndpointName, runes: ReactNode): TextFilters {
  const parameters = parametersOf(endpoint)
  const filters: TextFilters = {
    rune: { name: 'Rune', placeholder: 'name or id', options: runes },
    address: { name: 'Address', placeholder: 'bc1…' },
    min: { name: 'At least', placeholder: '1000' },
    max: { name: 'At most' },
    text: { name: 'Text', placeholder: 'name, address or id' },
    from: { name: 'From block' },
    to: { name: 'To block' },
    first_tx: { name: 'From position', isChipOnly: true },
    last_tx: { name: 'To position', isChipOnly: true },
  }
  return Object.fromEntries(Object.entries(filters).filter(([name]) => parameters.includes(name)))
}

/** The types of which there are movements, and the chosen one. Transfers of an address have a direction. */
function namesOf(
  counts: MovementCounts | undefined,
  isOfAddress: boolean,
  chosen: string | undefined,
): Record<string, string> {
  const types = SHOWN_TYPES.filter(
    (type) => counts === undefined || countOf(counts, type) > 0 || type === chosen,
  )
  const names = types.flatMap((type) =>
    isOfAddress && type === 'transfer'
      ? [
          ['received', 'Received'],
          ['sent', 'Sent'],
        ]
      : [[type, `${MOVEMENT_LOOKS[type].name}s`]],
  )
  return Object.fromEntries(names)
}

function emptyOf(
  counts: MovementCounts | undefined,
  search: URLSearchParams,
  { hasChange, filters }: { hasChange: boolean; filters: TextFilters },
) {
  const total = counts && SHOWN_TYPES.reduce((sum, type) => sum + countOf(counts, type), 0)
  if (total === 0 && (counts?.changes === 0 || !hasChange)) return { title: 'No runes moved' }
  if (total === 0) {
    return {
      title: 'Everything came back to its owner',
      actions: (
        <SearchLink changes={{ change: 'show' }} className="button">
          Show change
        </SearchLink>
      ),
    }
  }
  const type = SHOWN_TYPES.find((known) => known === search.get('type'))
  const unfiltered = ['type', ...Object.keys(filters)].map((name) => [name, undefined] as const)
  return {
    title: `No ${type ?? 'movement'} matches`,
    text: total !== undefined && (
      <>
        There are <Numeral name="list.unfiltered" value={total} /> without a filter.
      </>
    ),
    actions: search.size > 0 && (
      <SearchLink changes={Object.fromEntries(unfiltered)} className="button">
        Show all movements
      </SearchLink>
    ),
  }
}
