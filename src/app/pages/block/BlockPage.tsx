import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router-dom'
import type { ActivityPage } from '../../../contract/activity.ts'
import type { Reply } from '../../../contract/client.ts'
import { type Block, blockText, parseBlock } from '../../../contract/identifiers.ts'
import { blockActivityPath } from '../../../contract/paths.ts'
import { SAMPLES } from '../../../contract/samples.ts'
import { ActivityList } from '../../activity/ActivityList.tsx'
import { countRecords, firstLocation, headOf } from '../../activity/pageSummary.ts'
import { VerifyElsewhere } from '../../activity/VerifyElsewhere.tsx'
import { useApi } from '../../appContext.ts'
import { BadIdentifier, badIdentifierHead } from '../../errors/BadIdentifier.tsx'
import { ACTIVITY_PARAMETERS, blockLink, offsetOf, readPaging } from '../../links.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type Loaded, type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { blockActivityQuery, neighboursQuery } from '../../queries.ts'
import { FavouriteButton } from '../../search/FavouriteButton.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Time } from '../../ui/Time.tsx'
import { TimeFormButton } from '../../ui/TimeFormButton.tsx'
import { BlockTransactions } from './BlockTransactions.tsx'
import { Neighbours } from './Neighbours.tsx'

export async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
  const block = parseBlock(id)
  if (block === undefined) return respondWith(badIdentifierHead('block', id))
  const { api, load } = context.get(sourceContext)
  const search = new URL(request.url).searchParams
  const activity = await load(blockActivityQuery(api, block, readPaging(search).paging))
  const height = heightOf(block, activity.data?.value)
  if (height !== undefined) await load(neighboursQuery(api, height))
  return respondWith(blockHead(block, search, activity))
}

export const handle: PageHandle = {
  parameters: ACTIVITY_PARAMETERS,
  dataPath(id, search) {
    const block = parseBlock(id)
    return block && blockActivityPath(block, readPaging(search).requested)
  },
}

/** The rune activity of one block, by height or by hash, a page of it at a time. */
export function Component() {
  const { id = '' } = useParams()
  const block = parseBlock(id)
  if (block === undefined) return <BadIdentifier kind="block" text={id} />
  return <BlockActivity key={blockText(block)} block={block} />
}

function BlockActivity({ block }: { block: Block }) {
  const api = useApi()
  const [search] = useSearchParams()
  const { paging, requested, refused } = readPaging(search)
  const activity = useQuery(blockActivityQuery(api, block, paging))
  const page = activity.data?.value
  const location = firstLocation(page)
  const height = heightOf(block, page)
  const hash = block.kind === 'hash' ? block.hash : location?.block_hash

  const canonical = canonicalBlock(block, page)
  return (
    <article className="space-y-5">
      <PageHead {...blockHead(block, search, activity)} />
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 space-y-1">
          <PageHeading kind="Block">
            {height === undefined ? 'By hash' : <Numeral value={height} />}
          </PageHeading>
          <p className="flex flex-wrap gap-x-3 text-muted max-sm:text-sm">
            {hash !== undefined && (
              <span>
                <Hash text={hash} label="block hash" to={blockLink({ kind: 'hash', hash })} />
              </span>
            )}
            {block.kind === 'hash' && height !== undefined && (
              <Link to={blockLink(height)} className="link">
                By height
              </Link>
            )}
            {location?.timestamp !== undefined && (
              <span>
                <Time milliseconds={location.timestamp}>
                  <TimeFormButton />
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
              <VerifyElsewhere subject="block" addresses={blockElsewhere(height, hash)} />
            </>
          )}
          {height !== undefined && <Neighbours height={height} />}
        </div>
      </header>
      {height === SAMPLES.block_height && <SampleNotice />}
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
        key={blockText(block)}
        subject={{ kind: 'block', block }}
        name={`block-${blockText(canonical)}`}
        activity={activity}
        paging={paging}
        requested={requested}
        refused={refused}
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
    ...headOf(activity, refused),
  }
}

/** A block has one address, its height, once that is known. */
function canonicalBlock(block: Block, page: ActivityPage | undefined): Block {
  const height = heightOf(block, page)
  return height === undefined ? block : { kind: 'height', height }
}

function heightOf(block: Block, page: ActivityPage | undefined): number | undefined {
  return block.kind === 'height' ? block.height : firstLocation(page)?.block_height
}

/** Says what the sample block is. */
function SampleNotice() {
  return (
    <Notice tone="information" title="A sample made by Cairn">
      <p>
        This block is on no chain: no Bitcoin block can have its height. Its records are generated,
        to show what the explorer does with such data.
      </p>
    </Notice>
  )
}

/** "Block 849,250 · 4,756 records" */
function nameBlock(block: Block, page: ActivityPage | undefined): string {
  const name = `Block ${block.kind === 'height' ? formatDecimal(String(block.height), 'en') : block.hash}`
  return page === undefined ? name : `${name} · ${countRecords(page)}`
}

function blockElsewhere(height: number, hash: string): string[] {
  return [
    `https://mempool.space/block/${hash}`,
    `https://blockstream.info/block/${hash}`,
    `https://ordinals.com/block/${height}`,
  ]
}
