import { expect, test } from 'vitest'
import { createDatabase } from '../support/createDatabase.ts'
import { run } from '../support/fillPostgres.ts'
import { INDEXER_TABLES } from '../support/indexerTables.ts'
import { findContradiction, type LedgerBlock, openWriter } from '../support/ledgerBlocks.ts'
import { emptySqlite } from '../support/ownDatabase.ts'
import { randomNumbers } from '../support/randomNumbers.ts'
import { getJson, startService } from '../support/startService.ts'

const SEED = 7
const STEPS = 60
const LOWEST = 850_000

test('while an indexer writes blocks and reorganises the chain, every response is true at every step', async () => {
  const runesDatabaseUrl = await createDatabase('template0')
  await run(runesDatabaseUrl, INDEXER_TABLES)
  const writer = await openWriter(runesDatabaseUrl)
  let time = 0
  const databaseUrl = await emptySqlite()
  const origin = await startService({ databaseUrl, runesDatabaseUrl, monotonicMs: () => time })
  const random = randomNumbers(SEED)
  const below = (end: number) => Math.floor(random() * end)
  const start = Math.floor(Date.now() / 1000) - STEPS * 600
  const chain: LedgerBlock[] = []
  const removed: LedgerBlock[] = []

  async function addBlock(step: number): Promise<void> {
    const height = LOWEST + chain.length
    const hash = `00000000${step.toString(16).padStart(56, '0')}`
    // A block without rune activity has no records.
    const records = below(4) === 0 ? 0 : 1 + below(250)
    const block = { height, hash, records, timestamp: start + chain.length * 600 }
    if (records > 0) await writer.add(block)
    chain.push(block)
  }

  /** The indexer deletes the rows of reorganised blocks. */
  async function removeBlocks(count: number): Promise<void> {
    removed.push(...chain.splice(-count))
    await writer.query('DELETE FROM ledger WHERE block_height >= $1', [LOWEST + chain.length])
  }

  for (let step = 0; step < STEPS; step++) {
    if (step % 4 === 3) await removeBlocks(1 + below(3))
    else await addBlock(step)
    // The versions of the data are read once a second.
    time += 2001
    await expectTruth(origin, chain, removed)
  }
  expect(removed.length).toBeGreaterThan(STEPS / 4)
})

async function expectTruth(origin: string, chain: LedgerBlock[], removed: LedgerBlock[]) {
  const active = chain.filter(({ records }) => records > 0).reverse()
  const [tip] = active
  const height = tip?.height
  const status = await getJson(origin, '/runes/v1/')
  expect([status.body.status, status.body.block_height]).toEqual(['ready', height])

  const health = await getJson(origin, '/health')
  expect([health.status, health.body.block_height]).toEqual([200, height])
  if (tip?.timestamp !== undefined) {
    const age = Date.now() / 1000 - tip.timestamp
    expect(Math.abs(health.body.block_age - age)).toBeLessThan(60)
  }

  const about = await getJson(origin, '/explorer/v1/about')
  expect(about.body).toMatchObject({
    source: 'database',
    records: active.reduce((sum, { records }) => sum + records, 0),
    blocks: active.slice(0, 50).map(({ height, hash, records, timestamp }) => ({
      block_height: height,
      block_hash: hash,
      timestamp,
      total: records,
    })),
  })
  expect(about.body.highest_block_height).toBe(height)
  expect(about.body.newest_record).toBe(tip?.timestamp)

  const read = async (block: string | number, query = '') =>
    (await getJson(origin, `/runes/v1/blocks/${block}/activity?limit=1000${query}`)).body
  if (tip !== undefined) {
    for (const block of [tip.height, tip.hash]) {
      expect(findContradiction(await read(block), [tip])).toBeUndefined()
      expect((await read(block, '&operation_type=mint')).total).toBe(tip.records)
      expect((await read(block, '&operation_type=burn')).total).toBe(0)
    }
  }
  for (const { hash } of removed.slice(-3)) expect((await read(hash)).total).toBe(0)
}
