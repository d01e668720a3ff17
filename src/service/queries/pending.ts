import type { MovementType, Pending } from '../../contract/schemas/movement.ts'
import { applyDivisibility } from '../applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { readLabelsById } from './locate.ts'

/** A movement that the next block may have: `rune` is an id, `amount` raw. */
export type PendingMovement = {
  txId: string
  type: MovementType
  rune: string
  amount: bigint
  from: string | undefined
  to: string | undefined
  vout: number | undefined
}

export type Mempool = { read(): Promise<{ movements: PendingMovement[]; unread: number }> }

const MAX_SHOWN = 100

/** The pending movements of a rune or an address. */
export async function readPending(
  index: Index,
  { movements, unread }: Awaited<ReturnType<Mempool['read']>>,
  isWanted: (movement: PendingMovement) => boolean,
): Promise<Pending> {
  const wanted = movements.filter(isWanted)
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
    results: known.slice(0, MAX_SHOWN).map(({ txId, vout, amount, ...movement }) => ({
      ...movement,
      amount: applyDivisibility(amount, movement.rune.divisibility),
      output: vout === undefined ? undefined : `${txId}:${vout}`,
      tx_id: txId,
    })),
  }
}
