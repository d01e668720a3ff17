import { Tinypool } from 'tinypool'
import { openStore } from '../database/openStore.ts'
import { resultOf, type ThreadResult } from '../threads/threadResult.ts'
import { type Batch, WRITE_ERRORS, writeTo } from './writeBatch.ts'

// Runs in a worker thread, which `writeInWorker` starts with the address of the database.

const write = writeTo(openStore(Tinypool.workerData, 'batches'))

export function writeBatch(batch: Batch): Promise<ThreadResult<void>> {
  return resultOf(write(batch), WRITE_ERRORS)
}
