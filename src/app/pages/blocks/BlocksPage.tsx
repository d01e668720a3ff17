import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import type { Reply } from '../../../contract/client.ts'
import {
  type BlockListOptions,
  type BlockPage,
  blockListPath,
  type IndexedBlock,
} from '../../../contract/directory.ts'
import { parseHeight } from '../../../contract/identifiers.ts'
import type { Paging } from '../../../contract/paging.ts'
import { useApi } from '../../appContext.ts'
import { blockLink, blocksLink } from '../../links.ts'
import { Incomplete } from '../../lists/Incomplete.tsx'
import { ListEmpty } from '../../lists/ListEmpty.tsx'
import { listStatus } from '../../lists/listStatus.ts'
import { PagedList } from '../../lists/PagedList.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type Loaded, type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { readPaging } from '../../pageSizes.ts'
import { blockListQuery } from '../../queries/blocks.ts'
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Time } from '../../ui/Time.tsx'
import { TimeFormatButton } from '../../ui/TimeFormatButton.tsx'
import { NewBlocks, NewestBlocksLink } from './NewBlocks.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, load } = context.get(sourceContext)
  const search = new URL(request.url).searchParams
  const { options } = readBlockOptions(search)
  const list = await load(blockListQuery(api, options, readPaging(search).paging))
  return respondWith(blocksHead(search, list))
}

export const handle: PageHandle = {
  parameters: ['before', 'offset', 'limit'],
  dataPath: (_, search) =>
    blockListPath(readBlockOptions(search).options, readPaging(search).requested),
}

/**
 * The blocks with activity, newest first. Links to further pages name a height that all blocks are below,
 * so that new blocks do not move them.
 */
export function Component() {
  const api = useApi()
  const [search] = useSearchParams()
  const { paging, refused } = readPaging(search)
  const { options, refused: refusedOptions } = readBlockOptions(search)
  const list = useQuery(blockListQuery(api, options, paging))
  const { data: reply, isPlaceholderData } = list
  const shown = isPlaceholderData ? undefined : reply?.value
  return (
    <div className="space-y-4">
      <PageHead {...blocksHead(search, list)} />
      <PageHeading>Blocks</PageHeading>
      <p className="flex flex-wrap items-center gap-x-3 text-muted">
        {options.before === undefined ? (
          'Bitcoin blocks with rune activity, newest first.'
        ) : (
          <>
            <span>
              Bitcoin blocks with rune activity below height <Numeral value={options.before} />,
              newest first.
            </span>
            <NewestBlocksLink limit={paging.limit} className="link">
              Show the newest blocks
            </NewestBlocksLink>
          </>
        )}{' '}
        <TimeFormatButton />
      </p>
      {reply?.coverage === 'partial' && (
        <Incomplete>
          Some records and blocks are missing; the counts cover only those that this service has.
        </Incomplete>
      )}
      {reply !== undefined && <NewBlocks page={reply.value} limit={paging.limit} />}
      <PagedList
        unit="block"
        list={list}
        refused={[...refusedOptions, ...refused]}
        linkTo={(page) => blocksLink(optionsOfPage(page, options, shown), page)}
        queryFor={(page) => blockListQuery(api, optionsOfPage(page, options, shown), page)}
        empty={
          <ListEmpty title="No blocks">
            {options.before === undefined
              ? 'This service has no blocks with rune activity.'
              : 'The service has no blocks with rune activity below this height.'}
          </ListEmpty>
        }
      >
        {({ results }) => (
          <CardTable
            caption="Blocks with rune activity, newest first"
            columns={COLUMNS}
            rows={results}
            keyOf={({ block_hash }) => block_hash}
          />
        )}
      </PagedList>
    </div>
  )
}

const COLUMNS: CardColumn<IndexedBlock>[] = [
  {
    heading: 'Block',
    isTitle: true,
    cell: ({ block_height }) => (
      <Link to={blockLink(block_height)} className="link font-semibold">
        <Numeral value={block_height} />
      </Link>
    ),
  },
  { heading: 'Time', cell: ({ timestamp }) => <Time milliseconds={timestamp * 1000} /> },
  { heading: 'Records', isNumber: true, cell: ({ total }) => <Numeral value={total} /> },
  { heading: 'Hash', cell: ({ block_hash }) => <Hash text={block_hash} label="block hash" /> },
]

/** Reads which blocks the URL lists. */
function readBlockOptions(search: URLSearchParams) {
  const text = search.get('before') ?? ''
  const options: BlockListOptions = { before: parseHeight(text) }
  const refused = options.before === undefined && text !== '' ? [`before=${text}`] : []
  return { options, refused }
}

/**
 * The options for another page of the list that `shown` is a page of. Only the first page follows the
 * newest block.
 */
function optionsOfPage(
  { offset }: Paging,
  { before }: BlockListOptions,
  shown: BlockPage | undefined,
): BlockListOptions {
  if (before === undefined && offset === 0) return {}
  return { before: shown?.before ?? before }
}

function blocksHead(search: URLSearchParams, list: Loaded<Reply<BlockPage>>): Head {
  const { paging, requested, refused } = readPaging(search)
  const { options, refused: refusedOptions } = readBlockOptions(search)
  const { before } = options
  const below = before === undefined ? '' : ` below height ${formatDecimal(String(before), 'en')}`
  return {
    title: `Blocks${below}`,
    description: `Bitcoin blocks with rune activity${below}, newest first, each with its number of records.`,
    path: blocksLink(optionsOfPage(paging, options, list.data?.value), paging),
    dataPath: blockListPath(options, requested),
    ...listStatus(list, [...refusedOptions, ...refused]),
  }
}
