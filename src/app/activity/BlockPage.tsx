import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import type { Neighbours as HeldNeighbours } from '../../contract/directory.ts'
import { type Block, blockText, parseBlock } from '../../contract/identifiers.ts'
import { blockActivityPath } from '../../contract/paths.ts'
import { FavouriteButton } from '../finding/FavouriteButton.tsx'
import { blockLink, FIRST_RUNE_BLOCK, offsetOf, readPaging, transactionLink } from '../links.ts'
import { onDemand } from '../onDemand.tsx'
import { PageHead } from '../PageHead.tsx'
import { aboutQuery, blockActivityQuery, neighboursQuery } from '../queries.ts'
import { useApi } from '../surroundings.ts'
import { Hash } from '../ui/Hash.tsx'
import { Notice } from '../ui/Notice.tsx'
import { formatDecimal, Numeral } from '../ui/numbers.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Time } from '../ui/Time.tsx'
import { TimeFormButton } from '../ui/TimeFormButton.tsx'
import { ActivityList } from './ActivityList.tsx'
import { BlockTransactions } from './BlockTransactions.tsx'
import { countRecords, firstLocation, headOf } from './pageSummary.ts'
import { VerifyElsewhere } from './VerifyElsewhere.tsx'

const BadIdentifier = onDemand(async () => (await import('./BadIdentifier.tsx')).BadIdentifier)

/** The rune activity of one block, by height or by hash, a page of it at a time. */
export function BlockPage({ id }: { id: string }) {
  const block = parseBlock(id)
  if (block === undefined) return <BadIdentifier kind="block" text={id} />
  return <BlockActivity block={block} />
}

function BlockActivity({ block }: { block: Block }) {
  const api = useApi()
  const { paging, refused } = readPaging(useSearchParams()[0])
  const activity = useQuery(blockActivityQuery(api, block, paging))
  const page = activity.data?.value
  const location = firstLocation(page)
  const height = block.kind === 'height' ? block.height : location?.block_height
  const hash = block.kind === 'hash' ? block.hash : location?.block_hash

  // A block has one address, its height, where that is known.
  const settled: Block = height === undefined ? block : { kind: 'height', height }
  return (
    <article className="space-y-5">
      <PageHead
        kind="Block"
        title={nameBlock(settled, page)}
        path={blockLink(settled, paging)}
        answerPath={blockActivityPath(settled, paging)}
        {...headOf(activity, refused)}
      />
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 space-y-1">
          <PageHeading kind="Block">
            {height === undefined ? 'By hash' : <Numeral value={height} />}
          </PageHeading>
          <p className="flex flex-wrap gap-x-3 text-muted">
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
                <Time milliseconds={location.timestamp} /> <TimeFormButton />
              </span>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {height !== undefined && hash !== undefined && (
            <>
              <FavouriteButton
                to={blockLink(settled)}
                kind="Block"
                title={nameBlock(settled, page)}
              />
              <VerifyElsewhere subject="block" addresses={blockElsewhere(height, hash)} />
            </>
          )}
          {height !== undefined && <Neighbours height={height} />}
        </div>
      </header>
      {height !== undefined && <SampleNotice height={height} />}
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
        subject="block"
        name={`block-${blockText(settled)}`}
        activity={activity}
        paging={paging}
        refused={refused}
        linkTo={(page) => blockLink(block, page)}
        queryFor={(page) => blockActivityQuery(api, block, page)}
        whyEmpty={whyEmpty(block, height)}
      />
    </article>
  )
}

function whyEmpty(block: Block, height: number | undefined): ReactNode {
  if (block.kind === 'hash') {
    return (
      <>
        The service holds no record for a block of this hash.{' '}
        <a href={transactionLink(block.hash)} className="link">
          Read it as a transaction id
        </a>
      </>
    )
  }
  return height !== undefined && height < FIRST_RUNE_BLOCK
    ? 'Runes begin at block 840,000: no earlier block holds any activity.'
    : undefined
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

/** The nearest blocks that hold activity here; where the service cannot tell, the plain neighbours. */
function Neighbours({ height }: { height: number }) {
  const { data, isPending } = useQuery(neighboursQuery(useApi(), height))
  if (isPending) return <div className="h-9" />
  const { previous, next } = data ?? {
    previous: height > 0 ? height - 1 : undefined,
    next: height + 1,
  }
  const held = data && ' held here'
  return (
    <nav aria-label="Neighbouring blocks" className="flex flex-wrap items-center gap-2">
      {previous !== undefined && (
        <a
          href={blockLink(previous)}
          aria-keyshortcuts="ArrowLeft"
          className="button step-previous"
        >
          <span className="sr-only">Previous block{held}, </span>
          <Numeral value={previous} />
        </a>
      )}
      {data && <PlainNeighbours height={height} held={data} />}
      {next !== undefined && (
        <a href={blockLink(next)} aria-keyshortcuts="ArrowRight" className="button step-next">
          <span className="sr-only">Next block{held}, </span>
          <Numeral value={next} />
        </a>
      )}
    </nav>
  )
}

type PlainNeighboursProps = { height: number; held: HeldNeighbours }

/** The blocks right before and after, where they are others than those held here. */
function PlainNeighbours({ height, held }: PlainNeighboursProps) {
  return [height - 1, height + 1].map(
    (plain) =>
      plain >= 0 &&
      plain !== held.previous &&
      plain !== held.next && (
        <a
          key={plain}
          href={blockLink(plain)}
          // It may hold nothing here: no page for those that read all there is.
          rel="nofollow"
          className="link flex min-h-6 items-center text-sm"
        >
          <span className="sr-only">Block {plain < height ? 'before' : 'after'} on chain, </span>
          <Numeral value={plain} />
        </a>
      ),
  )
}

function SampleNotice({ height }: { height: number }) {
  const { data: about } = useQuery(aboutQuery(useApi()))
  if (about?.samples.block_height !== height) return null
  return (
    <Notice tone="information" title="A sample made by Cairn">
      <p>
        This block is on no chain: no Bitcoin block can have its height. Its records are generated,
        to show what the explorer does with such data.
      </p>
    </Notice>
  )
}
