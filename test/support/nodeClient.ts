import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { type BitcoinNode, openNode } from '../../src/bitcoin/node.ts'
import { NodeError } from '../../src/bitcoin/nodeConnection.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import { serveNode } from '../../src/demo/serveNode.ts'
import type { ServeOptions } from '../../src/demo/serveRpc.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'

/** An output that the node does not know. */
export const COIN = { txid: 'ab'.repeat(32), vout: 0 }
export const PASSWORD = 'p@ss:word%/ ü'

/** A simulated node that asks for a password and notes the calls, and its client. */
export async function start(options: ServeOptions, node = new SimulatedNode(), timeoutMs?: number) {
  const calls: { method: string }[] = []
  const { intercept = (_, respond) => respond() } = options
  const { url, stop } = await serveNode(node, {
    user: 'cairn',
    password: PASSWORD,
    ...options,
    intercept(call, respond) {
      calls.push(call)
      return intercept(call, respond)
    },
  })
  onTestFinished(stop)
  const client: BitcoinNode = openNode({ url, timeoutMs })
  return { client, node, url, calls }
}

/** A response that comes in pieces, one each 20 ms, and never ends. */
export function streamed(pieces: string[]): Response {
  const left = pieces.values()
  return new Response(
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = left.next()
        if (done === true) return new Promise(() => {})
        await setTimeout(20)
        controller.enqueue(Buffer.from(value))
      },
    }),
  )
}

/** Every error is one line for an operator, and tells no password, neither as it is nor encoded. */
export async function expectError(promise: Promise<unknown>, kind: string): Promise<NodeError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof NodeError)) throw new Error('Expected a NodeError.', { cause: error })
  expect(error.kind).toBe(kind)
  expect(error.message).toMatch(/^[A-Z].+[.?…]$|^[A-Z].+: .+$/)
  const text = `${error.message} ${error.stack} ${String(error.cause)}`
  expect(text).not.toContain(PASSWORD)
  expect(text).not.toContain(encodeURIComponent(PASSWORD))
  return error
}

export function payment(seed: string) {
  return { inputs: [COIN], outputs: [{ script: taprootScript(seed), value: 1000 }] }
}

export function withStatus(response: Response, status: number): Response {
  return new Response(response.body, { status, headers: response.headers })
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-node-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

export function withoutCredentials(url: string): string {
  return new URL(url).origin
}
