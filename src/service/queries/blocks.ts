import type { ParametersOf } from '../../contract/endpoints.ts'
import type { BlockIdentifier } from '../../contract/identifiers.ts'
import type { BlockDetails, BlockSummary } from '../../contract/schemas/chain.ts'
import { countRows, MAX_INTEGER, numberOf } from '../../database/database.ts'
import { KINDS, type KindName, kindOf, RUNE_MOVEMENTS, sumOfCounts } from '../../database/kinds.ts'
import { HAS_MOVEMENTS, IS_CENOTAPH } from '../../database/schema.ts'
import { readGrouping } from './alike.ts'
import type { Index } from './indexReader.ts'
import { coveredRunes } from './labels.ts'
import { blockOf, expectBlock, type LocatedBlock, SELECT_BLOCKS } from './locate.ts'
import { movementCountsOf } from './totals.ts'

/** A page of the blocks, newest first. Heights have no gaps: the offset is a range. */
export async function readBlocks(
  index: Index,
  { before = MAX_INTEGER, ...paging }: ParametersOf<'blocks'>,
) {
  const { firstHeight, tip, query } = index
  const end = Math.max(firstHeight, Math.min(before, tip.height + 1))
  const newest = end - paging.offset
  const rows = await query(
    `${SELECT_BLOCKS} WHERE b.height >= $1 AND b.height < $2 ORDER BY b.height DESC`,
    [Math.max(firstHeight, newest - paging.limit), Math.max(firstHeight, newest)],
  )
  const results = rows.map((row) => summaryOf(blockOf(row)))
  return { total: end - firstHeight, results }
}

function summaryOf({
  height,
  hash,
  timestamp,
  first,
  end,
  firstTx,
  endTx,
  counts,
}: LocatedBlock): BlockSummary {
  return {
    block_height: height,
    block_hash: hash,
    timestamp,
    transactions: endTx - firstTx,
    movements: sumOfCounts(counts, RUNE_MOVEMENTS),
    counts: movementCountsOf(counts),
    records: end - first,
  }
}

/**
 * A block, its figures and its neighbours.
 * @throws {HttpProblem} 404
 */
export async function readBlockDetails(
  index: Index,
  block: BlockIdentifier,
): Promise<BlockDetails> {
  const located = await expectBlock(index, block)
  const { height, first, end, firstTx, endTx } = located
  const { tip, firstHeight, query } = index
  const moved = '(SELECT DISTINCT rune FROM ledger WHERE id >= $1 AND id < $2) AS moved'
  return {
    ...summaryOf(located),
    runes: await countRows(query, moved, [first, end]),
    covers: coveredRunes(index),
    previous: height > firstHeight ? height - 1 : undefined,
    next: height < tip.height ? height + 1 : undefined,
    ...(await readNearestMoving(index, located)),
    ...(await readGrouping(index, located)),
    cenotaphs: await countRows(query, `txs WHERE ${IS_CENOTAPH} AND id >= $1 AND id < $2`, [
      firstTx,
      endTx,
    ]),
    ...(await readParts(index, located)),
  }
}

/** Of a block without movements, the nearest ones with some. */
async function readNearestMoving({ query }: Index, { height, counts }: LocatedBlock) {
  if (sumOfCounts(counts, RUNE_MOVEMENTS) > 0) return {}
  const nearest = async (condition: string, order: 'ASC' | 'DESC') => {
    const [row] = await query(
      `SELECT height FROM blocks WHERE ${HAS_MOVEMENTS} AND height ${condition} $1
        ORDER BY height ${order} LIMIT 1`,
      [height],
    )
    return row && numberOf(row, 'height')
  }
  return {
    previous_moving: await nearest('<', 'DESC'),
    next_moving: await nearest('>', 'ASC'),
  }
}

const MAX_PARTS = 120
const PART_INDEXES: Partial<Record<KindName, 0 | 1 | 2 | 3>> = {
  transfers: 0,
  mints: 1,
  burns: 2,
  etchings: 3,
}

/** How many movements of each type there are in equal parts of a block. */
async function readParts({ query }: Index, { firstTx, endTx }: LocatedBlock) {
  const rows = await query(
    `SELECT t.tx_index, l.kind, count(*) AS movements
       FROM txs t JOIN ledger l ON l.id >= t.first_record AND l.id < t.first_record + t.records
      WHERE t.id >= $1 AND t.id < $2 AND l.kind IN (${RUNE_MOVEMENTS.map((kind) => KINDS[kind])})
      GROUP BY t.tx_index, l.kind`,
    [firstTx, endTx],
  )
  const last = Math.max(0, ...rows.map((row) => numberOf(row, 'tx_index')))
  const step = Math.max(1, Math.ceil((last + 1) / MAX_PARTS))
  const length = rows.length === 0 ? 0 : Math.floor(last / step) + 1
  const parts = Array.from({ length }, (): [number, number, number, number] => [0, 0, 0, 0])
  for (const row of rows) {
    const part = parts[Math.floor(numberOf(row, 'tx_index') / step)]
    const type = PART_INDEXES[kindOf(row)]
    if (part !== undefined && type !== undefined) part[type] += numberOf(row, 'movements')
  }
  return { parts, part_size: step }
}
