import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as v from 'valibot'

export type ChainNode = {
  /** For BITCOIN_RPC_URL. */
  url: string
  /** Makes blocks in advance, so that nothing waits for them later. */
  prepare: (blocks: number) => Promise<void>
  /** Adds prepared blocks to the chain. */
  mine: (blocks: number) => Promise<Mined>
  /** At first, the node says that it is syncing: then an index goes without its indexes. */
  endSync: () => Promise<void>
  /** Milliseconds for merely parsing and hashing the prepared blocks, in one thread. */
  parse: () => Promise<number>
  /** What the chain has a lot of. */
  about: () => Promise<About>
  stop: () => void
}

/** `at` is in milliseconds since 1970. */
const Mined = v.object({ height: v.number(), hash: v.string(), at: v.number() })
export type Mined = v.InferOutput<typeof Mined>
const About = v.object({
  rune: v.string(),
  address: v.string(),
  block: v.number(),
  unspentOutputs: v.number(),
})
export type About = v.InferOutput<typeof About>

/** Starts a node that has `blocks` blocks. */
export async function startChainNode(seed: number, blocks: number): Promise<ChainNode> {
  const child = fork(new URL('./chainNode.ts', import.meta.url), [String(seed), String(blocks)])
  const [url] = await once(child, 'message')

  async function call<Result>(
    schema: v.GenericSchema<unknown, Result>,
    method: string,
    param = 0,
  ): Promise<Result> {
    const body = JSON.stringify({ method, params: [param] })
    const response = await fetch(url, { method: 'POST', body })
    return v.parse(v.object({ result: schema }), await response.json()).result
  }

  return {
    url,
    async prepare(blocks) {
      await call(v.boolean(), 'prepare', blocks)
    },
    mine: (blocks) => call(Mined, 'mine', blocks),
    async endSync() {
      await call(v.boolean(), 'endSync')
    },
    parse: () => call(v.number(), 'parse'),
    about: () => call(About, 'about'),
    stop: () => child.kill(),
  }
}
