/** @jsxImportSource satori/jsx */
import { group } from 'd3-array'
import {
  BAR,
  type Flowing,
  layOutBeside,
  rowsBeside,
  WIDTH,
} from '../../app/figures/ribbonLayout.ts'
import { sharesOf } from '../../app/figures/ribbonShares.ts'
import type { Ribbon } from '../../contract/schemas/chain.ts'
import { amountText, countText, shortId } from './cardNumbers.ts'
import type { CardPalette } from './cardPalette.ts'
import { FIGURE_HEIGHT, FIGURE_WIDTH } from './cardSize.ts'

type Props = { ribbons: Ribbon[]; palette: CardPalette }

const ROW = 24
const [SOURCE_WIDTH, RIBBONS_WIDTH] = [120, 180]

/** Who gave how much of a rune to whom, as the page of the transaction draws it. */
export function RibbonFlow({ ribbons, palette }: Props) {
  const shares = sharesOf(ribbons)
  const sources = [...group(ribbons, ({ source, from }) => `${source} ${from}`).values()]
  const flows = sources.map((own) => layOutSource(own, shares))
  const whole = flows.reduce((sum, { height }) => sum + height, 0)
  const scale = Math.min(1, FIGURE_HEIGHT / whole)
  return (
    <div style={{ display: 'flex', flexDirection: 'column', width: FIGURE_WIDTH }}>
      {flows.map((flow) => (
        <SourceFlow flow={flow} scale={scale} palette={palette} />
      ))}
    </div>
  )
}

type SourceLayout = ReturnType<typeof layOutSource>

function layOutSource(ribbons: Ribbon[], shares: ReadonlyMap<Ribbon, Flowing>) {
  const flowing = ribbons.map((ribbon) => shares.get(ribbon) ?? { share: 0, isCut: false })
  const rows = rowsBeside(flowing, shares.size, () => ROW)
  const height = rows.reduce((sum, row) => sum + row.height, 0)
  const [first] = ribbons
  return {
    source: sourceText(first),
    ribbons,
    rows,
    height,
    ...placeOf(rows, height),
  }
}

function placeOf(rows: ReturnType<typeof rowsBeside>, height: number) {
  const { bar, ribbons } = layOutBeside(rows, height)
  return { bar, paths: ribbons }
}

type FlowProps = { flow: SourceLayout; scale: number; palette: CardPalette }

function SourceFlow({ flow, scale, palette }: FlowProps) {
  const { source, ribbons, rows, height, bar, paths } = flow
  return (
    <div style={{ display: 'flex', alignItems: 'center', height: height * scale, fontSize: 12 }}>
      <div
        style={{
          display: 'flex',
          justifyContent: 'flex-end',
          width: SOURCE_WIDTH,
          paddingRight: 8,
        }}
      >
        {source}
      </div>
      <svg
        aria-hidden="true"
        width={RIBBONS_WIDTH}
        height={height * scale}
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
      >
        {paths.map(({ path, isCut }, index) => {
          const type = ribbons[index]?.type
          const isOutline = type === 'change'
          return (
            <path
              d={path}
              fill={type === undefined ? palette.muted : isOutline ? 'none' : palette[type]}
              stroke={isOutline ? palette.muted : 'none'}
              strokeDasharray={isCut ? '4 3' : undefined}
            />
          )
        })}
        <rect y={bar.y} width={BAR} height={bar.height} fill={palette.ink} />
      </svg>
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        {ribbons.map((ribbon, index) => (
          <div
            style={{
              display: 'flex',
              alignItems: 'center',
              height: (rows[index]?.height ?? ROW) * scale,
              paddingLeft: 10,
              whiteSpace: 'nowrap',
            }}
          >
            {ribbonText(ribbon) + (rows[index]?.isCut ? ' (not to scale)' : '')}
          </div>
        ))}
      </div>
    </div>
  )
}

function sourceText(ribbon: Ribbon | undefined): string {
  if (ribbon?.from !== undefined) return shortId(ribbon.from)
  return {
    minted: 'new supply',
    premined: 'new supply',
    several: 'others',
    address: '',
    'no-address': 'no address',
  }[ribbon?.source ?? 'address']
}

function ribbonText({ type, amount, amount_each, addresses, first: [receiver] }: Ribbon): string {
  if (type === 'burn') return `${amountText(amount)} destroyed`
  const back = type === 'change' ? 'back to' : 'to'
  if (addresses === 0) return `${amountText(amount)} to no address`
  if (addresses === 1) return `${amountText(amount)} ${back} ${shortId(receiver ?? '')}`
  const each =
    amount_each === undefined ? `${amountText(amount)} in all` : `${amountText(amount_each)} each`
  return `${each} ${back} ${countText(addresses)} addresses`
}
