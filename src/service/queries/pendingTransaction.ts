import { parseOutput } from '../../contract/identifiers.ts'
import type { PendingTransaction, SpentInput } from '../../contract/schemas/pending.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { hexOf } from '../../database/database.ts'
import {
  KIND_NAMES,
  KINDS,
  type KindCounts,
  type KindName,
  noCounts,
  RUNE_MOVEMENTS,
  sumOfCounts,
} from '../../database/kinds.ts'
import { LIST, selectIn } from '../../database/rows.ts'
import { notFound } from '../http/httpProblem.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import { decodeTransaction } from './decode.ts'
import { addEdge, edgesOf, newPairs } from './flow.ts'
import { type Index, newestBlockOf } from './indexReader.ts'
import { locateTransaction, placeOf, readLabelsById } from './locate.ts'
import { ARRIVING_KINDS, type Movable } from './movable.ts'
import { findOutput } from './outputs.ts'
import { type RawPendingMovement, readKnown, showMovements } from './pending.ts'
import { listRecords } from './pendingLists.ts'
import { describeForeseen, type RawForeseenRefusal } from './refusals.ts'
import {
  addRecord,
  movementCountsOf,
  nameTotals,
  newTotals,
  type PackedRecord,
  type Totals,
} from './totals.ts'
import { draftDescription, nameDescription } from './transactions.ts'

type Held = { owner: string | undefined; amounts: ReadonlyMap<string, bigint> }

/** A row of the ledger that the next block may add: `rune` is an id, amounts are raw. */
export type RawPendingRecord = {
  kind: KindName
  rune: string
  address: string | undefined
  receiver: string | undefined
  amount: string | undefined
  fresh: string | undefined
  change: string | undefined
  vout: number | undefined
}

/** What is known of a transaction of the mempool, or of one that left it. `spent` has the outputs with runes. */
export type RawPendingTransaction = {
  state: 'worked-out' | 'waiting' | 'skipped' | 'departed'
  entry:
    | { fee: number; vsize: number; since: number; isReplaceable: boolean | undefined }
    | undefined
  movements: RawPendingMovement[]
  records: RawPendingRecord[]
  refusals: RawForeseenRefusal[]
  flaw: string | undefined
  /** Without its witnesses, if it has a runestone or spends runes. */
  bytes: Uint8Array<ArrayBuffer> | undefined
  inputs: string[]
  spent: ReadonlyMap<string, Held>
  parents: readonly string[]
  seen: { since: number | undefined; until: number } | undefined
  replacedBy: string | undefined
}

const NOT_PENDING = 'the mempool of the Bitcoin node has no transaction of this id'
const CONFIRMED = 'this transaction is in a block; /explorer/v1/transactions has it'
const MAX_PARENTS = 25
const MAX_INPUTS = 50

/**
 * A transaction that is in no block of the index.
 * @throws {HttpProblem} 404 if the node does not have it, or if the index does.
 */
export async function readPendingTransaction(
  index: Index,
  txId: string,
  found: RawPendingTransaction | undefined,
): Promise<PendingTransaction> {
  if ((await locateTransaction(index, txId)) !== undefined) throw notFound(CONFIRMED)
  if (found === undefined) throw notFound(NOT_PENDING)
  const { state, entry, flaw, parents, seen } = found
  const inputs = await readInputs(index, found)
  const records = await readKnown(index, found.records)
  const replaced = replacementOf(found, inputs)
  return {
    tx_id: txId,
    state: state !== 'departed' ? 'pending' : replaced === undefined ? 'gone' : 'replaced',
    fee: entry?.fee,
    virtual_size: entry?.vsize,
    fee_rate: entry && feeRateOf(entry),
    seen_since: entry?.since ?? seen?.since,
    seen_until: seen?.until,
    is_replaceable: entry?.isReplaceable,
    waits_for: parents.slice(0, MAX_PARENTS),
    waits_for_count: parents.length,
    ...replaced,
    outcome: OUTCOMES[state],
    flaw,
    ...(await describeRecords(index, found, records)),
    ...describeLists(txId, records),
    ...(await readRunestone(index, txId, found)),
    inputs,
    input_count: found.inputs.length,
    newest_block: newestBlockOf(index.tip),
  }
}

const OUTCOMES = {
  'worked-out': 'known',
  waiting: 'waiting',
  skipped: 'skipped',
  departed: 'none',
} as const

/** Cut off after two decimals. */
export function feeRateOf({ fee, vsize }: { fee: number; vsize: number }): string {
  return applyDivisibility((BigInt(fee) * 100n) / BigInt(vsize), 2)
}

/** The transaction that spends the same outputs instead: in a block, or in the mempool. */
function replacementOf({ state, replacedBy }: RawPendingTransaction, inputs: SpentInput[]) {
  if (state !== 'departed') return
  const spender = inputs.find(({ spent_by }) => spent_by !== undefined)?.spent_by
  if (spender !== undefined) {
    return { replaced_by: spender.tx_id, replaced_in: spender.block_height }
  }
  return replacedBy === undefined ? undefined : { replaced_by: replacedBy }
}

/** Numbers for texts: the clauses of transactions of the index are made of the keys of its rows. */
class Keys {
  readonly #keys = new Map<string, number>()
  readonly texts = new Map<number | undefined, string>()

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.keyOf(text)
  }

  keyOf(text: string): number {
    const key = this.#keys.get(text) ?? this.#keys.size
    this.#keys.set(text, key)
    this.texts.set(key, text)
    return key
  }
}

/** The records of the runes of the index, which the movements are about too. */
type KnownRecords = Awaited<ReturnType<typeof readKnown<RawPendingRecord>>>

/** The keys of runes are in the order of their ids, as those of the index are. */
function keysOf(records: readonly RawPendingRecord[]) {
  const runes = records.map(({ rune }) => rune).sort(BY_NUMBERS.compare)
  return { runes: new Keys(runes), addresses: new Keys() }
}

const BY_NUMBERS = new Intl.Collator('en', { numeric: true })

/** What the records are together, as the details of a transaction of the index have it. */
export async function describeRecords(
  index: Index,
  { movements, refusals }: Pick<RawPendingTransaction, 'movements' | 'refusals'>,
  { known, isKnown, labelOf }: KnownRecords,
) {
  const keys = keysOf(known)
  const totals = new Map<number, Totals>()
  const pairs = new Map<number, ReturnType<typeof newPairs>>()
  for (const record of known) {
    const packed = pack(record, keys)
    const [, rune] = packed
    addRecord(
      entryOf(totals, rune, () => newTotals(rune)),
      packed,
    )
    addEdge(entryOf(pairs, rune, newPairs), packed)
  }
  const ranked = [...totals.values()].sort(
    (one, other) => movementsOf(other) - movementsOf(one) || one.key - other.key,
  )
  const described = ranked.slice(0, MAX_DESCRIBED_RUNES)
  const edges = new Map([...pairs].map(([rune, own]) => [rune, edgesOf(own, false)]))
  const labelOfKey = (key: number): RuneLabel => labelOf(keys.runes.texts.get(key) ?? '')
  const counts = sumCounts(ranked)
  return {
    movements: sumOfCounts(counts, RUNE_MOVEMENTS),
    counts: movementCountsOf(counts),
    rune_count: ranked.length,
    ...nameDescription(draftDescription(described, edges), labelOfKey, keys.addresses.texts),
    runes: nameTotals(described, labelOfKey),
    refusals: await describeForeseen(index, refusals),
    results: showMovements(movements.filter(isKnown), labelOf),
  }
}

/** Who would get and give what, of the records. */
function describeLists(txId: string, { known, labelOf }: KnownRecords) {
  const keys = keysOf(known)
  const packed = known.map((record) => pack(record, keys))
  return listRecords(packed, {
    txId,
    labelOf: (key) => labelOf(keys.runes.texts.get(key) ?? ''),
    addressOf: (key) => keys.addresses.texts.get(key ?? undefined),
  })
}

async function readRunestone(index: Index, txId: string, found: RawPendingTransaction) {
  const { state, bytes } = found
  if (bytes === undefined) return
  const movable = state === 'worked-out' ? movableOf(found) : undefined
  const runestone = await decodeTransaction(index, { txId, bytes, movable })
  return runestone.script === undefined ? undefined : { runestone }
}

/** What it can move, by the runes of its records. What it etches is left out. */
export function movableOf({ records }: Pick<RawPendingTransaction, 'records'>): Movable {
  const amounts = new Map<string, bigint>()
  for (const { kind, rune, amount = '0' } of records) {
    if (!ARRIVING_KINDS.some((one) => one === kind)) continue
    amounts.set(rune, (amounts.get(rune) ?? 0n) + BigInt(amount))
  }
  return { amounts, own: undefined }
}

const MAX_DESCRIBED_RUNES = 100

function entryOf<Value>(map: Map<number, Value>, key: number, create: () => Value): Value {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}

function movementsOf({ counts }: Totals): number {
  return sumOfCounts(counts, RUNE_MOVEMENTS)
}

function sumCounts(totals: Totals[]): KindCounts {
  const sum = noCounts()
  for (const { counts } of totals) {
    for (const kind of KIND_NAMES) sum[kind] += counts[kind]
  }
  return sum
}

/** A record as the index packs it, with numbers for its texts. */
function pack(record: RawPendingRecord, keys: { runes: Keys; addresses: Keys }): PackedRecord {
  const { kind, rune, address, receiver, amount, fresh, change, vout } = record
  const keyOf = (text: string | undefined) =>
    text === undefined ? null : keys.addresses.keyOf(text)
  return [
    KINDS[kind],
    keys.runes.keyOf(rune),
    keyOf(address),
    keyOf(receiver),
    amount ?? null,
    fresh ?? null,
    change ?? null,
    vout ?? null,
  ]
}

/** The outputs that it spends. What those of the index hold is read there. */
export async function readInputs(
  index: Index,
  { inputs, spent, parents }: Pick<RawPendingTransaction, 'inputs' | 'spent' | 'parents'>,
): Promise<SpentInput[]> {
  const shown = inputs.flatMap((text) => parseOutput(text) ?? []).slice(0, MAX_INPUTS)
  const places = await readPlaces(index, new Set(shown.map(({ txId }) => txId)))
  const labels = await readLabelsById(index, runesOf(spent))
  const read: SpentInput[] = []
  for (const output of shown) {
    const { txId, text } = output
    const [place, held] = [places.get(txId), spent.get(text)]
    const known = place && (await findOutput(index, output))
    read.push({
      output: text,
      address: known?.address ?? held?.owner,
      ...(known
        ? { runes: known.runes, rune_count: known.rune_count }
        : describeHeld(held, labels)),
      made_by: place,
      is_pending: place === undefined && parents.includes(txId),
      spent_by: known?.spent_by,
    })
  }
  return read
}

async function readPlaces({ query }: Index, txIds: ReadonlySet<string>) {
  const rows = await selectIn(
    query,
    `SELECT t.txid, t.height, t.tx_index, b.timestamp
       FROM txs t JOIN blocks b ON b.height = t.height WHERE t.txid IN (${LIST})`,
    [...txIds].map((txId) => Buffer.from(txId, 'hex')),
  )
  return new Map(rows.map((row) => [hexOf(row, 'txid'), placeOf(row)]))
}

function runesOf(spent: RawPendingTransaction['spent']): Set<string> {
  return new Set([...spent.values()].flatMap(({ amounts }) => [...amounts.keys()]))
}

/** What an output holds whose transaction is not in a block either. */
function describeHeld(held: Held | undefined, labels: ReadonlyMap<string, RuneLabel>) {
  const runes = [...(held?.amounts ?? [])].flatMap(([id, amount]) => {
    const rune = labels.get(id)
    return rune ? [{ rune, amount: applyDivisibility(amount, rune.divisibility) }] : []
  })
  return { runes: runes.slice(0, MAX_RUNES), rune_count: runes.length }
}

const MAX_RUNES = 100
