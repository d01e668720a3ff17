// Runs the follower against simulated nodes, over HTTP, with databases in temporary files.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { onTestFinished } from 'vitest'
import { hashBytes, parseBlock, toBlock, toOutpoint } from '../../src/bitcoin/block.ts'
import { openNode } from '../../src/bitcoin/node.ts'
import { FollowerStatus } from '../../src/contract/schemas/follower.ts'
import type { Store } from '../../src/database/database.ts'
import { readMeta } from '../../src/database/meta.ts'
import { openStore } from '../../src/database/openStore.ts'
import { DemoChain } from '../../src/demo/demoChain.ts'
import { txidOf } from '../../src/demo/encodeTransaction.ts'
import { serveNode } from '../../src/demo/serveNode.ts'
import type { ServeOptions } from '../../src/demo/serveRpc.ts'
import { type MinedBlock, SimulatedNode } from '../../src/demo/simulatedNode.ts'
import type { RuneFollowerEvent } from '../../src/following/followerEvents.ts'
import { type FollowLimits, followNode } from '../../src/indexer/follow.ts'
import { indexBlock } from '../../src/indexer/indexBlock.ts'
import type { IndexState } from '../../src/indexer/indexState.ts'
import { createNodeReader } from '../../src/indexer/nodeReader.ts'
import { documentedMethods } from './documentedMethods.ts'
import { DEMO_TIME } from './fillDatabases.ts'
import { type IndexTables, readIndexTables } from './indexTables.ts'
import { isThorough } from './isThorough.ts'

/** Tests do not wait for pauses. */
const SHORT_PAUSES = { pollMs: 5, retryMs: 5 }

export type Following = {
  events: RuneFollowerEvent[]
  /** The next event of a kind that was not waited for before. Rejects if the follower stops. */
  next<Kind extends RuneFollowerEvent['kind']>(
    kind: Kind,
  ): Promise<Extract<RuneFollowerEvent, { kind: Kind }>>
  /** Resolves when the index has the node's newest block. */
  untilTip(): Promise<void>
  /** Rejects with the reason why the follower stopped by itself. */
  ended: Promise<void>
  stop(): Promise<void>
}

type FollowingOptions = {
  node: SimulatedNode
  /** The URL at which the node is served. */
  url: string
  store: Store
  limits?: Partial<FollowLimits>
  timeoutMs?: number
  /** Called with each event as it happens. */
  onEvent?: (event: RuneFollowerEvent) => void
}

/** Starts a follower, which stops at the end of the test. */
export function startFollowing(options: FollowingOptions): Following {
  const { node, url, store, limits, timeoutMs, onEvent } = options
  const controller = new AbortController()
  const events: RuneFollowerEvent[] = []
  const waiting = new Set<() => void>()
  const report = (event: RuneFollowerEvent) => {
    onEvent?.(event)
    // What is told again and again is not kept.
    if (event.kind === 'block' || event.kind === 'status') return
    events.push(event)
    for (const check of waiting) check()
  }
  const ended = followNode({
    node: createNodeReader(openNode({ url, timeoutMs })),
    store,
    signal: controller.signal,
    report,
    limits: { ...SHORT_PAUSES, ...limits },
  })
  ended.catch(() => {})
  const stop = async () => {
    controller.abort()
    await ended.catch(() => {})
  }
  onTestFinished(stop)

  /** Resolves when `find` finds something among the events so far. */
  function until<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = find()
        if (found === undefined) return
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      ended.then(() => reject(new Error('The follower has stopped.')), reject)
      check()
    })
  }

  const seen: Partial<Record<RuneFollowerEvent['kind'], number>> = {}
  return {
    events,
    async next(kind) {
      const isKind = (
        event: RuneFollowerEvent,
      ): event is Extract<RuneFollowerEvent, { kind: typeof kind }> => event.kind === kind
      const index = seen[kind] ?? 0
      seen[kind] = index + 1
      return until(() => events.filter(isKind)[index])
    },
    async untilTip() {
      await until(() => {
        const last = events.findLast(({ kind }) => kind === 'tip' || kind === 'waiting')
        return last?.kind === 'tip' && last.hash === node.tip.hash ? last : undefined
      })
    },
    ended,
    stop,
  }
}

/** What the follower says of itself to other processes. */
export async function readStatus(store: Store): Promise<FollowerStatus> {
  return v.parse(
    FollowerStatus,
    JSON.parse((await readMeta(store, 'runes'))?.get('follower') ?? ''),
  )
}

/**
 * Serves a node until the end of the test, with the methods that the documentation lists. Changing the
 * options changes the node's responses.
 */
export async function serve(node: SimulatedNode, options: ServeOptions = {}) {
  options.methods ??= documentedMethods()
  const served = await serveNode(node, options)
  onTestFinished(served.stop)
  return served
}

/** A database in a temporary file, closed and deleted at the end of the test. */
export function openTemporary(file = newFile()): Store {
  const store = openStore(`file:${file}`, 'import')
  onTestFinished(() => store.close())
  return store
}

/** The path of a file that is deleted at the end of the test. */
export function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-index-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'runes.db')
}

/** The height of the last block of the demo chain's history, or of its part that is indexed quickly. */
export const LAST_DEMO_BLOCK = isThorough() ? 299 : 119

/** A demo chain with the same history each time. */
export function createDemoChain(): DemoChain {
  return new DemoChain(DEMO_TIME, LAST_DEMO_BLOCK + 1)
}

let history: MinedBlock[] | undefined

/** A node with the history of the demo chain, or its beginning. It is created faster than the chain. */
export function createDemoNode(blocks = LAST_DEMO_BLOCK + 1): SimulatedNode {
  history ??= readHistory(createDemoChain().node)
  const node = new SimulatedNode({ firstTimestamp: history[0]?.timestamp ?? 0 })
  for (const { transactions, timestamp } of history.slice(1, blocks)) {
    const [coinbase, ...others] = transactions.map(({ transaction }) => transaction)
    node.mine(others, { timestamp, coinbaseOutputs: coinbase?.outputs })
  }
  return node
}

function readHistory(node: SimulatedNode): MinedBlock[] {
  return Array.from(
    { length: node.tip.height + 1 },
    (_, height) => node.blockAt(height) ?? node.tip,
  )
}

/** The same with so many empty blocks that the first ones are final: a reorganisation takes back 200 at most. */
export function createDeepNode(): SimulatedNode {
  const node = createDemoNode()
  while (node.tip.height < 219) node.mine()
  return node
}

/** A chain with runes that is indexed quickly. */
export function createShortChain(): SimulatedNode {
  return createDemoNode(60)
}

let demoIndex: Promise<{ bytes: Buffer; tables: IndexTables }> | undefined

/** An index of the demo chain's history: its tables, and a database of the test's own that has it. */
export async function openDemoIndex(): Promise<{ store: Store; tables: IndexTables }> {
  demoIndex ??= indexDemoChain()
  const { bytes, tables } = await demoIndex
  const file = newFile()
  writeFileSync(file, bytes)
  return { store: openTemporary(file), tables }
}

async function indexDemoChain() {
  const node = createDemoNode()
  const { url } = await serve(node)
  const file = newFile()
  const store = openTemporary(file)
  const following = startFollowing({ node, url, store })
  await following.untilTip()
  await following.stop()
  // What was written is in the write-ahead log before.
  await store.query('PRAGMA wal_checkpoint(TRUNCATE)')
  return { bytes: readFileSync(file), tables: await readIndexTables(store) }
}

/** Indexes all of a node's blocks in a new database, and returns the tables. */
export async function indexAfresh(
  node: SimulatedNode,
  url: string,
  limits: Partial<FollowLimits> = {},
): Promise<IndexTables> {
  const store = openTemporary()
  const following = startFollowing({ node, url, store, limits })
  await following.untilTip()
  await following.stop()
  return readIndexTables(store)
}

/**
 * Replaces the last blocks by as many others and one more. The new branch lacks each fifth transaction of the
 * old one, and whatever depended on those moves nothing.
 */
export function replaceBlocks(node: SimulatedNode, depth: number): void {
  const removed = node.invalidate(node.tip.height - depth + 1)
  for (const { transactions, timestamp } of removed) {
    const others = transactions.slice(1).map(({ transaction }) => transaction)
    const rest = others.filter((_, index) => index % 5 !== 2)
    node.mine(rest, { timestamp: timestamp + 7 })
  }
  node.mine()
}

/** Indexes the blocks of a node without a follower, and calls `afterBlock` after each. */
export async function indexBlocks(
  state: IndexState,
  node: SimulatedNode,
  afterBlock: () => Promise<void>,
): Promise<void> {
  /** The script of the first output that each transaction spends. */
  const payers = new Map<string, Uint8Array | undefined>()
  const first = state.tip.height + 1
  for (let { firstHeight: height } = node; height <= node.tip.height; height++) {
    const mined = node.blockAt(height)
    // The chain may begin later.
    if (mined === undefined) continue
    for (const { transaction, spent } of mined.transactions) {
      payers.set(txidOf(transaction), spent[0]?.script)
    }
    if (height < first) continue
    const block = toBlock(parseBlock(new Uint8Array(mined.bytes)), height)
    const commitments = new Map(
      mined.transactions.flatMap(({ transaction, spent }) =>
        spent.flatMap((output, index) => {
          const input = transaction.inputs[index]
          if (input === undefined) return []
          const commitment = { ...output, payer: payers.get(input.txid) }
          return [[toOutpoint(hashBytes(input.txid), input.vout), commitment] as const]
        }),
      ),
    )
    await indexBlock(state, { block, commitments }, { isUndoable: false })
    await afterBlock()
  }
}
