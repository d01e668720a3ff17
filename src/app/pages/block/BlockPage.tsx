import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { ActivityPage } from '../../../contract/activity.ts'
import { type Block, blockText, parseBlock } from '../../../contract/identifiers.ts'
import { blockActivityPath } from '../../../contract/paths.ts'
import { SAMPLES } from '../../../contract/samples.ts'
import { ActivityList } from '../../activity/ActivityList.tsx'
import { countRecords, firstLocation, headOf } from '../../activity/pageSummary.ts'
import { VerifyElsewhere } from '../../activity/VerifyElsewhere.tsx'
import { blockLink, offsetOf, readPaging } from '../../links.ts'
import { onDemand } from '../../onDemand.tsx'
import { PageHead } from '../../PageHead.tsx'
import { blockActivityQuery } from '../../queries.ts'
import { FavouriteButton } from '../../search/FavouriteButton.tsx'
import { useApi } from '../../surroundings.ts'
import { Hash } from '../../ui/Hash.tsx'
import { formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Time } from '../../ui/Time.tsx'
import { TimeFormButton } from '../../ui/TimeFormButton.tsx'
import { BlockTransactions } from './BlockTransactions.tsx'
import { Neighbours } from './Neighbours.tsx'

const SampleNotice = onDemand(
  async () => (await import('../../activity/SampleNotice.tsx')).SampleNotice,
  null,
)
const BadIdentifier = onDemand(
  async () => (await import('../../errors/BadIdentifier.tsx')).BadIdentifier,
)

/** The rune activity of one block, by height or by hash, a page of it at a time. */
export function BlockPage({ id }: { id: string }) {
  const block = parseBlock(id)
  if (block === undefined) return <BadIdentifier kind="block" text={id} />
  return <BlockActivity block={block} />
}

function BlockActivity({ block }: { block: Block }) {
  const api = useApi()
  const { paging, requested, refused } = readPaging(useSearchParams()[0])
  const activity = useQuery(blockActivityQuery(api, block, paging))
  const page = activity.data?.value
  const location = firstLocation(page)
  const height = block.kind === 'height' ? block.height : location?.block_height
  const hash = block.kind === 'hash' ? block.hash : location?.block_hash

  // A block has one address, its height, where that is known.
  const canonical: Block = height === undefined ? block : { kind: 'height', height }
  return (
    <article className="stack-5">
      <PageHead
        kind="Block"
        title={nameBlock(canonical, page)}
        path={blockLink(canonical, paging)}
        answerPath={blockActivityPath(canonical, requested)}
        {...headOf(activity, refused)}
      />
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 stack-1">
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
              <a href={blockLink(height)} className="link">
                By height
              </a>
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
