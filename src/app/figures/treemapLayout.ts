import { hierarchy, treemap } from 'd3-hierarchy'
import type { BlockTreemap } from '../../contract/schemas/alike.ts'
import type { MovementType } from '../../contract/schemas/movement.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'

/** Movements of one type, in pixels: of one address, of several addresses of a rune, or of several runes. */
export type Tile = { type: MovementType; movements: number } & (
  | { of: 'address'; address: string | undefined; amount: string }
  | { of: 'addresses'; addresses: number; least: number; most: number; amounts: string[] }
  // Of runes that the service only counts, it is not known how many have movements of a type.
  | { of: 'runes'; runes: number | undefined }
)
export type PlacedTile = Tile & Area & { rune: RuneLabel | undefined }
type Area = { x: number; y: number; width: number; height: number }

/** A rune with its addresses, or the runes that are too small for a group of their own, with their tiles. */
type Group = {
  rune: RuneLabel | undefined
  runes: number
  movements: number
  content: Addresses | Tile[]
}
export type PlacedGroup = Omit<Group, 'content'> & Area & { tiles: PlacedTile[] }

/** `left`: the runes that have no room for a group. */
export type TreemapLayout = {
  groups: PlacedGroup[]
  left: { runes: number; movements: number } | undefined
}

type Size = { width: number; height: number }

export type Shape = {
  width: number
  height: number
  /** Large groups are columns; on phones, all groups are rows. */
  direction: 'columns' | 'rows'
  /** In pixels: an address whose tile cannot hold its number joins others; one of `FEW` movements must hold its name. */
  count: Size
  address: Size
  /** The part of all movements that a rune must have for a group of its own. */
  minGroup: number
}

/** So many movements say nothing without the address. */
const FEW = 2

/** The height of the name of a group, which takes no part in the areas. */
export const HEAD = 22
/** Between groups, and between tiles. */
const GAP = 5
const TILE_GAP = 1.5
/** A group with this part of all movements has a column of its own. */
const COLUMN = 0.15
const MAX_STACKED = 4

const MIN_TILES_HEIGHT = 18
/** In pixels: about a character of the head of a group, and the widest that a head must have room for. */
const HEAD_CHARACTER = 7.5
const MAX_HEAD = 150

/** Places the movements of a block. All movements that are drawn have equal areas. */
export function layOut(data: BlockTreemap, shape: Shape): TreemapLayout {
  const total = totalOf(data)
  const place = (groups: Group[]) =>
    shape.direction === 'rows' ? inRows(groups, shape) : inColumns(groups, shape)
  const named = data.runes.filter(({ movements }) => movements >= total * shape.minGroup)
  for (;;) {
    const all = groupsOf(data, named)
    const groups = place(all)
    const without = groups.filter((group) => !hasRoom(group))
    // The smallest is the last.
    if (named.length > 1 && without.some(({ rune }) => rune !== undefined)) {
      named.pop()
      continue
    }
    const left = without.find(({ rune }) => rune === undefined)
    if (left === undefined || all.length === 1) return { groups, left: undefined }
    const { runes, movements } = left
    return {
      groups: place(all.filter(({ rune }) => rune !== undefined)),
      left: { runes, movements },
    }
  }
}

/** Whether a group holds its head, and more than a line of tiles. */
function hasRoom({ rune, runes, movements, width, height }: PlacedGroup): boolean {
  const name = rune?.spaced_name ?? `${runes} more runes`
  const characters = name.length + String(movements).length + 2
  const head = Math.min(MAX_HEAD, characters * HEAD_CHARACTER)
  return width >= head && height - HEAD >= MIN_TILES_HEIGHT
}

function totalOf({ runes, others }: BlockTreemap): number {
  const own = runes.reduce((sum, { movements }) => sum + movements, 0)
  if (others === undefined) return own
  const { transfers, mints, burns, etchings } = others.counts
  return own + transfers + mints + burns + etchings
}

/** A group for each of the runes that have one, and one for the others. */
function groupsOf(data: BlockTreemap, named: BlockTreemap['runes']): Group[] {
  const small = data.runes.filter((rune) => !named.includes(rune))
  const isAlone = named.length === 0 && small.length === 1 && data.others === undefined
  const own = (isAlone ? small : named).map(({ rune, movements, ...content }): Group => {
    return { rune, runes: 1, movements, content }
  })
  const joined = joinRunes(isAlone ? [] : small, data.others)
  return joined.movements === 0 ? own : [...own, joined]
}

type Addresses = Pick<BlockTreemap['runes'][number], 'tiles' | 'rest'>

/** Small tiles become one for each type. */
function joinSmall({ tiles, rest }: Addresses, smallest: number): Tile[] {
  const single = tiles.filter(({ movements }) => movements >= smallest)
  const joined = tiles.filter(({ movements }) => movements < smallest)
  const types = [...new Set([...joined, ...rest].map(({ type }) => type))]
  return [
    ...single.map((tile): Tile => ({ of: 'address', ...tile, address: tile.address })),
    ...types.map((type) => {
      const own = joined.filter((tile) => tile.type === type)
      return joinTiles(
        own,
        rest.find((tile) => tile.type === type),
      )
    }),
  ]
}

function joinTiles(tiles: Addresses['tiles'], rest: Addresses['rest'][number] | undefined): Tile {
  const [first] = tiles
  if (first !== undefined && tiles.length === 1 && rest === undefined) {
    return { of: 'address', ...first, address: first.address }
  }
  const sizes = tiles.map(({ movements }) => movements)
  return {
    of: 'addresses',
    type: first?.type ?? rest?.type ?? 'transfer',
    movements: sizes.reduce((sum, size) => sum + size, rest?.movements ?? 0),
    addresses: tiles.length + (rest?.addresses ?? 0),
    least: Math.min(...sizes, rest?.least ?? Number.POSITIVE_INFINITY),
    most: Math.max(...sizes, rest?.most ?? 0),
    amounts: [...tiles, ...(rest === undefined ? [] : [rest])].map(({ amount }) => amount),
  }
}

function joinRunes(runes: BlockTreemap['runes'], others: BlockTreemap['others']): Group {
  const tiles = (['transfer', 'mint', 'burn', 'etching'] as const).flatMap((type): Tile[] => {
    const own = runes.map(({ tiles, rest }) =>
      [...tiles, ...rest]
        .filter((tile) => tile.type === type)
        .reduce((sum, { movements }) => sum + movements, 0),
    )
    const movements = own.reduce((sum, count) => sum + count, others?.counts[`${type}s`] ?? 0)
    const count = own.filter((movements) => movements > 0).length
    const runesOfType = others?.counts[`${type}s`] ? undefined : count
    return movements === 0 ? [] : [{ of: 'runes', type, movements, runes: runesOfType }]
  })
  return {
    rune: undefined,
    runes: runes.length + (others?.runes ?? 0),
    movements: tiles.reduce((sum, { movements }) => sum + movements, 0),
    content: tiles,
  }
}

function inRows(groups: Group[], shape: Shape): PlacedGroup[] {
  const { width, height } = shape
  return stackGroups(groups, { x: 0, y: 0, width, height }, shape)
}

function inColumns(groups: Group[], shape: Shape): PlacedGroup[] {
  const { width, height } = shape
  const columns = columnsOf(groups, movementsOf(groups))
  // A column with many names has less room for tiles, so it is wider.
  const weights = columns.map((own) => movementsOf(own) / tileHeight(own.length, height))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const room = width - GAP * (columns.length - 1)
  let x = 0
  return columns.flatMap((own, index) => {
    const columnWidth = ((weights[index] ?? 0) / sum) * room
    const placed = stackGroups(own, { x, y: 0, width: columnWidth, height }, shape)
    x += columnWidth + GAP
    return placed
  })
}

function columnsOf(groups: Group[], total: number): Group[][] {
  const columns: Group[][] = []
  for (const group of groups) {
    const last = columns.at(-1)
    const isFull =
      last === undefined ||
      last.length === MAX_STACKED ||
      (last.length === 1 && movementsOf(last) >= total * COLUMN)
    if (isFull) columns.push([group])
    else last.push(group)
  }
  return columns
}

function movementsOf(groups: Group[]): number {
  return groups.reduce((sum, { movements }) => sum + movements, 0)
}

/** What the names of some groups, one below the other, leave for their tiles. */
function tileHeight(groups: number, height: number): number {
  return height - groups * HEAD - (groups - 1) * GAP
}

function stackGroups(groups: Group[], { x, y, width, height }: Area, shape: Shape): PlacedGroup[] {
  const total = movementsOf(groups)
  const room = tileHeight(groups.length, height)
  let top = y
  return groups.map((group) => {
    const own = { x, y: top, width, height: HEAD + (group.movements / total) * room }
    top += own.height + GAP
    const tiles = fitTiles(group, { ...own, y: own.y + HEAD, height: own.height - HEAD }, shape)
    const { content: _, ...rest } = group
    return { ...rest, ...own, tiles }
  })
}

type Node = { movements: number; tile?: Tile; children?: Node[] }

/** The largest tiles, of which each holds its label, and the others joined. */
function fitTiles({ rune, movements, content }: Group, area: Area, shape: Shape): PlacedTile[] {
  const place = (tiles: Tile[]) => placeTiles(tiles, area).map((tile) => ({ ...tile, rune }))
  if (Array.isArray(content)) return place(content)
  const { count } = shape
  const smallest = (count.width * count.height * movements) / (area.width * area.height)
  const sizes = [...new Set(content.tiles.map((tile) => tile.movements))]
    .filter((size) => size >= smallest)
    .sort((one, two) => one - two)
  for (const size of sizes) {
    const placed = place(joinSmall(content, size))
    if (placed.every((tile) => holdsLabel(tile, shape))) return placed
  }
  return place(joinSmall(content, Number.POSITIVE_INFINITY))
}

function holdsLabel({ of, movements, width, height }: PlacedTile, shape: Shape): boolean {
  const least = movements <= FEW ? shape.address : shape.count
  return of !== 'address' || (width >= least.width && height >= least.height)
}

function placeTiles(tiles: Tile[], { x, y, width, height }: Area) {
  const children = tiles.map((tile): Node => ({ movements: tile.movements, tile }))
  const root = hierarchy<Node>({ movements: 0, children })
    .sum(({ tile, movements }) => (tile === undefined ? 0 : movements))
    .sort((one, two) => (two.value ?? 0) - (one.value ?? 0))
  const placed = treemap<Node>().size([width, height]).paddingInner(TILE_GAP)(root)
  return placed.leaves().flatMap(({ data, x0, x1, y0, y1 }) => {
    if (data.tile === undefined) return []
    return [{ ...data.tile, x: x + x0, y: y + y0, width: x1 - x0, height: y1 - y0 }]
  })
}
