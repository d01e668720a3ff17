import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { pathTo, type Reply } from '../../../contract/client.ts'
import type { RunePage } from '../../../contract/schemas/rune.ts'
import { nameLink } from '../../links.ts'
import { EndpointList } from '../../lists/List.tsx'
import { changeSearch, parametersOf, readList } from '../../lists/paging.ts'
import { FilterChip } from '../../lists/Toolbar.tsx'
import { type RuneOrder, RuneTable } from '../../movements/RuneTable.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import {
  type Loaded,
  type PageHandle,
  pageStatus,
  respondWith,
  sourceContext,
} from '../../pageLoader.ts'
import { endpointQuery } from '../../query.ts'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = readPage(new URL(request.url).searchParams)
  const { load } = context.get(sourceContext)
  return respondWith(runesHead(page, await load(endpointQuery('runes', page.given))))
}

export const handle: PageHandle = {
  parameters: parametersOf('runes'),
  dataPath: (_, search) => pathTo('runes', readPage(search).given),
}

const MINT_CHIPS = [
  { mint: undefined, name: 'All' },
  { mint: 'mintable', name: 'Mintable' },
  { mint: 'almost', name: 'Almost minted out' },
  { mint: 'minted-out', name: 'Fully minted' },
] as const

const TEXT_FILTERS = {
  name: { name: 'Name begins with' },
  from: { name: 'From block', placeholder: 'of the etching' },
  to: { name: 'To block', placeholder: 'of the etching' },
}

const DEFAULT_ORDER = 'day_movements' as const

export function Component() {
  const [search] = useSearchParams()
  const page = readPage(search)
  const query = endpointQuery('runes', page.given)
  const list = useQuery(query)
  const total = list.data?.value.total
  return (
    <article>
      <PageHead {...runesHead(page, list)} />
      <PageHeader
        crumb="Bitcoin"
        title="Runes"
        badges={
          total !== undefined && (
            <span className="text-sm text-muted">
              <Numeral value={total} /> {page.isFiltered ? 'match' : 'in this index'}
            </span>
          )
        }
      />
      <EndpointList
        query={query}
        toolbar={{
          label: 'Filter runes',
          chips: MINT_CHIPS.map(({ mint, name }) => (
            <FilterChip key={name} name={name} changes={{ mint }} isCurrent={mint === page.mint} />
          )),
          filters: TEXT_FILTERS,
          refused: page.refused,
        }}
        things="runes"
        empty={emptyList(page)}
      >
        {({ results }, isBusy) => (
          <RuneTable
            caption="Runes"
            rows={results}
            isBusy={isBusy}
            sortBy={(order) => sortBy(order, page, search)}
          />
        )}
      </EndpointList>
    </article>
  )
}

type Page = ReturnType<typeof readPage>

function readPage(search: URLSearchParams) {
  const { filters, paging, refused } = readList('runes', search)
  const { name, mint, from, to, order_by: order = DEFAULT_ORDER } = filters
  const isFiltered = [name, mint, from, to].some((filter) => filter !== undefined)
  return {
    given: { order_by: DEFAULT_ORDER, ...filters, ...paging },
    name,
    mint,
    order,
    isAscending: (filters.order ?? defaultDirection(order)) === 'asc',
    isFiltered,
    refused,
  }
}

/** The direction that the API has without `order`. */
function defaultDirection(order: string): 'asc' | 'desc' {
  return order === 'name' ? 'asc' : 'desc'
}

/** A column is first sorted in its own direction, and then reversed. */
function sortBy(order: RuneOrder, { order: current, isAscending }: Page, search: URLSearchParams) {
  const isSorted = order === current
  const reversed = isAscending ? 'desc' : 'asc'
  const to = changeSearch(search, {
    order_by: order === DEFAULT_ORDER ? undefined : order,
    order: isSorted && reversed !== defaultDirection(order) ? reversed : undefined,
    offset: undefined,
  })
  const direction = isAscending ? ('ascending' as const) : ('descending' as const)
  return { to, direction: isSorted ? direction : undefined }
}

function runesHead(page: Page, { data, error }: Loaded<Reply<RunePage>>): Head {
  const { given, refused, order } = page
  const isPastEnd = given.offset > 0 && data?.value.results.length === 0
  const { status, ...rest } = pageStatus(error)
  const search = changeSearch(new URLSearchParams(), {
    ...given,
    order_by: order === DEFAULT_ORDER ? undefined : order,
  })
  return {
    title: 'Runes',
    description: 'Bitcoin runes: supply, holders, movements, mint progress and etching.',
    path: search === '?' ? '/runes' : `/runes${search}`,
    dataPath: pathTo('runes', given),
    ...rest,
    status: isPastEnd ? 404 : refused.length > 0 ? 400 : status,
  }
}

function emptyList({ name, isFiltered }: Page) {
  return {
    title: isFiltered ? 'No rune matches' : 'This index has no rune yet',
    actions: isFiltered && (
      <>
        <Link to="/runes" className="button">
          Show all runes
        </Link>
        {name !== undefined && (
          <Link to={nameLink(name)} className="button">
            Is the name free?
          </Link>
        )}
      </>
    ),
  }
}
