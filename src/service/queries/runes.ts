import { mintBounds } from '../../bitcoin/mintTerms.ts'
import type { ParametersOf } from '../../contract/endpoints.ts'
import type { RuneIdentifier } from '../../contract/identifiers.ts'
import { MAX_LIMIT_WITH_DAYS } from '../../contract/parameters.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import { MINT_STATE_NAMES, RECENT_BLOCKS } from '../../contract/schemas/rune.ts'
import {
  countRows,
  MAX_INTEGER,
  numberOf,
  optionalCharacterOf,
  optionalNumberOf,
  optionalTextOf,
  type Query,
  type Row,
  type SqlValue,
  textOf,
} from '../../database/database.ts'
import { KIND_NAMES, KINDS, RUNE_MOVEMENTS, readCounts, sumOfCounts } from '../../database/kinds.ts'
import { MINT_STATES } from '../../database/mintStates.ts'
import { readTerms } from '../../database/terms.ts'
import { badRequest } from '../http/httpProblem.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import { type Index, newestBlockOf } from './indexReader.ts'
import { isOlder, RUNE_LABEL, runeLabelOf, runeOf } from './labels.ts'
import { kindsList } from './ledger.ts'
import { expectRune, type LocatedRune, locationOf, SELECT_RUNES } from './locate.ts'
import { fromNearerEnd } from './records.ts'
import { countRuneRefusals } from './refusals.ts'
import { readRuneDays } from './runeDays.ts'
import { movementCountsOf } from './totals.ts'

/**
 * A rune as the retired API shows it, with bare hashes.
 * @throws {HttpProblem} 404
 */
export async function readEtching(index: Index, rune: RuneIdentifier) {
  const { row } = await expectRune(index, rune)
  return etchingOf(row, index)
}

/** A page of the runes, newest first. */
export async function readEtchings(index: Index, paging: Paging) {
  const total = await countRunes(index)
  const rows = await readNumbers(index, paging, { total, direction: 'DESC' })
  return { total, results: rows.map((row) => etchingOf(row, index)) }
}

/** Ids are dense. */
async function countRunes({ query }: Index): Promise<number> {
  const [row] = await query('SELECT max(id) + 1 AS total FROM runes')
  return optionalNumberOf(row ?? {}, 'total') ?? 0
}

/** All runes by number: the offset is a range of ids. */
async function readNumbers(
  { query }: Index,
  { offset, limit }: Paging,
  { total, direction }: { total: number; direction: 'ASC' | 'DESC' },
): Promise<Row[]> {
  const first = direction === 'ASC' ? offset : total - offset - limit
  return query(`${SELECT_RUNES} WHERE r.id >= $1 AND r.id < $2 ORDER BY r.id ${direction}`, [
    Math.min(Math.max(0, first), total),
    Math.min(Math.max(0, first + limit), total),
  ])
}

/**
 * A rune with its figures and its neighbours.
 * @throws {HttpProblem} 404
 */
export async function readRuneDetails(index: Index, rune: RuneIdentifier) {
  const located = await expectRune(index, rune)
  const { key, counts, row } = located
  const receivers = await readPremineReceivers(index, key)
  return {
    ...summaryOf(row, index),
    counts: movementCountsOf(counts),
    ...(await countRuneRefusals(index.query, located)),
    recent_mints: await countRecentMints(index, located),
    max_supply: isOlder(row, index) ? undefined : maxSupplyOf(row),
    premine_receivers: receivers.slice(0, MAX_RECEIVERS),
    has_more_premine_receivers: receivers.length > MAX_RECEIVERS,
    payer: await readPayer(index, optionalTextOf(row, 'payer')),
    ...(await readNeighbours(index, key)),
    newest_block: newestBlockOf(index.tip),
  }
}

/** Only of a rune that can be minted. Blocks have room for 8,000 mints each: a million take 70 ms. */
async function countRecentMints(index: Index, rune: LocatedRune): Promise<number | undefined> {
  if (mintStateOf(rune.row) !== 'mintable') return
  const from = String(index.tip.height - RECENT_BLOCKS + 1)
  const { total } = await kindsList(index, rune, ['mints'], { from })
  return total
}

function maxSupplyOf(row: Row): string {
  const canCome = ['mintable', 'upcoming'].includes(mintStateOf(row))
  const amount = BigInt(optionalTextOf(row, 'terms_amount') ?? 0)
  const left = canCome ? (mintsLeftOf(row) ?? 0n) : 0n
  return applyDivisibility(rawSupplyOf(row) + left * amount, numberOf(row, 'divisibility'))
}

function mintsLeftOf(row: Row): bigint | undefined {
  const cap = optionalTextOf(row, 'terms_cap')
  return cap === undefined ? undefined : BigInt(cap) - BigInt(numberOf(row, 'mint_count'))
}

const MAX_RECEIVERS = 3

/** The first addresses that got a part of the premine, one more than are shown. */
async function readPremineReceivers({ query }: Index, rune: number): Promise<string[]> {
  // A premine can go to thousands of outputs.
  const rows = await query(
    `SELECT a.address
       FROM (SELECT address, min(id) AS first
               FROM (SELECT id, address FROM ledger
                      WHERE rune = $1 AND kind = ${KINDS.premine_receives} AND address IS NOT NULL
                      ORDER BY id LIMIT 100) AS pieces
              GROUP BY address) AS receivers
       JOIN addresses a ON a.id = receivers.address
      ORDER BY receivers.first LIMIT ${MAX_RECEIVERS + 1}`,
    [rune],
  )
  return rows.map((row) => textOf(row, 'address'))
}

async function readPayer({ query }: Index, address: string | undefined) {
  if (address === undefined) return
  return { address, other_runes: (await countPaid(query, address)) - 1 }
}

/** The number of runes whose commitments an address paid for. */
export function countPaid(query: Query, address: string): Promise<number> {
  return countRows(query, 'runes WHERE payer = $1', [address])
}

/** A page of the runes whose commitments an address paid for, newest first. */
export async function readPaidRunes(
  index: Index,
  { address, limit, offset }: ParametersOf<'addressPaid'>,
) {
  const rows = await index.query(
    `${SELECT_RUNES}
      WHERE r.id IN (SELECT id FROM runes WHERE payer = $1 ORDER BY id DESC LIMIT $2 OFFSET $3)
      ORDER BY r.id DESC`,
    [address, limit, offset],
  )
  const total = await countPaid(index.query, address)
  return { total, results: rows.map((row) => summaryOf(row, index)) }
}

/** Ids are dense, in the order of the etchings. What an index that begins late lacks is after the older runes. */
async function readNeighbours(index: Index, rune: number) {
  const rows = await index.query(`SELECT ${RUNE_LABEL} FROM runes r WHERE r.id BETWEEN $1 AND $2`, [
    rune - 1,
    rune + 1,
  ])
  const rowOf = (key: number) => rows.find((row) => numberOf(row, 'rune_key') === key)
  const own = rowOf(rune)
  const labelOf = (key: number) => {
    const found = rowOf(key)
    if (!found || !own || isOlder(found, index) !== isOlder(own, index)) return
    return runeLabelOf(found, index.isComplete)
  }
  return { previous: labelOf(rune - 1), next: labelOf(rune + 1) }
}

const ORDERS = {
  number: 'id',
  name: 'name',
  holders: 'holders',
  movements: 'movements',
  day_movements: 'day_movements',
  progress: 'mint_progress',
  newest_mint: 'newest_mint',
} as const

/**
 * A page of the runes in an order, of those that match the filters. Runes without the figure have the lowest.
 * @throws {HttpProblem} 400 if there are too many with their days.
 */
export async function readRuneList(
  index: Index,
  { offset, limit, days, ...filters }: ParametersOf<'runes'>,
) {
  if (days !== undefined && limit > MAX_LIMIT_WITH_DAYS) {
    throw badRequest(`querystring/limit must be at most ${MAX_LIMIT_WITH_DAYS} with days`)
  }
  const { where, parameters } = conditionOf(filters)
  const column = ORDERS[filters.order_by]
  const isAscending = (filters.order ?? (column === 'name' ? 'asc' : 'desc')) === 'asc'
  const direction = isAscending ? 'ASC' : 'DESC'
  const isAll = where === ''
  const total = isAll
    ? await countRunes(index)
    : await countRows(index.query, `runes r ${where}`, parameters)
  const rows =
    isAll && column === 'id'
      ? await readNumbers(index, { offset, limit }, { total, direction })
      : await readOrdered()
  const daysOf = days === undefined ? undefined : await readRuneDays(index, rows, days)
  return { total, results: rows.map((row) => ({ ...summaryOf(row, index), ...daysOf?.(row) })) }

  /** Only the ids are skipped over, in the order of an index. */
  function readOrdered(): Promise<Row[]> {
    const part = fromNearerEnd({ offset, limit }, total)
    const [skipped, next] = [part.isReversed !== isAscending ? 'ASC' : 'DESC', parameters.length]
    return index.query(
      `${SELECT_RUNES}
        WHERE r.id IN (SELECT r.id FROM runes r ${where}
                        ORDER BY r.${column} ${skipped}, r.id ${skipped}
                        LIMIT $${next + 1} OFFSET $${next + 2})
        ORDER BY r.${column} ${direction}, r.id ${direction}`,
      [...parameters, part.limit, part.offset],
    )
  }
}

/** 90 % of the cap, in billionths. */
const ALMOST = 900_000_000

const MINT_CONDITIONS = {
  mintable: `r.mint_state = ${MINT_STATES.mintable}`,
  almost: `r.mint_state = ${MINT_STATES.mintable} AND r.mint_progress >= ${ALMOST}`,
  'minted-out': `r.mint_state = ${MINT_STATES.mintedOut}`,
} as const

function conditionOf({ name, mint, from, to }: Omit<ParametersOf<'runes'>, keyof Paging>) {
  const parameters: SqlValue[] = []
  const placeholder = (value: SqlValue) => `$${parameters.push(value)}`
  const conditions: string[] = []
  if (name)
    conditions.push(`r.name >= ${placeholder(name)} AND r.name < ${placeholder(nameAfter(name))}`)
  if (mint) conditions.push(MINT_CONDITIONS[mint])
  if (from !== undefined) conditions.push(`r.height >= ${placeholder(Math.min(from, MAX_INTEGER))}`)
  if (to !== undefined) conditions.push(`r.height <= ${placeholder(Math.min(to, MAX_INTEGER))}`)
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  return { where, parameters }
}

/** An upper bound of the names with this beginning. */
export function nameAfter(beginning: string): string {
  const letters = beginning.replace(/Z+$/, '')
  // No letter follows Z. This is longer than any name.
  if (letters === '') return 'ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ'
  return letters.slice(0, -1) + String.fromCharCode(letters.charCodeAt(letters.length - 1) + 1)
}

/** Of a row of SELECT_RUNES. `symbol` is ¤ without one, as in the retired API. */
function etchingOf(row: Row, { isComplete }: Index) {
  const divisibility = numberOf(row, 'divisibility')
  return {
    ...runeOf(row, isComplete),
    divisibility,
    symbol: optionalCharacterOf(row, 'symbol') ?? '¤',
    turbo: row.turbo === 1,
    cenotaph: row.cenotaph === 1 || undefined,
    mint_terms: mintTermsOf(row, divisibility),
    supply: supplyOf(row, divisibility),
    location: locationOf(row),
  }
}

function summaryOf(row: Row, index: Index) {
  const counts = readCounts(row)
  const bounds = row.has_terms === 1 ? boundsOf(row) : undefined
  return {
    ...etchingOf(row, index),
    symbol: optionalCharacterOf(row, 'symbol'),
    mint_state: mintStateOf(row),
    mints_left: mintsLeftOf(row)?.toString(),
    mint_start: bounds?.start,
    mint_end: bounds?.end,
    newest_mint: row.newest_mint === -1 ? undefined : numberOf(row, 'newest_mint'),
    holders: numberOf(row, 'holders'),
    movements: sumOfCounts(counts, RUNE_MOVEMENTS),
    day_movements: numberOf(row, 'day_movements'),
    records: sumOfCounts(counts, KIND_NAMES),
    look_alikes: numberOf(row, 'look_alikes') || undefined,
    is_older: isOlder(row, index) || undefined,
  }
}

export function mintStateOf(row: Row): (typeof MINT_STATE_NAMES)[number] {
  const name = MINT_STATE_NAMES[numberOf(row, 'mint_state')]
  if (name === undefined) throw new TypeError(`mint_state ${row.mint_state} is unknown`)
  return name
}

/** Heights beyond 2^53 never come. */
export function boundsOf(row: Row) {
  const { start, end } = mintBounds(readTerms(row), numberOf(row, 'rune_height'))
  const shown = (height: bigint | undefined) =>
    height !== undefined && height > 0n && height <= Number.MAX_SAFE_INTEGER
      ? Number(height)
      : undefined
  return { start: shown(start), end: shown(end) }
}

/** As in the retired API, the divisibility is also applied to the cap, which counts mints. */
function mintTermsOf(row: Row, divisibility: number) {
  const amountOf = (column: string) => {
    const raw = optionalTextOf(row, column)
    return raw === undefined ? null : applyDivisibility(raw, divisibility)
  }
  return {
    amount: amountOf('terms_amount'),
    cap: amountOf('terms_cap'),
    height_start: heightOf(row, 'terms_height_start'),
    height_end: heightOf(row, 'terms_height_end'),
    offset_start: heightOf(row, 'terms_offset_start'),
    offset_end: heightOf(row, 'terms_offset_end'),
  }
}

/** An etching may set heights up to 2^64 − 1. */
function heightOf(row: Row, column: string): number | bigint | null {
  const text = optionalTextOf(row, column)
  if (text === undefined) return null
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)
}

function supplyOf(row: Row, divisibility: number) {
  const amount = (column: string) => applyDivisibility(textOf(row, column), divisibility)
  return {
    current: applyDivisibility(rawSupplyOf(row), divisibility),
    premine: amount('premine'),
    minted: amount('minted'),
    total_mints: String(numberOf(row, 'mint_count')),
    burned: amount('burned'),
    total_burns: String(numberOf(row, 'burns')),
    mint_percentage: percentage(
      BigInt(numberOf(row, 'mint_count')),
      BigInt(optionalTextOf(row, 'terms_cap') ?? 0),
    ),
    mintable: numberOf(row, 'mint_state') === MINT_STATES.mintable,
  }
}

/** A part of a whole, in percent with four decimals, rounded half up; 0.0000 of nothing. */
function percentage(part: bigint, whole: bigint): string {
  if (whole === 0n) return '0.0000'
  return applyDivisibility((2n * part * 1_000_000n + whole) / (2n * whole), 4)
}

/** The supply of a row of `runes`, in raw digits. */
export function rawSupplyOf(row: Row): bigint {
  return (
    BigInt(textOf(row, 'premine')) + BigInt(textOf(row, 'minted')) - BigInt(textOf(row, 'burned'))
  )
}
