import { Tinypool } from 'tinypool'
import type { Store } from '../database/database.ts'
import { type ThreadResult, unwrap } from '../threads/threadResult.ts'
import { type Batch, type IndexStore, WRITE_ERRORS } from './writeBatch.ts'

/** Writes batches in a worker thread with a connection of its own, for a store that waits for the disk. */
export function writeInWorker(store: Store, address: string, workerFile: string): IndexStore {
  const pool = new Tinypool({
    filename: workerFile,
    minThreads: 1,
    maxThreads: 1,
    workerData: address,
    resourceLimits: { maxYoungGenerationSizeMb: 24 },
  })
  return {
    ...store,
    async writeBatch(batch: Batch) {
      const result: ThreadResult<void> = await pool.run(batch, { name: 'writeBatch' })
      unwrap(result, WRITE_ERRORS)
    },
    async close() {
      await pool.destroy()
      await store.close()
    },
  }
}
