import type { Movement } from '../../contract/schemas/movement.ts'
import { hexOf, numberOf, optionalTextOf, type Row } from '../../database/database.ts'
import { KINDS, type KindName, kindOf, NEW_RECEIVES } from '../../database/kinds.ts'
import { LIST, selectIn } from '../../database/rows.ts'
import type { Index } from './indexReader.ts'

/** Who got the new units of a mint or an etching. */
type Receivers = Pick<Movement, 'to' | 'output' | 'receivers' | 'has_more_receivers'>

const MAX_RECEIVERS = 3
/** Mostly, the receivers are among so many records that follow a mint, and nothing else is. */
const NEAR = 4

/** Reads who got what the mints and the etchings among some rows made. Other rows have no receivers. */
export async function readReceivers(
  index: Index,
  rows: Row[],
): Promise<(row: Row) => Receivers | undefined> {
  const making = rows.flatMap((row) => {
    const kinds = receivesOf(kindOf(row))
    return kinds === undefined ? [] : [{ row, kinds }]
  })
  const owners = await readNear(index, making)
  for (const made of making) {
    const id = numberOf(made.row, 'id')
    if (!owners.has(id)) owners.set(id, await readOwners(index, made))
  }
  return (row) => {
    const own = owners.get(numberOf(row, 'id'))
    return own && receiversOf(own, hexOf(row, 'txid'))
  }
}

type Made = { row: Row; kinds: readonly KindName[] }

function receivesOf(kind: KindName): readonly KindName[] | undefined {
  return kind === 'mints' || kind === 'etchings' ? NEW_RECEIVES[kind] : undefined
}

/** An address, or nobody, and the first and last output that gave it new units. */
type Owner = { address: string | undefined; first: number; last: number }

/** The owners of each row after which the transaction has few records, by its id. */
async function readNear({ query }: Index, making: Made[]): Promise<Map<number, Owner[]>> {
  const near = making.filter(({ row }) => endOf(row) - numberOf(row, 'id') <= NEAR)
  const pieces = await selectIn(
    query,
    `SELECT l.id, l.kind, l.rune, l.vout, a.address
       FROM ledger l LEFT JOIN addresses a ON a.id = l.address WHERE l.id IN (${LIST})`,
    near.flatMap(({ row }) => idsAfter(row)),
  )
  return new Map(
    near.map(({ row, kinds }) => {
      const ids = new Set(idsAfter(row))
      const own = pieces.filter(
        (piece) =>
          ids.has(numberOf(piece, 'id')) &&
          piece.rune === row.rune_key &&
          kinds.includes(kindOf(piece)),
      )
      return [numberOf(row, 'id'), groupByOwner(own.sort(byId))]
    }),
  )
}

function byId(one: Row, two: Row): number {
  return numberOf(one, 'id') - numberOf(two, 'id')
}

function idsAfter(row: Row): number[] {
  const id = numberOf(row, 'id')
  return Array.from({ length: endOf(row) - id - 1 }, (_, step) => id + 1 + step)
}

/** The id that follows the records of the transaction. */
function endOf(row: Row): number {
  return numberOf(row, 'first_record') + numberOf(row, 'records')
}

function groupByOwner(pieces: Row[]): Owner[] {
  const owners = new Map<string | undefined, Owner>()
  for (const piece of pieces) {
    const address = optionalTextOf(piece, 'address')
    const vout = numberOf(piece, 'vout')
    const { first, last } = owners.get(address) ?? { first: vout, last: vout }
    owners.set(address, { address, first: Math.min(first, vout), last: Math.max(last, vout) })
  }
  return [...owners.values()]
}

/** The same for one row: the owners that got something first, one address more than are shown. */
async function readOwners({ query }: Index, { row, kinds }: Made): Promise<Owner[]> {
  const rows = await query(
    `SELECT a.address, owners.first_vout, owners.last_vout
       FROM (SELECT address, min(id) AS place, min(vout) AS first_vout, max(vout) AS last_vout
               FROM ledger
              WHERE rune = $1 AND kind IN (${kinds.map((kind) => KINDS[kind])})
                AND id >= $2 AND id < $3
              GROUP BY address ORDER BY place LIMIT ${MAX_RECEIVERS + 2}) AS owners
       LEFT JOIN addresses a ON a.id = owners.address
      ORDER BY owners.place`,
    [numberOf(row, 'rune_key'), numberOf(row, 'first_record'), endOf(row)],
  )
  return rows.map((owner) => ({
    address: optionalTextOf(owner, 'address'),
    first: numberOf(owner, 'first_vout'),
    last: numberOf(owner, 'last_vout'),
  }))
}

/** The only receiver and the only output, and the first addresses. */
function receiversOf(owners: Owner[], txId: string): Receivers {
  const addresses = owners.flatMap(({ address }) => address ?? [])
  const [only] = owners.length === 1 ? owners : []
  return {
    to: only?.address,
    output: only !== undefined && only.first === only.last ? `${txId}:${only.first}` : undefined,
    receivers: addresses.slice(0, MAX_RECEIVERS),
    has_more_receivers: addresses.length > MAX_RECEIVERS,
  }
}
