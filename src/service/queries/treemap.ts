import { type BlockTreemap, MAX_TILES, MAX_TREEMAP_RUNES } from '../../contract/schemas/alike.ts'
import type { MovementCounts, MovementType } from '../../contract/schemas/movement.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { readAddresses, readLabels } from './labels.ts'
import type { LocatedBlock } from './locate.ts'
import { type PartyMovement, readPartyMovements } from './parties.ts'

/** The movements of a type and a rune that one address has; undefined for all without an address. */
type Tile = {
  type: MovementType
  rune: number
  address: number | undefined
  movements: number
  amount: bigint
}

/**
 * The movements of a block by rune and address.
 * @throws {HttpProblem} 400 if there are too many records.
 */
export async function readTreemap(index: Index, block: LocatedBlock): Promise<BlockTreemap> {
  const all = await readPartyMovements(index, block)
  const tiles = tilesOf(all.filter(({ type }) => type !== 'change'))
  const ranked = rankRunes(tiles)
  const shown = ranked.slice(0, MAX_TREEMAP_RUNES).map(({ rune }) => rune)
  const isShown = new Set(shown)
  const own = tiles.filter(({ rune }) => isShown.has(rune))
  const others = tiles.filter(({ rune }) => !isShown.has(rune))
  const ofRune = new Map(shown.map((rune): [number, Tile[]] => [rune, []]))
  for (const tile of own) ofRune.get(tile.rune)?.push(tile)
  const drawn = new Set(own.slice(0, MAX_TILES))
  const labelOf = await readLabels(index, shown)
  const addresses = await readAddresses(
    index,
    [...drawn].map(({ address }) => address),
  )
  return {
    runes: ranked.slice(0, MAX_TREEMAP_RUNES).map(({ rune, movements }) => {
      const all = ofRune.get(rune) ?? []
      const label = labelOf(rune)
      return {
        rune: label,
        movements,
        tiles: all
          .filter((tile) => drawn.has(tile))
          .map((tile) => shownTile(tile, label, addresses)),
        rest: restOf(
          all.filter((tile) => !drawn.has(tile)),
          label,
        ),
      }
    }),
    others: othersOf(others, ranked.length - shown.length),
  }
}

/** The largest first, then the first. */
function tilesOf(movements: PartyMovement[]): Tile[] {
  const tiles = new Map<string, Tile>()
  for (const { type, rune, amount = 0n, givers, receivers } of movements) {
    const taking = type === 'burn' ? givers : receivers
    const address = taking.find((party) => party !== undefined)
    const key = [type, rune, address].join()
    const tile = tiles.get(key)
    if (tile === undefined) tiles.set(key, { type, rune, address, movements: 1, amount })
    else {
      tile.movements++
      tile.amount += amount
    }
  }
  return [...tiles.values()].sort((one, two) => two.movements - one.movements)
}

/** The runes with the most movements first, then by age. */
function rankRunes(tiles: Tile[]): { rune: number; movements: number }[] {
  const movements = new Map<number, number>()
  for (const tile of tiles) {
    movements.set(tile.rune, (movements.get(tile.rune) ?? 0) + tile.movements)
  }
  return [...movements]
    .map(([rune, count]) => ({ rune, movements: count }))
    .sort((one, two) => two.movements - one.movements || one.rune - two.rune)
}

function shownTile(
  { type, address, movements, amount }: Tile,
  { divisibility }: RuneLabel,
  addresses: Map<number | undefined, string>,
) {
  return {
    type,
    address: address === undefined ? undefined : addresses.get(address),
    movements,
    amount: applyDivisibility(amount, divisibility),
  }
}

/** By type, that with the largest tile first. */
function restOf(tiles: Tile[], { divisibility }: RuneLabel): BlockTreemap['runes'][number]['rest'] {
  return [...new Set(tiles.map(({ type }) => type))].map((type) => {
    const own = tiles.filter((tile) => tile.type === type)
    return {
      type,
      movements: own.reduce((sum, tile) => sum + tile.movements, 0),
      addresses: own.filter(({ address }) => address !== undefined).length,
      least: own.at(-1)?.movements ?? 0,
      most: own[0]?.movements ?? 0,
      amount: applyDivisibility(
        own.reduce((sum, { amount }) => sum + amount, 0n),
        divisibility,
      ),
    }
  })
}

function othersOf(tiles: Tile[], runes: number): BlockTreemap['others'] {
  if (runes === 0) return
  const count = (type: MovementType) =>
    tiles.reduce((sum, tile) => sum + (tile.type === type ? tile.movements : 0), 0)
  const counts: MovementCounts = {
    transfers: count('transfer'),
    mints: count('mint'),
    burns: count('burn'),
    etchings: count('etching'),
    changes: 0,
  }
  return { runes, counts }
}
