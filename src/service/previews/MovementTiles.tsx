/** @jsxImportSource satori/jsx */
import {
  HEAD,
  layOut,
  type PlacedGroup,
  type PlacedTile,
  type Shape,
} from '../../app/figures/treemapLayout.ts'
import type { BlockTreemap } from '../../contract/schemas/alike.ts'
import type { MovementType } from '../../contract/schemas/movement.ts'
import { countText } from './cardNumbers.ts'
import type { CardPalette } from './cardPalette.ts'
import { FIGURE_HEIGHT, FIGURE_WIDTH } from './cardSize.ts'

type Props = { treemap: BlockTreemap; palette: CardPalette }

/** The movements of a block by rune and address, as its page draws them. */
export function MovementTiles({ treemap, palette }: Props) {
  const whole = layOut(treemap, SHAPE)
  const { groups, left } =
    whole.left === undefined
      ? whole
      : layOut(treemap, { ...SHAPE, height: FIGURE_HEIGHT - LEFT_HEIGHT })
  return (
    <div
      style={{ display: 'flex', position: 'relative', width: FIGURE_WIDTH, height: FIGURE_HEIGHT }}
    >
      {left !== undefined && (
        <div style={{ ...LEFT, color: palette.muted }}>
          {`and ${moreRunes(left.runes)}, ${countText(left.movements)} ${left.movements === 1 ? 'movement' : 'movements'}`}
        </div>
      )}
      {groups.map((group) => (
        <div style={placed({ ...group, height: HEAD })}>
          <Name group={group} palette={palette} />
        </div>
      ))}
      {groups.flatMap(({ tiles }) =>
        tiles.map((tile) => (
          <div style={{ ...placed(tile), borderRadius: 2, background: palette[tile.type] }}>
            <TileLabel tile={tile} color={palette.onFill} />
          </div>
        )),
      )}
    </div>
  )
}

/** For the line below the tiles. */
const LEFT_HEIGHT = 18
const LEFT = { display: 'flex', position: 'absolute', left: 0, bottom: 0, fontSize: 11 } as const
const SHAPE: Shape = {
  width: FIGURE_WIDTH,
  height: FIGURE_HEIGHT,
  direction: 'columns',
  count: { width: 34, height: 18 },
  // There is no room for addresses.
  address: { width: Number.POSITIVE_INFINITY, height: 0 },
  minGroup: 0.08,
}

function moreRunes(runes: number): string {
  return `${countText(runes)} more ${runes === 1 ? 'rune' : 'runes'}`
}

type Box = Pick<PlacedTile, 'x' | 'y' | 'width' | 'height'>

function placed({ x, y, width, height }: Box) {
  const box = { left: x, top: y, width, height, overflow: 'hidden' } as const
  return { ...box, display: 'flex', position: 'absolute' } as const
}

function Name({ group, palette }: { group: PlacedGroup; palette: CardPalette }) {
  const { rune, runes, movements, width } = group
  const count = countText(movements)
  const room = Math.floor((width - MARGIN) / HEAD_CHARACTER) - count.length
  const whole = rune?.spaced_name ?? moreRunes(runes)
  const name = whole.length <= room ? whole : `${whole.slice(0, Math.max(1, room - 1))}…`
  return (
    <div style={{ display: 'flex', gap: 5, fontSize: 11, whiteSpace: 'nowrap' }}>
      <div style={{ fontWeight: 600 }}>{name}</div>
      <div style={{ color: palette.muted }}>{count}</div>
    </div>
  )
}

/** About what a character of a label takes, and what is around it. */
const [CHARACTER, HEAD_CHARACTER, MARGIN] = [7, 8, 12]
const MIN_HEIGHT = 18

function TileLabel({ tile, color }: { tile: PlacedTile; color: string }) {
  const { of, type, movements, width, height } = tile
  const count = of === 'address' ? `×${countText(movements)}` : countText(movements)
  const long = of === 'address' ? count : `${count} ${wordOf(type, movements)}`
  const fits = (text: string) => width >= text.length * CHARACTER + MARGIN
  if (height < MIN_HEIGHT || !fits(count)) return null
  return (
    <div style={{ padding: '2px 6px', color, fontSize: 12, fontWeight: 600, whiteSpace: 'nowrap' }}>
      {fits(long) ? long : count}
    </div>
  )
}

function wordOf(type: MovementType, movements: number): string {
  if (type === 'change') return type
  return movements === 1 ? type : `${type}s`
}
