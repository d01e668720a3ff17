import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { LATEST } from '../../layout/live.ts'
import { EndpointList } from '../../lists/List.tsx'
import { ListTotal } from '../../lists/ListTotal.tsx'
import { changeSearch, listPath, parametersOf, readList } from '../../lists/paging.ts'
import { SPAN_FILTERS } from '../../lists/Toolbar.tsx'
import { CoverageNote } from '../../movements/CoverageNote.tsx'
import { unknownRune } from '../../movements/MovementList.tsx'
import { MovementPanel } from '../../movements/MovementPanel.tsx'
import { MovementTable } from '../../movements/MovementTable.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery } from '../../query.ts'
import type { Loaded } from '../../source.ts'
import { ButtonLink } from '../../ui/Notice.tsx'
import { CrumbLink, PageHeader } from '../../ui/PageHeader.tsx'

export const { loader, Component, handle } = definePage({
  parameters: ['row', ...parametersOf('burns')],
  read: readPage,
  loader: async (page, load) => burnsHead(page, await load(burnsQuery(page))),
  dataPath: (page) => burnsQuery(page).queryKey[1],
  Component: BurnsPage,
})

type Page = ReturnType<typeof readPage>

function readPage({ search }: PageUrl) {
  const list = new URLSearchParams(changeSearch(search, { row: undefined }))
  return { path: listPath('/burns', list), ...readList('burns', search) }
}

function burnsQuery({ filters, paging }: Page) {
  return endpointQuery('burns', { ...filters, ...paging })
}

/** How many there are now, while the page stays as the reader found it. */
function currentQuery({ filters }: Page) {
  return { ...endpointQuery('burns', { ...filters, limit: 1 }), meta: LATEST }
}

function burnsHead(page: Page, { error }: Loaded<unknown>): Head {
  return {
    title: 'Burns',
    description: 'The burns of all runes, newest first: who destroyed how much of which rune.',
    path: page.path,
    dataPath: burnsQuery(page).queryKey[1],
    ...pageStatus(error),
  }
}

const FILTERS = { rune: { name: 'Rune', placeholder: 'name or id' }, ...SPAN_FILTERS }

function BurnsPage({ page }: { page: Page }) {
  const { filters, refused } = page
  const isFiltered = Object.keys(filters).length > 0
  const [search] = useSearchParams()
  const query = burnsQuery(page)
  const list = useQuery(query)
  const current = useQuery(currentQuery(page))
  return (
    <article>
      <PageHead {...burnsHead(page, list)} />
      <PageHeader
        crumb={<CrumbLink to="/runes">Runes</CrumbLink>}
        title="Burns"
        badges={<ListTotal total={list.data?.value.total} isFiltered={isFiltered} />}
        meta={
          <>
            <span>
              Runes that are gone for good. Some were burned by{' '}
              <Link to="/cenotaphs" className="link">
                cenotaphs
              </Link>
              , whose runestone is malformed.
            </span>
            <CoverageNote />
          </>
        }
      />
      <EndpointList
        query={query}
        toolbar={{ label: 'Filter burns', filters: FILTERS, refused }}
        things="burns"
        notFound={unknownRune(search)}
        currentTotal={current.data?.value.total}
        empty={{
          title: isFiltered ? 'No burn matches' : 'This index has no burn yet',
          actions: isFiltered && <ButtonLink to="/burns">Show all burns</ButtonLink>,
        }}
      >
        {(burns, isBusy) => <MovementTable subject="burns" page={burns} isBusy={isBusy} />}
      </EndpointList>
      <MovementPanel page={list.data?.value} />
    </article>
  )
}
