import type { Block, RuneIdentifier } from '../../contract/identifiers.ts'
import type { Operation } from '../../contract/schemas/activity.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import {
  hexOf,
  numberOf,
  optionalNumberOf,
  optionalTextOf,
  type Row,
} from '../../database/database.ts'
import {
  KIND_NAMES,
  OPERATION_KINDS,
  OPERATIONS_BY_KIND,
  sumOfCounts,
} from '../../database/kinds.ts'
import { applyDivisibility } from '../applyDivisibility.ts'
import { type Index, isFinal } from './indexReader.ts'
import { runeOf } from './labels.ts'
import {
  addressOwner,
  conditionList,
  kindsInRange,
  kindsList,
  type LedgerList,
  positionList,
  rangeList,
  runeOwner,
} from './ledger.ts'
import { expectRune, locateAddress, locateBlock, locateTransaction } from './locate.ts'

type Query = Paging & { operation_type?: Operation | undefined }

/** A page of a list, and whether it can no longer change. */
export type Listed<Entry> = {
  page: Paging & { total: number; results: Entry[] }
  isFinal: boolean
}

export type ActivityRecord = ReturnType<typeof recordOf>

/** The records of a block; an empty list if the index does not have it. */
export async function readBlockRecords(
  index: Index,
  block: Block,
  { operation_type, ...paging }: Query,
): Promise<Listed<ActivityRecord>> {
  const located = await locateBlock(index, block)
  if (located === undefined) return nothing(paging)
  const { counts, height } = located
  const kinds = operation_type && OPERATION_KINDS[operation_type]
  const list =
    kinds === undefined
      ? rangeList(index, located)
      : await conditionList(index, kindsInRange(located, kinds), sumOfCounts(counts, kinds))
  return { page: await readPage(index, list, paging), isFinal: isFinal(height, index.tip) }
}

/** The records of a transaction; an empty list if it has none. */
export async function readTransactionRecords(
  index: Index,
  txId: string,
  { operation_type, ...paging }: Query,
): Promise<Listed<ActivityRecord>> {
  const located = await locateTransaction(index, txId)
  if (located === undefined) return nothing(paging)
  const kinds = operation_type && OPERATION_KINDS[operation_type]
  const list =
    kinds === undefined
      ? rangeList(index, located)
      : await conditionList(index, kindsInRange(located, kinds))
  return { page: await readPage(index, list, paging), isFinal: isFinal(located.height, index.tip) }
}

/**
 * The records of a rune.
 * @throws {HttpProblem} 404
 */
export async function readRuneRecords(
  index: Index,
  rune: RuneIdentifier,
  { operation_type, ...paging }: Query,
) {
  const owner = runeOwner(await expectRune(index, rune))
  const list =
    operation_type === undefined
      ? await positionList(index, owner, 'records')
      : await kindsList(index, owner, OPERATION_KINDS[operation_type])
  return readPage(index, list, paging)
}

/** The records whose address it is. */
export async function readAddressRecords(
  index: Index,
  address: string,
  { operation_type, ...paging }: Query,
) {
  const located = await locateAddress(index, address)
  if (located === undefined) return nothing<ActivityRecord>(paging).page
  const owner = addressOwner(located)
  const list =
    operation_type === undefined
      ? await positionList(index, owner, 'records')
      : await kindsList(index, owner, OPERATION_KINDS[operation_type])
  return readPage(index, list, paging)
}

/**
 * The records of a rune whose address it is.
 * @throws {HttpProblem} 404
 */
export async function readRuneAddressRecords(
  index: Index,
  rune: RuneIdentifier,
  { address, ...paging }: Paging & { address: string },
) {
  const { key } = await expectRune(index, rune)
  const located = await locateAddress(index, address)
  if (located === undefined) return nothing<ActivityRecord>(paging).page
  const [balance] = await index.query(
    'SELECT records FROM balances WHERE address = $1 AND rune = $2',
    [located.key, key],
  )
  if (balance === undefined) return nothing<ActivityRecord>(paging).page
  const owner = { ...addressOwner(located), rune: key, total: numberOf(balance, 'records') }
  return readPage(index, await kindsList(index, owner, KIND_NAMES), paging)
}

function nothing<Entry>(paging: Paging): Listed<Entry> {
  return { page: { ...pagingOf(paging), total: 0, results: [] }, isFinal: false }
}

async function readPage(index: Index, list: LedgerList, paging: Paging) {
  const rows = await list.read(paging)
  const results = rows.map((row) => recordOf(row, index.isComplete))
  return { ...pagingOf(paging), total: list.total, results }
}

/** In this order, as the contract shows it. */
export function pagingOf({ limit, offset }: Paging): Paging {
  return { limit, offset }
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
