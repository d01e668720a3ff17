// Movements that are alike, and the figures of a block.
import {
  amountOf,
  countMovements,
  countsOf,
  groupBy,
  isOfType,
  type MovementFilters,
  type MovementType,
  piecesOf,
  recordsOf,
  shown,
  typeOf,
} from './facts.ts'
import { RecordAnswers } from './recordAnswers.ts'
import type { ModelBlock, ModelRecord, ModelRune, ModelTx } from './types.ts'

export class AlikeAnswers extends RecordAnswers {
  /** The largest group first, then that of the first movement. */
  groups(txs: ModelTx[], likeness: Likeness, { type, rune, change }: MovementFilters = {}) {
    const types = type ?? (change === 'hide' ? 'all but change' : 'all')
    const movements = recordsOf(txs).filter(
      (record) => isOfType(record, types) && (rune === undefined || record.rune === rune),
    )
    const groups = [...groupBy(movements, (record) => likenessOf(record, likeness)).values()]
    return groups.sort((one, two) => two.length - one.length).map((records) => this.#group(records))
  }

  #group(records: ModelRecord[]) {
    const [{ rune } = { rune: undefined }] = records
    if (rune === undefined) throw new Error('a group has movements')
    const type = typeOf(records[0] ?? fail())
    const amount = type === 'etching' ? rune.premine : amountOf(records)
    const isAmountless = type === 'etching' && amount === 0n
    const hasEach = new Set(records.map((record) => record.amount)).size === 1 && !isAmountless
    return {
      type,
      rune: this.label(rune),
      movements: records.length,
      amount: isAmountless ? undefined : shown(amount, rune),
      amount_each: hasEach ? shown(amount / BigInt(records.length), rune) : undefined,
      givers: partiesOf(records.map(giversOf)),
      receivers: partiesOf(records.map(receiversOf)),
      of_new_units: records.filter(({ operation, fresh }) => operation === 'burn' && fresh > 0n)
        .length,
      in_cenotaphs: records.filter(({ tx }) => tx.flaw !== undefined).length,
    }
  }

  protected leading(block: ModelBlock) {
    const movements = recordsOf(block.txs).filter((record) =>
      LEADING_TYPES.some((type) => type === typeOf(record)),
    )
    const largestOf = (groups: ReadonlyMap<unknown, ModelRecord[]>) =>
      [...groups.values()].sort((one, two) => two.length - one.length)[0] ?? []
    const ofRune = largestOf(groupBy(movements, ({ rune }) => rune))
    const largest = largestOf(groupBy(ofRune, typeOf))
    const [first] = largest
    if (first === undefined || ofRune.length < 2) return
    const parties = partiesOf(largest.map((record) => partiesTaking(record)))
    return {
      type: typeOf(first),
      rune: this.label(first.rune),
      movements: largest.length,
      rune_movements: ofRune.length,
      addresses: parties.addresses,
      without_address: parties.without_address,
    }
  }

  treemap(block: ModelBlock) {
    const movements = recordsOf(block.txs).filter((record) => isOfType(record, 'all but change'))
    const byRune = [...groupBy(movements, ({ rune }) => rune)].sort(
      ([one, own], [two, others]) => others.length - own.length || one.number - two.number,
    )
    const shownRunes = byRune.slice(0, 100)
    const tiles = shownRunes.flatMap(([rune, records]) => tilesOf(rune, records))
    const place = new Map(movements.map((record, index) => [record, index]))
    const placeOf = ({ records: [first] }: Tile) => place.get(first ?? fail()) ?? 0
    tiles.sort((one, two) => two.records.length - one.records.length || placeOf(one) - placeOf(two))
    const drawn = tiles.slice(0, 600)
    const others = byRune.slice(100).flatMap(([, records]) => records)
    return {
      runes: shownRunes.map(([rune, records]) => ({
        rune: this.label(rune),
        movements: records.length,
        tiles: drawn.filter((tile) => tile.rune === rune).map(shownTile),
        rest: restOf(
          tiles.slice(600).filter((tile) => tile.rune === rune),
          rune,
        ),
      })),
      others:
        others.length === 0 ? undefined : { runes: byRune.length - 100, counts: countsOf(others) },
    }
  }

  protected groupCount(txs: ModelTx[], likeness: Likeness): number {
    return this.groups(txs, likeness, { change: 'hide' }).length
  }

  /** Of a block without movements. */
  protected nearestMoving({ height, txs }: ModelBlock) {
    if (countMovements(recordsOf(txs)) > 0) return {}
    const moving = this.ledger.blocks.filter((block) => countMovements(recordsOf(block.txs)) > 0)
    return {
      previous_moving: moving.filter((block) => block.height < height).at(-1)?.height,
      next_moving: moving.find((block) => block.height > height)?.height,
    }
  }
}

/** Movements of a block have the rune in common, those of a transaction the giver and the amount too. */
type Likeness = 'rune' | 'rune-giver-amount'

const LEADING_TYPES: MovementType[] = ['transfer', 'mint', 'burn']

function likenessOf(record: ModelRecord, likeness: Likeness): string {
  const { rune, address, amount } = record
  const finer = likeness === 'rune' ? [] : [address, amount]
  return [typeOf(record), rune.id, ...finer].join()
}

/** Undefined for outputs without an address. */
type Party = string | undefined

/** New units have none. */
function giversOf({ operation, address }: ModelRecord): Party[] {
  return operation === 'send' || operation === 'burn' ? [address] : []
}

/** Burned units have none. */
function receiversOf(record: ModelRecord): Party[] {
  if (record.operation === 'send') return [record.receiver]
  return [...new Set(piecesOf(record).map(({ address }) => address))]
}

/** Of a burn, who burned. */
function partiesTaking(record: ModelRecord): Party[] {
  return record.operation === 'burn' ? giversOf(record) : receiversOf(record)
}

/** `parties` are those of each movement. */
function partiesOf(parties: Party[][]) {
  const counts = new Map<string, number>()
  for (const party of parties.flat().filter((one) => one !== undefined)) {
    counts.set(party, (counts.get(party) ?? 0) + 1)
  }
  return {
    addresses: counts.size,
    first: [...counts.keys()].slice(0, 5),
    most: Math.max(0, ...counts.values()),
    without_address: parties.filter((own) => own.length === 0 || own.includes(undefined)).length,
  }
}

type Tile = { rune: ModelRune; address: string | undefined; records: ModelRecord[] }

function tilesOf(rune: ModelRune, records: ModelRecord[]): Tile[] {
  const own = groupBy(records, (record) => [typeOf(record), addressOfTile(record)].join())
  return [...own.values()].map((alike) => ({
    rune,
    address: addressOfTile(alike[0] ?? fail()),
    records: alike,
  }))
}

function addressOfTile(record: ModelRecord): Party {
  return partiesTaking(record).find((party) => party !== undefined)
}

function shownTile(tile: Tile) {
  const { rune, address, records } = tile
  return {
    type: typeOf(records[0] ?? fail()),
    address,
    movements: records.length,
    amount: shown(unitsOf(tile), rune),
  }
}

function unitsOf({ rune, records }: Tile): bigint {
  return typeOf(records[0] ?? fail()) === 'etching' ? rune.premine : amountOf(records)
}

function restOf(tiles: Tile[], rune: ModelRune) {
  const byType = groupBy(tiles, ({ records }) => typeOf(records[0] ?? fail()))
  return [...byType].map(([type, own]) => {
    const sizes = own.map(({ records }) => records.length)
    return {
      type,
      movements: sizes.reduce((sum, size) => sum + size, 0),
      addresses: own.filter(({ address }) => address !== undefined).length,
      least: Math.min(...sizes),
      most: Math.max(...sizes),
      amount: shown(
        own.reduce((sum, tile) => sum + unitsOf(tile), 0n),
        rune,
      ),
    }
  })
}

function fail(): never {
  throw new Error('a group has movements')
}
