import type { ParametersOf } from '../../contract/endpoints.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import {
  hexOf,
  numberOf,
  optionalNumberOf,
  optionalTextOf,
  type Row,
} from '../../database/database.ts'
import {
  type KindCounts,
  OPERATION_KINDS,
  OPERATIONS_BY_KIND,
  sumOfCounts,
} from '../../database/kinds.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import { type Index, isFinal } from './indexReader.ts'
import { runeOf } from './labels.ts'
import {
  conditionList,
  kindsInRange,
  kindsList,
  type LedgerList,
  type LocatedOwner,
  NO_ROWS,
  positionList,
  type Range,
  rangeList,
  runeAddressList,
} from './ledger.ts'
import { expectRune, locateAddress } from './locate.ts'

type Query = Omit<ParametersOf<'blockActivity'>, 'block'>

export type ActivityRecord = ReturnType<typeof recordOf>

/** The records of a block or a transaction; an empty list if the index does not have it. */
export async function readRangeRecords(
  index: Index,
  located: (Range & { height: number; counts?: KindCounts }) | undefined,
  { operation_type, ...paging }: Query,
) {
  if (located === undefined) return readPage(index, NO_ROWS, paging)
  const kinds = operation_type && OPERATION_KINDS[operation_type]
  const total = kinds && located.counts && sumOfCounts(located.counts, kinds)
  const list =
    kinds === undefined
      ? rangeList(index, located)
      : await conditionList(index, kindsInRange(located, kinds), { total })
  return { ...(await readPage(index, list, paging)), isFinal: isFinal(located.height, index.tip) }
}

/** The records of a rune. @throws {HttpProblem} 404 */
export async function readRuneRecords(
  index: Index,
  { etching, ...query }: ParametersOf<'etchingActivity'>,
) {
  return readOwnRecords(index, await expectRune(index, etching), query)
}

/** The records whose address it is. */
export async function readAddressRecords(
  index: Index,
  { address, ...query }: ParametersOf<'addressActivity'>,
) {
  return readOwnRecords(index, await locateAddress(index, address), query)
}

async function readOwnRecords(
  index: Index,
  owner: LocatedOwner | undefined,
  { operation_type, ...paging }: Query,
) {
  if (owner === undefined) return readPage(index, NO_ROWS, paging)
  const list =
    operation_type === undefined
      ? await positionList(index, owner, 'records')
      : await kindsList(index, owner, OPERATION_KINDS[operation_type])
  return readPage(index, list, paging)
}

/** The records of a rune whose address it is. @throws {HttpProblem} 404 */
export async function readRuneAddressRecords(
  index: Index,
  { etching, address, ...paging }: ParametersOf<'etchingAddressActivity'>,
) {
  const { key } = await expectRune(index, etching)
  const located = await locateAddress(index, address)
  const list = located && (await runeAddressList(index, located, key, { rows: 'records' }))
  return readPage(index, list ?? NO_ROWS, paging)
}

async function readPage(index: Index, list: LedgerList, paging: Paging) {
  const rows = await list.read(paging)
  const results = rows.map((row) => recordOf(row, index.isComplete))
  return { total: list.total, results }
}

/**
 * Where to read a page of a list that is skipped over: from the end that is nearer, if `isReversed` in the opposite
 * order. Never more than half of the list is skipped.
 */
export function fromNearerEnd({ offset, limit }: Paging, total: number) {
  const left = total - offset
  if (left >= offset) return { isReversed: false, offset, limit }
  const last = Math.max(0, Math.min(limit, left))
  return { isReversed: true, offset: Math.max(0, left - limit), limit: last }
}

/** A record with bare hashes. Values that it does not have are undefined. */
function recordOf(row: Row, isComplete: boolean) {
  const amount = optionalTextOf(row, 'amount')
  return {
    rune: runeOf(row, isComplete),
    address: optionalTextOf(row, 'address'),
    receiver_address: optionalTextOf(row, 'receiver'),
    amount: amount && applyDivisibility(amount, numberOf(row, 'divisibility')),
    operation: OPERATIONS_BY_KIND[numberOf(row, 'kind')],
    location: {
      block_hash: hexOf(row, 'hash'),
      block_height: numberOf(row, 'height'),
      tx_id: hexOf(row, 'txid'),
      tx_index: numberOf(row, 'tx_index'),
      vout: optionalNumberOf(row, 'vout'),
      timestamp: numberOf(row, 'timestamp'),
    },
  }
}
