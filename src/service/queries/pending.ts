import type { RuneIdentifier } from '../../contract/identifiers.ts'
import type { MovementType } from '../../contract/schemas/movement.ts'
import type { Pending, PendingMovement } from '../../contract/schemas/pending.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import { type Index, newestBlockOf } from './indexReader.ts'
import { expectRune, readLabelsById } from './locate.ts'

/** A movement that the next block may have: `rune` is an id, `amount` raw. */
export type RawPendingMovement = {
  txId: string
  type: MovementType
  rune: string
  amount: bigint
  from: string | undefined
  to: string | undefined
  vout: number | undefined
  isNew: boolean
  receipts: { amount: bigint; to: string | undefined; vout: number }[] | undefined
}

/** How many transactions are not among the movements: not read yet, or too much work. */
export type RawPending = {
  movements: RawPendingMovement[]
  unread: number
  skipped: number
}

const MAX_SHOWN = 100
const MAX_RECEIPTS = 20

/** Whose movements are asked for: those of a rune or of an address, or all. */
export type PendingOwner = { rune: RuneIdentifier } | { address: string } | { all: true }

/** The pending movements of a rune, of an address, or all. @throws {HttpProblem} 404 if there is no such rune. */
export async function readPending(
  index: Index,
  { movements, unread, skipped }: RawPending,
  owner: PendingOwner,
): Promise<Pending> {
  const isWanted = await isOf(index, owner)
  const { known, labelOf } = await readKnown(index, movements.filter(isWanted))
  const countOf = (type: MovementType) => known.filter((movement) => movement.type === type).length
  return {
    total: known.length,
    counts: { transfers: countOf('transfer'), mints: countOf('mint'), burns: countOf('burn') },
    transactions: new Set(known.map(({ txId }) => txId)).size,
    unread,
    skipped,
    results: showMovements(known, labelOf),
    newest_block: newestBlockOf(index.tip),
  }
}

async function isOf(index: Index, owner: PendingOwner) {
  if ('all' in owner) return () => true
  if ('address' in owner) {
    return ({ from, to, receipts = [] }: RawPendingMovement) =>
      [from, to, ...receipts.map((receipt) => receipt.to)].includes(owner.address)
  }
  const { row } = await expectRune(index, owner.rune)
  const id = `${row.rune_height}:${row.rune_tx_index}`
  return ({ rune }: RawPendingMovement) => rune === id
}

/** Leaves out what moves a rune that is not in a block yet. */
export async function readKnown<Moving extends { rune: string }>(
  index: Index,
  movements: Moving[],
) {
  const labels = await readLabelsById(index, new Set(movements.map(({ rune }) => rune)))
  const labelOf = (id: string): RuneLabel => {
    const label = labels.get(id)
    if (label === undefined) throw new Error('a movement has a rune')
    return label
  }
  const isKnown = ({ rune }: { rune: string }) => labels.has(rune)
  return { known: movements.filter(isKnown), isKnown, labelOf }
}

/** The first movements, as responses have them. */
export function showMovements(
  movements: RawPendingMovement[],
  labelOf: (id: string) => RuneLabel,
): PendingMovement[] {
  return movements
    .slice(0, MAX_SHOWN)
    .map(({ txId, vout, amount, isNew, receipts, ...movement }) => {
      const rune = labelOf(movement.rune)
      const shown = (raw: bigint) => applyDivisibility(raw, rune.divisibility)
      return {
        ...movement,
        rune,
        amount: shown(amount),
        output: vout === undefined ? undefined : `${txId}:${vout}`,
        is_new: isNew || undefined,
        receipts: receipts?.slice(0, MAX_RECEIPTS).map((receipt) => ({
          amount: shown(receipt.amount),
          to: receipt.to,
          output: `${txId}:${receipt.vout}`,
        })),
        receipt_count: receipts?.length,
        tx_id: txId,
      }
    })
}
