import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLogger } from '../../src/service/observability/logger.ts'
import { cacheStatus, expectSame, read } from '../support/answers.ts'
import { emptyDatabase, filledDatabase } from '../support/ownDatabase.ts'
import { snapshotLines } from '../support/snapshot.ts'
import { startMirror, startSource } from '../support/startMirror.ts'
import { getJson, listen, startService } from '../support/startService.ts'
import { startWithHabit } from '../support/startWithHabit.ts'

const AIRDROP = '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
const BLOCK_HASH = '000000000000000000013805b86c3d36697de1ca1fdab24edce264298fb7fcf3'
const LONGCOIN = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SAMPLE = '/metadata/v1/ft/ST000000000000000000002AMW42H.cairn-sample'
const UNKNOWN = '/metadata/v1/ft/SP000000000000000000002Q6VF78.not-a-token'
const BLOCK = '/runes/v1/blocks/849250/activity'
const SAMPLE_BLOCK = '/runes/v1/blocks/999999999/activity'
const DAY = 86_400

test('tokens come from another service with the same bytes, in every locale, and so do their problems', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  const paths = [
    // All of them take a while.
    ...snapshotLines('tokens')
      .filter((_, index) => index % 30 === 0)
      .map(({ principal }) => `/metadata/v1/ft/${principal}`),
    ...[
      '',
      '?locale=en',
      '?locale=de',
      '?locale=PT-br',
      '?locale=ja',
      '?locale=ar',
      '?locale=xx',
    ].map((query) => `${SAMPLE}-localized${query}`),
    ...['-hostile', '-in-progress', '-token-error', '-no-token'].map((name) => SAMPLE + name),
    UNKNOWN,
    '/metadata/v1/ft/nonsense',
    `${LONGCOIN}?locale=a&locale=b`,
  ]
  for (const path of paths) await expectSame([source.origin, mirror.origin], path)
})

test('blocks and transactions come from another service with the same bytes', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  const lines = snapshotLines('activity')
  const heights = new Set<number>(lines.map(({ location }) => location.block_height))
  const transactions = new Set<string>(lines.map(({ location }) => location.tx_id))
  const paths = [
    ...[...heights].map((height) => `/runes/v1/blocks/${height}/activity`),
    ...[...transactions]
      .filter((_, index) => index % 100 === 0)
      .map((txId) => `/runes/v1/transactions/${txId}/activity`),
    `/runes/v1/blocks/${BLOCK_HASH}/activity?limit=7`,
    `/runes/v1/blocks/0x${BLOCK_HASH.toUpperCase()}/activity?offset=7`,
    `/runes/v1/blocks/${'0'.repeat(64)}/activity`,
    `/runes/v1/transactions/${'0'.repeat(64)}/activity?offset=3`,
    '/runes/v1/blocks/1/activity',
    `${BLOCK}?limit=1001`,
    `${BLOCK}?offset=9007199254740991`,
    '/runes/v1/blocks/latest/activity',
  ]
  for (const path of paths) await expectSame([source.origin, mirror.origin], path)
})

const pages = [
  fc.constantFrom(BLOCK, SAMPLE_BLOCK, `/runes/v1/transactions/${AIRDROP}/activity`),
  fc.oneof(fc.nat(20_050), fc.nat(200)),
  fc.integer({ min: 1, max: 1000 }),
] as const

test('any page of a list has the same bytes', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  await fc.assert(
    fc.asyncProperty(...pages, (path, offset, limit) =>
      expectSame([source.origin, mirror.origin], `${path}?offset=${offset}&limit=${limit}`),
    ),
    { numRuns: 25 },
  )
})

test('a service of the retired kind is asked for what it gives, and its answers take our form', async () => {
  const own = await startService()
  const retired = await startRetired()
  const mirror = await startMirror(retired)
  await fc.assert(
    fc.asyncProperty(...pages, (path, offset, limit) =>
      expectSame([own, mirror.origin], `${path}?offset=${offset}&limit=${limit}`),
    ),
    { numRuns: 20 },
  )
})

/** Bare hashes, at most 60 records, and no total past the end, as the retired API had it. */
async function startRetired() {
  const source = await startSource({ hexPrefix: 'none' })
  return listen(async ({ url }) => {
    const { pathname, search, searchParams } = new URL(url)
    if (Number(searchParams.get('limit')) > 60) {
      const message = 'querystring/limit must be <= 60'
      return Response.json({ statusCode: 400, error: 'Bad Request', message }, { status: 400 })
    }
    const response = await fetch(source.origin + pathname + search)
    const body = await response.json()
    return Response.json(body.results.length === 0 ? { ...body, total: 0 } : body)
  })
}

test('a service that gives less than it was asked for is asked again for the rest', async () => {
  const own = await startService()
  const sparing = await startWithHabit({
    ask: (search) => {
      if (Number(search.get('limit')) > 45) search.set('limit', '45')
    },
  })
  const mirror = await startMirror(sparing)
  for (const page of ['?limit=1000', '?offset=30&limit=46', '?offset=100&limit=45']) {
    await expectSame([own, mirror.origin], BLOCK + page)
  }
})

test('a place that sends bare hashes makes them of what it reads, too', async () => {
  const bare = await startService({ hexPrefix: 'none' })
  const source = await startSource()
  const mirror = await startMirror(source.origin, { hexPrefix: 'none' })
  for (const path of [BLOCK, LONGCOIN]) await expectSame([bare, mirror.origin], path)
})

test('what is held here is not asked for elsewhere', async () => {
  const source = await startSource()
  const full = await startService({
    databaseUrl: await filledDatabase(),
    upstream: { tokensUrl: source.origin, runesUrl: source.origin, timeout: 10, maxAge: 300 },
  })
  for (const path of [LONGCOIN, `${SAMPLE}-in-progress`, `${BLOCK}?offset=90000`]) {
    await fetch(full + path)
  }
  expect(source.requests).toEqual([])
  expect((await fetch(full + UNKNOWN)).status).toBe(404)
  expect(source.requests).toEqual([UNKNOWN])
})

test('tokens and activity may come from different services, or only one of them from any', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin, { upstream: { tokensUrl: undefined } })
  expect(await getJson(mirror.origin, LONGCOIN)).toMatchObject({
    status: 404,
    body: { error: 'Contract not found' },
  })
  expect((await getJson(mirror.origin, BLOCK)).body.total).toBeGreaterThan(0)
})

test('a hundred readers at once cost one request, and the next ones none', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  const ask = (_: unknown, index: number) => read(mirror.origin, `${LONGCOIN}?locale=&_=${index}`)
  const answers = await Promise.all(Array.from({ length: 100 }, ask))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(source.requests).toEqual([LONGCOIN])
  await read(mirror.origin, LONGCOIN)
  expect(source.requests).toHaveLength(1)
})

test('what was read outlives the service that read it', async () => {
  const source = await startSource()
  const databaseUrl = await emptyDatabase()
  const first = await startMirror(source.origin, { databaseUrl })
  const before = await read(first.origin, LONGCOIN)
  await source.stop()
  const second = await startMirror(source.origin, { databaseUrl })
  expect(await read(second.origin, LONGCOIN)).toEqual(before)
})

test('a database that takes nothing keeps nobody from reading', async () => {
  const lines: string[] = []
  const source = await startSource()
  const mirror = await startMirror(source.origin, {
    logger: createLogger('info', { write: (line) => lines.push(line) }),
    wrap: (database) => ({
      ...database,
      query: async (sql, parameters) => {
        if (sql.includes('upstream_answers')) throw new Error('read-only')
        return database.query(sql, parameters)
      },
    }),
  })
  for (const path of [LONGCOIN, LONGCOIN, BLOCK]) {
    await expectSame([source.origin, mirror.origin], path)
  }
  expect(lines.join('')).toContain('cannot be stored in the database')
  expect(lines).toHaveLength(1)
})

test('answers say how old they are, and are read again when that is too old', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  expect(await cacheStatus(mirror.origin, LONGCOIN)).toMatchObject({ how: 'fwd=uri-miss' })
  mirror.letPass(200)
  const kept = await fetch(mirror.origin + LONGCOIN)
  expect(kept.headers.get('Cache-Status')).toMatch(/^cairn; hit; ttl=\d+$/)
  expect(Number(kept.headers.get('Age'))).toBeGreaterThanOrEqual(200)
  expect(kept.headers.get('Access-Control-Expose-Headers')).toMatch(/Age.*Cache-Status/)
  mirror.letPass(101)
  await expect.poll(() => cacheStatus(mirror.origin, LONGCOIN)).toMatchObject({ isStale: false })
  expect(source.requests).toHaveLength(2)
})

test('a clock that is set back makes nothing younger, and nothing fresh for longer', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  await read(mirror.origin, LONGCOIN)
  mirror.setClock(-3600)
  // The second for which the response itself is cached.
  mirror.letPass(2)
  const again = await fetch(mirror.origin + LONGCOIN)
  expect(Number(again.headers.get('Age'))).toBe(0)
  await expect
    .poll(() => {
      mirror.letPass(2)
      return cacheStatus(mirror.origin, LONGCOIN)
    })
    .toMatchObject({ isStale: false })
  expect(source.requests).toEqual([LONGCOIN, LONGCOIN])
  mirror.letPass(301)
  await expect
    .poll(() => {
      mirror.letPass(2)
      return cacheStatus(mirror.origin, LONGCOIN)
    })
    .toMatchObject({ isStale: false })
  expect(source.requests).toHaveLength(3)
})

test('old blocks are not read again, lists that have no records yet soon are', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  const nothing = '/runes/v1/blocks/1/activity?offset=0&limit=20'
  const paths = [`${BLOCK}?offset=0&limit=20`, nothing, UNKNOWN, `${SAMPLE}-in-progress`]
  for (const path of paths) await read(mirror.origin, path)
  expect(source.requests.splice(0)).toEqual(paths)
  mirror.letPass(11)
  for (const path of paths) await read(mirror.origin, path)
  expect(source.requests.splice(0)).toEqual([`${SAMPLE}-in-progress`])
  mirror.letPass(DAY)
  for (const path of paths.slice(0, 3)) await read(mirror.origin, path)
  expect(source.requests.splice(0)).toEqual([nothing, UNKNOWN])
})

test('what another service writes in its own way comes out in ours, to the last digit', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  const properties =
    '{"price":1.50,"mass":1e400,"count":123456789012345678901234567890,"deep":{"at":[0.10]}}'
  source.answerWith(
    () =>
      new Response(`{"metadata":{"properties":${properties},"image":null},"symbol":null,"decimals":"6",
        "total_supply":888888888888888888,"extra":1,"tx_id":"${'A'.repeat(64)}",
        "sender_address":"SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3"}`),
  )
  expect((await read(mirror.origin, LONGCOIN)).text).toBe(
    `{"decimals":6,"total_supply":"888888888888888888","tx_id":"0x${'a'.repeat(64)}","sender_address":"SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3","metadata":{"properties":${properties}}}`,
  )
})

test('a page is rendered from another service, kept as long as its data, and opens when it is gone', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin, { pages: 'rendered' })
  const openPage = async () => {
    const path = '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
    return (await read(mirror.origin, path, { Accept: 'text/html' })).text
  }
  // A page that goes out before its data have come is not kept.
  await expect.poll(openPage).toContain('888,888,888,888.888888')
  expect(await openPage()).not.toContain('The service does not answer now.')
  mirror.letPass(301)
  source.requests.length = 0
  await openPage()
  expect(source.requests).toContain(LONGCOIN)
  await source.stop()
  mirror.letPass(DAY)
  await expect.poll(openPage).toContain('The service does not answer now.')
  expect(await openPage()).toContain('888,888,888,888.888888')
})
