import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Neighbours as HeldNeighbours } from '../../../contract/directory.ts'
import { useApi } from '../../appContext.ts'
import { blockLink } from '../../links.ts'
import { neighboursQuery } from '../../queries.ts'
import { Numeral } from '../../ui/numbers.tsx'

/** The nearest blocks that hold activity here; where the service cannot tell, the plain neighbours. */
export function Neighbours({ height }: { height: number }) {
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
        <Link to={blockLink(previous)} aria-keyshortcuts="ArrowLeft" className="button">
          <ChevronLeft aria-hidden="true" className="size-4" />
          <span className="sr-only">Previous block{held}, </span>
          <Numeral value={previous} />
        </Link>
      )}
      {data && <PlainNeighbours height={height} held={data} />}
      {next !== undefined && (
        <Link to={blockLink(next)} aria-keyshortcuts="ArrowRight" className="button">
          <span className="sr-only">Next block{held}, </span>
          <Numeral value={next} />
          <ChevronRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </nav>
  )
}

type PlainNeighboursProps = { height: number; held: HeldNeighbours }

/** The blocks right before and after, where they are others than those held here. */
function PlainNeighbours({ height, held }: PlainNeighboursProps) {
  const links = [height - 1, height + 1].map(
    (plain) =>
      plain >= 0 &&
      plain !== held.previous &&
      plain !== held.next && (
        <Link
          key={plain}
          to={blockLink(plain)}
          // It may hold nothing here: no page for those that read all there is.
          rel="nofollow"
          className="link flex min-h-6 items-center text-sm"
        >
          <span className="sr-only">Block {plain < height ? 'before' : 'after'} on chain, </span>
          <Numeral value={plain} />
        </Link>
      ),
  )
  // On a phone they have no room between the buttons.
  return <span className="flex gap-2 empty:hidden max-sm:order-last max-sm:w-full">{links}</span>
}
