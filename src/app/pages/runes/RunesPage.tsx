import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { pathTo, type Reply } from '../../../contract/client.ts'
import type { RunePage } from '../../../contract/schemas/rune.ts'
import { nameLink } from '../../links.ts'
import { List, useList } from '../../lists/List.tsx'
import { changeSearch, readFilters, readPaging } from '../../lists/paging.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type Loaded, type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { pageStatus } from '../../pageStatus.ts'
import { endpointQuery } from '../../query.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RuneToolbar } from './RuneToolbar.tsx'
import { runeColumns } from './runeColumns.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = readPage(new URL(request.url).searchParams)
  const { api, load } = context.get(sourceContext)
  return respondWith(runesHead(page, await load(endpointQuery(api, 'runes', page.given, 'runes'))))
}

export const handle: PageHandle = {
  parameters: ['name', 'mint', 'from', 'to', 'order_by', 'order', 'offset', 'limit'],
  dataPath: (_, search) => pathTo('runes', readPage(search).given),
}

/** The runes, filtered and sorted. */
export function Component() {
  const [search] = useSearchParams()
  const page = readPage(search)
  const list = useList('runes', page.given, 'runes')
  const { total, results = [] } = list.data?.value ?? {}
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
      <RuneToolbar
        page={list.data?.value}
        refused={page.refused}
        exportPath={pathTo('runes', page.given)}
      />
      <List
        list={list}
        things="runes"
        empty={{
          title: 'No rune matches',
          actions: (
            <>
              <Link to="/runes" className="button">
                Show all runes
              </Link>
              {page.given.name !== undefined && (
                <Link to={nameLink(page.given.name)} className="button">
                  Is the name free?
                </Link>
              )}
            </>
          ),
        }}
      >
        {(_, isBusy) => (
          <DataTable
            caption="Runes"
            rows={results}
            isBusy={isBusy}
            keyOf={({ id }) => id}
            columns={runeColumns(page.given, search)}
          />
        )}
      </List>
    </article>
  )
}

type Page = ReturnType<typeof readPage>

function readPage(search: URLSearchParams) {
  const { filters, refused } = readFilters('runes', search)
  const { paging, refused: refusedPaging } = readPaging(search)
  const { name, mint, from, to, order_by = 'day_movements', order } = filters
  const isFiltered = [name, mint, from, to].some((filter) => filter !== undefined)
  return {
    given: { ...filters, order_by, ...(order && { order }), ...paging },
    refused: [...refused, ...refusedPaging],
    isFiltered,
  }
}

function runesHead({ given, refused }: Page, { data, error }: Loaded<Reply<RunePage>>): Head {
  const isPastEnd = data !== undefined && given.offset > 0 && data.value.results.length === 0
  const { status, ...rest } = pageStatus(error)
  const search = new URLSearchParams()
  return {
    kind: 'Runes',
    title: 'Runes',
    description: 'Bitcoin runes: supply, holders, movements, mint progress and etching.',
    path: `/runes${changeSearch(search, { ...given, order_by: undefined }).replace(/^\?$/, '')}`,
    dataPath: pathTo('runes', given),
    ...rest,
    status: isPastEnd ? 404 : refused.length > 0 ? 400 : status,
  }
}
