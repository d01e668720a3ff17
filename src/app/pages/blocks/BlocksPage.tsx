import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import type { Reply } from '../../../contract/client.ts'
import { type BlockPage, blockListPath, type IndexedBlock } from '../../../contract/directory.ts'
import { useApi } from '../../appContext.ts'
import { blockLink, blocksLink } from '../../links.ts'
import { ListEmpty } from '../../lists/ListEmpty.tsx'
import { listStatus } from '../../lists/listStatus.ts'
import { PagedList } from '../../lists/PagedList.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type Loaded, type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { readPaging } from '../../pageSizes.ts'
import { blockListQuery } from '../../queries.ts'
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Time } from '../../ui/Time.tsx'
import { TimeFormatButton } from '../../ui/TimeFormatButton.tsx'
import { NewBlocks } from './NewBlocks.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, load } = context.get(sourceContext)
  const search = new URL(request.url).searchParams
  const list = await load(blockListQuery(api, readPaging(search).paging))
  return respondWith(blocksHead(search, list))
}

export const handle: PageHandle = {
  parameters: ['offset', 'limit'],
  dataPath: (_, search) => blockListPath(readPaging(search).requested),
}

/** The blocks with activity, newest first. */
export function Component() {
  const api = useApi()
  const [search] = useSearchParams()
  const { paging, refused } = readPaging(search)
  const list = useQuery(blockListQuery(api, paging))
  const { data: reply } = list
  return (
    <div className="space-y-4">
      <PageHead {...blocksHead(search, list)} />
      <PageHeading>Blocks</PageHeading>
      <p className="flex flex-wrap items-center gap-x-3 text-muted">
        Bitcoin blocks with rune activity, newest first. <TimeFormatButton />
      </p>
      {reply?.coverage === 'partial' && (
        <p className="text-sm text-muted">
          <strong className="text-ink">Incomplete.</strong> The service lacks some records and some
          blocks. The numbers count those that it has.
        </p>
      )}
      {reply !== undefined && <NewBlocks page={reply.value} limit={paging.limit} />}
      <PagedList
        unit="block"
        list={list}
        refused={refused}
        linkTo={blocksLink}
        queryFor={(page) => blockListQuery(api, page)}
        empty={
          <ListEmpty title="No blocks">
            The service has not indexed any blocks with rune activity yet.
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

function blocksHead(search: URLSearchParams, list: Loaded<Reply<BlockPage>>): Head {
  const { paging, requested, refused } = readPaging(search)
  return {
    title: 'Blocks',
    description:
      'Bitcoin blocks with rune activity, newest first, with the number of their records.',
    path: blocksLink(paging),
    dataPath: blockListPath(requested),
    ...listStatus(list, refused),
  }
}
