import { setTimeout } from 'node:timers/promises'
import pLimit from 'p-limit'
import {
  displayHash,
  hashBytes,
  MalformedBlock,
  type Outpoint,
  parseTransaction,
  splitOutpoint,
  toOutpoint,
  withoutWitnesses,
} from '../bitcoin/block.ts'
import type { BitcoinNode } from '../bitcoin/node.ts'
import { NodeError } from '../bitcoin/nodeConnection.ts'
import { hexOf, MAX_INTEGER, numberOf, type Query, type Store } from '../database/database.ts'
import { PAIRS, selectPairs } from '../database/rows.ts'
import { DepartedTransactions } from './departedTransactions.ts'
import { countMoves } from './effects.ts'
import { createIndexFinder } from './keyFinder.ts'
import { type IndexTip, readIndexTip } from './writeBatch.ts'

/** A transaction of the mempool. There may be 300,000, so a string has what is needed again: one byte a character. */
export type MempoolTransaction = {
  /** Its index in the node's order. */
  position: number
  /** The outputs that it spends, one after the other. */
  inputs: string
  /** The transactions of the mempool that it spends from. */
  parents: readonly string[]
  /** Undefined if it moves no runes, as far as is known. Without bytes if its edicts ask for too many moves. */
  moving: { bytes: string; edictMoves: number } | undefined
  /** In satoshis a virtual byte, if the node was asked. */
  feeRate: number | undefined
}

/** A transaction that asks for more moves is skipped, with all that spend from it. */
export const MAX_TRANSACTION_MOVES = 20_000

/** Some have 400 kB. */
const TRANSACTIONS_A_CALL = 25
/** So many are looked up in the index together. */
const TRANSACTIONS_A_LOOKUP = 250
const FEES_A_CALL = 100
/** Whoever asks waits so long for transactions to be read, and reading then goes on. */
const ROUND_MS = 1000
/** Of inputs and bytes. No more transactions are read beyond. */
const MAX_CHARACTERS = 100_000_000
/** After more blocks everything is read again. */
const MAX_NEW_BLOCKS = 12
const OUTPOINT_LENGTH = 36
const NO_PARENTS: readonly string[] = []

/**
 * The transactions of a node's mempool that may move runes: those with a runestone, those that spend outputs with
 * runes, and those that spend from one of these.
 */
export class MempoolTransactions {
  readonly #node: BitcoinNode
  readonly #store: Store
  readonly #known = new Map<string, MempoolTransaction>()
  /** Those that are still to be read, with their indexes in the node's order. */
  #missing = new Map<string, number>()
  /** The outputs with runes in the index that known transactions spend, and how many runes they have. */
  readonly #runesByOutput = new Map<Outpoint, number>()
  /** Up to which block `#runesByOutput` is right. */
  #tip: IndexTip | undefined
  /** The newest block of the index before the node listed its mempool: no listed transaction is in it, or before. */
  listedTip = ''
  readonly departed = new DepartedTransactions()
  #characters = 0
  #reading: Promise<void> | undefined
  /** No transactions are added while those of new blocks are looked for. */
  readonly #inTurn = pLimit(1)

  constructor(node: BitcoinNode, store: Store) {
    this.#node = node
    this.#store = store
  }

  get unread(): number {
    return this.#missing.size
  }

  /** Undefined if it is still to be read, or not listed. */
  get(id: string): MempoolTransaction | undefined {
    return this.#known.get(id)
  }

  /** Whether the node listed it lately. */
  isListed(id: string): boolean {
    return this.#known.has(id) || this.#missing.has(id)
  }

  /** The known transactions that spend some outputs, by these outputs. */
  spendersOf(outpoints: readonly Outpoint[]): Map<Outpoint, string> {
    const spenders = new Map<Outpoint, string>()
    for (const [id, { inputs }] of this.#known) {
      for (const outpoint of outpoints) {
        // Most transactions spend none of them.
        if (inputs.includes(outpoint) && outpointsIn(inputs).includes(outpoint)) {
          spenders.set(outpoint, id)
        }
      }
    }
    return spenders
  }

  /** By id. */
  moving(): Map<string, MempoolTransaction> {
    return new Map([...this.#known].filter(([, { moving }]) => moving !== undefined))
  }

  /** The outputs that a transaction spends and that hold runes in the index, and how many runes they have. */
  heldInputs({ inputs }: MempoolTransaction): [Outpoint, runes: number][] {
    return outpointsIn(inputs).flatMap((outpoint): [Outpoint, number][] => {
      const runes = this.#runesByOutput.get(outpoint)
      return runes === undefined ? [] : [[outpoint, runes]]
    })
  }

  /** Reads what the node's mempool has now, or a part of it: then `unread` is not 0. @throws {NodeError} */
  async update(): Promise<void> {
    await this.#inTurn(() => this.#followTip())
    const tip = this.#tip?.hash ?? ''
    const ids = await this.#node.mempoolTransactionIds()
    await this.#inTurn(async () => {
      this.#list(ids)
      this.listedTip = tip
    })
    this.#reading ??= this.#readMissing().finally(() => {
      this.#reading = undefined
    })
    // Whoever waits for it gets the error, and otherwise the next call does.
    this.#reading.catch(() => {})
    await Promise.race([this.#reading, setTimeout(ROUND_MS, undefined, { ref: false })])
  }

  /** Asks for the fee rates that were not asked for yet. Returns whether there were any. @throws {NodeError} */
  async readFeeRates(): Promise<boolean> {
    const unknown = [...this.moving()].filter(([, { feeRate }]) => feeRate === undefined)
    const end = performance.now() + ROUND_MS
    for (let at = 0; at < unknown.length && performance.now() < end; at += FEES_A_CALL) {
      const asked = unknown.slice(at, at + FEES_A_CALL)
      const rates = await this.#node.mempoolFeeRates(asked.map(([id]) => id)).catch(ifRefused)
      for (const [id, transaction] of asked) transaction.feeRate = rates.get(id) ?? 0
    }
    return unknown.length > 0
  }

  /** Notes which of the spent outputs hold runes since the blocks that came after the last call. */
  async #followTip(): Promise<void> {
    const before = this.#tip
    const { tip, found } = await this.#store.readTransaction(async (query) => {
      const tip = await readIndexTip(query)
      if (tip === undefined || before === undefined || tip.hash === before.hash) {
        return { tip, found: new Map<Outpoint, number>() }
      }
      const isNear = tip.height <= before.height + MAX_NEW_BLOCKS
      const isLater = isNear && (await isInChain(query, before))
      return { tip, found: isLater ? await readNewOutputs(query, before) : undefined }
    })
    // Only now: what could not be read is read by the next call.
    this.#tip = tip
    if (found === undefined) this.#forgetAll()
    else if (found.size > 0) this.#addOutputs(found)
  }

  #forgetAll(): void {
    this.#known.clear()
    this.#missing.clear()
    this.#runesByOutput.clear()
    this.#characters = 0
  }

  /** Those that spend such outputs are read again if their bytes are not there. */
  #addOutputs(found: ReadonlyMap<Outpoint, number>): void {
    for (const [id, { inputs, moving }] of this.#known) {
      let isHolder = false
      for (const outpoint of outpointsIn(inputs)) {
        const runes = found.get(outpoint)
        if (runes === undefined) continue
        this.#runesByOutput.set(outpoint, runes)
        isHolder = true
      }
      if (isHolder && moving === undefined) this.#readAgain(id)
    }
  }

  #list(ids: string[]): void {
    const listed = new Set(ids)
    for (const [id, { inputs, moving }] of this.#known) {
      if (listed.has(id)) continue
      if (moving !== undefined) this.departed.add(id, inputs)
      this.#forget(id)
      for (const outpoint of outpointsIn(inputs)) this.#runesByOutput.delete(outpoint)
    }
    this.#missing = new Map()
    for (const [position, id] of ids.entries()) {
      const known = this.#known.get(id)
      if (known === undefined) this.#missing.set(id, position)
      else known.position = position
    }
  }

  #forget(id: string): void {
    const known = this.#known.get(id)
    if (known === undefined) return
    this.#characters -= sizeOf(known)
    this.#known.delete(id)
  }

  #readAgain(id: string): void {
    const position = this.#known.get(id)?.position
    this.#forget(id)
    if (position !== undefined) this.#missing.set(id, position)
  }

  async #readMissing(): Promise<void> {
    do {
      while (this.#missing.size > 0 && this.#characters < MAX_CHARACTERS) {
        const ids = firstKeys(this.#missing, TRANSACTIONS_A_LOOKUP)
        const read = await this.#read(ids)
        await this.#inTurn(() => this.#add(ids, read))
      }
    } while (this.#readChildrenAgain())
  }

  async #read(ids: string[]): Promise<ReadTransaction[]> {
    const read: ReadTransaction[] = []
    for (let at = 0; at < ids.length; at += TRANSACTIONS_A_CALL) {
      const some = ids.slice(at, at + TRANSACTIONS_A_CALL)
      for (const [id, bytes] of await this.#node.mempoolTransactions(some)) {
        read.push(parse(id, bytes))
      }
    }
    return read
  }

  async #add(ids: string[], read: ReadTransaction[]): Promise<void> {
    const inputs = read.flatMap((transaction) => transaction.inputs)
    for (const [outpoint, runes] of await readHeldOutputs(this.#store, inputs)) {
      this.#runesByOutput.set(outpoint, runes)
    }
    for (const transaction of read) {
      const position = this.#missing.get(transaction.id)
      // It may have left the mempool.
      if (position === undefined) continue
      const known = this.#describe(transaction, position)
      this.#known.set(transaction.id, known)
      this.#characters += sizeOf(known)
    }
    for (const id of ids) this.#missing.delete(id)
  }

  #describe({ inputs, bytes, edictMoves }: ReadTransaction, position: number): MempoolTransaction {
    const parents = this.#parentsOf(inputs)
    const isMoving =
      edictMoves !== undefined ||
      inputs.some((outpoint) => this.#runesByOutput.has(outpoint)) ||
      parents.some(this.#isMoving)
    const moving = isMoving ? keep(bytes, edictMoves) : undefined
    return { position, inputs: inputs.join(''), parents, moving, feeRate: undefined }
  }

  #parentsOf(inputs: Outpoint[]): readonly string[] {
    const spent = new Set(inputs.map((outpoint) => splitOutpoint(outpoint).txid))
    const parents = [...spent]
      .map(displayHash)
      .filter((id) => this.#known.has(id) || this.#missing.has(id))
    return parents.length === 0 ? NO_PARENTS : parents
  }

  readonly #isMoving = (id: string) => this.#known.get(id)?.moving !== undefined

  /** If a node lists children before their parents, it was not known that they may move runes. */
  #readChildrenAgain(): boolean {
    const children = [...this.#known].filter(
      ([, { moving, parents }]) => moving === undefined && parents.some(this.#isMoving),
    )
    for (const [id] of children) this.#readAgain(id)
    return children.length > 0
  }
}

export function outpointsIn(inputs: string): Outpoint[] {
  return Array.from({ length: inputs.length / OUTPOINT_LENGTH }, (_, index) =>
    inputs.slice(index * OUTPOINT_LENGTH, (index + 1) * OUTPOINT_LENGTH),
  )
}

function sizeOf({ inputs, moving }: MempoolTransaction): number {
  return inputs.length + (moving?.bytes.length ?? 0)
}

/** Without the methods for fees, all fees count as equal. */
function ifRefused(error: unknown): Map<string, number> {
  if (error instanceof NodeError && error.kind === 'unauthorized') return new Map()
  throw error
}

function firstKeys(map: ReadonlyMap<string, unknown>, count: number): string[] {
  const keys: string[] = []
  for (const key of map.keys()) {
    if (keys.push(key) === count) break
  }
  return keys
}

/** Bytes are without witnesses, and the moves of edicts undefined without a runestone. */
type ReadTransaction = {
  id: string
  inputs: Outpoint[]
  bytes: Buffer
  edictMoves: number | undefined
}

/** Bytes that are not those of the transaction count as one that does nothing. */
function parse(id: string, given: Uint8Array<ArrayBuffer>): ReadTransaction {
  const nothing = { id, inputs: [], bytes: Buffer.alloc(0), edictMoves: undefined }
  try {
    const bytes = withoutWitnesses(given)
    const transaction = parseTransaction(bytes, 0)
    if (transaction.txid !== id) return nothing
    const { inputs, runestone } = transaction
    return { id, inputs, bytes, edictMoves: runestone && countMoves(transaction) }
  } catch (error) {
    if (error instanceof MalformedBlock) return nothing
    throw error
  }
}

function keep(bytes: Buffer, edictMoves = 0) {
  return { bytes: edictMoves > MAX_TRANSACTION_MOVES ? '' : bytes.toString('latin1'), edictMoves }
}

async function isInChain(query: Query, { height, hash }: IndexTip): Promise<boolean> {
  const [row] = await query('SELECT hash FROM blocks WHERE height = $1', [height])
  return row !== undefined && hexOf(row, 'hash') === hash
}

/** The unspent outputs with runes of the blocks after one, and how many runes they have. */
async function readNewOutputs(query: Query, { next }: IndexTip): Promise<Map<Outpoint, number>> {
  const rows = await query(
    `SELECT t.txid, o.vout, count(*) AS runes FROM txs t JOIN outputs o ON o.tx = t.id
      WHERE t.id >= $1 AND o.spender IS NULL GROUP BY t.id, t.txid, o.vout`,
    [next.tx],
  )
  return new Map(
    rows.map((row) => [
      toOutpoint(hashBytes(hexOf(row, 'txid')), numberOf(row, 'vout')),
      numberOf(row, 'runes'),
    ]),
  )
}

/** Those of the outputs that hold runes in the index and are unspent, and how many runes they have. */
function readHeldOutputs(store: Store, outpoints: Outpoint[]): Promise<Map<Outpoint, number>> {
  return store.readTransaction(async (query) => {
    const byKey = new Map<string, { outpoint: Outpoint; tx: number; vout: number }>()
    for (const [outpoint, tx] of await createIndexFinder({ query }).findTransactions(outpoints)) {
      const { vout } = splitOutpoint(outpoint)
      if (vout <= MAX_INTEGER) byKey.set(`${tx}:${vout}`, { outpoint, tx, vout })
    }
    const rows = await selectPairs(
      query,
      `SELECT o.tx, o.vout, count(*) AS runes FROM ${PAIRS} CROSS JOIN outputs o
        WHERE o.tx = pairs.one AND o.vout = pairs.two AND o.spender IS NULL GROUP BY o.tx, o.vout`,
      [...byKey.values()].map(({ tx, vout }) => [tx, vout] as const),
    )
    return new Map(
      rows.flatMap((row): [Outpoint, number][] => {
        const output = byKey.get(`${row.tx}:${row.vout}`)
        return output === undefined ? [] : [[output.outpoint, numberOf(row, 'runes')]]
      }),
    )
  })
}
