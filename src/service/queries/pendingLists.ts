import type { AddressTotals } from '../../contract/schemas/movement.ts'
import type { PendingMovement, PendingOutput } from '../../contract/schemas/pending.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { type KindName, kindNamed, OPERATION_KINDS } from '../../database/kinds.ts'
import { type AddressSums, addRecordTo, byChange, nameSums, newSums } from './addressTotals.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import { isEntry, type PackedRecord } from './totals.ts'

/** At most so many rows of each list. */
const MAX_ROWS = 100

type Names = {
  txId: string
  labelOf: (key: number) => RuneLabel
  addressOf: (key: number | null) => string | undefined
}

/** What addresses, outputs and former owners would get of what a transaction moves, from its records. */
export function listRecords(records: PackedRecord[], names: Names) {
  const byAddress = sumByAddress(records, names)
  const outputs = sumByOutput(records, names)
  return {
    by_address: byAddress.slice(0, MAX_ROWS),
    by_address_total: byAddress.length,
    outputs: outputs.slice(0, MAX_ROWS),
    outputs_total: outputs.length,
    changes: records.flatMap((record) => changeOf(record, names) ?? []).slice(0, MAX_ROWS),
  }
}

/** Rune by rune in the order of their keys; of each, the largest change first. */
function sumByAddress(records: PackedRecord[], { labelOf, addressOf }: Names): AddressTotals[] {
  const byRune = new Map<number, Map<number | undefined, AddressSums>>()
  for (const record of records) {
    if (!isEntry(record)) continue
    const [, rune, address] = record
    const key = address ?? undefined
    const own = byRune.get(rune) ?? new Map<number | undefined, AddressSums>()
    const sums = own.get(key) ?? newSums(key)
    addRecordTo(sums, record)
    byRune.set(rune, own.set(key, sums))
  }
  const sorted = [...byRune].sort(([one], [two]) => one - two)
  return sorted.flatMap(([rune, own]) =>
    [...own.values()].sort(byChange).map((sums) => {
      return nameSums(sums, { rune: labelOf(rune), address: addressOf(sums.address ?? null) })
    }),
  )
}

/** What each output would hold, by its number; of each, rune by rune in the order of the records. */
function sumByOutput(
  records: PackedRecord[],
  { txId, labelOf, addressOf }: Names,
): PendingOutput[] {
  const held = new Map<
    string,
    { vout: number; rune: number; address: number | null; sum: bigint }
  >()
  for (const [, rune, address, , amount, , , vout] of receivesIn(records)) {
    const key = `${vout} ${rune}`
    const sum = BigInt(amount ?? 0) + (held.get(key)?.sum ?? 0n)
    held.set(key, { vout: vout ?? 0, rune, address, sum })
  }
  return [...held.values()]
    .sort((one, two) => one.vout - two.vout)
    .map(({ vout, rune, address, sum }) => ({
      output: `${txId}:${vout}`,
      vout,
      address: addressOf(address),
      rune: labelOf(rune),
      amount: applyDivisibility(sum, labelOf(rune).divisibility),
    }))
}

function receivesIn(records: PackedRecord[]): PackedRecord[] {
  return records.filter(([kind]) => RECEIVES.has(kindNamed(kind)))
}

const RECEIVES: ReadonlySet<KindName> = new Set(OPERATION_KINDS.receive)

function changeOf(
  record: PackedRecord,
  { txId, labelOf, addressOf }: Names,
): PendingMovement | undefined {
  const [kind, key, address, , amount, , , vout] = record
  if (kindNamed(kind) !== 'changes') return
  const rune = labelOf(key)
  const owner = addressOf(address)
  return {
    type: 'change',
    rune,
    amount: applyDivisibility(BigInt(amount ?? 0), rune.divisibility),
    from: owner,
    to: owner,
    output: vout === null ? undefined : `${txId}:${vout}`,
    tx_id: txId,
  }
}
