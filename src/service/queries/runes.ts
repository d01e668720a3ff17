import type { Coverage } from '../../contract/coverageHeader.ts'
import { type RuneIdentifier, runeText } from '../../contract/identifiers.ts'
import type { Paging } from '../../contract/paging.ts'
import { SAMPLES } from '../../contract/samples.ts'
import type { HexPrefix } from '../activityToWire.ts'
import { applyDivisibility } from '../applyDivisibility.ts'
import {
  type Database,
  integerOf,
  optionalTextOf,
  type Query,
  type Row,
  textOf,
} from '../database/database.ts'
import { HttpProblem } from '../http/httpProblem.ts'
import type { LedgerReader } from './chainCache.ts'
import { type CoverageReader, sampleCoverage } from './coverage.ts'
import { type BlockList, createHistoryPageIndexes } from './historyPageIndex.ts'
import { readTip } from './readTip.ts'
import { supplyOf } from './supplyOf.ts'

type Options = {
  database: Database
  readLedger: LedgerReader
  hexPrefix: HexPrefix
  coverage: CoverageReader
}

/** Reads runes with their supply. Samples are in no list. */
export function createRuneReader({ database, readLedger, hexPrefix, coverage }: Options) {
  const pageIndexes = createHistoryPageIndexes()

  /**
   * A page of the runes, newest first.
   * @throws {HttpProblem} 501 if the supply of some is unknown.
   */
  async function list({ offset, limit }: Paging) {
    await coverage.prepare()
    return readLedger(async (ledger) => {
      const { query, tip } = ledger
      if (!(await coverage.isComplete(query))) throw incomplete('the supply of all runes')
      const { total, start } = await pageIndexes.find(ledger, LISTED, offset)
      const rows = start === undefined ? [] : await query(PAGE, [start.height, limit, start.skip])
      const results = rows.map((row) => runeToWire(row, { hexPrefix, tip: tip?.height }))
      return { limit, offset, total, results }
    })
  }

  async function read(
    rune: RuneIdentifier,
    coverageOf: (query: Query, id: string) => Promise<Coverage | undefined>,
  ) {
    await coverage.prepare()
    return database.readTransaction(async (query) => {
      const { id } = await locateRune(query, rune)
      const isKnown = await coverage.isRuneComplete(query, id)
      const [row] = await query(isKnown ? WITH_SUPPLY : WITHOUT_SUPPLY, [id])
      const tip = sampleCoverage(id) ? SAMPLES.block_height : (await readTip(query))?.height
      if (row === undefined) throw new HttpProblem('rune-not-found')
      return { rune: runeToWire(row, { hexPrefix, tip }), coverage: await coverageOf(query, id) }
    })
  }

  return {
    list,
    /**
     * A rune, with its supply if its history is complete.
     * @throws {HttpProblem} 404
     */
    listed: (rune: RuneIdentifier) => read(rune, coverage.ofRune),
    /**
     * A rune with its supply.
     * @throws {HttpProblem} 404; 501 if its supply is unknown.
     */
    etching: (rune: RuneIdentifier) =>
      read(rune, async (query, id) => {
        if (await coverage.isRuneComplete(query, id)) return sampleCoverage(id)
        // An indexer's rune without figures.
        if (await coverage.isComplete(query)) throw new HttpProblem('rune-not-found')
        throw incomplete('the supply of this rune')
      }),
  }
}

/** A 501: the database has only part of the history. */
export function incomplete(unknown: string): HttpProblem {
  return new HttpProblem('not-implemented', {
    message: `this database has only part of the history of runes and does not know ${unknown}; an indexer's database does`,
  })
}

type LocatedRune = { id: string; divisibility: number }

/**
 * The id and the divisibility of a rune. The snapshot may have several runes of a name, as it does not
 * know which etching was accepted: then it is the one with the lowest number.
 * @throws {HttpProblem} 404
 */
export async function locateRune(query: Query, rune: RuneIdentifier): Promise<LocatedRune> {
  const [row] = await query(LOCATE[rune.kind], [
    rune.kind === 'number' ? rune.number : runeText(rune),
  ])
  if (row === undefined) throw new HttpProblem('rune-not-found')
  return { id: textOf(row, 'id'), divisibility: integerOf(row, 'divisibility') ?? 0 }
}

function locateBy(column: 'id' | 'number' | 'name'): string {
  return `SELECT id, CAST(divisibility AS TEXT) AS divisibility FROM runes WHERE ${column} = $1
           ORDER BY CASE WHEN number IS NULL THEN 1 ELSE 0 END, number, id LIMIT 1`
}

const LOCATE = { id: locateBy('id'), number: locateBy('number'), name: locateBy('name') }

/** A rune without a row in supply_changes is unknown to the retired API too. */
const HAS_SUPPLY =
  '(SELECT max(s.block_height) FROM supply_changes s WHERE s.rune_id = runes.id) IS NOT NULL'

const LISTED: BlockList = {
  table: 'runes',
  where: `block_height < $1 AND ${HAS_SUPPLY}`,
  parameters: [SAMPLES.block_height],
}

/** Of runes `r`, for `runeToWire`. */
export const RUNE_COLUMNS = `
  r.id, CAST(r.number AS TEXT) AS number, r.name, r.spaced_name,
  CAST(r.divisibility AS TEXT) AS divisibility, r.symbol,
  CASE WHEN r.turbo THEN 1 WHEN NOT r.turbo THEN 0 END AS turbo,
  CASE WHEN r.cenotaph THEN 1 ELSE 0 END AS cenotaph,
  CAST(r.premine AS TEXT) AS premine,
  CAST(r.terms_amount AS TEXT) AS terms_amount, CAST(r.terms_cap AS TEXT) AS terms_cap,
  CAST(r.terms_height_start AS TEXT) AS terms_height_start,
  CAST(r.terms_height_end AS TEXT) AS terms_height_end,
  CAST(r.terms_offset_start AS TEXT) AS terms_offset_start,
  CAST(r.terms_offset_end AS TEXT) AS terms_offset_end,
  r.block_hash, CAST(r.block_height AS TEXT) AS block_height, r.tx_id,
  CAST(r.tx_index AS TEXT) AS tx_index, CAST(r.timestamp AS TEXT) AS timestamp`

/** A join with the newest row of each rune may read all of supply_changes. */
function newest(column: string): string {
  return `CAST((SELECT s.${column} FROM supply_changes s WHERE s.rune_id = r.id
                 ORDER BY s.block_height DESC LIMIT 1) AS TEXT) AS ${column}`
}

export const SUPPLY_COLUMNS = ['minted', 'total_mints', 'burned', 'total_burns']
  .map(newest)
  .join(', ')

const WITHOUT_SUPPLY = `SELECT ${RUNE_COLUMNS} FROM runes r WHERE r.id = $1`

const WITH_SUPPLY = `SELECT ${RUNE_COLUMNS}, ${SUPPLY_COLUMNS} FROM runes r WHERE r.id = $1`

const PAGE = `
  SELECT ${RUNE_COLUMNS}, ${SUPPLY_COLUMNS}
    FROM (SELECT * FROM runes WHERE block_height <= $1 AND ${HAS_SUPPLY}
           ORDER BY block_height DESC, tx_index DESC, id DESC LIMIT $2 OFFSET $3) AS r
   ORDER BY r.block_height DESC, r.tx_index DESC, r.id DESC`

type Chain = { hexPrefix: HexPrefix; tip: number | undefined }

/** A rune as the service sends it. Unknown values are left out; unset mint terms are null. */
export function runeToWire(row: Row, { hexPrefix, tip }: Chain) {
  const hasSupply = optionalTextOf(row, 'minted') !== undefined
  const hasTerms = TERMS.some((column) => row[column] !== null)
  const turbo = integerOf(row, 'turbo')
  return {
    id: textOf(row, 'id'),
    number: integerOf(row, 'number'),
    name: textOf(row, 'name'),
    spaced_name: textOf(row, 'spaced_name'),
    divisibility: integerOf(row, 'divisibility') ?? (hasSupply ? 0 : undefined),
    symbol: optionalTextOf(row, 'symbol') ?? (hasSupply ? '¤' : undefined),
    turbo: turbo === undefined ? undefined : turbo === 1,
    cenotaph: integerOf(row, 'cenotaph') === 1 || undefined,
    mint_terms: hasSupply || hasTerms ? mintTermsOf(row) : undefined,
    supply: hasSupply ? supplyOf(row, tip) : undefined,
    location: locationOf(row, hexPrefix),
  }
}

const TERMS = [
  'terms_amount',
  'terms_cap',
  'terms_height_start',
  'terms_height_end',
  'terms_offset_start',
  'terms_offset_end',
] as const

/** As in the retired API, the divisibility is also applied to the cap, which counts mints. */
function mintTermsOf(row: Row) {
  const divisibility = integerOf(row, 'divisibility') ?? 0
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

/** The first rune has no transaction, and no time. */
function locationOf(row: Row, hexPrefix: HexPrefix) {
  const height = integerOf(row, 'block_height')
  if (height === undefined) return undefined
  const prefix = hexPrefix === 'none' ? '' : hexPrefix
  const hashOf = (column: string) => {
    const hash = optionalTextOf(row, column)
    return hash ? prefix + hash : undefined
  }
  return {
    block_hash: hashOf('block_hash'),
    block_height: height,
    tx_id: hashOf('tx_id'),
    tx_index: integerOf(row, 'tx_index'),
    timestamp: integerOf(row, 'timestamp') || undefined,
  }
}
