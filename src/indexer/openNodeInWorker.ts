import { Tinypool } from 'tinypool'
import { NodeError, type NodeOptions } from '../bitcoin/nodeConnection.ts'
import { type ThreadResult, unwrap } from '../threads/threadResult.ts'
import type { NodeReader } from './nodeReader.ts'

/** So many calls wait in the worker at most; the node gets two at once. */
const MAX_WAITING_CALLS = 16

/** Fetches and parses blocks in a worker thread, so that this happens while this thread indexes others. */
export function openNodeInWorker(
  options: NodeOptions,
  workerFile: string,
): NodeReader & { close: () => Promise<void> } {
  const pool = new Tinypool({
    filename: workerFile,
    minThreads: 1,
    maxThreads: 1,
    concurrentTasksPerWorker: MAX_WAITING_CALLS,
    // Otherwise an idle worker would not notice that the node closes connections.
    useAtomics: false,
    workerData: options,
    // Its blocks are bytes outside of the heap.
    resourceLimits: { maxYoungGenerationSizeMb: 24 },
  })

  async function call<Value>(name: keyof NodeReader, params: unknown[]): Promise<Value> {
    const result: ThreadResult<Value> = await pool.run(params, { name })
    return unwrap(result, { NodeError })
  }

  return {
    chainInfo: () => call('chainInfo', []),
    blockHash: (height) => call('blockHash', [height]),
    readBlock: (height) => call('readBlock', [height]),
    close: () => pool.destroy(),
  }
}
