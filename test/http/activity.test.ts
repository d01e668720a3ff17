import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../../src/contract/activity.ts'
import { isThorough } from '../support/isThorough.ts'
import { snapshotLines } from '../support/snapshot.ts'
import { AIRDROP, BLOCK_HASH } from '../support/snapshotIds.ts'
import { getJson, startService } from '../support/startService.ts'

const activity = snapshotLines('activity')

/** The record that the service should return for a line of the snapshot, without our additional fields. */
function expected({ event_index, base_amount, certainty, ...line }: (typeof activity)[number]) {
  const { output, ...location } = line.location
  return { ...line, location: { ...location, ...(output && { output: location.tx_id }) } }
}

function newestFirst(a: (typeof activity)[number], b: (typeof activity)[number]) {
  return (
    (b.location.tx_index ?? -1) - (a.location.tx_index ?? -1) ||
    b.event_index - a.event_index ||
    (b.location.tx_id < a.location.tx_id ? -1 : 1)
  )
}

async function readPages(origin: string, path: string, limit: number) {
  const results = []
  for (let offset = 0; ; offset += limit) {
    const { body } = await getJson(origin, `${path}?offset=${offset}&limit=${limit}`)
    expect(body).toMatchObject({ offset, limit })
    if (body.results.length === 0) return { results, total: body.total }
    results.push(...body.results)
  }
}

test('the pages of every block contain exactly the records of the snapshot', async () => {
  const origin = await startService()
  const heights = new Set<number>(activity.map((line) => line.location.block_height))
  expect(heights.size).toBe(15)
  let readCount = 0
  for (const height of heights) {
    const lines = activity.filter((line) => line.location.block_height === height)
    const { results, total } = await readPages(
      origin,
      `/runes/v1/blocks/${height}/activity`,
      isThorough() ? 60 : 1000,
    )
    expect(total).toBe(lines.length)
    expect(results).toEqual(lines.toSorted(newestFirst).map(expected))
    readCount += results.length
  }
  expect(readCount).toBe(activity.length)
})

test('the pages of a transaction contain its records, the last event first', async () => {
  const origin = await startService()
  const lines = activity.filter((line) => line.location.tx_id === `0x${AIRDROP}`)
  const { results, total } = await readPages(
    origin,
    `/runes/v1/transactions/${AIRDROP}/activity`,
    1000,
  )
  expect(total).toBe(4444)
  expect(results).toEqual(lines.toSorted(newestFirst).map(expected))
})

test('transactions of one block stay separate even if their indexes are unknown', async () => {
  const origin = await startService()
  for (const { location } of activity.filter((line) => line.location.block_height === 949_000)) {
    const { body } = await getJson(origin, `/runes/v1/transactions/${location.tx_id}/activity`)
    expect(body.total).toBe(1)
    expect(body.results[0].location.tx_id).toBe(location.tx_id)
    expect(body.results[0].location).not.toHaveProperty('tx_index')
  }
})

test('any page of a block is the matching slice of its full list', async () => {
  const origin = await startService()
  const path = '/runes/v1/blocks/999999999/activity'
  const { results: all } = await readPages(origin, path, 1000)
  expect(all).toHaveLength(20_000)
  await fc.assert(
    fc.asyncProperty(fc.nat(20_050), fc.integer({ min: 1, max: 300 }), async (offset, limit) => {
      const { body } = await getJson(origin, `${path}?offset=${offset}&limit=${limit}`)
      expect(body.results).toEqual(all.slice(offset, offset + limit))
      expect(body.total).toBe(20_000)
    }),
    { numRuns: isThorough() ? 60 : 15 },
  )
})

test.each([
  ['/runes/v1/blocks/999999999/activity', [1, 137, 1000]],
  [`/runes/v1/blocks/${BLOCK_HASH}/activity`, [60]],
  [`/runes/v1/transactions/${AIRDROP}/activity`, [250]],
])('%s?operation_type= lists exactly the records with that operation', async (path, limits) => {
  const origin = await startService()
  const { results: all } = await readPages(origin, path, 1000)
  const step = isThorough() ? 97 : 1997
  for (const operation of OPERATIONS) {
    const expected = all.filter((it) => it.operation === operation)
    const read = (offset: number, limit: number) =>
      getJson(origin, `${path}?operation_type=${operation}&offset=${offset}&limit=${limit}`)
    for (const limit of limits) {
      for (let offset = 0; offset <= expected.length; offset += Math.max(limit, step)) {
        const { status, body } = await read(offset, limit)
        const results = expected.slice(offset, offset + limit)
        expect([status, body]).toEqual([200, { limit, offset, total: expected.length, results }])
      }
    }
    const { body } = await read(90_000, 5)
    expect(body).toEqual({ limit: 5, offset: 90_000, total: expected.length, results: [] })
  }
})

test('filtered lists and the whole list are cached separately', async () => {
  const origin = await startService()
  const path = '/runes/v1/blocks/849250/activity'
  const totals = []
  for (const query of ['', '?operation_type=mint', '?operation_type=etching', '']) {
    totals.push((await getJson(origin, path + query)).body.total)
  }
  expect(totals[0]).toBe(4756)
  expect(totals[1] + totals[2]).toBe(4756)
  expect(totals[3]).toBe(4756)
})

test('the sample block has every known operation, an unknown one, and exact 128-bit amounts', async () => {
  const origin = await startService()
  const { results } = await readPages(origin, '/runes/v1/blocks/999999999/activity', 1000)
  const operations = new Set(results.map(({ operation }) => operation))
  expect([...operations].sort()).toEqual(
    ['burn', 'etching', 'mint', 'receive', 'send', 'transmute'].sort(),
  )
  const amounts = new Set(results.map(({ amount }) => amount))
  expect(amounts).toContain('340282366920938463463374607431768211455')
  expect(amounts).toContain('3.40282366920938463463374607431768211455')
  const burns = results.filter(({ operation }) => operation === 'burn')
  expect(burns.some(({ address }) => address === undefined)).toBe(true)
  expect(burns.some(({ address }) => address !== undefined)).toBe(true)
})

test.each([
  ['a height', '849250'],
  ['a hash', BLOCK_HASH],
  ['a hash with 0x', `0x${BLOCK_HASH}`],
  ['an upper-case hash', `0X${BLOCK_HASH.toUpperCase()}`],
])('a block is found by %s', async (_, block) => {
  const origin = await startService()
  const { status, body } = await getJson(origin, `/runes/v1/blocks/${block}/activity?limit=1`)
  expect(status).toBe(200)
  expect(body.total).toBe(4756)
  expect(body.results[0].location).toMatchObject({
    block_hash: `0x${BLOCK_HASH}`,
    block_height: 849_250,
  })
})

test('a transaction is found by an id with 0x or in upper case', async () => {
  const origin = await startService()
  for (const id of [AIRDROP, `0x${AIRDROP}`, AIRDROP.toUpperCase()]) {
    const { body } = await getJson(origin, `/runes/v1/transactions/${id}/activity?limit=1`)
    expect(body.total).toBe(4444)
  }
})

test('a request without paging returns the first 20 records and states the applied limit and offset', async () => {
  const origin = await startService()
  const { body } = await getJson(origin, '/runes/v1/blocks/849250/activity')
  expect(body).toMatchObject({ limit: 20, offset: 0, total: 4756 })
  expect(body.results).toHaveLength(20)
})

test('a page past the end still has the total', async () => {
  const origin = await startService()
  for (const offset of [4756, 99_999, Number.MAX_SAFE_INTEGER]) {
    const { body } = await getJson(origin, `/runes/v1/blocks/849250/activity?offset=${offset}`)
    expect(body).toEqual({ limit: 20, offset, total: 4756, results: [] })
  }
})

test('an unknown block or transaction returns an empty list', async () => {
  const origin = await startService()
  const paths = [
    '/runes/v1/blocks/1/activity',
    `/runes/v1/blocks/${Number.MAX_SAFE_INTEGER}/activity`,
    `/runes/v1/blocks/${'0'.repeat(64)}/activity`,
    `/runes/v1/transactions/${'f'.repeat(64)}/activity`,
  ]
  for (const path of paths) {
    const { status, body } = await getJson(origin, path)
    expect(status).toBe(200)
    expect(body).toEqual({ limit: 20, offset: 0, total: 0, results: [] })
  }
})

test('with HEX_PREFIX=none, hashes and outputs have the form of the retired API', async () => {
  const origin = await startService({ hexPrefix: 'none' })
  const { body } = await getJson(origin, `/runes/v1/transactions/${AIRDROP}/activity?limit=1`)
  expect(body.results[0].location).toMatchObject({
    block_hash: '0000000000000000000276f92427498f5eb0a187a8a61a3fa8505b86257f099f',
    tx_id: AIRDROP,
    output: `${AIRDROP}:2222`,
    vout: 2222,
  })
})

test.each([
  ['/runes/v1/blocks/latest/activity', 'params/block'],
  ['/runes/v1/blocks/-1/activity', 'params/block'],
  ['/runes/v1/blocks/99999999999999999999/activity', 'params/block'],
  ['/runes/v1/blocks/0x12/activity', 'params/block'],
  ['/runes/v1/transactions/abc/activity', 'params/tx_id'],
  [`/runes/v1/transactions/${'g'.repeat(64)}/activity`, 'params/tx_id'],
  ['/runes/v1/blocks/1/activity?limit=0', 'querystring/limit'],
  ['/runes/v1/blocks/1/activity?limit=1001', 'querystring/limit'],
  ['/runes/v1/blocks/1/activity?limit=1e2', 'querystring/limit'],
  ['/runes/v1/blocks/1/activity?limit=', 'querystring/limit'],
  ['/runes/v1/blocks/1/activity?limit=5&limit=6', 'querystring/limit'],
  ['/runes/v1/blocks/1/activity?offset=-1', 'querystring/offset'],
  ['/runes/v1/blocks/1/activity?operation_type=transmute', 'querystring/operation_type'],
  ['/runes/v1/blocks/1/activity?operation_type=', 'querystring/operation_type'],
  [
    '/runes/v1/blocks/1/activity?operation_type=mint&operation_type=burn',
    'querystring/operation_type',
  ],
  [`/runes/v1/transactions/${AIRDROP}/activity?operation_type=MINT`, 'querystring/operation_type'],
  ['/runes/v1/blocks/1/activity?offset=18446744073709551616', 'querystring/offset'],
])('%s is rejected with the name of the invalid parameter', async (path, parameter) => {
  const origin = await startService()
  const { status, body } = await getJson(origin, path)
  expect(status).toBe(400)
  expect(body).toEqual({
    statusCode: 400,
    error: 'Bad Request',
    message: expect.stringContaining(parameter),
  })
})

test('the list of a block’s transactions has the position of each one’s first record', async () => {
  const origin = await startService()
  for (const height of [840_006, 840_656, 849_250]) {
    const { results } = await readPages(origin, `/runes/v1/blocks/${height}/activity`, 1000)
    const listed = await getJson(origin, `/explorer/v1/blocks/${height}/transactions`)
    const ids = results.map(({ location }) => location.tx_id.slice(2))
    expect(listed.body.results).toHaveLength(new Set(ids).size)
    for (const { tx_id, tx_index, offset, total } of listed.body.results) {
      expect(ids.indexOf(tx_id)).toBe(offset)
      expect(ids.filter((id) => id === tx_id)).toHaveLength(total)
      expect(results[offset].location.tx_index).toBe(tx_index)
    }
  }
  const unknown = await getJson(origin, '/explorer/v1/blocks/900000/transactions')
  expect(unknown).toMatchObject({ status: 200, body: { results: [] } })
  expect((await getJson(origin, '/explorer/v1/blocks/x/transactions')).status).toBe(400)
})
