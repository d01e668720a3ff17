import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { EndpointName } from '../../contract/client.ts'
import type { RefusedParameter } from '../../contract/endpoint.ts'
import type { MovementGroup } from '../../contract/schemas/alike.ts'
import {
  MOVEMENT_TYPES,
  type MovementCounts,
  type MovementType,
} from '../../contract/schemas/movement.ts'
import { searchLink } from '../links.ts'
import { EndpointList } from '../lists/List.tsx'
import type { ListPage } from '../lists/Pager.tsx'
import { changeSearch, parametersOf } from '../lists/paging.ts'
import { SearchLink } from '../lists/SearchLink.tsx'
import { SearchSwitch, type Switch, SwitchLink } from '../lists/SwitchLink.tsx'
import { FilterChips, SPAN_FILTERS, type TextFilters } from '../lists/Toolbar.tsx'
import type { EndpointQuery } from '../query.ts'
import { ButtonLink } from '../ui/Notice.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { quote } from '../ui/UntrustedText.tsx'
import { useLateStart } from './CoverageNote.tsx'
import { GroupTable } from './GroupTable.tsx'
import { ALL_GROUPS, isOneGroup } from './grouping.ts'
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
  refused: RefusedParameter[]
  /** How many movements there are of each type. Types without movements are no filter. */
  counts: MovementCounts | undefined
  /** Of a block: how many of its transactions have a malformed runestone, if some do. */
  cenotaphs?: number
  /** How many entries there are now, if new ones would move the rows. */
  currentTotal?: number | undefined
  /** The runes that the filter suggests: `option` elements. */
  runes?: ReactNode
  /** Where movements that are alike can stand together: the query of the groups, and whether they do. */
  grouping?: { query: EndpointQuery<ListPage<MovementGroup>>; isOn: boolean } | undefined
}

/** The movements of a block, a transaction, a rune or an address: filters, table, and the open row. */
export function MovementList<Page extends MovementPage>(props: Props<Page>) {
  const { subject, query, currentTotal, grouping } = props
  const list = useListProps(props)
  const movements = useMovementTotal(props.counts)
  if (grouping?.isOn && (subject === 'block' || subject === 'transaction')) {
    return (
      <EndpointList
        {...list}
        query={grouping.query}
        grouped={{ path: query.queryKey[1], movements }}
        things="groups"
      >
        {(page, isBusy) => <GroupTable subject={subject} page={page} isBusy={isBusy} />}
      </EndpointList>
    )
  }
  return (
    <>
      <EndpointList {...list} query={query} things="movements" currentTotal={currentTotal}>
        {(page, isBusy) => (
          <>
            <MintsApart counts={props.counts} />
            <MovementTable subject={subject} page={page} isBusy={isBusy} />
          </>
        )}
      </EndpointList>
      <OpenMovement query={query} />
    </>
  )
}

function OpenMovement<Page extends MovementPage>({ query }: Pick<Props<Page>, 'query'>) {
  return <MovementPanel page={useQuery(query).data?.value} />
}

/** How many movements the list of single ones has; not known of one rune. */
function useMovementTotal(counts: MovementCounts | undefined): number | undefined {
  const [search] = useSearchParams()
  const type = MOVEMENT_TYPES.find((known) => known === search.get('type'))
  if (counts === undefined || search.get('rune')) return
  const types = MOVEMENT_TYPES.filter((known) =>
    type === undefined ? known !== 'change' || search.get('change') === 'show' : known === type,
  )
  return types.reduce((sum, known) => sum + countOf(counts, known), 0)
}

/** What single movements and groups of them have in common. */
function useListProps<Page>(props: Props<Page>) {
  const { subject, query, refused, counts, cenotaphs = 0, runes, grouping } = props
  const [search] = useSearchParams()
  const isOfAddress = subject === 'address'
  const type = search.get('type') ?? undefined
  const filters = filtersOf(query.queryKey[0], runes)
  // A filter leaves fewer than the counts say.
  const isCounted = Object.keys(filters).every((name) => !search.get(name))
  // Change is hidden unless the URL says otherwise.
  const hasChange = subject === 'block' || subject === 'transaction'
  return {
    toolbar: {
      label: 'Filter by type',
      chips: (
        <>
          <FilterChips
            parameter="type"
            names={chipNames(counts, { isOfAddress, isCounted, chosen: type })}
            current={type}
          />
          {cenotaphs > 0 && <CenotaphChip count={cenotaphs} />}
        </>
      ),
      filters,
      refused,
      children: (
        <>
          {grouping !== undefined && <GroupSwitch isOn={grouping.isOn} />}
          {hasChange && counts?.changes !== 0 && type === undefined && (
            <SwitchLink {...CHANGE_SWITCH} />
          )}
        </>
      ),
    },
    empty: emptyOf(counts, search, { hasChange, filters }),
    notFound: unknownRune(search),
  }
}

/** Above what an address received: who adds up what came in needs both lists. */
function MintsApart({ counts }: { counts: MovementCounts | undefined }) {
  const [search] = useSearchParams()
  if (search.get('type') !== 'received' || !counts?.mints) return null
  return (
    <p className="mb-2 text-sm text-muted print:hidden">
      Without{' '}
      <Link
        to={changeSearch(search, { type: 'mint', offset: undefined })}
        className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
      >
        its mints
      </Link>
    </p>
  )
}

/** What is said if the rune of the filter is not in the index. */
export function unknownRune(search: URLSearchParams) {
  const rune = search.get('rune')
  if (rune === null) return
  return {
    title: `No rune is named ${quote(rune)}`,
    text: 'The filter takes a whole name, an id or a number.',
    children: (
      <ButtonLink to={searchLink(rune.slice(0, 200), 'rune')}>Search for such runes</ButtonLink>
    ),
  }
}

/** Those that the endpoint has, besides the type. */
function filtersOf(endpoint: EndpointName, runes: ReactNode): TextFilters {
  const parameters = parametersOf(endpoint)
  const filters: TextFilters = {
    rune: { name: 'Rune', placeholder: 'name or id', options: runes },
    address: { name: 'Address', placeholder: 'bc1…' },
    giver: { name: 'From', isChipOnly: true },
    receiver: { name: 'To', isChipOnly: true },
    min: { name: 'At least', placeholder: 'such as 1000' },
    max: { name: 'At most' },
    text: { name: 'Text', placeholder: 'name, address or id' },
    ...SPAN_FILTERS,
    cenotaphs: { name: 'Cenotaphs', isChipOnly: true },
    first_tx: { name: 'From position', isChipOnly: true },
    last_tx: { name: 'To position', isChipOnly: true },
  }
  return Object.fromEntries(Object.entries(filters).filter(([name]) => parameters.includes(name)))
}

type ChipOptions = { isOfAddress: boolean; isCounted: boolean; chosen: string | undefined }

/**
 * The types of which there are movements, and the chosen one, with their counts. Transfers of an address have a
 * direction, and no counts.
 */
function chipNames(
  counts: MovementCounts | undefined,
  { isOfAddress, isCounted, chosen }: ChipOptions,
): Record<string, ReactNode> {
  const types = SHOWN_TYPES.filter(
    (type) => counts === undefined || countOf(counts, type) > 0 || type === chosen,
  )
  const names = types.flatMap((type): [string, ReactNode][] =>
    isOfAddress && type === 'transfer'
      ? [
          ['received', 'Received'],
          ['sent', 'Sent'],
        ]
      : [[type, <TypeChip key={type} type={type} counts={isCounted ? counts : undefined} />]],
  )
  // A single one narrows nothing.
  return names.length === 1 && chosen === undefined ? {} : Object.fromEntries(names)
}

function TypeChip({ type, counts }: { type: MovementType; counts: MovementCounts | undefined }) {
  return (
    <>
      {MOVEMENT_LOOKS[type].name}s{' '}
      {counts !== undefined && (
        <span className="font-normal">
          <Numeral name={`filter.${type}s`} value={countOf(counts, type)} />
        </span>
      )}
    </>
  )
}

/** Once it is chosen, its chip removes it. */
function CenotaphChip({ count }: { count: number }) {
  const [search] = useSearchParams()
  if (search.get('cenotaphs') === 'only') return null
  return (
    <SearchLink changes={{ cenotaphs: 'only' }} className="chip shrink-0">
      Cenotaphs{' '}
      <span className="font-normal">
        <Numeral name="filter.cenotaphs" value={count} />
      </span>
    </SearchLink>
  )
}

function NoRunesMoved() {
  return useLateStart() === undefined ? 'No runes moved' : 'No runes moved that this index knows'
}

function emptyOf(
  counts: MovementCounts | undefined,
  search: URLSearchParams,
  { hasChange, filters }: { hasChange: boolean; filters: TextFilters },
) {
  const total = counts && SHOWN_TYPES.reduce((sum, type) => sum + countOf(counts, type), 0)
  if (total === 0 && (counts?.changes === 0 || !hasChange)) return { title: <NoRunesMoved /> }
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

/** Whether movements that are alike stand together. */
function GroupSwitch({ isOn }: { isOn: boolean }) {
  const [search] = useSearchParams()
  const changes = isOneGroup(search) ? ALL_GROUPS : { group: isOn ? 'off' : 'on' }
  return <SearchSwitch name="Group alike" isOn={isOn} changes={changes} />
}
