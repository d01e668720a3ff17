import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import { type Block, blockText, parseBlock } from '../../contract/identifiers.ts'
import { blockActivityPath } from '../../contract/paths.ts'
import { blockLink, FIRST_RUNE_BLOCK, readPaging } from '../links.ts'
import { onDemand } from '../onDemand.tsx'
import { PageHead } from '../PageHead.tsx'
import { aboutQuery, blockActivityQuery, neighboursQuery } from '../queries.ts'
import { useApi } from '../surroundings.ts'
import { Hash } from '../ui/Hash.tsx'
import { Notice } from '../ui/Notice.tsx'
import { formatDecimal, Numeral } from '../ui/numbers.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Time } from '../ui/Time.tsx'
import { ActivityList } from './ActivityList.tsx'
import { countRecords, firstLocation, headOf } from './pageSummary.ts'

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
            {hash !== undefined && <Hash text={hash} label="block hash" />}
            {location?.timestamp !== undefined && <Time milliseconds={location.timestamp} />}
          </p>
        </div>
        {height !== undefined && <Neighbours height={height} />}
      </header>
      {height !== undefined && <SampleNotice height={height} />}
      <ActivityList
        key={blockText(block)}
        subject="block"
        activity={activity}
        paging={paging}
        refused={refused}
        linkTo={(page) => blockLink(block, page)}
        queryFor={(page) => blockActivityQuery(api, block, page)}
        whyEmpty={
          height !== undefined && height < FIRST_RUNE_BLOCK
            ? 'Runes begin at block 840,000: no earlier block holds any activity.'
            : undefined
        }
      />
    </article>
  )
}

/** "Block 849,250 · 4,756 records" */
function nameBlock(block: Block, page: ActivityPage | undefined): string {
  const name = `Block ${block.kind === 'height' ? formatDecimal(String(block.height), 'en') : block.hash}`
  return page === undefined ? name : `${name} · ${countRecords(page)}`
}

/** The nearest blocks that hold activity here; where the service cannot tell, the plain neighbours. */
function Neighbours({ height }: { height: number }) {
  const { data, isPending } = useQuery(neighboursQuery(useApi(), height))
  if (isPending) return <div className="h-9" />
  const { previous, next } = data ?? {
    previous: height > 0 ? height - 1 : undefined,
    next: height + 1,
  }
  return (
    <nav aria-label="Neighbouring blocks" className="flex gap-2">
      {previous !== undefined && (
        <a href={blockLink(previous)} className="button step-previous">
          <span className="sr-only">Previous block{data && ' held here'}, </span>
          <Numeral value={previous} />
        </a>
      )}
      {next !== undefined && (
        <a href={blockLink(next)} className="button step-next">
          <span className="sr-only">Next block{data && ' held here'}, </span>
          <Numeral value={next} />
        </a>
      )}
    </nav>
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
