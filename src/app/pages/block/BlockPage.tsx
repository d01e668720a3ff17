import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router-dom'
import type { ActivityPage } from '../../../contract/activity.ts'
import type { Reply } from '../../../contract/client.ts'
import { type Block, blockText, parseBlock } from '../../../contract/identifiers.ts'
import { blockActivityPath } from '../../../contract/paths.ts'
import { SAMPLES } from '../../../contract/samples.ts'
import { ActivityList } from '../../activity/ActivityList.tsx'
import { activityHead } from '../../activity/activityHead.ts'
import { countRecords, firstLocation } from '../../activity/activitySummary.ts'
import { OtherExplorers } from '../../activity/OtherExplorers.tsx'
import { SampleNotice } from '../../activity/SampleNotice.tsx'
import { useApi } from '../../appContext.ts'
import { MalformedIdentifier, malformedIdentifierHead } from '../../errors/MalformedIdentifier.tsx'
import { ACTIVITY_PARAMETERS, blockLink, offsetOf } from '../../links.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type Loaded, type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { readPaging } from '../../pageSizes.ts'
import { blockActivityQuery } from '../../queries/activity.ts'
import { neighboursQuery } from '../../queries/blocks.ts'
import { aboutQuery } from '../../queries/directory.ts'
import { FavouriteButton } from '../../search/FavouriteButton.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Time } from '../../ui/Time.tsx'
import { TimeFormatButton } from '../../ui/TimeFormatButton.tsx'
import { BlockTransactions } from './BlockTransactions.tsx'
import { NeighbouringBlocks } from './NeighbouringBlocks.tsx'

export async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
  const block = parseBlock(id)
  if (block === undefined) return respondWith(malformedIdentifierHead('block', id))
  const { api, load } = context.get(sourceContext)
  const search = new URL(request.url).searchParams
  const loading = load(blockActivityQuery(api, block, readPaging(search).paging))
  // The records of a block contain its height.
  const height = heightOf(block, block.kind === 'hash' ? (await loading).data?.value : undefined)
  const [activity] = await Promise.all([
    loading,
    height === undefined ? undefined : load(neighboursQuery(api, height)),
  ])
  // A page without records says which block is the newest.
  if (activity.data?.value.total === 0) await load(aboutQuery(api))
  return respondWith(blockHead(block, search, activity))
}

export const handle: PageHandle = {
  parameters: ACTIVITY_PARAMETERS,
  dataPath(id, search) {
    const block = parseBlock(id)
    return block && blockActivityPath(block, readPaging(search).requested)
  },
}

/** The rune activity of one block, by height or by hash, page by page. */
export function Component() {
  const { id = '' } = useParams()
  const block = parseBlock(id)
  if (block === undefined) return <MalformedIdentifier kind="block" text={id} />
  return <BlockActivity key={blockText(block)} block={block} />
}

function BlockActivity({ block }: { block: Block }) {
  const api = useApi()
  const [search] = useSearchParams()
  const { paging } = readPaging(search)
  const activity = useQuery(blockActivityQuery(api, block, paging))
  const page = activity.data?.value
  const location = firstLocation(page)
  const height = heightOf(block, page)
  const hash = block.kind === 'hash' ? block.hash : location?.block_hash
  const canonical = canonicalBlock(block, page)
  const isSample = height === SAMPLES.block_height
  return (
    <article className="space-y-5">
      <PageHead {...blockHead(block, search, activity)} />
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 space-y-1">
          <PageHeading kind="Block">
            {height === undefined ? 'Unknown height' : <Numeral value={height} />}
          </PageHeading>
          <p className="flex flex-wrap gap-x-3 text-muted max-sm:text-sm">
            {hash !== undefined && (
              <span>
                <Hash text={hash} label="block hash" to={blockLink({ kind: 'hash', hash })} />
              </span>
            )}
            {block.kind === 'hash' && height !== undefined && (
              <Link to={blockLink(height)} className="link">
                View by height
              </Link>
            )}
            {location?.timestamp !== undefined && (
              <span>
                <Time milliseconds={location.timestamp}>
                  <TimeFormatButton />
                </Time>
              </span>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {height !== undefined && hash !== undefined && (
            <>
              <FavouriteButton
                to={blockLink(canonical)}
                kind="Block"
                title={nameBlock(canonical, page)}
              />
              {!isSample && <OtherExplorers subject="block" height={height} hash={hash} />}
            </>
          )}
          {height !== undefined && !isSample && <NeighbouringBlocks height={height} />}
        </div>
      </header>
      {isSample && <SampleNotice subject="block" />}
      {height !== undefined && page !== undefined && page.results.length > 0 && (
        <BlockTransactions
          height={height}
          linkToRecord={(position) => {
            const offset = offsetOf(position + 1, page.limit)
            return blockLink(block, { offset, limit: paging.limit })
          }}
        />
      )}
      <ActivityList
        subject={{ kind: 'block', block }}
        name={`block-${blockText(canonical)}`}
        activity={activity}
        linkTo={(page) => blockLink(block, page)}
        queryFor={(page) => blockActivityQuery(api, block, page)}
      />
    </article>
  )
}

function blockHead(
  block: Block,
  search: URLSearchParams,
  activity: Loaded<Reply<ActivityPage>>,
): Head {
  const { paging, requested, refused } = readPaging(search)
  const page = activity.data?.value
  const canonical = canonicalBlock(block, page)
  return {
    kind: 'Block',
    title: nameBlock(canonical, page),
    path: blockLink(canonical, paging),
    dataPath: blockActivityPath(canonical, requested),
    ...activityHead('block', activity, refused),
  }
}

/** The block, identified by its height once that is known. */
function canonicalBlock(block: Block, page: ActivityPage | undefined): Block {
  const height = heightOf(block, page)
  return height === undefined ? block : { kind: 'height', height }
}

function heightOf(block: Block, page: ActivityPage | undefined): number | undefined {
  return block.kind === 'height' ? block.height : firstLocation(page)?.block_height
}

/** "Block 849,250 · 4,756 records" */
function nameBlock(block: Block, page: ActivityPage | undefined): string {
  const name = `Block ${block.kind === 'height' ? formatDecimal(String(block.height), 'en') : block.hash}`
  return page === undefined ? name : `${name} · ${countRecords(page)}`
}
