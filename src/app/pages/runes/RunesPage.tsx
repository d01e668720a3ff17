import { useQuery } from '@tanstack/react-query'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { nameLink } from '../../links.ts'
import { EndpointList } from '../../lists/List.tsx'
import { ListTotal } from '../../lists/ListTotal.tsx'
import { listPath, parametersOf, readList, sortBy } from '../../lists/paging.ts'
import { FilterChips } from '../../lists/Toolbar.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery } from '../../query.ts'
import { RuneTable } from '../../runes/RuneTable.tsx'
import type { Loaded } from '../../source.ts'
import { ButtonLink } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

export const { loader, Component, handle } = definePage({
  parameters: parametersOf('runes'),
  read: readPage,
  loader: async (page, load) => runesHead(page, await load(runesQuery(page))),
  dataPath: (page) => runesQuery(page).queryKey[1],
  Component: RunesPage,
})

type Page = ReturnType<typeof readPage>

function readPage({ search }: PageUrl) {
  return { search, ...readList('runes', search) }
}

function runesQuery({ filters, paging }: Page) {
  return endpointQuery('runes', { order_by: DEFAULT_ORDER, ...filters, ...paging })
}

function runesHead(page: Page, { error }: Loaded<unknown>): Head {
  return {
    title: 'Runes',
    description: 'Bitcoin runes: supply, holders, movements, mint progress and etching.',
    path: listPath('/runes', page.search),
    dataPath: runesQuery(page).queryKey[1],
    ...pageStatus(error),
  }
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

function RunesPage({ page }: { page: Page }) {
  const { search, filters, refused } = page
  const isFiltered = hasFilter(filters)
  const query = runesQuery(page)
  const list = useQuery(query)
  return (
    <article>
      <PageHead {...runesHead(page, list)} />
      <PageHeader
        title="Runes"
        badges={
          <>
            <span className="phone:order-last phone:w-full">
              <ListTotal total={list.data?.value.total} isFiltered={isFiltered} />
            </span>
            <span className="ms-auto flex gap-2 wide:-me-4">
              <ButtonLink to="/burns">Burns</ButtonLink>
              <ButtonLink to="/compare">Compare</ButtonLink>
            </span>
          </>
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

function hasFilter({ order_by, order, ...filters }: Page['filters']): boolean {
  return Object.keys(filters).length > 0
}
