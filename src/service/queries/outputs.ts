import type { ParametersOf } from '../../contract/endpoints.ts'
import type { OutputIdentifier } from '../../contract/identifiers.ts'
import type {
  OutputDetails,
  RuneOutput,
  TransactionInput,
  TransactionOutput,
} from '../../contract/schemas/address.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import {
  countRows,
  hexOf,
  MAX_INTEGER,
  numberOf,
  optionalNumberOf,
  optionalTextOf,
  type Row,
  textOf,
} from '../../database/database.ts'
import { KINDS } from '../../database/kinds.ts'
import { notFound } from '../http/httpProblem.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import { type Index, newestBlockOf } from './indexReader.ts'
import { RUNE_LABEL, readLabels, runeLabelOf } from './labels.ts'
import { type LocatedTransaction, locateAddress, placeOf } from './locate.ts'
import { readPacked } from './packedRows.ts'
import { fromNearerEnd } from './records.ts'

/** A page of the unspent outputs of an address, newest first, a rune an entry. */
export async function readAddressOutputs(
  index: Index,
  { address, ...paging }: ParametersOf<'addressOutputs'>,
) {
  const located = await locateAddress(index, address)
  const { query, isComplete } = index
  const total = located?.outputs ?? 0
  const part = fromNearerEnd(paging, total)
  const order = part.isReversed ? 'ASC' : 'DESC'
  const rows =
    located === undefined
      ? []
      : await query(
          `SELECT o.vout, o.amount, ${RUNE_LABEL}, t.txid, t.height, t.tx_index, b.timestamp
             FROM (SELECT tx, vout, rune FROM outputs WHERE address = $1 AND spender IS NULL
                    ORDER BY tx ${order}, vout ${order}, rune ${order} LIMIT $2 OFFSET $3) AS page
             JOIN outputs o ON o.tx = page.tx AND o.vout = page.vout AND o.rune = page.rune
             JOIN txs t ON t.id = o.tx
             JOIN blocks b ON b.height = t.height
             JOIN runes r ON r.id = o.rune
            ORDER BY o.tx DESC, o.vout DESC, o.rune DESC`,
          [located.key, part.limit, part.offset],
        )
  return { total, results: rows.map((row) => runeOutputOf(row, isComplete)) }
}

/** A rune in an output, of a row that has the place of the transaction that made it. */
function runeOutputOf(row: Row, isComplete: boolean): RuneOutput {
  const rune = runeLabelOf(row, isComplete)
  return {
    output: `${hexOf(row, 'txid')}:${row.vout}`,
    rune,
    amount: applyDivisibility(textOf(row, 'amount'), rune.divisibility),
    place: placeOf(row),
  }
}

/** A page of the outputs of a transaction that hold or held runes, in their order, a rune an entry. */
export async function readTransactionOutputs(
  { query, isComplete }: Index,
  { key, place }: LocatedTransaction,
  { limit, offset }: Paging,
) {
  // The place that `t` and `b` have is that of the spender.
  const rows = await query(
    `SELECT o.vout, o.amount, o.spender, a.address, ${RUNE_LABEL},
            t.txid, t.height, t.tx_index, b.timestamp
       FROM (SELECT * FROM outputs WHERE tx = $1 ORDER BY vout, rune LIMIT $2 OFFSET $3) AS o
       JOIN runes r ON r.id = o.rune
       LEFT JOIN addresses a ON a.id = o.address
       LEFT JOIN txs t ON t.id = o.spender
       LEFT JOIN blocks b ON b.height = t.height
      ORDER BY o.vout, o.rune`,
    [key, limit, offset],
  )
  const total = await countRows(query, 'outputs WHERE tx = $1', [key])
  const results = rows.map((row): TransactionOutput => {
    const rune = runeLabelOf(row, isComplete)
    return {
      output: `${place.tx_id}:${row.vout}`,
      rune,
      amount: applyDivisibility(textOf(row, 'amount'), rune.divisibility),
      place,
      vout: numberOf(row, 'vout'),
      address: optionalTextOf(row, 'address'),
      spent_by: row.spender === null ? undefined : placeOf(row),
    }
  })
  return { total, results }
}

/** A page of the outputs with runes that a transaction spent, the oldest first, a rune an entry. */
export async function readTransactionInputs(
  { query, isComplete }: Index,
  { key }: LocatedTransaction,
  { limit, offset }: Paging,
) {
  const rows = await query(
    `SELECT o.vout, o.amount, a.address, ${RUNE_LABEL}, t.txid, t.height, t.tx_index, b.timestamp
       FROM (SELECT * FROM outputs WHERE spender = $1 ORDER BY tx, vout, rune LIMIT $2 OFFSET $3) AS o
       JOIN runes r ON r.id = o.rune
       JOIN txs t ON t.id = o.tx
       JOIN blocks b ON b.height = t.height
       LEFT JOIN addresses a ON a.id = o.address
      ORDER BY o.tx, o.vout, o.rune`,
    [key, limit, offset],
  )
  const total = await countRows(query, 'outputs WHERE spender = $1', [key])
  const results = rows.map(
    (row): TransactionInput => ({
      ...runeOutputOf(row, isComplete),
      address: optionalTextOf(row, 'address'),
    }),
  )
  return { total, results }
}

/** `outputs` of its transaction has all of them. */
const MAX_OUTPUT_RUNES = 100

/**
 * What an output holds, held or burned, and whether and where it was spent.
 * @throws {HttpProblem} 404
 */
export async function readOutput(index: Index, output: OutputIdentifier): Promise<OutputDetails> {
  const found = await findAny(index, output)
  if (found !== undefined) return found
  throw notFound('the index has no output of this id that held or burned runes')
}

/** The same of several, without those that never held runes and burned none. */
export async function readOutputs(index: Index, outputs: OutputIdentifier[]) {
  const found = new Map<string, OutputDetails | undefined>()
  for (const output of outputs) {
    if (!found.has(output.text)) found.set(output.text, await findAny(index, output))
  }
  return { results: outputs.flatMap(({ text }) => found.get(text) ?? []) }
}

async function findAny(index: Index, output: OutputIdentifier): Promise<OutputDetails | undefined> {
  return (await findOutput(index, output)) ?? findBurning(index, output)
}

/** What an output holds or held; undefined if it never held runes. */
export async function findOutput(
  { query, isComplete, tip }: Index,
  { txId, vout, text }: OutputIdentifier,
): Promise<OutputDetails | undefined> {
  const output = [Buffer.from(txId, 'hex'), Math.min(vout, MAX_INTEGER)]
  const rows = await query(
    `SELECT o.amount, o.spender, a.address, ${RUNE_LABEL}, t.txid, t.height, t.tx_index, b.timestamp
       FROM txs t
       JOIN outputs o ON o.tx = t.id
       JOIN runes r ON r.id = o.rune
       JOIN blocks b ON b.height = t.height
       LEFT JOIN addresses a ON a.id = o.address
      WHERE t.txid = $1 AND o.vout = $2 ORDER BY o.rune LIMIT ${MAX_OUTPUT_RUNES}`,
    output,
  )
  const [first] = rows
  if (first === undefined) return
  const spender = optionalNumberOf(first, 'spender')
  const [spent] =
    spender === undefined
      ? []
      : await query(
          `SELECT t.txid, t.height, t.tx_index, b.timestamp
             FROM txs t JOIN blocks b ON b.height = t.height WHERE t.id = $1`,
          [spender],
        )
  return {
    output: text,
    address: optionalTextOf(first, 'address'),
    rune_count: await countRows(
      query,
      'txs t JOIN outputs o ON o.tx = t.id WHERE t.txid = $1 AND o.vout = $2',
      output,
    ),
    runes: rows.map((row) => {
      const rune = runeLabelOf(row, isComplete)
      return { rune, amount: applyDivisibility(textOf(row, 'amount'), rune.divisibility) }
    }),
    burned_count: 0,
    burned: [],
    place: placeOf(first),
    spent_by: spent && placeOf(spent),
    newest_block: newestBlockOf(tip),
  }
}

/** The records of what burned in an output. The index `ledger_burned_at` has them. */
const BURNED_AT = `l.kind = ${KINDS.burns} AND l.vout IS NOT NULL`

/**
 * What an OP_RETURN burned; undefined if it burned nothing.
 * @throws {HttpProblem} 400 if its transaction has too many records.
 */
async function findBurning(
  index: Index,
  { txId, vout, text }: OutputIdentifier,
): Promise<OutputDetails | undefined> {
  const [row] = await index.query(
    `SELECT t.*, b.timestamp FROM txs t JOIN blocks b ON b.height = t.height
      WHERE t.txid = $1
        AND EXISTS (SELECT 1 FROM ledger l WHERE l.tx = t.id AND l.vout = $2 AND ${BURNED_AT})`,
    [Buffer.from(txId, 'hex'), Math.min(vout, MAX_INTEGER)],
  )
  if (row === undefined) return
  const amounts = await sumBurned(index, row, vout)
  const runes = [...amounts.keys()].sort((one, two) => one - two).slice(0, MAX_OUTPUT_RUNES)
  const labelOf = await readLabels(index, runes)
  return {
    output: text,
    rune_count: 0,
    runes: [],
    burned_count: amounts.size,
    burned: runes.map((key) => {
      const rune = labelOf(key)
      return { rune, amount: applyDivisibility(amounts.get(key) ?? 0n, rune.divisibility) }
    }),
    place: placeOf(row),
    newest_block: newestBlockOf(index.tip),
  }
}

/** Raw amounts by the keys of their runes. */
async function sumBurned(index: Index, tx: Row, vout: number): Promise<Map<number, bigint>> {
  const first = numberOf(tx, 'first_record')
  const range = { first, end: first + numberOf(tx, 'records') }
  const amounts = new Map<number, bigint>()
  await readPacked<[rune: number, amount: string | null]>(index, range, {
    columns: ['l.rune', 'l.amount'],
    from: `ledger l WHERE l.tx = $3 AND l.vout = $4 AND ${BURNED_AT} AND l.id >= $1 AND l.id < $2`,
    parameters: [numberOf(tx, 'id'), vout],
    take([rune, amount]) {
      amounts.set(rune, (amounts.get(rune) ?? 0n) + BigInt(amount ?? 0))
    },
  })
  return amounts
}
