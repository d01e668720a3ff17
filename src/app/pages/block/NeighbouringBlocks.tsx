import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Neighbours as IndexedNeighbours } from '../../../contract/directory.ts'
import { useApi } from '../../appContext.ts'
import { blockLink } from '../../links.ts'
import { neighboursQuery } from '../../queries/blocks.ts'
import { Numeral } from '../../ui/numbers.tsx'

/** Links to the nearest indexed blocks; if the service does not know them, to the adjacent blocks. */
export function NeighbouringBlocks({ height }: { height: number }) {
  const { data, isPending } = useQuery(neighboursQuery(useApi(), height))
  if (isPending) return <div className="h-9" />
  const { previous, next } = data ?? {
    previous: height > 0 ? height - 1 : undefined,
    next: height + 1,
  }
  const kind = data ? 'block with activity' : 'block'
  return (
    <nav aria-label="Neighbouring blocks" className="flex flex-wrap items-center gap-2">
      {previous !== undefined && (
        <Link
          to={blockLink(previous)}
          aria-keyshortcuts="ArrowLeft"
          className="button before:content-['‹'/'']"
        >
          <span className="sr-only">Previous {kind}, </span>
          <Numeral value={previous} />
        </Link>
      )}
      {data && <AdjacentBlocks height={height} indexed={data} />}
      {next !== undefined && (
        <Link
          to={blockLink(next)}
          aria-keyshortcuts="ArrowRight"
          className="button after:content-['›'/'']"
        >
          <span className="sr-only">Next {kind}, </span>
          <Numeral value={next} />
        </Link>
      )}
    </nav>
  )
}

type AdjacentBlocksProps = { height: number; indexed: IndexedNeighbours }

/** Links to the adjacent blocks that are no indexed neighbours and not newer than all indexed blocks. */
function AdjacentBlocks({ height, indexed }: AdjacentBlocksProps) {
  const adjacentHeights = indexed.next === undefined ? [height - 1] : [height - 1, height + 1]
  const links = adjacentHeights.map(
    (adjacent) =>
      adjacent >= 0 &&
      adjacent !== indexed.previous &&
      adjacent !== indexed.next && (
        <Link
          key={adjacent}
          to={blockLink(adjacent)}
          // It may be empty, so crawlers should not follow it.
          rel="nofollow"
          className="link flex min-h-6 items-center"
        >
          <span className="sr-only">
            {adjacent < height ? 'Previous' : 'Next'} adjacent block,{' '}
          </span>
          <Numeral value={adjacent} />
        </Link>
      ),
  )
  // On a phone there is no room for them between the buttons.
  return (
    links.some(Boolean) && (
      <span className="flex items-center gap-2 text-sm max-sm:order-last max-sm:w-full">
        <span className="text-muted">adjacent:</span> {links}
      </span>
    )
  )
}
