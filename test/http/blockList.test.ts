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

/** Reads the whole list, page by page, below the height that the first page names. */
async function walk(
  origin: string,
  limit: number,
  betweenPages = async () => {},
): Promise<IndexedBlock[]> {
  const { before, total, results } = await read(origin, `?limit=${limit}`)
  const blocks = [...results]
  while (blocks.length < total) {
    await betweenPages()
    const offset = blocks.length
    const page = await read(origin, `?before=${before}&offset=${offset}&limit=${limit}`)
    expect(page).toMatchObject({ before, limit, offset, total })
    expect(page.results.length).toBeGreaterThan(0)
    blocks.push(...page.results)
  }
  return blocks
}

const hashOf = (height: number) => String(height).padStart(64, '0')

/** A service with blocks at every second height from 850,000 on, and a function that adds the next one. */
async function startLive(count: number) {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  let [height, seconds] = [850_000, 0]
  const blockAt = () => ({ height, hash: hashOf(height), records: 1 })
  for (let block = 0; block < count; block++, height += 2) await writer.add(blockAt())
  const origin = await startService({ databaseUrl, monotonicMs: () => seconds * 1000 })
  async function addBlock() {
    await writer.add(blockAt())
    height += 2
    seconds += 5
  }
  return { origin, addBlock }
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

test.each([1, 4, 11])(
  'while blocks arrive, a walk at a limit of %i has each block of its start once',
  async (limit) => {
    const { origin, addBlock } = await startLive(12)
    const listed = await walk(origin, limit, addBlock)
    const heights = Array.from({ length: 12 }, (_, index) => 850_022 - 2 * index)
    expect(listed.map(({ block_height }) => block_height)).toEqual(heights)
    expect((await read(origin)).results[0]?.block_height).toBeGreaterThan(850_022)
  },
)

test('a list has only blocks below a height, whether there is a block at it or not', async () => {
  const { origin } = await startLive(5)
  for (const [before, heights] of [
    [850_006, [850_004, 850_002, 850_000]],
    [850_005, [850_004, 850_002, 850_000]],
    [850_000, []],
    [0, []],
  ] as const) {
    const page = await read(origin, `?before=${before}`)
    expect(page).toMatchObject({ before, total: heights.length })
    expect(page.results.map(({ block_height }) => block_height)).toEqual(heights)
  }
})

test('a height above the newest block is lowered, so that later blocks do not move the list', async () => {
  const { origin, addBlock } = await startLive(3)
  const first = await read(origin)
  expect(first.before).toBe(850_005)
  expect(await read(origin, `?before=${Number.MAX_SAFE_INTEGER}`)).toEqual(first)
  await addBlock()
  expect(await read(origin, `?before=${first.before}`)).toEqual(first)
})

test('only pages whose blocks are all final do not depend on the chain tip', async () => {
  const { origin } = await startLive(60)
  const newest = 850_118
  for (const [query, tags] of [
    ['', 'ledger, tip'],
    ['?offset=59', 'ledger, tip'],
    [`?before=${newest - 98}&offset=5`, 'ledger, tip'],
    [`?before=${newest - 99}&offset=5`, 'ledger'],
  ]) {
    const { headers } = await getJson(origin, LIST + query)
    expect(headers.get('Cache-Tag'), query).toBe(tags)
  }
})

test('a deep page is read like the first one', async () => {
  const reads: [sql: string, rows: number][] = []
  const origin = await startService({
    wrap: (database) => ({
      ...database,
      query: async (sql, parameters) => {
        const rows = await database.query(sql, parameters)
        if (/WITH RECURSIVE/.test(sql)) reads.push([sql, rows.length])
        return rows
      },
    }),
  })
  await read(origin)
  const readsOf = async (query: string) => {
    reads.length = 0
    expect((await read(origin, query)).results).toHaveLength(5)
    return [...reads]
  }
  const first = await readsOf('?limit=5')
  expect(first).toHaveLength(1)
  const { total } = await read(origin)
  const lowest = expectedBlocks().at(-6)?.block_height
  expect(await readsOf(`?before=949000&offset=${total - 6}&limit=5`)).toEqual(first)
  expect(await readsOf(`?before=${lowest}&limit=5`)).toEqual(first)
})

test('the total is right on a page past the end', async () => {
  const origin = await startService()
  const total = expectedBlocks().length
  expect(await read(origin, '?offset=9007199254740991')).toEqual({
    before: 949_001,
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
      [hashOf(height), height],
    )
  }
  const origin = await startService({ databaseUrl })
  const listed = await walk(origin, 1000)
  expect(listed.map(({ block_height }) => block_height)).toEqual(heights.toReversed())
  expect((await read(origin)).results).toEqual(listed.slice(0, 20))
})

test('an empty ledger has no blocks', async () => {
  const origin = await startService({ databaseUrl: await emptyDatabase() })
  const empty = { before: 0, limit: 20, offset: 0, total: 0, results: [] }
  expect(await read(origin)).toEqual(empty)
  expect(await read(origin, '?before=850000')).toEqual(empty)
})

test('a new block is listed first, and a reorganised block has its new hash and count', async () => {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  const [hash, other] = ['a'.repeat(64), 'b'.repeat(64)]
  await writer.add({ height: 850_000, hash, records: 3 })
  let seconds = 0
  const origin = await startService({ databaseUrl, monotonicMs: () => seconds * 1000 })
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

test.each([
  'limit=0',
  'limit=1001',
  'offset=-1',
  'offset=1&offset=2',
  'before=',
  'before=latest',
  'before=-1',
  'before=1e3',
  'before=849250.5',
  'before=9007199254740992',
  'before=9223372036854775808',
  'before=1&before=2',
])('%s is refused', async (query) => {
  const { status, body } = await getJson(await startService(), `${LIST}?${query}`)
  expect([status, body.error]).toEqual([400, 'Bad Request'])
  expect(body.message).toContain(`querystring/${query.split('=')[0]}`)
})
