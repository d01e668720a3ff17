import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { nameLink } from '../../links.ts'
import { EndpointList } from '../../lists/List.tsx'
import { listPath, parametersOf, readList, sortBy } from '../../lists/paging.ts'
import { FilterChips } from '../../lists/Toolbar.tsx'
import { RuneTable } from '../../movements/RuneTable.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type Loaded, type PageHandle, pageLoader, pageStatus } from '../../pageLoader.ts'
import { endpointQuery } from '../../query.ts'
import { ButtonLink } from '../../ui/Notice.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

export const loader = pageLoader(async ({ search, load }) =>
  runesHead(search, await load(runesQuery(search))),
)

export const handle: PageHandle = {
  parameters: parametersOf('runes'),
  dataPath: (_, search) => runesQuery(search).queryKey[1],
}

const MINT_STATES = {
  mintable: 'Mintable',
  almost: 'Almost minted out',
  'minted-out': 'Fully minted',
}

const TEXT_FILTERS = {
  name: { name: 'Name begins with' },
  from: { name: 'From block', placeholder: 'of the etching' },
  to: { name: 'To block', placeholder: 'of the etching' },
}

const DEFAULT_ORDER = 'day_movements' as const

export function Component() {
  const [search] = useSearchParams()
  const { filters, refused } = readList('runes', search)
  const isFiltered = hasFilter(filters)
  const query = runesQuery(search)
  const list = useQuery(query)
  const total = list.data?.value.total
  return (
    <article>
      <PageHead {...runesHead(search, list)} />
      <PageHeader
        title="Runes"
        badges={
          total !== undefined && (
            <span className="text-sm text-muted">
              <Numeral value={total} /> {isFiltered ? 'match' : 'in this index'}
            </span>
          )
        }
      />
      <EndpointList
        query={query}
        toolbar={{
          label: 'Filter runes',
          chips: <FilterChips parameter="mint" names={MINT_STATES} current={filters.mint} />,
          filters: TEXT_FILTERS,
          refused,
        }}
        things="runes"
        empty={{
          title: isFiltered ? 'No rune matches' : 'This index has no rune yet',
          actions: isFiltered && (
            <>
              <ButtonLink to="/runes">Show all runes</ButtonLink>
              {filters.name && (
                <ButtonLink to={nameLink(filters.name)}>Is the name free?</ButtonLink>
              )}
            </>
          ),
        }}
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

function runesQuery(search: URLSearchParams) {
  const { filters, paging } = readList('runes', search)
  return endpointQuery('runes', { order_by: DEFAULT_ORDER, ...filters, ...paging })
}

function runesHead(search: URLSearchParams, { error }: Loaded<unknown>): Head {
  return {
    title: 'Runes',
    description: 'Bitcoin runes: supply, holders, movements, mint progress and etching.',
    path: listPath('/runes', search),
    dataPath: runesQuery(search).queryKey[1],
    ...pageStatus(error),
  }
}

type Filters = ReturnType<typeof readList>['filters']

function hasFilter({ order_by, order, ...filters }: Filters): boolean {
  return Object.keys(filters).length > 0
}
