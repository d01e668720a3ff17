import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { BlockSummary } from '../../../contract/schemas/chain.ts'
import type { MovementCounts, MovementType } from '../../../contract/schemas/movement.ts'
import { blockLink } from '../../links.ts'
import { Legends } from '../../movements/Strata.tsx'
import { countOf, MOVEMENT_LOOKS, SHOWN_TYPES } from '../../movements/TypeBadge.tsx'
import { randomFrom } from '../../ui/Mark.tsx'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { Age } from '../../ui/Time.tsx'

/** How many movements a stone may stand for. */
const UNITS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
const MAX_STONES = 14

export function Piles({ blocks }: { blocks: BlockSummary[] }) {
  const [first] = useState(() => new Set(blocks.map(({ block_hash }) => block_hash)))
  const fits = (unit: number) =>
    blocks.every((block) => stonesOf(block.counts, unit).length <= MAX_STONES)
  const used = SHOWN_TYPES.filter((type) => blocks.some((block) => countOf(block.counts, type) > 0))
  const unit = UNITS.find(fits) ?? 100_000
  return (
    <section aria-labelledby="latest-blocks" className="mt-10">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id="latest-blocks" className="text-lg font-semibold">
          Latest blocks
        </h2>
        <p className="grow text-sm text-muted phone:order-last phone:w-full">
          each stone: {unit > 1 && 'up to '}
          <Count name="stone.movements" value={unit} one="movement" /> of one type
        </p>
        <p className="flex gap-x-4 text-xs text-muted phone:order-last phone:w-full">
          <Legends types={used} />
        </p>
        <Link to="/blocks" className="quiet-link ms-auto text-sm font-medium">
          All blocks →
        </Link>
      </div>
      <ol className="flex gap-2 overflow-x-auto [scrollbar-width:none] phone:-mx-4 phone:px-4">
        {blocks.map((block) => (
          <li
            key={block.block_hash}
            className={`min-w-23 flex-1 ${first.has(block.block_hash) ? '' : 'animate-[drop-in_160ms]'}`}
          >
            <Link
              to={blockLink(block.block_height)}
              className={`panel flex h-full flex-col items-center px-2 pt-2 pb-3 text-xs text-muted hover:border-control ${first.has(block.block_hash) ? '' : 'border-accent'}`}
            >
              <Pile block={block} unit={unit} />
              <span className="mt-2 text-sm font-semibold text-ink">
                <Numeral name="block.block_height" value={block.block_height} />
              </span>
              <span className="text-center text-balance [&>time]:whitespace-normal">
                <Age name="block.timestamp" seconds={block.timestamp} />
              </span>
              <span className="flex flex-wrap justify-center gap-x-1">
                <Numeral name="block.movements" value={block.movements} />{' '}
                <span>{block.movements === 1 ? 'movement' : 'movements'}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

const [WIDTH, HEIGHT] = [76, 150]

function Pile({ block, unit }: { block: BlockSummary; unit: number }) {
  const random = randomFrom(block.block_hash)
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-38 w-full">
      {stonesOf(block.counts, unit).map(({ type, part }, index) => (
        <ellipse
          // biome-ignore lint/suspicious/noArrayIndexKey: a stone is its place in the pile.
          key={index}
          cx={WIDTH / 2 + (random() - 0.5) * 7}
          cy={HEIGHT - 8 - index * 10.3}
          rx={(33 - index * 0.9 - random() * 7) * (0.4 + 0.6 * part)}
          ry="4.9"
          className={MOVEMENT_LOOKS[type].fill}
        />
      ))}
    </svg>
  )
}

/** From below. What is left of a type is a narrower stone, of a part of the unit. */
function stonesOf(counts: MovementCounts, unit: number): { type: MovementType; part: number }[] {
  return SHOWN_TYPES.flatMap((type) => {
    const count = countOf(counts, type)
    return Array.from({ length: Math.ceil(count / unit) }, (_, index) => {
      return { type, part: Math.min(1, count / unit - index) }
    })
  })
}
