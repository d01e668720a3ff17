import { expect, test } from 'vitest'
import type { BlockPage, IndexedBlock } from '../../src/contract/directory.ts'
import { openWriter } from '../support/ledgerBlocks.ts'
import { emptyDatabase } from '../support/ownDatabase.ts'
import { snapshotLines } from '../support/snapshot.ts'
import { getJson, startComplete, startService } from '../support/startService.ts'

const LIST = '/explorer/v1/blocks'

async function read(origin: string, query = ''): Promise<BlockPage> {
  return (await getJson(origin, LIST + query)).body
}

/** Reads the whole list, page by page. */
async function walk(origin: string, limit: number): Promise<IndexedBlock[]> {
  const blocks: IndexedBlock[] = []
  for (;;) {
    const page = await read(origin, `?offset=${blocks.length}&limit=${limit}`)
    expect(page).toMatchObject({ limit, offset: blocks.length })
    blocks.push(...page.results)
    if (blocks.length >= page.total) return blocks
  }
}

/** The blocks of the snapshot, newest first. */
function expectedBlocks(): IndexedBlock[] {
  const blocks = new Map<number, IndexedBlock>()
  for (const { location } of snapshotLines('activity')) {
    const { block_height, block_hash, timestamp } = location
    const total = (blocks.get(block_height)?.total ?? 0) + 1
    const hash = block_hash.replace('0x', '')
    blocks.set(block_height, { block_height, block_hash: hash, timestamp, total })
  }
  return [...blocks.values()].sort((one, other) => other.block_height - one.block_height)
}

test.each([7, 60, 1000])(
  'a walk at a limit of %i has each block once, newest first',
  async (limit) => {
    expect(await walk(await startService(), limit)).toEqual(expectedBlocks())
  },
)

test('the total is right on a page past the end', async () => {
  const origin = await startService()
  const total = expectedBlocks().length
  expect(await read(origin, '?offset=9007199254740991')).toEqual({
    limit: 20,
    offset: Number.MAX_SAFE_INTEGER,
    total,
    results: [],
  })
})

test('a ledger of thousands of blocks is listed to its end', async () => {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  const heights = Array.from({ length: 2100 }, (_, index) => 840_000 + 2 * index)
  for (const height of heights) {
    await writer.query(
      `INSERT INTO ledger (rune_id, block_hash, block_height, tx_index, event_index, tx_id, operation, timestamp)
       VALUES ('1:0', $1, $2, 1, 0, $1, 'mint', 1720000000)`,
      [String(height).padStart(64, '0'), height],
    )
  }
  const origin = await startService({ databaseUrl })
  const listed = await walk(origin, 1000)
  expect(listed.map(({ block_height }) => block_height)).toEqual(heights.toReversed())
  expect((await read(origin)).results).toEqual(listed.slice(0, 20))
})

test('an empty ledger has no blocks', async () => {
  const origin = await startService({ databaseUrl: await emptyDatabase() })
  expect(await read(origin)).toEqual({ limit: 20, offset: 0, total: 0, results: [] })
})

test('a new block is listed first, and a reorganised block has its new hash and count', async () => {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  const [hash, other] = ['a'.repeat(64), 'b'.repeat(64)]
  await writer.add({ height: 850_000, hash, records: 3 })
  let seconds = 0
  const origin = await startService({ databaseUrl, clock: () => seconds * 1000 })
  expect((await read(origin)).total).toBe(1)

  await writer.add({ height: 850_001, hash, records: 4 })
  seconds += 5
  expect((await read(origin)).results.map(({ total }) => total)).toEqual([4, 3])
  await writer.replace({ height: 850_001, hash: other, records: 5 })
  seconds += 5
  expect((await read(origin)).results[0]).toMatchObject({ block_hash: other, total: 5 })
  await writer.query('DELETE FROM ledger WHERE block_height = 850001', [])
  seconds += 5
  expect((await read(origin)).results.map(({ total }) => total)).toEqual([3])
})

test('the list says whether blocks are incomplete', async () => {
  const coverageOf = async (origin: string) =>
    (await getJson(origin, LIST)).headers.get('X-Cairn-Coverage')
  expect(await coverageOf(await startService())).toBe('partial')
  expect(await coverageOf(await startComplete())).toBe(null)
})

test.each(['limit=0', 'limit=1001', 'offset=-1', 'offset=1&offset=2'])(
  '%s is refused',
  async (query) => {
    const { status, body } = await getJson(await startService(), `${LIST}?${query}`)
    expect([status, body.error]).toEqual([400, 'Bad Request'])
    expect(body.message).toContain(`querystring/${query.split('=')[0]}`)
  },
)
