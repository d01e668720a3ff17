// A process of its own that serves a chain like mainnet's, as a Bitcoin node does. Beside the methods of a
// node it has those with which `startChainNode.ts` controls it. Arguments: the seed, and the number of blocks
// that it has at first, which are made when they are asked for.
import { setImmediate } from 'node:timers/promises'
import { parseBlock } from '../../../src/bitcoin/block.ts'
import { RpcError, type RpcHandlers, serveRpc } from '../../../src/demo/serveRpc.ts'
import { BUSY, type ChainBlock, FIRST_HEIGHT, MainnetChain } from './mainnetChain.ts'

/** Of the blocks at first, the last ones can be asked for again. */
const MAX_REMEMBERED = 16

const [seed = 0, firstBlocks = 0] = process.argv.slice(2).map(Number)
const chain = new MainnetChain(seed)
const hashes: string[] = []
/** By hash. */
const blocks = new Map<string, ChainBlock>()
let prepared: ChainBlock[] = []
let height = FIRST_HEIGHT + firstBlocks - 1
let isSyncing = true

const HANDLERS: RpcHandlers = {
  methods: {
    getblockchaininfo: () => ({
      chain: 'main',
      blocks: height,
      // As long as many more are to come, a follower goes without indexes.
      headers: isSyncing ? height + 100_000 : height,
      bestblockhash: hashes[height - FIRST_HEIGHT] ?? '0'.repeat(64),
      initialblockdownload: isSyncing,
    }),
    getblockhash: ([at]) => hashAt(Number(at)),
  },
  blockBytes(hash) {
    const block = blocks.get(hash)
    if (block === undefined) throw new RpcError(-5, 'Block not found')
    return block.bytes
  },
}

/** By their names, with which they are called over RPC. */
const CONTROLS: Record<string, (param: number) => unknown> = {
  /** Makes blocks that `mine` adds to the chain. Those that are in it are not asked for again. */
  async prepare(count) {
    const mined = new Set(hashes.slice(0, height - FIRST_HEIGHT + 1))
    for (const { hash } of prepared) if (mined.has(hash)) blocks.delete(hash)
    prepared = prepared.filter(({ hash }) => !mined.has(hash))
    while (prepared.length < count) {
      prepared.push(makeBlock())
      await setImmediate()
    }
    return true
  },

  endSync() {
    isSyncing = false
    return true
  },

  mine(count) {
    height += count
    const at = performance.timeOrigin + performance.now()
    return { height, hash: hashes[height - FIRST_HEIGHT], at }
  },

  /** Milliseconds for merely parsing and hashing the prepared blocks. */
  parse() {
    const times = [1, 2, 3].map(() => {
      const began = performance.now()
      for (const { bytes } of prepared) parseBlock(bytes)
      return performance.now() - began
    })
    return Math.min(...times)
  },

  about: () => ({ ...BUSY, unspentOutputs: chain.unspentOutputs }),
}

const { url } = await serveRpc(HANDLERS, {
  async intercept({ method, params: [param] }, respond) {
    const control = CONTROLS[method]
    return control ? Response.json({ result: await control(Number(param)) }) : respond()
  },
})
process.send?.(url)
// Ends with the process that started it.
process.once('disconnect', () => process.exit())

function hashAt(at: number): string | undefined {
  if (at < FIRST_HEIGHT || at > height) throw new RpcError(-8, 'Block height out of range')
  while (hashes.length <= at - FIRST_HEIGHT) {
    makeBlock()
    blocks.delete(hashes.at(-1 - MAX_REMEMBERED) ?? '')
  }
  return hashes[at - FIRST_HEIGHT]
}

function makeBlock(): ChainBlock {
  const block = chain.next()
  hashes.push(block.hash)
  blocks.set(block.hash, block)
  return block
}
