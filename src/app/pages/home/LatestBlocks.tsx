import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { BlockSummary } from '../../../contract/schemas/chain.ts'
import type { Pulse } from '../../../contract/schemas/home.ts'
import { useEndOfIndex } from '../../endOfIndex.tsx'
import { Band } from '../../figures/Band.tsx'
import { Crosshair } from '../../figures/Crosshair.tsx'
import { FigureTable } from '../../figures/FigureTable.tsx'
import { Legend, typesIn } from '../../figures/Legend.tsx'
import { Panel, percent } from '../../figures/Panel.tsx'
import { PAGE_PALETTE } from '../../figures/palette.ts'
import { Stones } from '../../figures/Stones.tsx'
import { countsOf, countsText, totalOf } from '../../figures/TypeColumns.tsx'
import { TypeRows } from '../../figures/TypeRows.tsx'
import type { Point } from '../../figures/useActivePoint.ts'
import { valueScale } from '../../figures/valueScale.ts'
import { blockLink } from '../../links.ts'
import { CoverageText } from '../../movements/CoverageNote.tsx'
import { usePending } from '../../movements/Pending.tsx'
import { SHOWN_TYPES } from '../../movements/TypeBadge.tsx'
import { endpointQuery, useAbout } from '../../query.ts'
import { randomFrom } from '../../ui/markStones.ts'
import { Count, Numeral, useFormatCount } from '../../ui/numbers.tsx'
import { Age, Time } from '../../ui/Time.tsx'
import {
  PendingLabel,
  PendingStone,
  PendingTooltip,
  pendingPoint,
  type Waiting,
} from './PendingStone.tsx'
import { Strip } from './Strip.tsx'

/** How many a phone has room for. */
const ON_PHONES = 7

type Props = {
  blocks: BlockSummary[]
  pulse: Pulse | undefined
}

/** The newest blocks as columns of stones, the newest at the right, what is pending beside them, and all blocks below. */
export function LatestBlocks({ blocks, pulse }: Props) {
  const ordered = [...blocks].reverse()
  const pending = usePendingTotal()
  const counts = ordered.map((block) => countsOf(block.counts))
  const unit = unitOf([...counts.map(totalOf), pending?.total ?? 0])
  const format = useFormatCount()
  const title = useTitle(blocks)
  const oldest = ordered[0]?.block_height
  return (
    <section aria-labelledby="latest-blocks" className="mt-4">
      <figure className="panel relative px-4 pt-3 pb-3 phone:px-3">
        <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
          <h2 id="latest-blocks" className="text-lg font-semibold text-ink phone:grow">
            <span className="phone:sr-only">{title}</span>
            {/* They have room for fewer. */}
            <span aria-hidden="true" className="wide:hidden">
              Blocks
            </span>
          </h2>
          <span className="grow phone:order-last phone:w-full">
            a full stone is{' '}
            <span data-axis>
              <Count name="stone.movements" value={unit} one="movement" />
            </span>
          </span>
          <span className="flex flex-wrap gap-x-4 phone:order-last phone:w-full">
            <Legend types={typesIn(counts)} />
          </span>
          <span className="empty:hidden phone:order-last phone:w-full">
            <CoverageText />
          </span>
          <Link to="/blocks" className="quiet-link text-sm font-medium text-ink">
            All blocks →
          </Link>
        </figcaption>
        <div className="phone:hidden">
          <Drawing blocks={ordered} unit={unit} pending={pending} />
        </div>
        <div className="wide:hidden">
          <Drawing blocks={ordered.slice(-ON_PHONES)} unit={unit} pending={pending} />
        </div>
        <FigureTable
          caption={title}
          columns={[
            'Block',
            ...SHOWN_TYPES.map((type) => [`${type}s`, `stones.${type}s`] as const),
            ['all', 'stones.movements'],
          ]}
          rows={ordered.map(({ block_height, counts, movements }) =>
            [block_height, ...countsOf(counts), movements].map(format),
          )}
        />
        {pulse !== undefined && oldest !== undefined && isMore(pulse, oldest) && (
          <Strip pulse={pulse} shownFrom={oldest} />
        )}
      </figure>
    </section>
  )
}

function useTitle(blocks: BlockSummary[]): string {
  const end = useEndOfIndex()
  const { coverage } = useAbout() ?? {}
  const format = useFormatCount()
  const count = `${format(blocks.length)} block${blocks.length === 1 ? '' : 's'}`
  if (end === undefined) return `The last ${count}`
  const isAll = coverage !== undefined && coverage.to - coverage.from + 1 === blocks.length
  return isAll ? `In these ${count}` : `The newest ${count} here`
}

/** Whether the index has older blocks, and enough parts for a figure. */
function isMore({ results }: Pulse, oldest: number): boolean {
  return results.length >= MIN_PARTS && (results[0]?.from ?? oldest) < oldest
}

const MIN_PARTS = 3

/** What waits for a block: `total` is undefined until it is read. Undefined where the index is not live or has no node. */
function usePendingTotal(): Waiting | undefined {
  const isLive = useEndOfIndex() === undefined
  const source = useAbout()?.source
  const pending = usePending(endpointQuery('pending', {}))
  return isLive && source !== undefined && source !== 'bundled'
    ? { total: pending?.total }
    : undefined
}

const MAX_STONES = 13

/** 1, 2 or 5 times a power of ten, so that the highest column has few stones. */
function unitOf(totals: readonly number[]): number {
  const { top } = valueScale(totals, HEIGHT)
  for (let power = 1; ; power *= 10) {
    const unit = [1, 2, 5].find((factor) => top <= factor * power * MAX_STONES)
    if (unit !== undefined) return unit * power
  }
}

// In pixels.
const HEIGHT = 150
const TOP = 8
const LABELS = 22
/** A second line: the age of the newest block, and how much is pending. */
const NOTES = 14

type DrawingProps = { blocks: BlockSummary[]; unit: number; pending: Waiting | undefined }

function Drawing({ blocks, unit, pending }: DrawingProps) {
  const [first] = useState(() => new Set(blocks.map(({ block_hash }) => block_hash)))
  const own = blocks.map((block) => countsOf(block.counts))
  const counts = pending === undefined ? own : [...own, NOTHING]
  const scale = valueScale([...own.map(totalOf), pending?.total ?? 0], HEIGHT)
  const offsets = blocks.map(({ block_hash }) => offsetsFrom(block_hash))
  const { points, sentence } = usePoints(blocks, pending)
  const isLive = useEndOfIndex() === undefined
  const newest = blocks.at(-1)
  return (
    <Crosshair
      sentence={sentence}
      points={points}
      start={blocks.length - 1}
      tooltip={(index) =>
        index < blocks.length || pending === undefined ? (
          blocks[index] && <BlockTooltip block={blocks[index]} />
        ) : (
          <PendingTooltip {...pending} />
        )
      }
      tooltipAt="above"
      className={`me-12 mt-1 phone:me-9 ${isLive ? 'h-48.5' : 'h-45'}`}
    >
      {(active) => (
        <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
          <Band point={active === undefined ? undefined : points[active]} palette={PAGE_PALETTE} />
          <Panel y={TOP} scale={scale} palette={PAGE_PALETTE}>
            <Stones
              columns={counts}
              unit={unit}
              scale={scale}
              palette={PAGE_PALETTE}
              offset={(column, stone) => offsets[column]?.[stone] ?? 0}
              isNew={(column) =>
                column < blocks.length && !first.has(blocks[column]?.block_hash ?? '')
              }
            />
            {pending !== undefined && (
              <PendingStone {...pending} scale={scale} columns={counts.length} />
            )}
          </Panel>
          <Heights blocks={blocks} columns={counts.length} />
          {isLive && newest !== undefined && (
            <NewestAge seconds={newest.timestamp} at={blocks.length - 1} columns={counts.length} />
          )}
          {pending !== undefined && (
            <PendingLabel
              {...pending}
              columns={counts.length}
              y={TOP + HEIGHT + LABELS - 6}
              noteY={TOP + HEIGHT + LABELS + NOTES - 6}
            />
          )}
        </svg>
      )}
    </Crosshair>
  )
}

const NOTHING = [0, 0, 0, 0] as const

/** In pixels, from −1 to 1: stones lie as the hash of their block says. */
function offsetsFrom(hash: string): number[] {
  const random = randomFrom(hash)
  return Array.from({ length: 4 * MAX_STONES }, () => random() * 2 - 1)
}

const SHORT_HEIGHT = 10_000

function Heights({ blocks, columns }: { blocks: BlockSummary[]; columns: number }) {
  const formatCount = useFormatCount()
  return blocks.map(({ block_height }, index) => (
    <text
      key={block_height}
      data-axis
      x={percent((index + 0.5) / columns)}
      y={TOP + HEIGHT + LABELS - 6}
      textAnchor="middle"
      fontSize="12"
      fontWeight="600"
      fill={PAGE_PALETTE.ink}
      // In narrow windows, every other block has room for its height; on phones, all have for a short one.
      {...((blocks.length - 1 - index) % 2 === 1 && {
        className: `max-xl:hidden ${block_height < SHORT_HEIGHT ? 'phone:inline' : ''}`,
      })}
    >
      {formatCount(block_height)}
    </text>
  ))
}

type AgeProps = { seconds: number; at: number; columns: number }

/** Below a column, however wide it is. */
function NewestAge({ seconds, at, columns }: AgeProps) {
  return (
    <foreignObject
      x={percent(at / columns)}
      width={percent(1 / columns)}
      y={TOP + HEIGHT + LABELS - NOTES / 4}
      height={NOTES}
      className="overflow-visible"
    >
      {/* Without scripts it is a date, which is wider than a column. */}
      <div className="needs-scripts flex justify-center text-[0.6875rem]/[0.875rem] text-muted">
        <Age name="block.timestamp" seconds={seconds} />
      </div>
    </foreignObject>
  )
}

function usePoints(blocks: BlockSummary[], pending: Waiting | undefined) {
  const format = useFormatCount()
  const width = 1 / (blocks.length + (pending === undefined ? 0 : 1))
  const mined = blocks.map(({ block_height, counts }, index): Point => {
    const text = countsText(countsOf(counts), format) || 'no rune moved'
    return {
      key: String(block_height),
      text: `Block ${format(block_height)}: ${text}`,
      to: blockLink(block_height),
      box: { x: index * width, y: 0, width, height: 1 },
    }
  })
  const points = pending === undefined ? mined : [...mined, pendingPoint(pending, width, format)]
  const most = Math.max(...blocks.map(({ movements }) => movements))
  const busiest = blocks.find(({ movements }) => movements === most)
  const sentence = `Movements in ${blocks.length} blocks. Most: ${format(most)}, in block ${format(busiest?.block_height ?? 0)}`
  return { points, sentence }
}

function BlockTooltip({ block }: { block: BlockSummary }) {
  const { block_height, timestamp, transactions, counts, movements } = block
  return (
    <>
      <p className="text-muted">
        <span className="font-semibold text-ink">
          Block <Numeral name="block.block_height" value={block_height} />
        </span>
        {' · '}
        <Time name="block.timestamp" seconds={timestamp} />
      </p>
      {movements === 0 ? (
        <p className="text-muted">No rune of this index moved</p>
      ) : (
        <TypeRows subject="block" counts={countsOf(counts)}>
          <span className="text-muted">Moved by</span>
          <span className="col-span-2">
            <Count name="block.transactions" value={transactions} one="rune transaction" />
          </span>
        </TypeRows>
      )}
    </>
  )
}
