import { Tinypool } from 'tinypool'
import { openStore } from '../database/openStore.ts'
import { type Batch, writeTo } from './writeBatch.ts'

// Runs in a worker thread, which `writeInWorker` starts with the address of the database.

/** An error, which would lose its class between threads; undefined if the batch is written. */
export type Reply = { name: string; message: string } | undefined

const write = writeTo(openStore(Tinypool.workerData, 'batches'))

export async function writeBatch(batch: Batch): Promise<Reply> {
  try {
    await write(batch)
    return
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { name: error.name, message: error.message }
  }
}
