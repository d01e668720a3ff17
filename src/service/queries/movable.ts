import { type Edict, OWN_RUNE, type RuneId, splitRuneId } from '../../bitcoin/runestone.ts'
import { KINDS, OPERATION_KINDS } from '../../database/kinds.ts'
import type { Index } from './indexReader.ts'
import { isBefore, readLabels } from './labels.ts'
import { locateTransaction } from './locate.ts'
import { canBeRead, readPacked } from './packedRows.ts'

/** What a transaction can move of each rune: what it spends, mints and premines. */
export type Movable = {
  amounts: ReadonlyMap<RuneId, bigint>
  /** The id of what it etches; undefined if that is left out. */
  own: RuneId | undefined
}

/** All that a transaction can move is received or burned. */
export const ARRIVING_KINDS = [...OPERATION_KINDS.receive, ...OPERATION_KINDS.burn] as const

/** What a transaction of a block could move. Undefined if it has too many records to read them. */
export async function readMovable(index: Index, txId: string): Promise<Movable | undefined> {
  const located = await locateTransaction(index, txId)
  if (located === undefined) return { amounts: new Map(), own: undefined }
  if (!canBeRead(located)) return
  const sums = new Map<number, bigint>()
  await readPacked<[rune: number, amount: string]>(index, located, {
    columns: ['rune', 'amount'],
    from: `ledger l WHERE id >= $1 AND id < $2 AND +kind IN (${ARRIVING_KINDS.map((kind) => KINDS[kind])})`,
    take: ([rune, amount]) => sums.set(rune, (sums.get(rune) ?? 0n) + BigInt(amount)),
  })
  const labelOf = await readLabels(index, [...sums.keys()])
  const { block_height, tx_index } = located.place
  return {
    amounts: new Map([...sums].map(([rune, sum]) => [labelOf(rune).id, sum])),
    own: `${block_height}:${tx_index}`,
  }
}

/** How many outputs there are, and how many of them are not OP_RETURN. */
type OutputCounts = { outputs: number; destinations: number }

/**
 * How much each edict moves, one after the other; undefined of a rune that is left out, or older than an index that
 * begins late.
 */
export function amountsMoved(
  index: Index,
  edicts: readonly Edict[],
  { amounts, own, outputs, destinations }: Movable & OutputCounts,
): (bigint | undefined)[] {
  const left = new Map(amounts)
  return edicts.map(({ id, amount, output }) => {
    const rune = id === OWN_RUNE ? own : id
    if (rune === undefined || isBefore(splitRuneId(rune, BigInt)[0], index)) return undefined
    const balance = left.get(rune) ?? 0n
    const reached = BigInt(output < outputs ? 1 : destinations)
    const asked = amount === 0n && reached > 0n ? balance : amount * reached
    const moved = asked < balance ? asked : balance
    left.set(rune, balance - moved)
    return moved
  })
}
