import { Tinypool } from 'tinypool'
import { openSqlite } from '../database/sqlite.ts'
import { resultOf, type ThreadResult } from '../threads/threadResult.ts'
import { type Batch, WRITE_ERRORS, writeTo } from './writeBatch.ts'

// Runs in a worker thread, which `writeInWorker` starts with the path of the database.

/** A larger one made no difference: the system caches the file too. */
const CACHE_MEGABYTES = 32

const write = writeTo(openSqlite(Tinypool.workerData, { cacheMegabytes: CACHE_MEGABYTES }))

export function writeBatch(batch: Batch): Promise<ThreadResult<void>> {
  return resultOf(write(batch), WRITE_ERRORS)
}
