import { Tinypool } from 'tinypool'
import { NodeError, type NodeOptions } from '../bitcoin/nodeConnection.ts'
import type { NodeReader } from './nodeReader.ts'
import type { Reply } from './nodeWorker.ts'

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

  async function call<Result>(name: keyof NodeReader, params: unknown[]): Promise<Result> {
    const reply: Reply<Result> = await pool.run(params, { name })
    if ('problem' in reply) throw new NodeError(reply.problem.kind, reply.problem.message)
    return reply.result
  }

  return {
    readChain: () => call('readChain', []),
    blockHash: (height) => call('blockHash', [height]),
    readBlock: (height) => call('readBlock', [height]),
    close: () => pool.destroy(),
  }
}
