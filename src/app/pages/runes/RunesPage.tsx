import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { pathTo } from '../../../contract/client.ts'
import { nameLink } from '../../links.ts'
import { EndpointList } from '../../lists/List.tsx'
import { changeSearch, parametersOf, readList } from '../../lists/paging.ts'
import { sortBy } from '../../lists/sortBy.ts'
import { FilterChip } from '../../lists/Toolbar.tsx'
import { RuneTable } from '../../movements/RuneTable.tsx'
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
            sortBy={(order) =>
              sortBy(order, search, {
                byDefault: DEFAULT_ORDER,
                own: order === 'name' ? 'asc' : 'desc',
              })
            }
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
    isFiltered,
    refused,
  }
}

function runesHead(page: Page, { error }: Loaded<unknown>): Head {
  const { given, order } = page
  const search = changeSearch(new URLSearchParams(), {
    ...given,
    order_by: order === DEFAULT_ORDER ? undefined : order,
  })
  return {
    title: 'Runes',
    description: 'Bitcoin runes: supply, holders, movements, mint progress and etching.',
    path: search === '?' ? '/runes' : `/runes${search}`,
    dataPath: pathTo('runes', given),
    ...pageStatus(error),
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
