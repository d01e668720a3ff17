import type { ParametersOf } from '../../contract/endpoints.ts'
import type {
  AddressMovement,
  AddressMovementType,
  Movement,
  MovementType,
} from '../../contract/schemas/movement.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import { numberOf, optionalTextOf, type Row, textOf } from '../../database/database.ts'
import { type KindName, kindOf, NEW_RECEIVES } from '../../database/kinds.ts'
import { LIST, selectIn } from '../../database/rows.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { runeLabelOf } from './labels.ts'
import {
  isMixed,
  kindsList,
  type LedgerList,
  NO_ROWS,
  positionList,
  runeAddressList,
} from './ledger.ts'
import { expectRune, locateAddress, placeOf } from './locate.ts'
import { movementOf, RUNE_KINDS, readRowPage, receivingOutputOf } from './movementPage.ts'

const ADDRESS_KINDS: Record<AddressMovementType, readonly KindName[]> = {
  ...RUNE_KINDS,
  transfer: ['transfers', 'receives', 'mixed_receives'],
  received: ['receives', 'mixed_receives'],
  sent: ['transfers'],
  mint: NEW_RECEIVES.mints,
  etching: NEW_RECEIVES.etchings,
}

/** A page of the movements of an address, as it sees them. */
export async function readAddressMovements(
  index: Index,
  { offset, limit, ...filters }: ParametersOf<'addressMovements'>,
) {
  const list = await addressList(index, filters)
  const { rows, ...page } = await readRowPage(list, { offset, limit })
  const isGiven = filters.type === 'transfer' || filters.type === 'received'
  const parts = isGiven ? rows.map((row) => ({ ...row, part: 1 })) : rows
  return { ...page, results: await addressMovementsOf(index, parts) }
}

async function addressList(
  index: Index,
  { address, type, rune, ...span }: Omit<ParametersOf<'addressMovements'>, keyof Paging>,
): Promise<LedgerList> {
  const owner = await locateAddress(index, address)
  if (owner === undefined) return NO_ROWS
  const key = rune && (await expectRune(index, rune)).key
  if (type !== undefined) {
    return kindsList(index, { ...owner, rune: key }, ADDRESS_KINDS[type], span)
  }
  return key === undefined
    ? positionList(index, owner, 'movements', span)
    : runeAddressList(index, owner, key, { rows: 'movements', span })
}

const MAX_COUNTERPARTIES = 3

/**
 * Rows of an address as movements: what others give it in an output is one, and what is new in it is another; change
 * is left out.
 */
async function addressMovementsOf(index: Index, rows: Row[]): Promise<AddressMovement[]> {
  const incoming = rows.filter(isReceive)
  const senders = await readSenders(index, [...new Set(incoming.map((row) => numberOf(row, 'id')))])
  return rows.map((row) => {
    if (!isReceive(row)) return outgoing(movementOf(row, index.isComplete))
    const isNew = kindOf(row) !== 'receives' && row.part !== 1
    const givers = isNew ? [] : [...(senders.get(numberOf(row, 'id')) ?? [])]
    const others = givers.flatMap((giver) =>
      giver === undefined || giver === row.address ? [] : [giver],
    )
    return {
      ...receiptOf(row, { isNew, isComplete: index.isComplete }),
      ...counterpartiesOf(others),
    }
  })
}

function isReceive(row: Row): boolean {
  return kindOf(row).endsWith('receives')
}

function counterpartiesOf(others: string[]) {
  return {
    from: others.length === 1 ? others[0] : undefined,
    counterparties: others.slice(0, MAX_COUNTERPARTIES),
    has_more_counterparties: others.length > MAX_COUNTERPARTIES,
  }
}

/** What is new in an output of an address, or what others gave it there. */
function receiptOf(row: Row, { isNew, isComplete }: { isNew: boolean; isComplete: boolean }) {
  const rune = runeLabelOf(row, isComplete)
  const fresh = BigInt(optionalTextOf(row, 'fresh') ?? 0)
  const change = BigInt(optionalTextOf(row, 'change') ?? 0)
  const raw = isNew ? fresh : BigInt(textOf(row, 'amount')) - fresh - change
  const amount = applyDivisibility(raw, rune.divisibility)
  const index = numberOf(row, 'id') - numberOf(row, 'first_record')
  return {
    type: isNew ? newTypeOf(kindOf(row)) : ('transfer' as const),
    rune,
    amount,
    change: amount,
    to: optionalTextOf(row, 'address'),
    output: receivingOutputOf(row),
    // Of a mixed receipt, the record of what is given is the first of its sends.
    index: isMixed(row) && !isNew ? index + 1 : index,
    place: placeOf(row),
  }
}

function newTypeOf(kind: KindName): MovementType {
  return NEW_RECEIVES.mints.some((name) => name === kind) ? 'mint' : 'etching'
}

function outgoing(movement: Movement): AddressMovement {
  const { type, amount = '0', rune, to } = movement
  const isChange = type === 'change'
  return {
    ...movement,
    change: isChange ? applyDivisibility(0n, rune.divisibility) : `-${amount}`,
    counterparties: to === undefined || isChange ? [] : [to],
    has_more_counterparties: false,
  }
}

/** How many of the records that follow a `receive` are read first; if all are its sends, twice as many follow. */
const FIRST_SENDS = 4

/** The owners of the pieces that arrived with each `receive`, by its id: its sends follow it. */
async function readSenders(index: Index, receives: number[]) {
  const senders = new Map(receives.map((id) => [id, new Set<string | undefined>()]))
  let [unread, start, count] = [receives, 1, FIRST_SENDS]
  while (unread.length > 0) {
    const steps = Array.from({ length: count }, (_, step) => start + step)
    const rows = await selectIn(
      index.query,
      `SELECT l.id, l.kind, a.address FROM ledger l LEFT JOIN addresses a ON a.id = l.address
        WHERE l.id IN (${LIST})`,
      unread.flatMap((id) => steps.map((step) => id + step)),
    )
    const byId = new Map(rows.map((row) => [numberOf(row, 'id'), row]))
    unread = unread.filter((id) => {
      const own = senders.get(id)
      for (const step of steps) {
        const row = byId.get(id + step)
        if (row === undefined || !['transfers', 'changes'].includes(kindOf(row))) return false
        own?.add(optionalTextOf(row, 'address'))
      }
      // Itself and nobody may be among them.
      return own !== undefined && own.size <= MAX_COUNTERPARTIES + 2
    })
    start += count
    count *= 2
  }
  return senders
}
