import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { pathTo } from '../../../contract/client.ts'
import type { BlockSummary } from '../../../contract/schemas/chain.ts'
import { blockLink } from '../../links.ts'
import { EndpointList } from '../../lists/List.tsx'
import { changeSearch, parametersOf, readList } from '../../lists/paging.ts'
import { Legend, TypeBar } from '../../movements/Strata.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import {
  type Loaded,
  type PageHandle,
  pageStatus,
  respondWith,
  sourceContext,
} from '../../pageLoader.ts'
import { endpointQuery, useAbout } from '../../query.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Age } from '../../ui/Time.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { load } = context.get(sourceContext)
  const search = new URL(request.url).searchParams
  const list = await load(endpointQuery('blocks', readPage(search).given))
  return respondWith(blocksHead(search, list))
}

export const handle: PageHandle = {
  parameters: parametersOf('blocks'),
  dataPath: (_, search) => pathTo('blocks', readPage(search).given),
}

function readPage(search: URLSearchParams) {
  const { filters, paging, refused } = readList('blocks', search)
  return { before: filters.before, given: { ...filters, ...paging }, refused }
}

function blocksHead(search: URLSearchParams, { error }: Loaded<unknown>): Head {
  return {
    title: 'Blocks',
    description: 'The blocks of the index, newest first, with what happened in each.',
    path: `/blocks${changeSearch(search, {})}`.replace(/\?$/, ''),
    ...pageStatus(error),
  }
}

export function Component() {
  const [search] = useSearchParams()
  const { before, given, refused } = readPage(search)
  const query = endpointQuery('blocks', given)
  const list = useQuery(query)
  const { coverage } = useAbout() ?? {}
  const total = coverage && coverage.to - coverage.from + 1
  return (
    <>
      <PageHead {...blocksHead(search, { data: list.data, error: list.error })} />
      <PageHeader title="Blocks" />
      <EndpointList
        query={query}
        toolbar={{
          label: 'Filter blocks',
          filters: { before: { name: 'Before block', placeholder: '840100' } },
          refused,
          children: (
            <span className="flex shrink-0 gap-x-4 text-xs whitespace-nowrap text-muted">
              <Legend type="transfer" />
              <Legend type="mint" />
              <Legend type="burn" />
              <Legend type="etching" />
            </span>
          ),
        }}
        things="blocks"
        currentTotal={before === undefined ? total : undefined}
        empty={{
          title: 'No block',
          text: 'The index has no block here yet.',
          actions: (
            <Link to="/blocks" className="button">
              All blocks
            </Link>
          ),
        }}
      >
        {({ results }, isBusy) => (
          <DataTable
            caption="Blocks, newest first"
            rows={results}
            isBusy={isBusy}
            keyOf={({ block_hash }) => block_hash}
            columns={columnsFor(results)}
          />
        )}
      </EndpointList>
    </>
  )
}

function columnsFor(blocks: BlockSummary[]): Column<BlockSummary>[] {
  const most = Math.max(1, ...blocks.map(({ movements }) => movements))
  return [
    {
      heading: 'Block',
      className: 'w-32 phone:col-start-1 phone:row-start-1',
      cell: ({ block_height }) => (
        <Link to={blockLink(block_height)} className="quiet-link font-medium">
          <Numeral value={block_height} />
        </Link>
      ),
    },
    {
      heading: 'Time',
      className: 'w-32 text-muted phone:col-start-2 phone:row-start-1',
      cell: ({ timestamp }) => <Age milliseconds={timestamp * 1000} />,
    },
    {
      heading: 'By type',
      className: 'w-full min-w-40 phone:col-span-2 phone:col-start-1 phone:row-start-2',
      cell: ({ counts }) => <TypeBar counts={counts} most={most} />,
    },
    countColumn('Movements', ({ movements }) => movements, 'phone:hidden'),
    countColumn('Transfers', ({ counts }) => counts.transfers, 'phone:hidden'),
    countColumn('Mints', ({ counts }) => counts.mints, 'phone:hidden'),
    countColumn('Burns', ({ counts }) => counts.burns, 'phone:hidden'),
    countColumn('Etchings', ({ etched }) => etched, 'phone:hidden'),
    countColumn('Transactions', ({ transactions }) => transactions, 'phone:hidden'),
    {
      heading: 'Summary',
      className: 'wide:hidden phone:col-span-2 phone:col-start-1 phone:row-start-3 text-muted',
      cell: ({ movements, transactions }) => (
        <>
          <Numeral value={movements} /> movements · <Numeral value={transactions} /> transactions
        </>
      ),
    },
  ]
}

/** Zero is faint, so that what happened stands out. */
function countColumn(
  heading: string,
  countOf: (block: BlockSummary) => number,
  className: string,
): Column<BlockSummary> {
  return {
    heading,
    isNumber: true,
    className,
    cell: (block) => (
      <span className={countOf(block) === 0 ? 'text-faint' : ''}>
        <Numeral value={countOf(block)} />
      </span>
    ),
  }
}
