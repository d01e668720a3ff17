import type { RuneIdentifier } from '../../contract/identifiers.ts'
import type { MovementType, Pending } from '../../contract/schemas/movement.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { Index } from './indexReader.ts'
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
}

/** How many transactions are not among the movements: not read yet, or too much work. */
export type MempoolReader = {
  read(): Promise<{ movements: RawPendingMovement[]; unread: number; skipped: number }>
}

const MAX_SHOWN = 100

/** Whose movements are asked for: those of a rune, or of an address. */
export type PendingOwner = { rune: RuneIdentifier } | { address: string }

/** The pending movements of a rune or an address. @throws {HttpProblem} 404 if there is no such rune. */
export async function readPending(
  index: Index,
  { movements, unread, skipped }: Awaited<ReturnType<MempoolReader['read']>>,
  owner: PendingOwner,
): Promise<Pending> {
  const wanted = movements.filter(await isOf(index, owner))
  const labels = await readLabelsById(index, new Set(wanted.map(({ rune }) => rune)))
  // What moves a rune that is not in a block yet is left out.
  const known = wanted.flatMap((movement) => {
    const rune = labels.get(movement.rune)
    return rune === undefined ? [] : [{ ...movement, rune }]
  })
  return {
    total: known.length,
    mints: known.filter(({ type }) => type === 'mint').length,
    unread,
    skipped,
    results: known.slice(0, MAX_SHOWN).map(({ txId, vout, amount, ...movement }) => ({
      ...movement,
      amount: applyDivisibility(amount, movement.rune.divisibility),
      output: vout === undefined ? undefined : `${txId}:${vout}`,
      tx_id: txId,
    })),
  }
}

async function isOf(index: Index, owner: PendingOwner) {
  if ('address' in owner) {
    return ({ from, to }: RawPendingMovement) => from === owner.address || to === owner.address
  }
  const { row } = await expectRune(index, owner.rune)
  const id = `${row.rune_height}:${row.rune_tx_index}`
  return ({ rune }: RawPendingMovement) => rune === id
}
