import { useQuery } from '@tanstack/react-query'
import { pathTo, type Reply } from '../../../contract/client.ts'
import { parseBlockIdentifier } from '../../../contract/identifiers.ts'
import type { ActivityPage } from '../../../contract/schemas/activity.ts'
import type { BlockDetails } from '../../../contract/schemas/chain.ts'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { Malformed } from '../../errors/MalformedIdentifier.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { PageActions } from '../../layout/PageActions.tsx'
import { blockLink } from '../../links.ts'
import { parametersOf, readList } from '../../lists/paging.ts'
import { loadView, queryView, type ViewList, Views, viewPath } from '../../lists/Views.tsx'
import { canGroup, isGrouped } from '../../movements/grouping.ts'
import { MovementList } from '../../movements/MovementList.tsx'
import { RawRecords } from '../../movements/RawRecords.tsx'
import { AddressTotalsList, RuneTotalsList } from '../../movements/TotalsTables.tsx'
import { type Head, PageHead, statusWithRecords } from '../../PageHead.tsx'
import { endpointQuery, useOtherExplorers } from '../../query.ts'
import type { Loaded } from '../../source.ts'
import { CopyableId } from '../../ui/Id.tsx'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { CrumbLink, Dot, type Neighbour, PageHeader } from '../../ui/PageHeader.tsx'
import { Time } from '../../ui/Time.tsx'
import { BlockFigure, DEFAULT_FIGURE, FIGURES, figureOf, treemapQuery } from './BlockFigure.tsx'
import { blockSentence, NearestMoving } from './blockSentence.tsx'
import { blockRecordsQuery, loadUnlocks, nameOfBlock, UnknownBlock } from './UnknownBlock.tsx'

export const { loader, Component, handle } = definePage({
  parameters: ['view', 'row', 'order_by', 'figure', 'group', ...parametersOf('blockMovements')],
  read: readPage,
  async loader(page, load) {
    const details = await load(detailsQuery(page))
    const block = details.data?.value
    await Promise.all([
      loadView(load, VIEWS, page, block),
      block && figureOf(block, page.figure) === 'runes' && load(treemapQuery(page.block.text)),
    ])
    const isUnknown = details.error?.kind === 'not-found'
    const [records] = isUnknown
      ? await Promise.all([load(blockRecordsQuery(page)), loadUnlocks(load, page)])
      : []
    return blockHead(page, details, records)
  },
  dataPath: ({ block }) => pathTo('blockDetails', { block: block.text }),
  Component: BlockPage,
})

type Page = Exclude<ReturnType<typeof readPage>, Malformed>

function readPage({ id, search }: PageUrl) {
  const block = parseBlockIdentifier(id)
  if (block === undefined) return new Malformed({ kind: 'block', text: id })
  const view = search.get('view')
  const list = view === 'by-address' ? 'blockByAddress' : 'blockMovements'
  const figure = FIGURES.find((known) => known === search.get('figure')) ?? DEFAULT_FIGURE
  return { block, view, figure, search, ...readList(list, search) }
}

const VIEWS: ViewList<Page, BlockDetails> = [
  {
    name: 'Movements',
    count: ({ movements }) => movements,
    query: listQuery,
    content: (page, block) => (
      <MovementList
        subject="block"
        query={movementsQuery(page)}
        refused={page.refused}
        counts={block.counts}
        cenotaphs={block.cenotaphs}
        runes={<RuneOptions page={page} />}
        grouping={groupingOf(page, block)}
      />
    ),
  },
  queryView({
    view: 'by-address',
    name: 'By address',
    query: ({ block: { text: block }, filters, paging }) =>
      endpointQuery('blockByAddress', { block, ...filters, ...paging }),
    content: (query, page, { counts }) => (
      <AddressTotalsList
        query={query}
        refused={page.refused}
        counts={counts}
        runes={<RuneOptions page={page} />}
      />
    ),
  }),
  queryView({
    view: 'by-rune',
    name: 'By rune',
    count: ({ runes }) => runes,
    query: ({ block: { text: block }, paging }) =>
      endpointQuery('blockByRune', { block, ...paging }),
    content: (query) => <RuneTotalsList query={query} />,
  }),
  queryView({
    view: 'raw',
    name: 'Raw records',
    count: ({ records }) => records,
    query: blockRecordsQuery,
    content: (query) => <RawRecords subject="block" query={query} />,
  }),
]

function movementsQuery({ block: { text: block }, filters, paging }: Page) {
  return endpointQuery('blockMovements', { block, change: 'hide', ...filters, ...paging })
}

function groupsQuery({ block: { text: block }, filters, paging }: Page) {
  return endpointQuery('blockGroups', { block, change: 'hide', ...filters, ...paging })
}

function groupingOf(page: Page, block: BlockDetails) {
  if (!canGroup(page.search, block)) return
  return { query: groupsQuery(page), isOn: isGrouped(page.search, block) === true }
}

/** The groups where they make the list shorter, which the block says. */
function listQuery(page: Page, block: BlockDetails | undefined) {
  const isOn = isGrouped(page.search, block)
  if (isOn === undefined) return
  return isOn ? groupsQuery(page) : movementsQuery(page)
}

/** The runes of the block with the most movements. */
function RuneOptions({ page: { block } }: { page: Page }) {
  const runes = useQuery(endpointQuery('blockByRune', { block: block.text, limit: 100 }))
  return runes.data?.value.results.map(({ rune }) => (
    <option key={rune.id} value={rune.spaced_name} />
  ))
}

function detailsQuery({ block }: Page) {
  return endpointQuery('blockDetails', { block: block.text })
}

function blockHead(
  { block }: Page,
  details: Loaded<Reply<BlockDetails>>,
  records: Loaded<Reply<ActivityPage>> | undefined,
): Head {
  const shown = details.data?.value
  return {
    kind: 'Block',
    title: `Block ${nameOfBlock(block)}`,
    ...(shown && { description: blockSentence(shown).text.trim() }),
    path: blockLink(block),
    dataPath: pathTo('blockDetails', { block: block.text }),
    ...statusWithRecords(details, records),
  }
}

function BlockPage({ page }: { page: Page }) {
  const details = useQuery(detailsQuery(page))
  const isUnknown = details.error?.kind === 'not-found'
  const records = useQuery({ ...blockRecordsQuery(page), enabled: isUnknown })
  return (
    <article>
      <PageHead {...blockHead(page, details, records)} />
      <WhenLoaded
        query={details}
        subject="block"
        header={
          <PageHeader
            crumb={<CrumbLink to="/blocks">Blocks</CrumbLink>}
            title={nameOfBlock(page.block)}
          />
        }
        unknown={<UnknownBlock page={page} />}
      >
        {(block) => (
          <>
            <Header page={page} block={block} />
            {block.records > 0 && (
              <Views
                label="Parts of the block"
                views={VIEWS}
                page={page}
                details={block}
                keeps={['rune', 'figure']}
              />
            )}
          </>
        )}
      </WhenLoaded>
    </article>
  )
}

function Header({ page, block }: { page: Page; block: BlockDetails }) {
  const { block_height, block_hash, timestamp, previous, next, transactions } = block
  return (
    <>
      <PageHeader
        crumb={<CrumbLink to="/blocks">Blocks</CrumbLink>}
        neighbours={[neighbour(previous, 'previous'), neighbour(next, 'next')]}
        title={<Numeral name="block.block_height" value={block_height} />}
        actions={
          <PageActions
            page={{ to: blockLink(block_height), kind: 'Block', title: `Block ${block_height}` }}
            dataPath={viewPath(VIEWS, page) ?? pathTo('blockDetails', { block: block_height })}
            others={useOtherExplorers(`/block/${block_hash}`, blockLink(block_height))}
          />
        }
        sentence={
          <>
            {blockSentence(block).shown}
            <NearestMoving block={block} />
          </>
        }
        meta={
          <>
            <Time name="block.timestamp" seconds={timestamp} />
            <Dot />
            <Count name="block.transactions" value={transactions} one="rune transaction" />
            <Dot />
            <CopyableId text={block_hash} label="Block hash" />
          </>
        }
      />
      <BlockFigure block={block} id={page.block.text} chosen={page.figure} />
    </>
  )
}

function neighbour(height: number | undefined, side: 'previous' | 'next'): Neighbour | undefined {
  if (height === undefined) return
  return {
    to: blockLink(height),
    label: <Numeral name={`${side}.block_height`} value={height} />,
    name: side === 'next' ? 'Next block' : 'Previous block',
  }
}
