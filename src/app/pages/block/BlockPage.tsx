import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router-dom'
import { pathTo, type Reply } from '../../../contract/client.ts'
import { type Block, parseBlock } from '../../../contract/identifiers.ts'
import type { RequestError } from '../../../contract/requestError.ts'
import type { BlockDetails } from '../../../contract/schemas/chain.ts'
import type { Api } from '../../api.ts'
import { useApi } from '../../appContext.ts'
import { Failure, useLastError } from '../../errors/Failure.tsx'
import { MalformedIdentifier, malformedIdentifierHead } from '../../errors/MalformedIdentifier.tsx'
import { PageActions } from '../../layout/PageActions.tsx'
import { blockLink } from '../../links.ts'
import { List, useList } from '../../lists/List.tsx'
import { readFilters, readPaging, readView, viewLink } from '../../lists/paging.ts'
import { MovementPanel } from '../../movements/MovementPanel.tsx'
import { MovementTable } from '../../movements/MovementTable.tsx'
import { MovementToolbar } from '../../movements/MovementToolbar.tsx'
import { RawRecords } from '../../movements/RawRecords.tsx'
import { Strata } from '../../movements/Strata.tsx'
import { AddressTotalsTable, RuneTotalsTable } from '../../movements/TotalsTables.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import {
  type Load,
  type Loaded,
  type PageHandle,
  respondWith,
  sourceContext,
} from '../../pageLoader.ts'
import { pageStatus } from '../../pageStatus.ts'
import { endpointQuery } from '../../query.ts'
import { CopyButton, Id, shortenId } from '../../ui/Id.tsx'
import { formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { Dot, type Neighbour, PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'

const VIEWS = ['by-address', 'by-rune', 'raw'] as const

export async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
  const page = readPage(id, new URL(request.url).searchParams)
  if (page === undefined) return respondWith(malformedIdentifierHead('block', id))
  const { api, load } = context.get(sourceContext)
  const [details] = await Promise.all([load(detailsQuery(api, page)), loadView(load, api, page)])
  if (details.error?.kind === 'not-found') await loadView(load, api, { ...page, view: 'raw' })
  return respondWith(blockHead(page, details))
}

export const handle: PageHandle = {
  parameters: [
    'view',
    'type',
    'rune',
    'address',
    'min',
    'max',
    'text',
    'first_tx',
    'last_tx',
    'change',
    'offset',
    'limit',
    'row',
  ],
  dataPath(id) {
    const block = parseBlock(id)
    return block && pathTo('blockDetails', { block: block.text })
  },
}

/** What happened in a block. */
export function Component() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const page = readPage(id, search)
  if (page === undefined) return <MalformedIdentifier kind="block" text={id} />
  return <BlockOf key={page.block.text} page={page} />
}

type Page = NonNullable<ReturnType<typeof readPage>>

function readPage(id: string, search: URLSearchParams) {
  const block = parseBlock(id)
  if (block === undefined) return
  const { filters } = readFilters('blockMovements', search)
  return { block, view: readView(search, VIEWS), filters, ...readPaging(search) }
}

function detailsQuery(api: Api, { block }: Page) {
  return endpointQuery(api, 'blockDetails', { block: block.text })
}

function movementsGiven({ block, filters, paging }: Page) {
  return { block: block.text, change: 'hide' as const, ...filters, ...paging }
}

function loadView(load: Load, api: Api, page: Page): Promise<unknown> {
  const { block, view, paging } = page
  const given = { block: block.text, ...paging }
  switch (view) {
    case 'by-address':
      return load(endpointQuery(api, 'blockByAddress', given, block.text))
    case 'by-rune':
      return load(endpointQuery(api, 'blockByRune', given, block.text))
    case 'raw':
      return load(endpointQuery(api, 'blockActivity', given, block.text))
    case undefined:
      return load(endpointQuery(api, 'blockMovements', movementsGiven(page), block.text))
  }
}

function blockHead({ block }: Page, details: Loaded<Reply<BlockDetails>>): Head {
  const shown = details.data?.value
  // A service may have records of a block that it has no details of.
  const status = details.error?.kind === 'not-found' ? { status: 200 } : pageStatus(details.error)
  return {
    kind: 'Block',
    title: `Block ${nameOfBlock(block)}`,
    ...(shown && { description: describe(shown) }),
    path: blockLink(block),
    dataPath: pathTo('blockDetails', { block: block.text }),
    ...status,
  }
}

function nameOfBlock(block: Block): string {
  return block.kind === 'height' ? formatDecimal(block.text, 'en') : shortenId(block.hash)
}

function describe({ movements, transactions, counts }: BlockDetails): string {
  const { transfers, mints, burns, etchings } = counts
  return `${movements} movements of runes in ${transactions} transactions: ${transfers} transfers, ${mints} mints, ${burns} burns, ${etchings} etchings.`
}

function BlockOf({ page }: { page: Page }) {
  const api = useApi()
  const details = useQuery(detailsQuery(api, page))
  const error = useLastError(details)
  const block = details.data?.value
  return (
    <article>
      <PageHead {...blockHead(page, details)} />
      {block !== undefined && <Header block={block} />}
      {block !== undefined && <Views page={page} block={block} />}
      {block === undefined && error === null && <PageSkeleton />}
      {error !== null && <Unknown page={page} error={error} />}
    </article>
  )
}

function Header({ block }: { block: BlockDetails }) {
  const { block_height, block_hash, timestamp, previous, next, counts, transactions, runes } = block
  const { transfers, mints, burns, etchings, changes } = counts
  return (
    <>
      <PageHeader
        crumb="Block"
        hasNeighbours
        previous={neighbour(previous, 'Previous block')}
        next={neighbour(next, 'Next block')}
        title={<Numeral value={block_height} />}
        actions={
          <PageActions
            page={{ to: blockLink(block_height), kind: 'Block', title: `Block ${block_height}` }}
            dataPath={pathTo('blockDetails', { block: block_height })}
            others={[
              { name: 'mempool.space', href: `https://mempool.space/block/${block_hash}` },
              { name: 'ordinals.com', href: `https://ordinals.com/block/${block_height}` },
            ]}
          />
        }
        meta={
          <>
            <Time milliseconds={timestamp * 1000} />
            <Dot />
            <span className="inline-flex items-center">
              <Id text={block_hash} />
              <CopyButton text={block_hash} label="Block hash" />
            </span>
          </>
        }
      />
      <StatStrip
        stats={[
          {
            label: 'Transactions',
            value: <Numeral value={transactions} />,
            note: <span className="phone:hidden">with runes</span>,
          },
          {
            label: 'Transfers',
            value: <Numeral value={transfers} />,
            note: changes > 0 && (
              <span className="phone:hidden">
                + <Numeral value={changes} /> change
              </span>
            ),
          },
          { label: 'Mints', value: <Numeral value={mints} /> },
          { label: 'Burns', value: <Numeral value={burns} /> },
          { label: 'Etchings', value: <Numeral value={etchings} /> },
          runes === undefined ? undefined : { label: 'Runes', value: <Numeral value={runes} /> },
        ]}
      />
      {block.movements > 0 && <Strata strata={block.strata} step={block.strata_step} />}
    </>
  )
}

function neighbour(height: number | undefined, name: string): Neighbour | undefined {
  if (height === undefined) return
  return { to: blockLink(height), label: <Numeral value={height} />, name }
}

function Views({ page, block }: { page: Page; block: BlockDetails }) {
  const [search] = useSearchParams()
  const tab = (to: (typeof VIEWS)[number] | undefined, name: string, count?: number) => ({
    to: viewLink(search, to),
    name,
    count,
    isCurrent: page.view === to,
  })
  return (
    <>
      <Tabs
        label="Parts of the block"
        tabs={[
          tab(undefined, 'Movements', block.movements),
          tab('by-address', 'By address'),
          tab('by-rune', 'By rune', block.runes),
          tab('raw', 'Raw records', block.records),
        ]}
      />
      {page.view === undefined && <Movements page={page} block={block} />}
      {page.view === 'by-address' && <ByAddress page={page} />}
      {page.view === 'by-rune' && <ByRune page={page} />}
      {page.view === 'raw' && <Raw page={page} />}
    </>
  )
}

function Movements({ page, block }: { page: Page; block: BlockDetails }) {
  const given = movementsGiven(page)
  const list = useList('blockMovements', given, page.block.text)
  const isFiltered = block.movements > 0
  return (
    <>
      <MovementToolbar
        filters={['rune', 'address', 'amount', 'text']}
        counts={block.counts}
        hasChange
        page={list.data?.value}
        exportPath={pathTo('blockMovements', given)}
      />
      <List
        list={list}
        things="movements"
        empty={{
          title: isFiltered ? 'No movement matches' : 'No runes moved in this block',
          text: isFiltered && (
            <>
              The block has <Numeral value={block.movements} /> others.
            </>
          ),
          actions: isFiltered && (
            <Link to="?" className="button">
              Show all movements
            </Link>
          ),
        }}
      >
        {(shown, isBusy) => (
          <MovementTable
            subject="block"
            page={shown}
            isBusy={isBusy}
            caption="Movements of the block"
          />
        )}
      </List>
      <MovementPanel page={list.data?.value} />
    </>
  )
}

function ByAddress({ page: { block, paging } }: { page: Page }) {
  const list = useList('blockByAddress', { block: block.text, ...paging }, block.text)
  return (
    <div className="mt-3">
      <List list={list} things="entries" empty={{ title: 'No address took part' }}>
        {({ results }, isBusy) => (
          <AddressTotalsTable
            rows={results}
            isBusy={isBusy}
            caption="What each address got and gave"
          />
        )}
      </List>
    </div>
  )
}

function ByRune({ page: { block, paging } }: { page: Page }) {
  const list = useList('blockByRune', { block: block.text, ...paging }, block.text)
  return (
    <div className="mt-3">
      <List list={list} things="runes" empty={{ title: 'No runes moved in this block' }}>
        {({ results }, isBusy) => (
          <RuneTotalsTable rows={results} isBusy={isBusy} caption="What happened to each rune" />
        )}
      </List>
    </div>
  )
}

function Raw({ page: { block, paging } }: { page: Page }) {
  const list = useList('blockActivity', { block: block.text, ...paging }, block.text)
  return (
    <div className="mt-3">
      <List
        list={list}
        things="records"
        empty={{
          title: 'No runes moved in this block',
          text: 'It may also be outside of this index.',
        }}
      >
        {(shown, isBusy) => (
          <RawRecords page={shown} isBusy={isBusy} caption="Records of the block" />
        )}
      </List>
    </div>
  )
}

/** A block that is not in the index, or one that a service with only the contract's endpoints has records of. */
function Unknown({ page, error }: { page: Page; error: RequestError }) {
  const { block } = page
  const about = useQuery(endpointQuery(useApi(), 'about', {}))
  const coverage = about.data?.value.coverage
  const height = block.kind === 'height' ? block.height : undefined
  const header = <PageHeader crumb="Block" title={nameOfBlock(block)} />
  if (error.kind !== 'not-found') {
    return (
      <>
        {header}
        <Failure error={error} />
      </>
    )
  }
  if (coverage !== undefined && height !== undefined && height > coverage.to) {
    return (
      <>
        {header}
        <Failure
          error={error}
          title={`Block ${nameOfBlock(block)} is not mined yet`}
          text={
            <>
              The newest is <Numeral value={coverage.to} />.
            </>
          }
        >
          <Link to={blockLink(coverage.to)} className="button">
            Open <Numeral value={coverage.to} />
          </Link>
        </Failure>
      </>
    )
  }
  if (coverage !== undefined && height !== undefined && height < coverage.from) {
    return (
      <>
        {header}
        <Failure
          error={error}
          title={
            <>
              This index begins with block <Numeral value={coverage.from} />
            </>
          }
          text="Earlier blocks are not in it."
        >
          <Link to={blockLink(coverage.from)} className="button">
            Open <Numeral value={coverage.from} />
          </Link>
        </Failure>
      </>
    )
  }
  return (
    <>
      {header}
      <Raw page={page} />
    </>
  )
}
