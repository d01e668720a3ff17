import type { Place } from '../../contract/schemas/movement.ts'
import { numberOf, optionalNumberOf, type Row } from '../../database/database.ts'
import { KINDS, OPERATION_KINDS } from '../../database/kinds.ts'
import { LIST, PAIRS, selectIn, selectPairs } from '../../database/rows.ts'
import type { Index } from './indexReader.ts'
import { placeOf } from './locate.ts'

type Receipts = { first?: Receipt | undefined; last?: Receipt | undefined }
/** `id`: that of the record. */
type Receipt = { id: number; place: Place }

// Not `change_receives`, which are only change.
const GAINS = OPERATION_KINDS.receive
  .filter((kind) => kind !== 'change_receives')
  .map((kind) => KINDS[kind])

/** The first and the last time that addresses got units of runes, in the order of `pairs`. */
export async function readReceipts(
  { query }: Index,
  pairs: { address: number; rune: number }[],
): Promise<Receipts[]> {
  const ends = GAINS.flatMap((kind) =>
    (['min', 'max'] as const).map(
      (
        end,
      ) => `(SELECT ${end}(id) FROM ledger WHERE address = one AND rune = two AND kind = ${kind})
        AS ${end}_${kind}`,
    ),
  )
  const rows = await selectPairs(
    query,
    `SELECT one, two, ${ends} FROM ${PAIRS} WHERE one IS NOT NULL`,
    pairs.map(({ address, rune }) => [address, rune] as const),
  )
  const found = new Map(
    rows.map((row) => [`${numberOf(row, 'one')} ${numberOf(row, 'two')}`, endsOf(row)]),
  )
  const placeRows = await selectIn(
    query,
    `SELECT l.id, t.height, b.timestamp, t.txid, t.tx_index
       FROM ledger l JOIN txs t ON t.id = l.tx JOIN blocks b ON b.height = t.height
      WHERE l.id IN (${LIST})`,
    [...found.values()].flat(),
  )
  const receipts = new Map(
    placeRows.map((row) => [numberOf(row, 'id'), { id: numberOf(row, 'id'), place: placeOf(row) }]),
  )
  return pairs.map(({ address, rune }) => {
    const [first = -1, last = -1] = found.get(`${address} ${rune}`) ?? []
    return { first: receipts.get(first), last: receipts.get(last) }
  })
}

function endsOf(row: Row): number[] {
  const idsOf = (end: string) =>
    GAINS.flatMap((kind) => optionalNumberOf(row, `${end}_${kind}`) ?? [])
  const [first, last] = [idsOf('min'), idsOf('max')]
  return first.length === 0 ? [] : [Math.min(...first), Math.max(...last)]
}
