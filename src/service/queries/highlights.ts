import type { ParametersOf } from '../../contract/endpoints.ts'
import type { Highlight } from '../../contract/schemas/home.ts'
import { shareOf } from '../../contract/shares.ts'
import { numberOf, optionalNumberOf, type Row, textOf } from '../../database/database.ts'
import { HIGHLIGHT_CODES } from '../../database/highlights.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { RUNE_LABEL, readAddresses, runeLabelOf } from './labels.ts'
import { placeOf } from './locate.ts'

/** What stood out lately, newest first. */
export async function readHighlights(index: Index, { limit }: ParametersOf<'highlights'>) {
  const rows = await index.query(
    `SELECT h.*, ${RUNE_LABEL}, t.txid, t.height, t.tx_index, b.timestamp
       FROM (SELECT * FROM highlights ORDER BY tx DESC, rune DESC, kind DESC LIMIT $1) AS h
       JOIN runes r ON r.id = h.rune
       JOIN txs t ON t.id = h.tx
       JOIN blocks b ON b.height = t.height
      ORDER BY h.tx DESC, h.rune DESC, h.kind DESC`,
    [limit],
  )
  const owners = rows.flatMap((row) => [
    optionalNumberOf(row, 'sender'),
    optionalNumberOf(row, 'receiver'),
  ])
  const addresses = await readAddresses(index, owners)
  const nameOf = (row: Row, column: string) => addresses.get(optionalNumberOf(row, column))
  const results = rows.map((row): Highlight => {
    const rune = runeLabelOf(row, index.isComplete)
    const kind = kindOf(row)
    const clause = {
      verb: VERBS[kind],
      rune,
      amount: applyDivisibility(textOf(row, 'amount'), rune.divisibility),
      from: nameOf(row, 'sender'),
      from_count: numberOf(row, 'senders'),
      to: nameOf(row, 'receiver'),
      to_count: numberOf(row, 'receivers'),
      outputs: numberOf(row, 'outputs'),
      outputs_without_address: numberOf(row, 'outputs_without_address'),
    }
    return { kind, share: supplyShareOf(row), clause, place: placeOf(row) }
  })
  return { results }
}

function supplyShareOf(row: Row): string | undefined {
  if (row.supply === null) return
  return shareOf(BigInt(textOf(row, 'amount')), BigInt(textOf(row, 'supply')))
}

const KINDS = ['minted-out', 'airdrop', 'burn', 'transfer', 'etching'] as const
const VERBS = {
  'minted-out': 'minted',
  airdrop: 'sent',
  burn: 'burned',
  transfer: 'sent',
  etching: 'etched',
} as const

function kindOf(row: Row): Highlight['kind'] {
  const kind = KINDS.find((name) => HIGHLIGHT_CODES[name] === row.kind)
  if (kind === undefined) throw new TypeError(`highlights.kind ${row.kind} is unknown`)
  return kind
}
