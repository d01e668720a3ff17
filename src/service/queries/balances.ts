import type { Coverage } from '../../contract/coverageHeader.ts'
import type { RuneIdentifier } from '../../contract/identifiers.ts'
import type { Paging } from '../../contract/paging.ts'
import { applyDivisibility } from '../applyDivisibility.ts'
import { integerOf, optionalTextOf, type Query, textOf } from '../database/database.ts'
import { inChunks, LIST } from '../database/inChunks.ts'
import { HttpProblem } from '../http/httpProblem.ts'
import type { Logger } from '../observability/logger.ts'
import { createBurnDeduction } from './burnDeduction.ts'
import { createChainCache, type LedgerReader, type LedgerState } from './chainCache.ts'
import { type CoverageReader, sampleCoverage } from './coverage.ts'
import {
  type BalanceScope,
  type Burns,
  MAX_SORTED_BALANCES,
  type RankedBalances,
  readRankedBalances,
  toUnits,
} from './rankedBalances.ts'
import { incomplete, locateRune } from './runes.ts'

type Options = { readLedger: LedgerReader; coverage: CoverageReader; logger: Logger }

export type BalanceReader = ReturnType<typeof createBalanceReader>

const MAX_CACHED_BYTES = 50_000_000
const BALANCE_BYTES = 170

/** Reads who holds runes. Burns are deducted, whether or not the indexer deducts them. */
export function createBalanceReader({ readLedger, coverage, logger }: Options) {
  const deduction = createBurnDeduction(logger)
  const cache = createChainCache<RankedBalances>(
    MAX_CACHED_BYTES,
    ({ list, burned }) => BALANCE_BYTES * (list.length + burned.size),
  )

  async function prepare(): Promise<void> {
    await coverage.prepare()
    if (!coverage.hasTables()) throw incomplete('the balances of runes')
  }

  /**
   * The samples deduct burns.
   * @throws {HttpProblem} 501 if burners contradict each other.
   */
  async function readBurns(ledger: LedgerState, of: Coverage | undefined): Promise<Burns> {
    const finding = of === 'sample' ? 'deducted' : await deduction.read(ledger)
    if (finding !== 'contradictory') return finding
    throw new HttpProblem('not-implemented', { message: CONTRADICTORY })
  }

  /** @throws {HttpProblem} 501 if there are too many. */
  async function readRanked(ledger: LedgerState, scope: BalanceScope, burns: Burns) {
    const ranked = await cache.read(ledger, `${scope.fixed} ${scope.value}`, (blocks, previous) =>
      readRankedBalances(ledger.query, scope, { blocks, previous, burns }),
    )
    if (ranked.isTooLong) throw new HttpProblem('not-implemented', { message: TOO_LONG })
    return ranked
  }

  async function locateComplete(query: Query, rune: RuneIdentifier) {
    const located = await locateRune(query, rune)
    const { id } = located
    if ((await coverage.isRuneComplete(query, id)) || (await coverage.isComplete(query))) {
      return located
    }
    throw incomplete('the balances of this rune')
  }

  return {
    /** Finds out whether the indexer deducts burns, and logs it. Requests for balances wait for it. */
    findBurns: async (): Promise<void> => {
      await coverage.prepare()
      if (coverage.hasTables()) await readLedger(deduction.read)
    },
    /**
     * A page of the holders of a rune, largest balance first.
     * @throws {HttpProblem} 404; 501
     */
    holders: async (rune: RuneIdentifier, { offset, limit }: Paging) => {
      await prepare()
      return readLedger(async (ledger) => {
        const { id, divisibility } = await locateComplete(ledger.query, rune)
        const sample = sampleCoverage(id)
        const burns = await readBurns(ledger, sample)
        const { list } = await readRanked(ledger, { ...HOLDERS, value: id }, burns)
        const results = list.slice(offset, offset + limit).map((holder) => ({
          address: holder.id,
          balance: applyDivisibility(String(toUnits(holder.amount, divisibility)), divisibility),
        }))
        const page = { limit, offset, total: list.length, results }
        return { page, coverage: sample }
      })
    },
    /**
     * How much of a rune an address holds; 0 if it no longer holds any.
     * @throws {HttpProblem} 404 if it never held the rune; 501
     */
    holder: async (rune: RuneIdentifier, address: string) => {
      await prepare()
      return readLedger(async (ledger) => {
        const { query } = ledger
        const { id, divisibility } = await locateComplete(query, rune)
        const sample = sampleCoverage(id)
        const burns = await readBurns(ledger, sample)
        const balance = await readBalance(query, { runeId: id, address, burns })
        const holder = { address, balance: applyDivisibility(String(balance), divisibility) }
        return { holder, coverage: sample }
      })
    },
    /**
     * A page of the balances of an address, largest first.
     * @throws {HttpProblem} 501
     */
    ofAddress: async (address: string, { offset, limit }: Paging) => {
      await prepare()
      return readLedger(async (ledger) => {
        const { query } = ledger
        const known = await coverage.ofAddress(query, address)
        if (known === 'partial') throw incomplete('the balances of addresses')
        const burns = await readBurns(ledger, known)
        const { list } = await readRanked(ledger, { ...HELD, value: address }, burns)
        const shown = list.slice(offset, offset + limit)
        const results = await describeBalances(query, address, shown)
        return { page: { limit, offset, total: list.length, results }, coverage: known }
      })
    },
  }
}

const CONTRADICTORY =
  'the balances in this database contradict its ledger, so it is unknown whether they deduct burns'

const TOO_LONG = `this list has more than ${MAX_SORTED_BALANCES.toLocaleString('en')} entries, which this service does not sort`

const HOLDERS = { fixed: 'rune_id', listed: 'address' } as const
const HELD = { fixed: 'address', listed: 'rune_id' } as const

type Held = { runeId: string; address: string; burns: Burns }

async function readBalance(query: Query, { runeId, address, burns }: Held): Promise<bigint> {
  const [row] = await query(
    `SELECT CAST(balance AS TEXT) AS balance FROM balance_changes
      WHERE rune_id = $1 AND address = $2 ORDER BY block_height DESC LIMIT 1`,
    [runeId, address],
  )
  if (row === undefined) throw new HttpProblem('rune-not-found')
  const balance = BigInt(textOf(row, 'balance'))
  if (burns === 'deducted') return balance
  const burned = await query(
    `SELECT CAST(amount AS TEXT) AS amount FROM ledger
      WHERE address = $1 AND rune_id = $2 AND operation = 'burn' AND amount IS NOT NULL`,
    [address, runeId],
  )
  return burned.reduce((left, it) => left - BigInt(textOf(it, 'amount')), balance)
}

async function describeBalances(query: Query, address: string, shown: RankedBalances['list']) {
  const rows = await inChunks(
    query,
    RUNES,
    shown.map(({ id }) => id),
  )
  const runes = new Map(rows.map((row) => [textOf(row, 'id'), row]))
  return shown.map(({ id, amount }) => {
    const row = runes.get(id) ?? {}
    const divisibility = integerOf(row, 'divisibility') ?? 0
    return {
      rune: {
        id,
        number: integerOf(row, 'number'),
        name: optionalTextOf(row, 'name'),
        spaced_name: optionalTextOf(row, 'spaced_name'),
      },
      address,
      balance: applyDivisibility(String(toUnits(amount, divisibility)), divisibility),
    }
  })
}

const RUNES = `
  SELECT id, CAST(number AS TEXT) AS number, name, spaced_name,
         CAST(divisibility AS TEXT) AS divisibility FROM runes WHERE id IN (${LIST})`
