import type { ParametersOf } from '../../contract/endpoints.ts'
import { IS_BURN } from '../../database/schema.ts'
import type { Index } from './indexReader.ts'
import { conditionList, expectInReach } from './ledger.ts'
import { readMovementPage } from './movementPage.ts'
import { readRuneMovements } from './movements.ts'
import { spanTotalsOf } from './spans.ts'

/**
 * A page of the burns of all runes, or of one, newest first.
 * @throws {HttpProblem} 404
 */
export async function readBurns(
  index: Index,
  { rune, from, to, ...paging }: ParametersOf<'burns'>,
) {
  if (rune !== undefined) {
    const filters = { type: 'burn', order_by: undefined, from, to } as const
    return readRuneMovements(index, { rune, ...filters, ...paging })
  }
  const { before, all } = await spanTotalsOf(index, { from, to })
  const total = Math.max(0, all.burns - before.burns)
  if (paging.offset < total) expectInReach(paging.offset)
  const condition = {
    where: `l.${IS_BURN} AND l.id >= $1 AND l.id < $2`,
    parameters: [before.nextRecord, all.nextRecord],
  }
  return readMovementPage(index, await conditionList(index, condition, { total }), paging)
}
