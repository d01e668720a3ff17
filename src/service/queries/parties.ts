import type { MovementType } from '../../contract/schemas/movement.ts'
import {
  KINDS,
  type KindName,
  kindNamed,
  NEW_RECEIVES,
  RUNE_MOVEMENTS,
} from '../../database/kinds.ts'
import type { Index } from './indexReader.ts'
import type { Range } from './ledger.ts'
import { MOVEMENT_TYPES_BY_KIND } from './movementPage.ts'
import { readPacked } from './packedRows.ts'
import { readPremines } from './totals.ts'

/** A movement with those who take part, by their keys: several may get what a mint or an etching makes. */
export type PartyMovement = {
  /** The key of its transaction. */
  tx: number
  type: MovementType
  rune: number
  /** The raw amount; undefined of an etching without a premine. */
  amount: bigint | undefined
  /** Of a burn: it destroys units of the same transaction. */
  isNew: boolean
  givers: Party[]
  receivers: Party[]
}

/** The key of an address; undefined for outputs without one. */
export type Party = number | undefined

type Packed = [
  kind: number,
  rune: number,
  tx: number,
  address: number | null,
  receiver: number | null,
  amount: string | null,
  fresh: string | null,
]
const COLUMNS = ['kind', 'rune', 'tx', 'address', 'receiver', 'amount', 'fresh']

/** What makes units, and the kinds of the records of those who got them. */
const MAKING = { mints: NEW_RECEIVES.mints, etchings: NEW_RECEIVES.etchings } as const
const READ_KINDS = [...RUNE_MOVEMENTS, 'changes', ...Object.values(MAKING).flat()] as const

/**
 * All movements of a block or a transaction in their order, change included.
 * @throws {HttpProblem} 400 if there are too many.
 */
export async function readPartyMovements(index: Index, range: Range): Promise<PartyMovement[]> {
  const movements: PartyMovement[] = []
  // A transaction mints and etches one rune each.
  const receivers = { mints: new Map<number, Party[]>(), etchings: new Map<number, Party[]>() }
  const receiversOf = (made: keyof typeof MAKING, tx: number) => {
    const known = receivers[made].get(tx) ?? []
    receivers[made].set(tx, known)
    return known
  }
  await readPacked<Packed>(index, range, {
    columns: COLUMNS,
    from: `ledger l WHERE id >= $1 AND id < $2 AND +kind IN (${READ_KINDS.map((kind) => KINDS[kind])})`,
    take([number, rune, tx, address, receiver, digits, fresh]) {
      const kind = kindNamed(number)
      const made = madeBy(kind)
      if (made !== undefined) {
        const known = receiversOf(made, tx)
        const receiver = address ?? undefined
        if (!known.includes(receiver)) known.push(receiver)
        return
      }
      const type = MOVEMENT_TYPES_BY_KIND.get(kind)
      if (type === undefined) return
      movements.push({
        tx,
        type,
        rune,
        amount: digits === null ? undefined : BigInt(digits),
        isNew: kind === 'burns' && fresh !== null,
        ...(kind === 'mints' || kind === 'etchings'
          ? { givers: [], receivers: receiversOf(kind, tx) }
          : {
              givers: [address ?? undefined],
              receivers: kind === 'burns' ? [] : [receiver ?? undefined],
            }),
      })
    },
  })
  await addPremines(index, movements)
  return movements
}

function madeBy(kind: KindName): keyof typeof MAKING | undefined {
  if (MAKING.mints.some((receive) => receive === kind)) return 'mints'
  return MAKING.etchings.some((receive) => receive === kind) ? 'etchings' : undefined
}

async function addPremines(index: Index, movements: PartyMovement[]): Promise<void> {
  const etchings = movements.filter(({ type }) => type === 'etching')
  const premines = await readPremines(
    index,
    etchings.map(({ rune }) => rune),
  )
  for (const etching of etchings) etching.amount = premines.get(etching.rune) || undefined
}
