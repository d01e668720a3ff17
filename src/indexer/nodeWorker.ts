import { Tinypool } from 'tinypool'
import { openNode } from '../bitcoin/node.ts'
import { NodeError } from '../bitcoin/nodeConnection.ts'
import { resultOf, type ThreadResult } from '../threads/threadResult.ts'
import { createNodeReader } from './nodeReader.ts'

// Runs in a worker thread, which `openNodeInWorker` starts with the options of the node. Its exports are
// the methods of a reader.

const reader = createNodeReader(openNode(Tinypool.workerData))

export const chainInfo = replying(reader.chainInfo)
export const blockHash = replying(reader.blockHash)
export const readBlock = replying(reader.readBlock)

function replying<Params extends unknown[], Value>(
  method: (...params: Params) => Promise<Value>,
): (params: Params) => Promise<ThreadResult<Value>> {
  return (params) => resultOf(method(...params), { NodeError })
}
