import { plainRuneName } from '../../contract/identifiers.ts'
import type { Paging } from '../../contract/paging.ts'
import { defaultRuneDirection, type RuneListOptions } from '../../contract/runeList.ts'
import { SAMPLES } from '../../contract/samples.ts'
import type { HexPrefix } from '../activityToWire.ts'
import type { Row, SqlValue } from '../database/database.ts'
import { createChainCache, type LedgerReader, type LedgerState } from './chainCache.ts'
import type { CoverageReader } from './coverage.ts'
import { incomplete, RUNE_COLUMNS, runeToWire, SUPPLY_COLUMNS } from './runes.ts'
import { nameAfter } from './searchRunes.ts'

type Options = { readLedger: LedgerReader; hexPrefix: HexPrefix; coverage: CoverageReader }

/**
 * Reads pages of runes with what is known about each, without samples. Their numbers rise with their place
 * in the chain, so a list by number is sorted by that.
 */
export function createRuneListReader({ readLedger, hexPrefix, coverage }: Options) {
  const indexes = createRuneIndexes()

  /** @throws {HttpProblem} 501 for mintable runes if the supply of some is unknown. */
  return async function readRuneList(options: RuneListOptions, { offset, limit }: Paging) {
    await coverage.prepare()
    return readLedger(async (ledger) => {
      const tip = ledger.tip?.height
      const isComplete = await coverage.isComplete(ledger.query)
      if (options.mintable && !isComplete) throw incomplete('which runes can be minted')
      const list = listOf(options, tip ?? 0)
      const { total, checkpoints } = await indexes.read(ledger, list)
      const size = Math.max(0, Math.min(limit, total - offset))
      // Lists are read in rising order. A falling one is read from its end.
      const isRising = (options.order ?? defaultRuneDirection(options.orderBy)) === 'asc'
      const start = isRising ? offset : total - offset - size
      const checkpoint = checkpoints[Math.floor(start / CHECKPOINT_INTERVAL)]
      const rows =
        checkpoint === undefined || size === 0
          ? []
          : await ledger.query(pageSql(list, coverage.hasTables()), [
              ...list.parameters,
              ...checkpoint,
              size,
              start % CHECKPOINT_INTERVAL,
            ])
      const results = (isRising ? rows : rows.toReversed()).map((row) =>
        runeToWire(row, { hexPrefix, tip }),
      )
      return { page: { limit, offset, total, results }, isComplete }
    })
  }
}

/** The runes that a condition selects, in rising order of the key columns. The last one is unique. */
type RuneList = { key: readonly string[]; where: string; parameters: SqlValue[] }

function listOf({ name, mintable, orderBy }: RuneListOptions, tip: number): RuneList {
  const parameters: SqlValue[] = []
  const place = (value: SqlValue) => `$${parameters.push(value)}`
  const conditions = [`id NOT LIKE '${SAMPLES.block_height}:%'`]
  if (name) {
    const letters = plainRuneName(name)
    conditions.push(`name >= ${place(letters)} AND name < ${place(nameAfter(letters))}`)
  }
  if (mintable) conditions.push(MINTABLE.replaceAll('$tip', () => place(tip)))
  const key = orderBy === 'name' ? ['name', 'id'] : ['block_height', 'tx_index', 'id']
  return { key, where: conditions.join(' AND '), parameters }
}

/** The same as `isMintable` of supplyOf.ts. */
const MINTABLE = `
  terms_amount IS NOT NULL AND CASE WHEN cenotaph THEN 1 ELSE 0 END = 0
  AND (terms_cap IS NULL OR CAST(terms_cap AS NUMERIC) >
       (SELECT total_mints FROM supply_changes WHERE rune_id = runes.id
         ORDER BY block_height DESC LIMIT 1))
  AND (terms_height_start IS NULL OR terms_height_start <= $tip)
  AND (terms_height_end IS NULL OR terms_height_end >= $tip)
  AND (terms_offset_start IS NULL OR block_height + terms_offset_start <= $tip)
  AND (terms_offset_end IS NULL OR block_height + terms_offset_end >= $tip)`

/** How many runes a list has, and the key of every CHECKPOINT_INTERVAL-th one. */
type RuneIndex = { total: number; checkpoints: SqlValue[][] }

const CHECKPOINT_INTERVAL = 100
const MAX_CACHED_BYTES = 20_000_000
const CHECKPOINT_BYTES = 200

/** Any page is then one index seek plus at most 99 skipped rows. OFFSET alone would walk all before it. */
function createRuneIndexes() {
  const cache = createChainCache<RuneIndex>(
    MAX_CACHED_BYTES,
    ({ checkpoints }) => CHECKPOINT_BYTES * checkpoints.length,
  )
  return {
    read: (ledger: LedgerState, list: RuneList) =>
      cache.read(ledger, JSON.stringify(list), () => readIndex(ledger, list)),
  }
}

async function readIndex(
  { query }: LedgerState,
  { key, where, parameters }: RuneList,
): Promise<RuneIndex> {
  const [count] = await query(
    `SELECT CAST(count(*) AS TEXT) AS total FROM runes WHERE ${where}`,
    parameters,
  )
  const rows = await query(
    `SELECT ${key.map((column) => `CAST(${column} AS TEXT) AS ${column}`)}
       FROM (SELECT ${key}, row_number() OVER (ORDER BY ${key}) - 1 AS position
               FROM runes WHERE ${where}) AS listed
      WHERE position % ${CHECKPOINT_INTERVAL} = 0 ORDER BY position`,
    parameters,
  )
  return { total: Number(count?.total), checkpoints: rows.map((row) => keyOf(row, key)) }
}

function keyOf(row: Row, key: readonly string[]): SqlValue[] {
  return key.map((column) => {
    const value = row[column] ?? null
    return /^(name|id)$/.test(column) ? value : Number(value)
  })
}

function pageSql({ key, where, parameters }: RuneList, hasSupply: boolean): string {
  const next = parameters.length + 1
  const end = next + key.length
  const placed = key.map((_, index) => `$${next + index}`)
  return `
    SELECT ${RUNE_COLUMNS} ${hasSupply ? `, ${SUPPLY_COLUMNS}` : ''}
      FROM (SELECT * FROM runes WHERE ${where} AND (${key}) >= (${placed})
             ORDER BY ${key} LIMIT $${end} OFFSET $${end + 1}) AS r
     ORDER BY ${key.map((column) => `r.${column}`)}`
}
