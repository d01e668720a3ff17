import { MOVEMENT_LOOKS } from '../movements/TypeBadge.tsx'
import { shortenId } from '../ui/Id.tsx'
import { INVISIBLE } from '../ui/invisibleCharacters.ts'
import { useFormatCount } from '../ui/numbers.tsx'
import { percent } from './Panel.tsx'
import type { Palette } from './palette.ts'
import { HEAD, type PlacedGroup, type PlacedTile, type Shape, type Tile } from './treemapLayout.ts'

type Props = {
  groups: readonly PlacedGroup[]
  shape: Shape
  palette: Palette
  /** The tile with an outline. */
  active: PlacedTile | undefined
}

/** Tiles in groups, each with the name and the number of movements of its rune above. */
export function Treemap({ groups, shape, palette, active }: Props) {
  return groups.map((group) => (
    <g key={group.rune?.id ?? 'more'}>
      <Head group={group} shape={shape} palette={palette} />
      {group.tiles.map((tile) => (
        <TileShape
          key={`${tile.x} ${tile.y}`}
          tile={tile}
          shape={shape}
          palette={palette}
          isActive={tile === active}
        />
      ))}
    </g>
  ))
}

function Head({
  group,
  shape,
  palette,
}: Omit<Props, 'groups' | 'active'> & { group: PlacedGroup }) {
  const formatCount = useFormatCount()
  const { rune, runes, movements, x, y, width } = group
  const symbol = rune?.symbol
  const isVisible = symbol !== undefined && symbol.trim() !== '' && !INVISIBLE.test(symbol)
  return (
    <svg
      aria-hidden="true"
      data-axis
      x={percent(x / shape.width)}
      y={y}
      width={percent(width / shape.width)}
      height={HEAD}
      overflow="hidden"
    >
      <text y="15" fontSize="12" fill={palette.ink}>
        {isVisible && <tspan unicodeBidi="isolate">{symbol}</tspan>}
        <tspan dx={isVisible ? 5 : 0} fontWeight="600">
          {rune !== undefined ? (
            cutHead(
              rune.spaced_name,
              width - (isVisible ? SYMBOL : 0) - widthOf(formatCount(movements)),
            )
          ) : (
            <>
              <tspan data-value="treemap.more_runes">{formatCount(runes)}</tspan>
              {runes === 1 ? ' more rune' : ' more runes'}
            </>
          )}
        </tspan>
        <tspan dx="5" fill={palette.muted} data-value="treemap.rune_movements">
          {formatCount(movements)}
        </tspan>
      </text>
    </svg>
  )
}

const SYMBOL = 22
const HEAD_CHARACTER = 7.8

/** A name that is longer than its group is cut, so that its count stays. */
function cutHead(name: string, width: number): string {
  const room = Math.floor(width / HEAD_CHARACTER)
  return name.length <= room ? name : `${name.slice(0, Math.max(1, room - 1))}…`
}

type TileProps = Omit<Props, 'groups' | 'active'> & { tile: PlacedTile; isActive: boolean }

// In pixels: what labels need.
const [LABEL_WIDTH, LABEL_HEIGHT] = [34, 18]
const SECOND_LINE = 36
const CHARACTER = 6.7
const MARGIN = 7

/** What a number of movements needs, alone and with its address. */
export const TILE_LABELS = {
  count: { width: LABEL_WIDTH, height: LABEL_HEIGHT },
  address: { width: 102, height: SECOND_LINE },
}

function TileShape({ tile, shape, palette, isActive }: TileProps) {
  const label = useTileLabel(tile)
  const hasLabel =
    tile.height >= LABEL_HEIGHT && tile.width >= Math.min(LABEL_WIDTH, widthOf(label.short))
  const isLong = tile.width >= widthOf(label.long)
  const hasNote = tile.height >= SECOND_LINE && tile.width >= widthOf(label.note)
  return (
    <svg
      aria-hidden="true"
      data-axis
      x={percent(tile.x / shape.width)}
      y={tile.y}
      width={percent(tile.width / shape.width)}
      height={tile.height}
      overflow="hidden"
    >
      <rect
        width="100%"
        height="100%"
        rx="2"
        fill={palette[tile.type]}
        stroke={isActive ? palette.ink : palette.edge}
        strokeWidth={isActive ? 4 : 1}
      />
      {hasLabel && (
        <text x={MARGIN} y="15" fill={palette.onFill} stroke={palette.halo} {...TEXT}>
          <tspan data-value="tile.movements" fontSize="12" fontWeight="650">
            {isLong ? label.long : label.short}
          </tspan>
          {hasNote && (
            <tspan
              x={MARGIN}
              dy="15"
              fontSize="11"
              {...(tile.of === 'address' && { fontFamily: palette.mono })}
            >
              {label.note}
            </tspan>
          )}
        </text>
      )}
    </svg>
  )
}

/** In forced colours, a halo keeps texts legible on patterns. */
const TEXT = { strokeWidth: 4, paintOrder: 'stroke' } as const

function widthOf(text: string): number {
  return text.length * CHARACTER + 2 * MARGIN
}

/** "×51" and "bc1pvf…mmhka7"; "101 mints", short "101", and "82 addresses, 1 to 5 each". */
function useTileLabel(tile: Tile) {
  const format = useFormatCount()
  const count = format(tile.movements)
  if (tile.of === 'address') {
    const note = tile.address === undefined ? 'no address' : shortenId(tile.address)
    return { short: `×${count}`, long: `×${count}`, note }
  }
  return {
    short: count,
    long: `${count} ${typeWord(tile)}`,
    note: tile.of === 'addresses' ? addressesText(tile, format) : runesText(tile, format),
  }
}

export function typeWord({ type, movements }: Pick<Tile, 'type' | 'movements'>): string {
  const word = MOVEMENT_LOOKS[type].name.toLowerCase()
  return movements === 1 ? word : `${word}s`
}

/** "82 addresses, 1 to 5 each" */
export function addressesText(
  { addresses, least, most }: Extract<Tile, { of: 'addresses' }>,
  format: (count: number) => string,
): string {
  const range = `${format(least)} ${most === least + 1 ? 'or' : 'to'} ${format(most)}`
  const each = least === most ? format(least) : range
  return `${format(addresses)} ${addresses === 1 ? 'address' : 'addresses'}, ${each} each`
}

/** "3 more runes" */
export function runesText(
  { runes }: Extract<Tile, { of: 'runes' }>,
  format: (count: number) => string,
): string {
  if (runes === undefined) return 'other runes'
  return `${format(runes)} more ${runes === 1 ? 'rune' : 'runes'}`
}
