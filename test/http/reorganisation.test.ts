import { expect, test } from 'vitest'
import type { Database } from '../../src/service/database/database.ts'
import {
  findContradiction,
  firstTransaction,
  hashesOf,
  type LedgerBlock,
  openWriter,
} from '../support/ledgerBlocks.ts'
import { emptyDatabase } from '../support/ownDatabase.ts'
import { getJson, startService } from '../support/startService.ts'

const HEIGHT = 850_000
const OLD: LedgerBlock = { height: HEIGHT, hash: `00000000${'a'.repeat(56)}`, records: 30 }
const NEW: LedgerBlock = { height: HEIGHT, hash: `00000000${'b'.repeat(56)}`, records: 130 }
const BLOCKS = [OLD, NEW]
const activityOf = (block: string | number) => `/runes/v1/blocks/${block}/activity`

test('a page read during a reorganisation contains records of only one block', async () => {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  await writer.replace(OLD)
  let [block, other] = [OLD, NEW]
  const reorganise = (database: Database): Database => ({
    ...database,
    query: async (sql, parameters) => {
      if (sql.includes('FROM ledger')) {
        ;[block, other] = [other, block]
        await writer.replace(block)
      }
      return database.query(sql, parameters)
    },
  })
  const origin = await startService({ databaseUrl, wrap: reorganise })
  for (let offset = 0; offset < 40; offset += 7) {
    const { body } = await getWithRetry(origin, `${activityOf(HEIGHT)}?offset=${offset}&limit=9`)
    expect(findContradiction(body, BLOCKS)).toBeUndefined()
    for (const { hash } of BLOCKS) {
      const page = await getWithRetry(origin, `${activityOf(hash)}?offset=${offset}&limit=9`)
      expect([`0x${hash}`, undefined]).toContain(hashesOf(page.body)[0])
      // A block that is currently not stored has an empty list.
      if (page.body.total > 0) expect(findContradiction(page.body, BLOCKS)).toBeUndefined()
    }
  }
})

/** Retries while the database is locked, which is a 503. */
async function getWithRetry(origin: string, path: string) {
  while (true) {
    const response = await getJson(origin, path)
    if (response.status !== 503) {
      expect(response.status, JSON.stringify(response.body)).toBe(200)
      return response
    }
  }
}

test('each of two blocks at one height is found by its hash, and their records are never mixed', async () => {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  for (const block of BLOCKS) await writer.add(block)
  const origin = await startService({ databaseUrl })
  for (const { hash, records } of BLOCKS) {
    const { body } = await getJson(origin, `${activityOf(hash)}?limit=1000`)
    expect([body.total, body.results.length]).toEqual([records, records])
    expect(findContradiction(body, BLOCKS)).toBeUndefined()
  }
  const { body } = await getJson(origin, `${activityOf(HEIGHT)}?limit=1000`)
  expect(findContradiction(body, BLOCKS)).toBeUndefined()
  const listed = await getJson(origin, `/explorer/v1/blocks/${HEIGHT}/transactions`)
  const totals: { total: number }[] = listed.body.results
  expect(totals.reduce((sum, { total }) => sum + total, 0)).toBe(body.total)

  const transaction = firstTransaction(HEIGHT)
  const one = await getJson(origin, `/runes/v1/transactions/${transaction}/activity`)
  expect([one.body.total, hashesOf(one.body).length]).toEqual([7, 1])
  const position = await getJson(origin, `/explorer/v1/transactions/${transaction}/place`)
  expect(BLOCKS.map(({ records }) => records - 7)).toContain(position.body.offset)
})

test('records added to a block appear on its pages', async () => {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  await writer.replace(OLD)
  const origin = await startService({ databaseUrl })
  const read = async (limit: number) =>
    (await getJson(origin, `${activityOf(OLD.hash)}?offset=20&limit=${limit}`)).body
  expect((await read(5)).total).toBe(30)
  const longer = { ...OLD, records: 150 }
  await writer.replace(longer)
  const page = await read(1000)
  expect(page.results).toHaveLength(130)
  expect(findContradiction(page, [longer])).toBeUndefined()
})

test('a new or replaced block is visible everywhere after two seconds', async () => {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  const old = { height: 900_000, hash: `00000000${'a'.repeat(56)}`, records: 30 }
  await writer.add(old)
  let seconds = 0
  const monotonicMs = () => seconds * 1000
  const origin = await startService({ databaseUrl, pages: 'server-rendered', monotonicMs })

  async function readAll(height: number) {
    const page = await fetch(`${origin}/block/${height}`, { headers: { Accept: 'text/html' } })
    return {
      activity: (await getJson(origin, `/runes/v1/blocks/${height}/activity`)).body.total,
      page: /([\d,]+) records?/.exec(await page.text())?.[1],
      newest: (await getJson(origin, '/explorer/v1/about')).body.highest_block_height,
      next: (await getJson(origin, '/explorer/v1/blocks/900000/neighbours')).body.next,
      found: (await getJson(origin, `/explorer/v1/search?q=${height}`)).body.results[0]?.id,
    }
  }

  expect(await readAll(900_000)).toMatchObject({ activity: 30, page: '30', newest: 900_000 })
  await readAll(900_001)
  await writer.add({ height: 900_001, hash: `00000000${'b'.repeat(56)}`, records: 40 })
  seconds += 2
  const added = { activity: 40, page: '40', newest: 900_001, next: 900_001, found: '900001' }
  expect(await readAll(900_001)).toEqual(added)
  await writer.replace({ height: 900_001, hash: `00000000${'c'.repeat(56)}`, records: 50 })
  seconds += 2
  expect(await readAll(900_001)).toEqual({ ...added, activity: 50, page: '50' })
})
