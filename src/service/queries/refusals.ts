import { mintBounds } from '../../bitcoin/mintTerms.ts'
import { numberOfName, unlockHeight } from '../../bitcoin/runeNames.ts'
import type { ParametersOf } from '../../contract/endpoints.ts'
import { parseRune } from '../../contract/identifiers.ts'
import {
  type ForeseenRefusal,
  MAX_COUNTED_REFUSALS,
  MAX_LISTED_REFUSALS,
  REFUSAL_REASONS,
  type Refusal,
} from '../../contract/schemas/refusal.ts'
import {
  countRows,
  numberOf,
  optionalNumberOf,
  optionalTextOf,
  type Query,
  type Row,
  textOf,
} from '../../database/database.ts'
import { KINDS } from '../../database/kinds.ts'
import {
  IS_REFUSED_MINT,
  REFUSAL_CODES,
  REFUSED_PARTS,
  type RefusalReason,
} from '../../database/refusals.ts'
import { LIST, PAIRS, selectIn, selectPairs } from '../../database/rows.ts'
import { readTerms } from '../../database/terms.ts'
import type { Index } from './indexReader.ts'
import { RUNE_LABEL, runeLabelOf } from './labels.ts'
import { expectRune, inRange, type LocatedRune, placeOf, SELECT_REFUSALS } from './locate.ts'

/** What a transaction asked for and did not get: nothing, a mint, an etching, or both, with the last mints. */
export async function readTransactionRefusals(index: Index, txId: string): Promise<Refusal[]> {
  const rows = await index.query(`${SELECT_REFUSALS} WHERE f.txid = $1 ORDER BY f.part`, [
    Buffer.from(txId, 'hex'),
  ])
  const refusals = await describeRefusals(index, rows)
  return Promise.all(
    refusals.map(async (refusal) =>
      refusal.reason === 'after-cap'
        ? { ...refusal, cause: await readLastMint(index, refusal.rune_id) }
        : refusal,
    ),
  )
}

/** What an address would have got, newest first. */
export async function readAddressRefusals(
  index: Index,
  { address, limit, offset }: ParametersOf<'addressRefusals'>,
) {
  const rows = await index.query(
    `${SELECT_REFUSALS} WHERE f.address = $1
      ORDER BY f.height DESC, f.tx_index DESC, f.part DESC LIMIT $2 OFFSET $3`,
    [address, limit, offset],
  )
  const total = await countRows(index.query, 'refusals WHERE address = $1', [address])
  return { total, results: await describeRefusals(index, rows) }
}

/**
 * The newest mints of a rune that got nothing.
 * @throws {HttpProblem} 404
 */
export async function readRuneRefusals(
  index: Index,
  { rune, limit, offset }: ParametersOf<'runeRefusals'>,
) {
  const { where, id } = ofRune(await expectRune(index, rune))
  const { total, hasMore } = await countUpTo(MAX_LISTED_REFUSALS, index.query, { where, id })
  const rows = await index.query(
    `${SELECT_REFUSALS} JOIN (${newestOf(where)} LIMIT $2 OFFSET $3) AS page
        ON page.height = f.height AND page.tx_index = f.tx_index
      WHERE f.${IS_REFUSED_MINT} ORDER BY f.height DESC, f.tx_index DESC`,
    [id, Math.max(0, Math.min(limit, total - offset)), offset],
  )
  return { total, has_more: hasMore, results: await describeRefusals(index, rows) }
}

/** The number of mints and etchings that would have gone to an address, or that they are too many to count. */
export function countAddressRefusals(query: Query, address: string) {
  return countRefusals(query, { where: 'address = $1', id: address })
}

/** The same of the mints of a rune that got nothing. */
export function countRuneRefusals(query: Query, rune: LocatedRune) {
  return countRefusals(query, ofRune(rune))
}

/** Which rows of `refusals`: a condition, and the value in it. */
type Owned = { where: string; id: string }

function ofRune({ row }: LocatedRune): Owned {
  const id = `${numberOf(row, 'rune_height')}:${numberOf(row, 'rune_tx_index')}`
  return { where: `rune = $1 AND ${IS_REFUSED_MINT}`, id }
}

async function countRefusals(query: Query, owned: Owned) {
  const { total, hasMore } = await countUpTo(MAX_COUNTED_REFUSALS, query, owned)
  return { refusals: total, has_more_refusals: hasMore }
}

async function countUpTo(max: number, query: Query, { where, id }: Owned) {
  const counted = await countRows(query, `(${newestOf(where)} LIMIT ${max + 1}) AS newest`, [id])
  return { total: Math.min(counted, max), hasMore: counted > max }
}

/** Reads only an index. Without the order, PostgreSQL may look for the first ones in the table. */
function newestOf(where: string): string {
  return `SELECT height, tx_index FROM refusals WHERE ${where} ORDER BY height DESC, tx_index DESC`
}

async function describeRefusals(index: Index, rows: Row[]): Promise<Refusal[]> {
  const asked = rows.map((row) => ({
    row,
    id: optionalTextOf(row, 'rune'),
    name: plainNameOf(row),
  }))
  const runeOf = await readAskedRunes(index, asked)
  return asked.map((one) => describeRefusal(index, one.row, runeOf(one)))
}

type Asked = { id: string | undefined; name: string | undefined }

/** The runes that were to be minted, or that have the names that were to be etched. */
async function readAskedRunes(index: Index, asked: Asked[]) {
  const ids = asked.flatMap(({ id }) => id ?? [])
  const names = asked.flatMap(({ name }) => name ?? [])
  const runes = [
    ...(await readRunesById(index, new Set(ids))),
    ...(await selectIn(index.query, `${SELECT_NAMED} WHERE r.name IN (${LIST})`, names)),
  ]
  const byId = new Map(runes.map((rune) => [`${rune.rune_height}:${rune.rune_tx_index}`, rune]))
  const byName = new Map(runes.map((rune) => [textOf(rune, 'name'), rune]))
  return ({ id, name = '' }: Asked) => (id === undefined ? byName.get(name) : byId.get(id))
}

/** A refusal by the next block. `rune` is an id. */
export type RawForeseenRefusal = {
  part: Refusal['part']
  reason: RefusalReason
  rune?: string | undefined
  name?: string | undefined
  address?: string | undefined
}

/** What the next block would refuse. */
export async function describeForeseen(
  index: Index,
  refusals: readonly RawForeseenRefusal[],
): Promise<ForeseenRefusal[]> {
  const asked = refusals.map((refusal) => {
    const { rune: id, name } = refusal
    return { refusal, id, name: name?.replaceAll('•', '') }
  })
  const runeOf = await readAskedRunes(index, asked)
  return asked.map((one) => {
    const { reason, part, name, address } = one.refusal
    const rune = runeOf(one)
    const isAfterCap = rune !== undefined && reason === 'after-cap'
    return {
      part,
      reason,
      rune_id: one.id,
      rune: rune && runeLabelOf(rune, index.isComplete),
      name,
      block: blockOf(index, { reason, name: one.name }, rune),
      cap: isAfterCap ? optionalTextOf(rune, 'terms_cap') : undefined,
      mints: isAfterCap ? String(rune.mint_count) : undefined,
      address,
    }
  })
}

const SELECT_NAMED = `
  SELECT ${RUNE_LABEL}, r.*, t.txid, b.timestamp
    FROM runes r LEFT JOIN txs t ON t.id = r.tx LEFT JOIN blocks b ON b.height = r.height`

async function readRunesById({ query }: Index, ids: Set<string>): Promise<Row[]> {
  const pairs = [...ids].flatMap((id) => {
    const rune = parseRune(id)
    return rune?.kind === 'id' ? [[inRange(rune.height), inRange(rune.txIndex)] as const] : []
  })
  return selectPairs(
    query,
    `SELECT ${RUNE_LABEL}, r.* FROM ${PAIRS} JOIN runes r ON r.height = one AND r.tx_index = two`,
    pairs,
  )
}

function plainNameOf(row: Row): string | undefined {
  return optionalTextOf(row, 'name')?.replaceAll('•', '')
}

function describeRefusal(index: Index, row: Row, rune: Row | undefined): Refusal {
  const reason = reasonOf(row)
  const isMint = numberOf(row, 'part') === REFUSED_PARTS.mint
  // A name that was refused may have been etched later.
  const isShown = isMint || reason === 'name-taken'
  return {
    place: placeOf(row),
    part: isMint ? 'mint' : 'etching',
    reason,
    rune_id: optionalTextOf(row, 'rune'),
    rune: rune && isShown ? runeLabelOf(rune, index.isComplete) : undefined,
    name: optionalTextOf(row, 'name'),
    block: blockOf(index, { reason, name: plainNameOf(row) }, rune),
    cap: rune && reason === 'after-cap' ? optionalTextOf(rune, 'terms_cap') : undefined,
    confirmations: optionalNumberOf(row, 'confirmations'),
    address: optionalTextOf(row, 'address'),
    // 1:0 has no transaction.
    cause: rune && reason === 'name-taken' && rune.tx !== null ? placeOf(rune) : undefined,
  }
}

function reasonOf(row: Row): RefusalReason {
  const code = numberOf(row, 'reason')
  const reason = REFUSAL_REASONS.find((one) => REFUSAL_CODES[one] === code)
  if (reason === undefined) throw new Error(`there is no reason ${code}`)
  return reason
}

/** The block that the reason is about. Those of terms may be as large as 2^65. */
function blockOf(
  index: Index,
  { reason, name = '' }: { reason: RefusalReason; name: string | undefined },
  rune: Row | undefined,
): string | undefined {
  switch (reason) {
    case 'older-rune':
      return String(index.firstHeight)
    case 'before-start':
      return rune && String(boundsOf(rune).start)
    case 'after-end':
      return rune && boundsOf(rune).end?.toString()
    case 'after-cap':
      return rune && String(rune.newest_mint)
    case 'name-taken':
      return rune && String(rune.rune_height)
    case 'name-locked':
      return unlockHeight(index.network, numberOfName(name))?.toString()
    default:
      return undefined
  }
}

function boundsOf(rune: Row) {
  return mintBounds(readTerms(rune), numberOf(rune, 'rune_height'))
}

/** After it, the cap was reached. */
async function readLastMint({ query }: Index, runeId = '') {
  const rune = parseRune(runeId)
  if (rune?.kind !== 'id') return
  const [row] = await query(
    `SELECT t.txid, t.height, t.tx_index, b.timestamp
       FROM runes r JOIN ledger l ON l.rune = r.id AND l.kind = $3
       JOIN txs t ON t.id = l.tx
       JOIN blocks b ON b.height = t.height
      WHERE r.height = $1 AND r.tx_index = $2 ORDER BY l.id DESC LIMIT 1`,
    [inRange(rune.height), inRange(rune.txIndex), KINDS.mints],
  )
  return row && placeOf(row)
}
