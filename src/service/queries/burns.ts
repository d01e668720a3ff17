import type { ParametersOf } from '../../contract/endpoints.ts'
import { IS_BURN } from '../../database/schema.ts'
import type { Index } from './indexReader.ts'
import { conditionList, expectInReach } from './ledger.ts'
import { readMovementPage } from './movementPage.ts'
import { spanTotalsOf } from './spans.ts'

/** A page of the burns of all runes, newest first. */
export async function readBurns(index: Index, { from, to, ...paging }: ParametersOf<'burns'>) {
  const { before, all } = await spanTotalsOf(index, { from, to })
  const total = Math.max(0, all.burns - before.burns)
  if (paging.offset < total) expectInReach(paging.offset)
  const condition = {
    where: `l.${IS_BURN} AND l.id >= $1 AND l.id < $2`,
    parameters: [before.nextRecord, all.nextRecord],
  }
  return readMovementPage(index, await conditionList(index, condition, { total }), paging)
}
