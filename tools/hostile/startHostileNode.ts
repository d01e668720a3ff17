import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as v from 'valibot'

export type NodeRequest =
  | { kind: 'mine'; block: 'empty' | 'hostile' }
  | { kind: 'compare'; database: string }

const Started = v.object({ url: v.string(), height: v.number() })
const Mined = v.object({ height: v.number(), bytes: v.number() })
const Compared = v.object({ differences: v.array(v.string()) })
export type NodeReply =
  | v.InferOutput<typeof Started>
  | v.InferOutput<typeof Mined>
  | v.InferOutput<typeof Compared>

export type HostileNode = {
  url: string
  /** Of the newest block before any that is mined. */
  height: number
  mine: (block: 'empty' | 'hostile') => Promise<v.InferOutput<typeof Mined>>
  /** What an index of the chain has otherwise than it should. */
  compare: (database: string) => Promise<string[]>
  stop: () => void
}

export async function startHostileNode(name: string, scale: number): Promise<HostileNode> {
  const program = new URL('./hostileNode.ts', import.meta.url)
  // It has the whole chain in memory, and who holds what.
  const execArgv = [...process.execArgv, '--max-old-space-size=12000']
  const child = fork(program, [name, String(scale)], { execArgv })

  async function receive<Reply>(schema: v.GenericSchema<unknown, Reply>): Promise<Reply> {
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The node ended with ${code}.`)
    })
    const [message] = await Promise.race([once(child, 'message'), ended])
    ended.catch(() => {})
    return v.parse(schema, message)
  }

  const call = <Reply>(request: NodeRequest, schema: v.GenericSchema<unknown, Reply>) => {
    child.send(request)
    return receive(schema)
  }

  const { url, height } = await receive(Started)
  return {
    url,
    height,
    mine: (block) => call({ kind: 'mine', block }, Mined),
    async compare(database) {
      return (await call({ kind: 'compare', database }, Compared)).differences
    },
    stop: () => child.kill(),
  }
}
