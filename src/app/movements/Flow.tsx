import type { TransactionDetails } from '../../contract/schemas/chain.ts'
import type { MovementType } from '../../contract/schemas/movement.ts'
import { shareOf } from '../../contract/shares.ts'
import { RuneName } from '../runes/RuneName.tsx'
import { Amount, Count, Numeral, Percent, scaleAmount } from '../ui/numbers.tsx'
import { Owner } from './columns.tsx'
import { MOVEMENT_LOOKS, TypeBadge } from './TypeBadge.tsx'

type Edge = TransactionDetails['flow'][number]

const MAX_RUNES = 3

type Props = {
  transaction: Pick<TransactionDetails, 'flow' | 'runes'>
  /** What is not in a block yet is dashed. */
  look?: Look
}

type Look = 'solid' | 'dashed'

/** Who gave how much to whom: bands from the senders to the receivers, for each rune. */
export function Flow({ transaction, look = 'solid' }: Props) {
  const { flow, runes } = transaction
  const shown = runes.slice(0, MAX_RUNES)
  if (flow.length === 0) return null
  return (
    <figure
      aria-label="Who gave how much to whom"
      className="panel mt-4 grid grid-cols-[minmax(9rem,1fr)_minmax(4rem,1.4fr)_auto] divide-y divide-line phone:block print:hidden"
    >
      {shown.map(({ rune }) => {
        const edges = flow.filter((edge) => edge.rune.id === rune.id)
        return edges.length === 0 ? null : (
          <RuneFlow key={rune.id} edges={edges} isNamed={runes.length > 1} look={look} />
        )
      })}
      {runes.length > MAX_RUNES && (
        <p className="px-6 py-2 text-sm text-muted">
          and{' '}
          <Count name="transaction.more_runes" value={runes.length - MAX_RUNES} one="more rune" />
        </p>
      )}
    </figure>
  )
}

// In pixels. A band has the height of its share, a row at least that of its text.
const MAX_BANDS_HEIGHT = 176
/** Few bands need no large figure. */
const BAND_HEIGHT = 40
const MIN_ROW = 32
const MIN_BAND = 2
const SOURCE_GAP = 8
const MIN_SOURCE = 44
const WIDTH = 370

/** The next height that has a utility: from 32 px in steps of 4 (`theme.css`). */
function stepUp(height: number): number {
  return Math.min(256, Math.ceil(Math.max(MIN_ROW, height) / 4) * 4)
}

/** A utility instead of a style attribute, which the Content-Security-Policy forbids. */
function heightClass(height: number): string {
  return `h-${height / 4}`
}

type RuneFlowProps = { edges: Edge[]; isNamed: boolean; look: Look }

function RuneFlow({ edges, isNamed, look }: RuneFlowProps) {
  const { bands, sources, height } = layOut(edges)
  const [first] = edges
  return (
    <div className="col-span-full grid grid-cols-subgrid overflow-x-auto px-6 py-4 [scrollbar-width:thin] phone:block phone:px-4">
      {isNamed && first !== undefined && (
        <p className="col-span-full mb-2 text-sm">
          <RuneName rune={first.rune} />
        </p>
      )}
      <div className="col-span-full grid grid-cols-subgrid phone:block">
        <Side name="From" />
        <ul className="flex flex-col justify-center gap-2 phone:mb-2 phone:gap-0">
          {sources.map(({ edge, amount, slot }) => (
            <li
              key={sourceKey(edge)}
              className={`flex flex-col justify-center text-sm ${heightClass(slot)} phone:h-auto phone:min-h-9 phone:flex-row phone:items-center phone:justify-between`}
            >
              <Source edge={edge} />
              <span className="ps-6 phone:ps-0">
                <Amount name="flow.given" digits={amount} />
              </span>
            </li>
          ))}
        </ul>
        <div className="relative phone:hidden">
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${WIDTH} ${height}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full rtl:-scale-x-100"
          >
            {bands.map(({ edge, path }) => (
              <path
                key={edgeKey(edge)}
                d={path}
                className={`${MOVEMENT_LOOKS[typeOf(edge)].fill} [vector-effect:non-scaling-stroke] ${look === 'dashed' ? 'stroke-muted [stroke-dasharray:4_3]' : 'stroke-edge'}`}
                opacity={look === 'dashed' ? 0.4 : 0.75}
              />
            ))}
          </svg>
        </div>
        <Side name="To" />
        <ul className="flex flex-col justify-center ps-4 phone:ps-0">
          {bands.map(({ edge, share, row }) => (
            <li
              key={edgeKey(edge)}
              className={`grid ${edges.length > 1 ? 'grid-cols-[6rem_9.5rem_minmax(6.5rem,1fr)_3.5rem]' : 'grid-cols-[6rem_9.5rem_minmax(6.5rem,1fr)]'} items-center gap-x-2 text-sm ${heightClass(row)} phone:h-auto phone:min-h-14 phone:grid-cols-[minmax(0,1fr)_auto] phone:content-center phone:gap-y-0.5`}
            >
              <span>
                <TypeBadge type={typeOf(edge)} />
              </span>
              <Target edge={edge} />
              <span className="text-end phone:row-start-1 phone:col-start-2">
                <Amount name="flow.amount" digits={edge.amount} />
              </span>
              {share !== undefined && (
                <span className="text-end text-xs text-muted phone:hidden">
                  <Percent name="flow.share" value={share} />
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** On phones, the senders are above the receivers. */
function Side({ name }: { name: string }) {
  return <p className="text-xs text-muted wide:hidden">{name}</p>
}

const SOURCES = {
  minted: 'new supply',
  premined: 'premine',
  'no-address': 'no address',
  several: 'others',
  address: '',
}

function Source({ edge: { source, from } }: { edge: Edge }) {
  if (from !== undefined) return <Owner address={from} />
  return <span className="ps-6 text-muted phone:ps-0">{SOURCES[source]}</span>
}

function Target({ edge: { target, to, pairs, outputs } }: { edge: Edge }) {
  if (target === 'several') {
    return (
      <span className="text-muted">
        <Numeral name="flow.pairs" value={pairs} /> smaller
      </span>
    )
  }
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Owner address={to} otherwise={target === 'burned' ? 'destroyed' : undefined} />
      {to !== undefined && outputs > 1 && (
        <span className="text-xs text-muted">
          ×<Numeral name="flow.outputs" value={outputs} />
        </span>
      )}
    </span>
  )
}

function typeOf({ source, target, from, to }: Edge): MovementType {
  if (target === 'burned') return 'burn'
  if (source === 'minted') return 'mint'
  if (source === 'premined') return 'etching'
  return from !== undefined && from === to ? 'change' : 'transfer'
}

function sourceKey({ source, from }: Edge): string {
  return `${source} ${from}`
}

function edgeKey(edge: Edge): string {
  return `${sourceKey(edge)} ${edge.target} ${edge.to}`
}

/** Both columns are centred: the sources at the left, and the rows at the right. */
function layOut(edges: Edge[]) {
  const raw = (edge: Edge) => BigInt(edge.amount.replace('.', ''))
  const total = edges.reduce((sum, edge) => sum + raw(edge), 0n)
  const bandsHeight = Math.min(MAX_BANDS_HEIGHT, edges.length * BAND_HEIGHT)
  const targets = edges.map((edge) => {
    const share = total === 0n ? 0 : Number((raw(edge) * 10_000n) / total) / 10_000
    const band = Math.max(MIN_BAND, share * bandsHeight)
    return { edge, band, row: stepUp(band + 6) }
  })
  const nodes = [...new Set(edges.map(sourceKey))].map((key) => {
    const own = targets.filter(({ edge }) => sourceKey(edge) === key)
    const size = own.reduce((sum, { band }) => sum + band, 0)
    return { own, size, slot: stepUp(Math.max(size, MIN_SOURCE)) }
  })
  const sourcesHeight = nodes.reduce((sum, { slot }) => sum + slot + SOURCE_GAP, -SOURCE_GAP)
  const rowsHeight = targets.reduce((sum, { row }) => sum + row, 0)
  const height = Math.max(rowsHeight, sourcesHeight)

  const lefts = new Map<Edge, number>()
  let sourceY = (height - sourcesHeight) / 2
  for (const { own, size, slot } of nodes) {
    let left = sourceY + (slot - size) / 2
    for (const { edge, band } of own) {
      lefts.set(edge, left)
      left += band
    }
    sourceY += slot + SOURCE_GAP
  }

  let rowY = (height - rowsHeight) / 2
  const bands = targets.map(({ edge, band, row }) => {
    const path = bandPath(lefts.get(edge) ?? 0, rowY + (row - band) / 2, band)
    rowY += row
    const share = edges.length > 1 ? shareOf(raw(edge), total) : undefined
    return { edge, row, path, share }
  })
  const sources = nodes.flatMap(({ own: [first, ...others], slot }) => {
    if (first === undefined) return []
    const amount = others.reduce((sum, { edge }) => sum + raw(edge), raw(first.edge))
    const { edge } = first
    return [{ edge, slot, amount: scaleAmount(String(amount), edge.rune.divisibility) ?? '' }]
  })
  return { bands, sources, height }
}

/** A band of even height from the left edge to the right one. */
function bandPath(left: number, right: number, height: number): string {
  const middle = WIDTH / 2
  return `M0,${left}C${middle},${left} ${middle},${right} ${WIDTH},${right}v${height}C${middle},${right + height} ${middle},${left + height} 0,${left + height}Z`
}
