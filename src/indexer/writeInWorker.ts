import { Tinypool } from 'tinypool'
import { DatabaseUnavailable, DuplicateRow, type Store } from '../database/database.ts'
import { type Batch, type IndexStore, LostLock } from './writeBatch.ts'
import type { Reply } from './writeWorker.ts'

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
      const reply: Reply = await pool.run(batch, { name: 'writeBatch' })
      if (reply === undefined) return
      const { name, message } = reply
      if (name === 'LostLock') throw new LostLock(message)
      if (name === 'DuplicateRow') throw new DuplicateRow(message)
      if (name === 'DatabaseUnavailable') throw new DatabaseUnavailable(message)
      throw new Error(message)
    },
    async close() {
      await pool.destroy()
      await store.close()
    },
  }
}
