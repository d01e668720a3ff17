import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openNode } from '../../src/bitcoin/node.ts'
import type { Store } from '../../src/database/database.ts'
import { openStore } from '../../src/database/openStore.ts'
import { DemoChain } from '../../src/demo/demoChain.ts'
import { serveNode } from '../../src/demo/serveNode.ts'
import { followNode } from '../../src/indexer/follow.ts'
import { indexBundledBlocks } from '../../src/indexer/indexBundled.ts'
import { createNodeReader } from '../../src/indexer/nodeReader.ts'
import { openTokens } from '../../src/tokens/openTokens.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The DATA_DIR that all tests of the run read: the tokens, the bundled blocks and the demo chain. */
    dataFolder: string
    /** The engine of the databases that the service under test reads. */
    engine: 'sqlite' | 'postgres'
  }
}

export const BLOCKS_FILE = 'src/indexer/data/blocks.ndjson.gz'

/** When the last block of the demo chain's history was mined, in Unix seconds. */
export const DEMO_TIME = 1_780_000_000

/** Fills the SQLite files once, for all projects of the run. */
export async function setup(project: TestProject): Promise<(() => void) | undefined> {
  if ('dataFolder' in project.getProvidedContext()) return
  const folder = mkdtempSync(join(tmpdir(), 'cairn-data-'))
  await closing(openStore(`file:${join(folder, 'tokens-bundled.db')}`, 'import'), fillTokens)
  await closing(openStore(`file:${join(folder, 'runes-bundled.db')}`, 'import'), fillBundled)
  await closing(openStore(`file:${join(folder, 'runes-demo.db')}`, 'import'), fillDemo)
  project.vitest.getRootProject().provide('dataFolder', folder)
  return () => rmSync(folder, { recursive: true })
}

export async function fillTokens(store: Store): Promise<void> {
  await openTokens(store, { source: 'bundled', log: () => {} })
}

export async function fillBundled(store: Store): Promise<void> {
  await indexBundledBlocks(store, BLOCKS_FILE)
}

/** Indexes the history of the demo chain. */
export async function fillDemo(store: Store): Promise<void> {
  const { url, stop } = await serveNode(new DemoChain(DEMO_TIME).node)
  const atTip = new AbortController()
  await followNode({
    node: createNodeReader(openNode({ url })),
    store,
    signal: atTip.signal,
    report: ({ kind }) => kind === 'tip' && atTip.abort(),
  })
  await stop()
  // Nobody follows it any more. Readers would notice after half a minute only.
  await store.query("DELETE FROM meta WHERE part = 'runes' AND name = 'follower'")
}

export async function closing(store: Store, fill: (store: Store) => Promise<void>): Promise<void> {
  await fill(store)
  await store.close()
}
