import { Tinypool } from 'tinypool'
import { openSqlite } from '../database/sqlite.ts'
import { type Batch, writeTo } from './writeBatch.ts'

// Runs in a worker thread, which `writeInWorker` starts with the path of the database.

/** An error, which would lose its class between threads; undefined if the batch is written. */
export type Reply = { name: string; message: string } | undefined

/** A larger one made no difference: the system caches the file too. */
const CACHE_MEGABYTES = 32

const write = writeTo(openSqlite(Tinypool.workerData, { cacheMegabytes: CACHE_MEGABYTES }))

export async function writeBatch(batch: Batch): Promise<Reply> {
  try {
    await write(batch)
    return
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { name: error.name, message: error.message }
  }
}
