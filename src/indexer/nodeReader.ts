import { type BlockBytes, MalformedBlock, parseBlock, toBlock } from '../bitcoin/block.ts'
import type { BitcoinNode } from '../bitcoin/node.ts'
import { NodeError } from '../bitcoin/nodeConnection.ts'
import { readCommitments } from './commitments.ts'
import type { Commitments } from './rules.ts'

/** What the follower reads of a node, in this thread or in another one. Every method throws NodeError. */
export type NodeReader = Pick<BitcoinNode, 'chainInfo' | 'blockHash'> & {
  /** The block of the node's best chain at a height; undefined if it has none there. */
  readBlock: (height: number) => Promise<SourceBlockBytes | undefined>
}

/** A block, and the spent outputs that may commit to the names that it etches. */
export type SourceBlockBytes = { parsed: BlockBytes; commitments: Commitments }

/** Reads and parses blocks in this thread. */
export function createNodeReader(node: BitcoinNode): NodeReader {
  return {
    chainInfo: node.chainInfo,
    blockHash: node.blockHash,
    async readBlock(height) {
      const hash = await node.blockHash(height)
      if (hash === undefined) return
      const parsed = parseExpected(await node.blockBytes(hash), { height, hash })
      return { parsed, commitments: await readCommitments(node, toBlock(parsed, height)) }
    },
  }
}

/** The hash of a block is that of its header, which covers its transactions: what else is there is refused. */
function parseExpected(
  bytes: Uint8Array<ArrayBuffer>,
  { height, hash }: { height: number; hash: string },
): BlockBytes {
  try {
    const parsed = parseBlock(bytes)
    if (parsed.hash === hash) return parsed
    throw new MalformedBlock(`has the hash ${parsed.hash}`)
  } catch (error) {
    if (!(error instanceof MalformedBlock)) throw error
    const message = `The Bitcoin node sent a malformed block: block ${height} (${hash}) ${error.message}.`
    throw new NodeError('malformed', message, { cause: error })
  }
}

/** Its calls fail when `signal` aborts, however long they take. */
export function untilAborted(node: NodeReader, signal: AbortSignal): NodeReader {
  function abortable<Params extends unknown[], Result>(
    method: (...params: Params) => Promise<Result>,
  ) {
    return (...params: Params) =>
      new Promise<Result>((resolve, reject) => {
        const abort = () => reject(signal.reason)
        signal.addEventListener('abort', abort, { once: true })
        method(...params)
          .then(resolve, reject)
          .finally(() => signal.removeEventListener('abort', abort))
      })
  }
  return {
    chainInfo: abortable(node.chainInfo),
    blockHash: abortable(node.blockHash),
    readBlock: abortable(node.readBlock),
  }
}
