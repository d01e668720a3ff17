import fc from 'fast-check'
import { expect, test } from 'vitest'
import { snapshotLines } from '../support/snapshot.ts'
import { getJson, startService } from '../support/startService.ts'

const AIRDROP = '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
const BLOCK_HASH = '000000000000000000013805b86c3d36697de1ca1fdab24edce264298fb7fcf3'
const activity = snapshotLines('activity')

/** What the service should send for a line of the snapshot: without our extras, `output` bare. */
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

async function walk(origin: string, path: string, limit: number) {
  const results = []
  for (let offset = 0; ; offset += limit) {
    const { body } = await getJson(origin, `${path}?offset=${offset}&limit=${limit}`)
    expect(body).toMatchObject({ offset, limit })
    if (body.results.length === 0) return { results, total: body.total }
    results.push(...body.results)
  }
}

test('walking every page of every block gives exactly the records of the snapshot', async () => {
  const origin = await startService()
  const heights = new Set<number>(activity.map((line) => line.location.block_height))
  expect(heights.size).toBe(15)
  let walked = 0
  for (const height of heights) {
    const lines = activity.filter((line) => line.location.block_height === height)
    const { results, total } = await walk(origin, `/runes/v1/blocks/${height}/activity`, 60)
    expect(total).toBe(lines.length)
    expect(results).toEqual(lines.toSorted(newestFirst).map(expected))
    walked += results.length
  }
  expect(walked).toBe(activity.length)
})

test('walking a transaction gives its records, the last event first', async () => {
  const origin = await startService()
  const lines = activity.filter((line) => line.location.tx_id === `0x${AIRDROP}`)
  const { results, total } = await walk(origin, `/runes/v1/transactions/${AIRDROP}/activity`, 1000)
  expect(total).toBe(4444)
  expect(results).toEqual(lines.toSorted(newestFirst).map(expected))
})

test('transactions whose position is unknown are kept apart though they share a block', async () => {
  const origin = await startService()
  for (const { location } of activity.filter((line) => line.location.block_height === 949_000)) {
    const { body } = await getJson(origin, `/runes/v1/transactions/${location.tx_id}/activity`)
    expect(body.total).toBe(1)
    expect(body.results[0].location.tx_id).toBe(location.tx_id)
    expect(body.results[0].location).not.toHaveProperty('tx_index')
  }
})

test('any page of a block is the same slice of the whole', async () => {
  const origin = await startService()
  const path = '/runes/v1/blocks/999999999/activity'
  const { results: whole } = await walk(origin, path, 1000)
  expect(whole).toHaveLength(20_000)
  await fc.assert(
    fc.asyncProperty(fc.nat(20_050), fc.integer({ min: 1, max: 300 }), async (offset, limit) => {
      const { body } = await getJson(origin, `${path}?offset=${offset}&limit=${limit}`)
      expect(body.results).toEqual(whole.slice(offset, offset + limit))
      expect(body.total).toBe(20_000)
    }),
    { numRuns: 60 },
  )
})

test('the sample block has every operation, an unknown one, and exact amounts of 128 bits', async () => {
  const origin = await startService()
  const { results } = await walk(origin, '/runes/v1/blocks/999999999/activity', 1000)
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
  ['a hash in capitals', `0X${BLOCK_HASH.toUpperCase()}`],
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

test('a transaction is found with 0x and in capitals', async () => {
  const origin = await startService()
  for (const id of [AIRDROP, `0x${AIRDROP}`, AIRDROP.toUpperCase()]) {
    const { body } = await getJson(origin, `/runes/v1/transactions/${id}/activity?limit=1`)
    expect(body.total).toBe(4444)
  }
})

test('without paging the first 20 records come, and what was applied is said', async () => {
  const origin = await startService()
  const { body } = await getJson(origin, '/runes/v1/blocks/849250/activity')
  expect(body).toMatchObject({ limit: 20, offset: 0, total: 4756 })
  expect(body.results).toHaveLength(20)
})

test('a page past the end still knows the total', async () => {
  const origin = await startService()
  for (const offset of [4756, 99_999, Number.MAX_SAFE_INTEGER]) {
    const { body } = await getJson(origin, `/runes/v1/blocks/849250/activity?offset=${offset}`)
    expect(body).toEqual({ limit: 20, offset, total: 4756, results: [] })
  }
})

test('a block or transaction that is not held has no activity', async () => {
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

test('with HEX_PREFIX=none the retired API’s form is sent', async () => {
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
  ['/runes/v1/blocks/1/activity?offset=18446744073709551616', 'querystring/offset'],
])('%s is refused by the name of the parameter', async (path, parameter) => {
  const origin = await startService()
  const { status, body } = await getJson(origin, path)
  expect(status).toBe(400)
  expect(body).toEqual({
    statusCode: 400,
    error: 'Bad Request',
    message: expect.stringContaining(parameter),
  })
})

test('the transactions of a block stand where its list has their first records', async () => {
  const origin = await startService()
  for (const height of [840_006, 840_656, 849_250]) {
    const { results } = await walk(origin, `/runes/v1/blocks/${height}/activity`, 1000)
    const listed = await getJson(origin, `/explorer/v1/blocks/${height}/transactions`)
    const ids = results.map(({ location }) => location.tx_id.slice(2))
    expect(listed.body.results).toHaveLength(new Set(ids).size)
    for (const { tx_id, tx_index, offset, total } of listed.body.results) {
      expect(ids.indexOf(tx_id)).toBe(offset)
      expect(ids.filter((id) => id === tx_id)).toHaveLength(total)
      expect(results[offset].location.tx_index).toBe(tx_index)
    }
  }
  const none = await getJson(origin, '/explorer/v1/blocks/900000/transactions')
  expect(none).toMatchObject({ status: 200, body: { results: [] } })
  expect((await getJson(origin, '/explorer/v1/blocks/x/transactions')).status).toBe(400)
})
