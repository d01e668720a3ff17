import { group } from 'd3-array'
import type { PointerEvent, ReactNode } from 'react'
import type { Ribbon, TransactionDetails } from '../../contract/schemas/chain.ts'
import { CrosshairControl, Readout, Tooltip } from '../figures/Crosshair.tsx'
import { PAGE_PALETTE } from '../figures/palette.ts'
import { type RibbonLook, RibbonsBeside, RibbonsDown } from '../figures/Ribbons.tsx'
import { type Flowing, layOutBeside, layOutDown, rowsBeside } from '../figures/ribbonLayout.ts'
import { excessOf, flowsOf, sharesOf } from '../figures/ribbonShares.ts'
import { type Point, useActivePoint } from '../figures/useActivePoint.ts'
import { RuneName } from '../runes/RuneName.tsx'
import { Amount, addAmounts } from '../ui/numbers.tsx'
import { Owner } from './columns.tsx'
import { hasTwoLines, Marks, RibbonText } from './RibbonText.tsx'
import { RibbonTooltip } from './RibbonTooltip.tsx'
import { useRibbonPoints } from './ribbonPoints.ts'
import { TypeBadge } from './TypeBadge.tsx'

type Props = {
  transaction: Pick<TransactionDetails, 'flow' | 'runes'>
  look?: RibbonLook
}

/** Who gave how much to whom: ribbons from the givers to the receivers, for each rune that has several. */
export function Flow({ transaction, look = 'solid' }: Props) {
  const flows = flowsOf(transaction)
  if (flows.length === 0) return null
  return (
    <>
      <Drawing flows={flows} isNamed={transaction.runes.length > 1} look={look} />
      {flows.some((ribbons) => excessOf(ribbons) > 1) && (
        <p className="mt-1.5 text-xs text-muted print:hidden">
          Dashed: more came back than is drawn.
        </p>
      )}
    </>
  )
}

type DrawingProps = { flows: Ribbon[][]; isNamed: boolean; look: RibbonLook }

/** One control for all of its ribbons, in the order in which they are drawn. */
function Drawing({ flows, isNamed, look }: DrawingProps) {
  const runes = flows.map((own) => ({ shares: sharesOf(own), sources: sourcesOf(own) }))
  const sources = runes.flatMap((rune) => rune.sources)
  const ribbons = sources.flat()
  const points = useRibbonPoints(ribbons)
  const { active, show, pointer, keyboard } = useActivePoint(points, 0, ribbonAt)
  const [ribbon, point] = active === undefined ? [] : [ribbons[active], points[active]]
  const tooltip = ribbon !== undefined && (
    <RibbonTooltip ribbon={ribbon} all={sources.find((own) => own.includes(ribbon)) ?? []} />
  )
  const reading = { points, active: ribbon, indexOf: (one: Ribbon) => ribbons.indexOf(one) }
  return (
    <figure
      aria-label="Who gave how much to whom"
      // Its links lie within the control, so each must have room for a finger.
      className="panel relative mt-4 **:data-id:inline-block **:data-id:leading-6 print:hidden"
      onPointerLeave={pointer.onPointerLeave}
    >
      <div className="divide-y divide-line">
        {runes.map(({ sources, shares }, rune) => (
          <div key={flows[rune]?.[0]?.rune.id} className="px-4 py-3">
            {isNamed && <RuneTitle ribbons={flows[rune]} />}
            {sources.map((own) => (
              <SourceFlow
                key={own.map(keyOf).join()}
                ribbons={own}
                shares={shares}
                look={look}
                reading={{ ...reading, show, pointer, tooltip }}
              />
            ))}
          </div>
        ))}
      </div>
      <CrosshairControl
        sentence={`Who gave how much to whom, in ${ribbons.length} parts`}
        points={points}
        at={active ?? 0}
        keyboard={keyboard}
      />
      {point !== undefined && (
        <div className="sticky bottom-2 z-10 px-4 pb-3 wide:hidden">
          <Readout point={point}>{tooltip}</Readout>
        </div>
      )}
    </figure>
  )
}

function sourcesOf(ribbons: Ribbon[]): Ribbon[][] {
  return [...group(ribbons, ({ source, from }) => `${source} ${from}`).values()]
}

function RuneTitle({ ribbons: [first] = [] }: { ribbons: Ribbon[] | undefined }) {
  return (
    first && (
      <p className="mb-1 text-sm">
        <RuneName rune={first.rune} />
      </p>
    )
  )
}

/** The ribbon that a pointer is on, else the nearest of its drawing. */
function ribbonAt(_: readonly Point[], { currentTarget, target, clientY }: PointerEvent): number {
  const on = target instanceof Element ? target.closest('[data-ribbon]') : null
  const all = [...currentTarget.querySelectorAll('[data-ribbon]')]
  const distances = all.map((ribbon) => {
    const { top, bottom } = ribbon.getBoundingClientRect()
    return Math.max(0, top - clientY, clientY - bottom)
  })
  const nearest = on ?? all[distances.indexOf(Math.min(...distances))]
  return Number(nearest?.getAttribute('data-ribbon') ?? 0)
}

type SourceProps = {
  ribbons: Ribbon[]
  shares: ReadonlyMap<Ribbon, Flowing>
  look: RibbonLook
  reading: Reading
}

/** What the figure shows of the ribbon that is pointed at. */
type Reading = Pick<ReturnType<typeof useActivePoint>, 'show' | 'pointer'> & {
  points: readonly Point[]
  active: Ribbon | undefined
  tooltip: ReactNode
  indexOf: (ribbon: Ribbon) => number
}

/** Marks or a long amount in a row of their own, and a single line of text, in pixels. */
const HIGH_ROW = 60
const ROW = 36
const MIN_HEIGHT = 48
/** On phones, the rows of a giver: if one of them has marks or a long amount, and else. */
const HIGH_PHONE_ROW = 88
const PHONE_ROW = 72

function SourceFlow({ ribbons, shares, look, reading }: SourceProps) {
  const { points, active, indexOf, show, pointer, tooltip } = reading
  const flowing = ribbons.map((ribbon) => shares.get(ribbon) ?? { share: 0, isCut: false })
  const rows = rowsBeside(flowing, shares.size, (index) =>
    hasTwoLines(ribbons[index]) ? HIGH_ROW : ROW,
  )
  const height = Math.max(
    MIN_HEIGHT,
    rows.reduce((sum, row) => sum + row.height, 0),
  )
  const beside = layOutBeside(rows, height)
  const isHigh = ribbons.some(hasTwoLines)
  const down = layOutDown(flowing, isHigh ? HIGH_PHONE_ROW : PHONE_ROW)
  const drawn = <Shape,>(shapes: readonly Shape[]) =>
    shapes.map((shape, index) => {
      const ribbon = ribbons[index]
      const at = ribbon === undefined ? -1 : indexOf(ribbon)
      const isDim = active !== undefined && active !== ribbon
      return { ...shape, type: ribbon?.type, index: at, point: points[at], isDim }
    })
  const drawing = { look, palette: PAGE_PALETTE }
  const box = active && boxOf(rows, ribbons.indexOf(active))
  return (
    <div className="py-1 md:grid tablet:grid-cols-[minmax(8rem,10rem)_6rem_minmax(0,1fr)] lg:grid-cols-[minmax(9rem,13rem)_minmax(4rem,23rem)_minmax(22rem,1fr)]">
      <Source ribbons={ribbons} />
      <div className={`relative ${heightClass(height)} phone:hidden`} {...pointer}>
        <RibbonsBeside
          {...drawing}
          bar={beside.bar}
          height={height}
          ribbons={drawn(beside.ribbons)}
        />
        {box !== undefined && (
          <Tooltip box={box} at="below">
            {tooltip}
          </Tooltip>
        )}
      </div>
      <div className="relative flex min-w-0 items-center">
        <div className="absolute start-0 top-0 md:hidden tight:hidden" {...pointer}>
          <RibbonsDown {...drawing} {...down} ribbons={drawn(down.ribbons)} />
        </div>
        <ul className="w-full min-w-0 ps-4 phone:ps-24 tight:ps-0">
          {ribbons.map((ribbon, index) => (
            <li
              key={keyOf(ribbon)}
              onPointerEnter={() => show(indexOf(ribbon))}
              className={`flex flex-wrap content-center items-center gap-x-2 gap-y-1 text-sm ${heightClass(rows[index]?.height ?? ROW)} ${isHigh ? 'phone:h-22' : 'phone:h-18'} phone:gap-y-0 narrow:block tight:h-auto tight:py-2`}
            >
              {ribbon.type !== undefined && <TypeBadge type={ribbon.type} />}{' '}
              <RibbonText ribbon={ribbon} />
              <Marks ribbon={ribbon} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Where the row of a ribbon is; undefined for one of another drawing. */
function boxOf(rows: ReturnType<typeof rowsBeside>, index: number) {
  const row = rows[index]
  if (row === undefined) return
  const heightOf = (own: typeof rows) => own.reduce((sum, { height }) => sum + height, 0)
  const all = heightOf(rows)
  return { x: 1, y: heightOf(rows.slice(0, index)) / all, width: 0, height: row.height / all }
}

/** A utility instead of a style attribute, which the Content-Security-Policy forbids (`theme.css`). */
function heightClass(pixels: number): string {
  return `h-${pixels / 4}`
}

function keyOf({ type, amount_each, amount, first, outputs }: Ribbon): string {
  return [type, amount_each, amount, outputs, ...first].join(' ')
}

const SOURCES = {
  minted: 'new supply',
  premined: 'new supply',
  'no-address': 'no address',
  several: 'others',
  address: '',
}

function Source({ ribbons }: { ribbons: Ribbon[] }) {
  const [first] = ribbons
  if (first === undefined) return null
  const { source, from } = first
  return (
    <div className="flex min-w-0 flex-col justify-center pe-3 text-end text-sm phone:mb-1 phone:flex-row phone:items-baseline phone:justify-start phone:gap-2">
      <span className="phone:shrink-0">
        {from === undefined ? (
          <span className="text-muted">{SOURCES[source]}</span>
        ) : (
          <Owner address={from} />
        )}
      </span>
      <span className="min-w-0 text-muted">
        <span className="font-medium text-ink">
          <Amount name="flow.given" digits={addAmounts(ribbons.map(({ amount }) => amount))} />
        </span>{' '}
        {source === 'minted' ? 'minted' : source === 'premined' ? 'premined' : 'put in'}
      </span>
    </div>
  )
}
