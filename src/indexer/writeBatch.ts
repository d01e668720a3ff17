import {
  DatabaseUnavailable,
  DuplicateRow,
  hexOf,
  type Insertion,
  LostLock,
  numberOf,
  type Query,
  type Row,
  type Store,
} from '../database/database.ts'
import { countWrite } from '../database/meta.ts'
import { MAX_REORGANISATION } from '../database/schema.ts'

/** The newest block of the index, and the ids that the next one begins with. */
export type IndexTip = {
  height: number
  /** 64 hex digits. */
  hash: string
  /** The greatest timestamp so far, in Unix seconds. */
  latestTimestamp: number
  /** The number of movements so far, and of the burns among them. */
  movements: number
  burns: number
  next: NextIds
}
export type NextIds = { tx: number; address: number; rune: number; record: number }

/** What some blocks write. It can be sent to another thread. */
export type Batch = {
  /** The newest block before, and the newest of these. */
  after: IndexTip
  tip: IndexTip
  insertions: Insertion[]
}

/** A database that may write batches in another way, such as in another thread. */
export type IndexStore = Store & { writeBatch?: (batch: Batch) => Promise<void> }

/** The errors of a write that callers tell apart. */
export const WRITE_ERRORS = { LostLock, DuplicateRow, DatabaseUnavailable }

/** Writes batches, each in one transaction. What it returns throws LostLock. */
export function writeTo({ insert, transaction }: Store) {
  return ({ after, tip, insertions }: Batch): Promise<void> =>
    transaction(async (query) => {
      await expectTip(query, after)
      for (const insertion of insertions) await insert(query, insertion)
      await deleteOldUndo(query, tip.height)
      await countWrite(query, 'runes')
    })
}

/** Deletes what undoes blocks that are final. */
export async function deleteOldUndo(query: Query, height: number): Promise<void> {
  await query('DELETE FROM undo WHERE height <= $1', [height - MAX_REORGANISATION])
}

/** The newest block of the index; undefined if it has none. */
export async function readIndexTip(query: Query): Promise<IndexTip | undefined> {
  const [row] = await query('SELECT * FROM blocks ORDER BY height DESC LIMIT 1')
  return row && tipOf(row)
}

function tipOf(row: Row): IndexTip {
  return {
    height: numberOf(row, 'height'),
    hash: hexOf(row, 'hash'),
    latestTimestamp: numberOf(row, 'latest_timestamp'),
    movements: numberOf(row, 'all_movements'),
    burns: numberOf(row, 'all_burns'),
    next: {
      tx: numberOf(row, 'next_tx'),
      address: numberOf(row, 'next_address'),
      rune: numberOf(row, 'next_rune'),
      record: numberOf(row, 'next_record'),
    },
  }
}

/**
 * Begins every transaction that writes blocks: a lock can be lost, but the chain cannot be written twice.
 * @throws {LostLock}
 */
export async function expectTip(query: Query, { height, hash }: IndexTip): Promise<void> {
  // Another program that writes waits here until this transaction ends.
  await query("UPDATE meta SET value = value WHERE part = 'runes' AND name = 'version'")
  const stored = await readIndexTip(query)
  const isExpected =
    stored === undefined ? hash === '' : stored.height === height && stored.hash === hash
  if (!isExpected) {
    throw new LostLock('Another program wrote to the index: only one can follow at a time.')
  }
}
