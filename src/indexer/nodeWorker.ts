import { Tinypool } from 'tinypool'
import { openNode } from '../bitcoin/node.ts'
import { NodeError, type NodeErrorKind } from '../bitcoin/nodeConnection.ts'
import { createNodeReader } from './nodeReader.ts'

// Runs in a worker thread, which `openNodeInWorker` starts with the options of the node. Its exports are
// the methods of a reader.

/** Errors lose their class between threads, so those of the node are part of the reply. */
export type Reply<Result> =
  | { result: Result }
  | { problem: { kind: NodeErrorKind; message: string } }

const reader = createNodeReader(openNode(Tinypool.workerData))

export const readChain = replying(reader.readChain)
export const blockHash = replying(reader.blockHash)
export const readBlock = replying(reader.readBlock)

function replying<Params extends unknown[], Result>(
  method: (...params: Params) => Promise<Result>,
): (params: Params) => Promise<Reply<Result>> {
  return async (params) => {
    try {
      return { result: await method(...params) }
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      return { problem: { kind: error.kind, message: error.message } }
    }
  }
}
