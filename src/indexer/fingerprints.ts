import { randomBytes } from 'node:crypto'
import { hashBytes, type Outpoint, toOutpoint } from '../bitcoin/block.ts'
import { hexOf, numberOf, type Query, textOf } from '../database/database.ts'
import type { KeyFinder } from './keyFinder.ts'
import type { NextIds } from './writeBatch.ts'

/**
 * Finds keys in memory, before the database has indexes: only their fingerprints are there, 8 bytes each.
 * Two keys may have the same one.
 */
export function createFingerprintFinder(hash = createKeyedHash(randomBytes(8))): FingerprintFinder {
  const outputs = new FingerprintTable()
  const addresses = new FingerprintTable()
  return {
    mayHaveOutput: (outpoint) => outputs.has(hash(outpoint)),
    async findTransactions(outpoints) {
      const found: [Outpoint, number][] = []
      for (const outpoint of outpoints) {
        for (const tx of outputs.find(hash(outpoint))) found.push([outpoint, tx])
      }
      return found
    },
    async findAddresses(wanted) {
      return wanted.flatMap((address) => addresses.find(hash(address)))
    },
    addOutput: (outpoint, tx) => outputs.add(hash(outpoint), tx),
    removeOutput: (outpoint, tx) => outputs.remove(hash(outpoint), tx),
    addAddress: (address, id) => addresses.add(hash(address), id),
    size: () => outputs.size + addresses.size,
    bytes: () => outputs.bytes + addresses.bytes,
  }
}

export type FingerprintFinder = KeyFinder & {
  /** The number of keys. */
  size: () => number
  bytes: () => number
}

/** How many transactions, or addresses, are read in one query. */
const STEP = 50_000

/** A finder that knows what is written: the unspent outputs and all addresses. */
export async function readFingerprintFinder(
  query: Query,
  next: NextIds,
  signal: AbortSignal,
): Promise<FingerprintFinder> {
  const finder = createFingerprintFinder()
  for (let first = 0; first < next.tx && !signal.aborted; first += STEP) {
    await readOutputs(finder, query, first)
  }
  for (let first = 0; first < next.address && !signal.aborted; first += STEP) {
    await readAddresses(finder, query, first)
  }
  return finder
}

async function readOutputs(finder: KeyFinder, query: Query, first: number): Promise<void> {
  const rows = await query(
    `SELECT DISTINCT o.tx, o.vout, t.txid FROM outputs o JOIN txs t ON t.id = o.tx
      WHERE o.tx >= $1 AND o.tx < $2 AND o.spender IS NULL`,
    [first, first + STEP],
  )
  for (const row of rows) {
    const txid = hashBytes(hexOf(row, 'txid'))
    finder.addOutput(toOutpoint(txid, numberOf(row, 'vout')), numberOf(row, 'tx'))
  }
}

async function readAddresses(finder: KeyFinder, query: Query, first: number): Promise<void> {
  const sql = 'SELECT id, address FROM addresses WHERE id >= $1 AND id < $2'
  for (const row of await query(sql, [first, first + STEP])) {
    finder.addAddress(textOf(row, 'address'), numberOf(row, 'id'))
  }
}

const FIRST_CAPACITY = 1024
const MAX_LOAD = 0.8
const GROWTH = 1.5
const NO_ID = 0xffff_ffff
const NONE: readonly number[] = []

/**
 * Ids by fingerprint, in a hash table with linear probing. A fingerprint of 32 bits also says where its slot
 * is, as a fraction of the table, so that the table grows without the keys. Equal entries can be added more
 * than once.
 */
export class FingerprintTable {
  #capacity = FIRST_CAPACITY
  /** Two numbers a slot: the fingerprint and the id. */
  #slots = emptySlots(FIRST_CAPACITY)
  size = 0

  get bytes(): number {
    return this.#slots.byteLength
  }

  add(fingerprint: number, id: number): void {
    if (this.size >= this.#capacity * MAX_LOAD) this.#grow()
    this.#insert(fingerprint, id)
    this.size++
  }

  has(fingerprint: number): boolean {
    return this.find(fingerprint).length > 0
  }

  find(fingerprint: number): readonly number[] {
    let found = NONE
    for (let slot = this.#home(fingerprint); this.#id(slot) !== NO_ID; slot = this.#after(slot)) {
      if (this.#slots[slot * 2] === fingerprint) found = [...found, this.#id(slot)]
    }
    return found
  }

  /** Removes one entry, if there is one. */
  remove(fingerprint: number, id: number): void {
    let slot = this.#home(fingerprint)
    while (this.#id(slot) !== id || this.#slots[slot * 2] !== fingerprint) {
      if (this.#id(slot) === NO_ID) return
      slot = this.#after(slot)
    }
    this.#empty(slot)
    this.size--
  }

  /** Moves entries that follow into the gap, so that no search stops before it finds them. */
  #empty(removed: number): void {
    let gap = removed
    for (let slot = this.#after(gap); this.#id(slot) !== NO_ID; slot = this.#after(slot)) {
      const home = this.#home(this.#slots[slot * 2] ?? 0)
      const isAfterGap = gap <= slot ? gap < home && home <= slot : gap < home || home <= slot
      if (isAfterGap) continue
      this.#slots.copyWithin(gap * 2, slot * 2, slot * 2 + 2)
      gap = slot
    }
    this.#slots[gap * 2 + 1] = NO_ID
  }

  #grow(): void {
    const former = this.#slots
    this.#capacity = Math.floor(this.#capacity * GROWTH)
    this.#slots = emptySlots(this.#capacity)
    for (let at = 0; at < former.length; at += 2) {
      const id = former[at + 1] ?? NO_ID
      if (id !== NO_ID) this.#insert(former[at] ?? 0, id)
    }
  }

  #insert(fingerprint: number, id: number): void {
    let slot = this.#home(fingerprint)
    while (this.#id(slot) !== NO_ID) slot = this.#after(slot)
    this.#slots[slot * 2] = fingerprint
    this.#slots[slot * 2 + 1] = id
  }

  #home(fingerprint: number): number {
    return Math.floor((fingerprint / 2 ** 32) * this.#capacity)
  }

  #after(slot: number): number {
    return slot + 1 === this.#capacity ? 0 : slot + 1
  }

  #id(slot: number): number {
    return this.#slots[slot * 2 + 1] ?? NO_ID
  }
}

function emptySlots(capacity: number): Uint32Array {
  return new Uint32Array(capacity * 2).fill(NO_ID)
}

/**
 * HalfSipHash-2-4 (Aumasson, Bernstein), 32 bits, of text with one byte a character. Nobody who does not know
 * the key can choose transactions whose fingerprints collide.
 */
export function createKeyedHash(key: Buffer): (text: string) => number {
  const [k0, k1] = [key.readInt32LE(0), key.readInt32LE(4)]
  return (text) => {
    let [v0, v1, v2, v3] = [k0, k1, 0x6c79_6765 ^ k0, 0x7465_6462 ^ k1]
    const words = text.length >> 2
    // After the words comes what is left with the length, and at last four rounds without any.
    for (let word = 0; word <= words + 1; word++) {
      const isLast = word > words
      const bytes = isLast ? 0 : word < words ? wordAt(text, word * 4) : lastWord(text)
      if (isLast) v2 ^= 0xff
      v3 ^= bytes
      for (let round = isLast ? 4 : 2; round > 0; round--) {
        v0 = (v0 + v1) | 0
        v1 = rotate(v1, 5) ^ v0
        v0 = rotate(v0, 16)
        v2 = (v2 + v3) | 0
        v3 = rotate(v3, 8) ^ v2
        v0 = (v0 + v3) | 0
        v3 = rotate(v3, 7) ^ v0
        v2 = (v2 + v1) | 0
        v1 = rotate(v1, 13) ^ v2
        v2 = rotate(v2, 16)
      }
      v0 ^= bytes
    }
    return (v1 ^ v3) >>> 0
  }
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}

function wordAt(text: string, at: number): number {
  return (
    text.charCodeAt(at) |
    (text.charCodeAt(at + 1) << 8) |
    (text.charCodeAt(at + 2) << 16) |
    (text.charCodeAt(at + 3) << 24)
  )
}

/** The bytes after the last whole word, and the length. */
function lastWord(text: string): number {
  let word = (text.length & 0xff) << 24
  for (let at = text.length & ~3; at < text.length; at++) {
    word |= text.charCodeAt(at) << ((at & 3) * 8)
  }
  return word
}
