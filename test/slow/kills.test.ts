import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { numberOf } from '../../src/database/database.ts'
import { openStore } from '../../src/database/openStore.ts'
import { Random } from '../../src/demo/random.ts'
import { openIndex } from '../../src/indexer/openIndex.ts'
import {
  createDemoNode,
  indexBlocks,
  newFile,
  openTemporary,
  serve,
} from '../support/indexFollower.ts'
import { readIndexTables } from '../support/indexTables.ts'

const KILLS = 50
const SEED = 20
/** Each process gets about so many blocks on before it is killed, of the 300 that there are. */
const MAX_BLOCKS = 30

test('an index that is killed at any moment stands at the end of a block', async () => {
  const node = createDemoNode()
  const expected = await hashAfterEachBlock(node)
  const { url } = await serve(node)
  const random = new Random(SEED)
  const heights: number[] = []
  let file = newFile()
  while (heights.length < KILLS) {
    await killWhileIndexing({
      file,
      url,
      blocks: 8 + random.below(MAX_BLOCKS),
      ms: random.below(30),
    })
    const { height, hash } = await readIndex(file)
    heights.push(height)
    expect(hash, `killed at block ${height}`).toBe(expected.get(height))
    if (height > node.tip.height - 2 * MAX_BLOCKS) file = newFile()
  }
  console.log(`seed ${SEED}: killed when these blocks were written: ${heights.join(' ')}`)
  expect(new Set(heights).size).toBeGreaterThan(KILLS / 2)
})

async function killWhileIndexing(options: {
  file: string
  url: string
  blocks: number
  ms: number
}): Promise<void> {
  const { file, url, blocks, ms } = options
  const script = resolve('test/support/indexUntilKilled.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, file, url])
  for (let lines = 0; lines <= blocks; ) {
    const [text] = await once(child.stdout, 'data')
    lines += String(text).split('\n').length - 1
  }
  await setTimeout(ms)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function readIndex(file: string) {
  const store = openStore(`file:${file}`, 'import')
  const [row] = await store.query('SELECT coalesce(max(height), -1) AS height FROM blocks')
  const hash = hashOf(await readIndexTables(store))
  await store.close()
  return { height: row === undefined ? 0 : numberOf(row, 'height'), hash }
}

async function hashAfterEachBlock(node: ReturnType<typeof createDemoNode>) {
  const store = openTemporary()
  const state = await openIndex(store, { network: 'regtest', firstHeight: 0 })
  const hashes = new Map([[-1, hashOf(await readIndexTables(store))]])
  await indexBlocks(state, node, async () => {
    await state.write()
    hashes.set(state.tip.height, hashOf(await readIndexTables(store)))
  })
  return hashes
}

/** Without the rows that undo blocks, which depend on how far the node was. */
function hashOf(tables: Awaited<ReturnType<typeof readIndexTables>>): string {
  return createHash('sha256')
    .update(JSON.stringify({ ...tables, undo: [] }))
    .digest('hex')
}
