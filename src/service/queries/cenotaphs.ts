import type { ParametersOf } from '../../contract/endpoints.ts'
import { type CenotaphSummary, MAX_NAMED_BURNS } from '../../contract/schemas/chain.ts'
import { countRows, numberOf, type Row, textOf } from '../../database/database.ts'
import { kindOf } from '../../database/kinds.ts'
import { LIST, selectIn } from '../../database/rows.ts'
import { IS_CENOTAPH } from '../../database/schema.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { RUNE_LABEL, runeLabelOf } from './labels.ts'
import { expectInReach } from './ledger.ts'
import { placeOf } from './locate.ts'
import { spanTotalsOf } from './spans.ts'

/** A page of the transactions with records whose runestone is malformed, newest first. */
export async function readCenotaphs(
  index: Index,
  { from, to, limit, offset }: ParametersOf<'cenotaphs'>,
) {
  const { before, all } = await spanTotalsOf(index, { from, to })
  const range = [before.nextTx, all.nextTx]
  const cenotaphs = `txs WHERE ${IS_CENOTAPH} AND id >= $1 AND id < $2`
  const total = await countRows(index.query, cenotaphs, range)
  if (offset < total) expectInReach(offset)
  const rows = await index.query(
    `SELECT t.*, b.timestamp, ${RUNE_LABEL}
       FROM txs t JOIN blocks b ON b.height = t.height
       LEFT JOIN runes r ON r.height = t.height AND r.tx_index = t.tx_index
      WHERE t.id IN (SELECT id FROM ${cenotaphs} ORDER BY id DESC LIMIT $3 OFFSET $4)
      ORDER BY t.id DESC`,
    [...range, limit, offset],
  )
  const burnsOf = await readBurnsOf(index, rows)
  return { total, results: rows.map((row) => summaryOf(index, row, burnsOf(row))) }
}

function summaryOf({ isComplete }: Index, row: Row, burns: Row[]): CenotaphSummary {
  const named = burns.slice(0, MAX_NAMED_BURNS)
  return {
    place: placeOf(row),
    flaw: textOf(row, 'flaw'),
    // It has no records that are none.
    movements: numberOf(row, 'records'),
    burns: named.map((burn) => {
      const rune = runeLabelOf(burn, isComplete)
      const amount = applyDivisibility(textOf(burn, 'amount'), rune.divisibility)
      return { rune, amount, is_new: burn.fresh !== null || undefined }
    }),
    has_more_burns: burns.length > named.length,
    etched: row.rune_key === null ? undefined : runeLabelOf(row, isComplete),
  }
}

/** Besides burns, a cenotaph has an etching and a mint at most. */
const READ_RECORDS = MAX_NAMED_BURNS + 3

/** Reads the first burns of transactions, one more than are named. */
async function readBurnsOf({ query }: Index, transactions: Row[]) {
  const ids = transactions.flatMap((row) => {
    const length = Math.min(numberOf(row, 'records'), READ_RECORDS)
    return Array.from({ length }, (_, place) => numberOf(row, 'first_record') + place)
  })
  const sql = `SELECT l.id, l.tx, l.kind, l.amount, l.fresh, ${RUNE_LABEL}
    FROM ledger l JOIN runes r ON r.id = l.rune WHERE l.id IN (${LIST})`
  const records = await selectIn(query, sql, ids)
  const burns = records
    .filter((record) => kindOf(record) === 'burns')
    .sort((one, two) => numberOf(one, 'id') - numberOf(two, 'id'))
  const byTransaction = new Map<unknown, Row[]>()
  for (const burn of burns) {
    byTransaction.set(burn.tx, [...(byTransaction.get(burn.tx) ?? []), burn])
  }
  return ({ id }: Row) => byTransaction.get(id) ?? []
}
