import { EXAMPLE } from '../../contract/endpoint.ts'
import type { About } from '../../contract/schemas/chain.ts'
import {
  hexOf,
  MAX_INTEGER,
  numberOf,
  optionalTextOf,
  type Query,
  type Row,
  textOf,
} from '../../database/database.ts'
import { readMeta } from '../../database/meta.ts'
import type { Service } from '../service.ts'
import { countDocuments } from '../tokens/readTokenDetails.ts'
import { countTokens, LISTED } from '../tokens/readTokenList.ts'
import type { ChainState } from './chainState.ts'
import { newestBlockOf } from './indexReader.ts'

/** A summary of the data: of runes, it reads counters and seeks indexes; the tokens, which are few, are scanned. */
export async function readAbout(
  { databases: { tokens, runes }, version, source }: Service,
  state: ChainState,
): Promise<About> {
  const { tip, network, firstHeight, isComplete, isReadable, target, follower, isLive } = state
  const meta = await readMeta(tokens, 'tokens')
  const runesMeta = await readMeta(runes, 'runes')
  const counted = tip === undefined ? NOTHING : await readCounts(runes.query)
  return {
    version,
    network,
    source,
    coverage:
      tip === undefined || firstHeight === undefined
        ? undefined
        : { from: firstHeight, to: tip.height, is_complete: isComplete },
    tip: tip && newestBlockOf(tip),
    indexing:
      tip !== undefined && !isReadable
        ? { block_height: tip.height, target: target ?? tip.height }
        : undefined,
    is_live: isLive,
    follower,
    ...counted,
    tokens: {
      ...(await countTokens(tokens.query)),
      snapshot_date: (await hasSnapshot(tokens.query)) ? meta?.get('snapshot_date') : undefined,
      network: meta?.get('network'),
      follower: state.tokenFollower,
      documents: await countDocuments(tokens.query),
    },
    examples: {
      ...(await readExampleToken(tokens.query)),
      ...(isReadable ? await readExamples(runes.query) : {}),
    },
    verified: verifiedOf(runesMeta?.get('verified')),
  }
}

/** Whether tokens are left that are those of the bundled snapshot. */
async function hasSnapshot(query: Query): Promise<boolean> {
  const rows = await query("SELECT 1 AS found FROM tokens WHERE source = 'snapshot' LIMIT 1")
  return rows.length > 0
}

const NOTHING = { runes: 0, addresses: 0, transactions: 0, records: 0 }

/** The ids that follow the newest block are counts. */
async function readCounts(query: Query) {
  const [row] = await query(
    `SELECT next_tx, next_address, next_rune, next_record FROM blocks ORDER BY height DESC LIMIT 1`,
  )
  if (row === undefined) return NOTHING
  return {
    runes: numberOf(row, 'next_rune'),
    addresses: numberOf(row, 'next_address'),
    transactions: numberOf(row, 'next_tx'),
    records: numberOf(row, 'next_record'),
  }
}

async function readExampleToken(query: Query) {
  const [row] = await query(
    `SELECT t.principal, t.name FROM tokens t
       JOIN token_metadata m ON m.principal = t.principal AND m.locale = '' AND m.has_document = 1
      WHERE ${LISTED}
      ORDER BY CASE WHEN t.principal = $1 THEN 0 ELSE 1 END, t.principal LIMIT 1`,
    [EXAMPLE.principal],
  )
  return row && { principal: textOf(row, 'principal'), token_name: optionalTextOf(row, 'name') }
}

/** The rune with the most holders, its largest holder and an output of it, and its newest transaction. */
async function readExamples(query: Query) {
  const [rune] = await query(
    'SELECT id, height, tx_index, spaced_name FROM runes ORDER BY holders DESC, id LIMIT 1',
  )
  if (rune === undefined) return {}
  const [[holder], [transaction]] = await Promise.all([
    query(
      `SELECT a.id, a.address FROM balances b JOIN addresses a ON a.id = b.address
        WHERE b.rune = $1 AND b.amount > '00' ORDER BY b.amount DESC, b.address LIMIT 1`,
      [numberOf(rune, 'id')],
    ),
    query(NEWEST_TRANSACTION, [numberOf(rune, 'id'), MAX_INTEGER]),
  ])
  const [output] = holder
    ? await query(UNSPENT_OUTPUT, [numberOf(holder, 'id'), numberOf(rune, 'id')])
    : []
  const [spent] = await query(SPENT_OUTPUT)
  return {
    rune: `${rune.height}:${rune.tx_index}`,
    rune_name: textOf(rune, 'spaced_name'),
    address: holder && optionalTextOf(holder, 'address'),
    block: transaction && String(transaction.height),
    tx_id: transaction && hexOf(transaction, 'txid'),
    output: output && outpointOf(output),
    spent_output: spent && outpointOf(spent),
  }
}

function outpointOf(row: Row): string {
  return `${hexOf(row, 'txid')}:${numberOf(row, 'vout')}`
}

/** Among the first of the index, of which most are spent. */
const SPENT_OUTPUT = `
  SELECT t.txid, o.vout
    FROM (SELECT tx, vout, spender FROM outputs ORDER BY tx, vout, rune LIMIT 1000) o
    JOIN txs t ON t.id = o.tx
   WHERE o.spender IS NOT NULL ORDER BY o.tx, o.vout LIMIT 1`

const UNSPENT_OUTPUT = `
  SELECT t.txid, o.vout FROM outputs o JOIN txs t ON t.id = o.tx
   WHERE o.address = $1 AND o.rune = $2 AND o.spender IS NULL ORDER BY o.tx DESC, o.vout DESC LIMIT 1`

const NEWEST_TRANSACTION = `
  SELECT t.txid, t.height FROM ledger l JOIN txs t ON t.id = l.tx
   WHERE l.rune = $1 AND l.rune_movement < $2 ORDER BY l.rune_movement DESC LIMIT 1`

/** `<height> <Unix seconds> <runes>`, as `cairn verify` writes it. */
function verifiedOf(text: string | undefined): About['verified'] {
  const [height, at, runes] = text?.split(' ').map(Number) ?? []
  if (height === undefined || at === undefined || runes === undefined) return
  return { block_height: height, at, runes }
}
