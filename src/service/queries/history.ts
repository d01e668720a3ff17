import type { ActivityQuery } from '../../contract/activity.ts'
import type { Coverage } from '../../contract/coverageHeader.ts'
import type { RuneIdentifier } from '../../contract/identifiers.ts'
import type { HexPrefix } from '../activityToWire.ts'
import type { Query, SqlValue } from '../database/database.ts'
import { type LocalActivity, readRecords } from './activity.ts'
import type { LedgerReader, LedgerState } from './chainCache.ts'
import type { CoverageReader } from './coverage.ts'
import { type BlockList, createHistoryPageIndexes, type PageStart } from './historyPageIndex.ts'
import { locateRune } from './runes.ts'

type Options = { readLedger: LedgerReader; hexPrefix: HexPrefix; coverage: CoverageReader }

/** A page of activity as this service sends it. `coverage` is undefined if the history is complete. */
type History = { page: LocalActivity['page']; coverage: Coverage | undefined }

type Found = { total: number; start: PageStart | undefined }

/** Reads pages of the activity of runes and addresses in all blocks, newest first. */
export function createHistoryReader({ readLedger, hexPrefix, coverage }: Options) {
  const pageIndexes = createHistoryPageIndexes()

  async function readPage(
    { query }: LedgerState,
    list: BlockList,
    { found, offset, limit }: ActivityQuery & { found: Found },
  ): Promise<LocalActivity['page']> {
    const { total, start } = found
    if (start === undefined) return { limit, offset, total, results: [] }
    const parameters = [...list.parameters, start.height]
    const where = `${list.where} AND block_height <= $${parameters.length}`
    const rows = { skip: start.skip, limit, hexPrefix }
    const results = await readRecords(query, { where, parameters }, rows)
    return { limit, offset, total, results }
  }

  return {
    /**
     * The activity of a rune, or only its records with this `address`.
     * @throws {HttpProblem} 404
     */
    ofRune: async (
      rune: RuneIdentifier,
      { address, ...activityQuery }: ActivityQuery & { address?: string | undefined },
    ): Promise<History> => {
      await coverage.prepare()
      return readLedger(async (ledger) => {
        const { query } = ledger
        const { id } = await locateRune(query, rune)
        const { operation, offset } = activityQuery
        const list =
          address === undefined
            ? listOf('rune_id = $1', [id], operation)
            : listOf('rune_id = $1 AND address = $2', [id, address], operation)
        const isWhole = address === undefined && operation === undefined
        const found =
          isWhole && (await coverage.isRuneComplete(query, id))
            ? await findInSupply(query, id, offset)
            : await pageIndexes.find(ledger, list, offset)
        const page = await readPage(ledger, list, { ...activityQuery, found })
        return { page, coverage: await coverage.ofRune(query, id) }
      })
    },
    /** The records with this `address`. */
    ofAddress: async (address: string, activityQuery: ActivityQuery): Promise<History> => {
      await coverage.prepare()
      return readLedger(async (ledger) => {
        const list = listOf('address = $1', [address], activityQuery.operation)
        const found = await pageIndexes.find(ledger, list, activityQuery.offset)
        const page = await readPage(ledger, list, { ...activityQuery, found })
        return { page, coverage: await coverage.ofAddress(ledger.query, address) }
      })
    },
  }
}

/** `operation` is one of five literals. As a parameter, it would not match the index of burns. */
function listOf(
  where: string,
  parameters: SqlValue[],
  operation: ActivityQuery['operation'],
): BlockList {
  const filter = operation === undefined ? '' : ` AND operation = '${operation}'`
  return { table: 'ledger', where: where + filter, parameters }
}

/** The indexer counts the records of a rune after each of its blocks. */
async function findInSupply(query: Query, runeId: string, offset: number): Promise<Found> {
  const [newest] = await query(
    `SELECT CAST(total_operations AS TEXT) AS total FROM supply_changes
      WHERE rune_id = $1 ORDER BY block_height DESC LIMIT 1`,
    [runeId],
  )
  const total = Number(newest?.total)
  if (offset >= total) return { total, start: undefined }
  const [block] = await query(
    `SELECT CAST(block_height AS TEXT) AS height, CAST(total_operations AS TEXT) AS total
       FROM supply_changes WHERE rune_id = $1 AND total_operations >= $2
      ORDER BY total_operations, block_height LIMIT 1`,
    [runeId, total - offset],
  )
  const start = { height: Number(block?.height), skip: Number(block?.total) - (total - offset) }
  return { total, start }
}
