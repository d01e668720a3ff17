import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filledDatabase } from '../support/ownDatabase.ts'
import { expectSameResponse, readResponse } from '../support/responses.ts'
import { snapshotLines } from '../support/snapshot.ts'
import { AIRDROP, BLOCK_HASH } from '../support/snapshotIds.ts'
import { startMirror } from '../support/startMirror.ts'
import { startModifiedService } from '../support/startModifiedService.ts'
import { getJson, listen, startService } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'

const LONGCOIN = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SAMPLE = '/metadata/v1/ft/ST000000000000000000002AMW42H.cairn-sample'
const UNKNOWN = '/metadata/v1/ft/SP000000000000000000002Q6VF78.not-a-token'
const BLOCK = '/runes/v1/blocks/849250/activity'
const SAMPLE_BLOCK = '/runes/v1/blocks/999999999/activity'
test('tokens in every locale and their errors have the same bytes as from the upstream service', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  const paths = [
    // Checking all tokens would be slow.
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
  for (const path of paths) await expectSameResponse([source.origin, mirror.origin], path)
})

test('blocks and transactions have the same bytes as from the upstream service', async () => {
  const source = await startUpstream()
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
  for (const path of paths) await expectSameResponse([source.origin, mirror.origin], path)
})

const pages = [
  fc.constantFrom(BLOCK, SAMPLE_BLOCK, `/runes/v1/transactions/${AIRDROP}/activity`),
  fc.oneof(fc.nat(20_050), fc.nat(200)),
  fc.integer({ min: 1, max: 1000 }),
] as const

test('any page of a list has the same bytes as from the upstream service', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  await fc.assert(
    fc.asyncProperty(...pages, (path, offset, limit) =>
      expectSameResponse([source.origin, mirror.origin], `${path}?offset=${offset}&limit=${limit}`),
    ),
    { numRuns: 25 },
  )
})

test('responses of an upstream service like the retired API are converted to our form', async () => {
  const own = await startService()
  const retired = await startRetired()
  const mirror = await startMirror(retired)
  await fc.assert(
    fc.asyncProperty(...pages, (path, offset, limit) =>
      expectSameResponse([own, mirror.origin], `${path}?offset=${offset}&limit=${limit}`),
    ),
    { numRuns: 20 },
  )
})

test('lists filtered by operation have the same bytes as from the upstream service', async () => {
  const own = await startService()
  const retired = await startRetired()
  const mirror = await startMirror(retired)
  for (const list of [SAMPLE_BLOCK, `/runes/v1/transactions/${AIRDROP}/activity`]) {
    for (const page of ['mint', 'etching&limit=70', 'send&offset=5', 'burn&offset=90000']) {
      await expectSameResponse([own, mirror.origin], `${list}?operation_type=${page}`)
    }
  }
})

test('if the upstream service ignores the filter, a filtered list is a 501 and the whole list a 200', async () => {
  const mirror = await startMirror(
    await startModifiedService({ changeSearch: (search) => search.delete('operation_type') }),
  )
  for (const list of [BLOCK, `/runes/v1/transactions/${AIRDROP}/activity`]) {
    const { status, body } = await getJson(mirror.origin, `${list}?operation_type=mint`)
    expect([status, body]).toEqual([
      501,
      {
        statusCode: 501,
        error: 'Not Implemented',
        message: expect.stringContaining('Leave out operation_type'),
      },
    ])
    expect((await getJson(mirror.origin, list)).status).toBe(200)
  }
})

test('if the upstream service ignores the filter, local records are filtered and sent as stale', async () => {
  const mirror = await startMirror(
    await startModifiedService({ changeSearch: (search) => search.delete('operation_type') }),
    { databaseUrl: await filledDatabase() },
  )
  const path = '/runes/v1/blocks/840006/activity?operation_type=mint'
  const { headers, body } = await getJson(mirror.origin, path)
  expect(body.total).toBeGreaterThan(0)
  expect(body).toEqual((await getJson(await startService(), path)).body)
  expect(headers.get('Cache-Status')).toContain('detail=refused')
})

test('records of another operation from the upstream service are refused', async () => {
  const mirror = await startMirror(
    await startModifiedService({
      changeSearch: (search) => {
        if (search.get('operation_type') === 'etching') search.set('operation_type', 'mint')
      },
    }),
  )
  const { status, body } = await getJson(mirror.origin, `${BLOCK}?operation_type=etching`)
  expect([status, body.message]).toEqual([503, expect.stringContaining('does not match')])
})

/** Starts a service like the retired API: bare hashes, a limit of 60, and no total past the end. */
async function startRetired() {
  const source = await startUpstream({ hexPrefix: 'none' })
  return listen(async ({ url }) => {
    const { pathname, search, searchParams } = new URL(url)
    if (Number(searchParams.get('limit')) > 60) {
      const message = 'querystring/limit must be <= 60'
      return Response.json({ statusCode: 400, error: 'Bad Request', message }, { status: 400 })
    }
    const response = await fetch(source.origin + pathname + search)
    const body = await response.json()
    if (!response.ok) return Response.json(body, { status: response.status })
    return Response.json(body.results.length === 0 ? { ...body, total: 0 } : body)
  })
}

test('if the upstream service returns fewer records than requested, the rest are requested', async () => {
  const own = await startService()
  const limited = await startModifiedService({
    changeSearch: (search) => {
      if (Number(search.get('limit')) > 45) search.set('limit', '45')
    },
  })
  const mirror = await startMirror(limited)
  for (const page of ['?limit=1000', '?offset=30&limit=46', '?offset=100&limit=45']) {
    await expectSameResponse([own, mirror.origin], BLOCK + page)
  }
})

test('with HEX_PREFIX=none, hashes from the upstream service are also sent without 0x', async () => {
  const bare = await startService({ hexPrefix: 'none' })
  const source = await startUpstream()
  const mirror = await startMirror(source.origin, { hexPrefix: 'none' })
  for (const path of [BLOCK, LONGCOIN]) await expectSameResponse([bare, mirror.origin], path)
})

test('the upstream service may be set for activity alone', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin, { upstream: { tokensUrl: undefined } })
  expect(await getJson(mirror.origin, LONGCOIN)).toMatchObject({
    status: 404,
    body: { error: 'Contract not found' },
  })
  expect((await getJson(mirror.origin, BLOCK)).body.total).toBeGreaterThan(0)
})

test('upstream numbers and hashes are converted to our format without losing digits', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  const properties =
    '{"price":1.50,"mass":1e400,"count":123456789012345678901234567890,"deep":{"at":[0.10]}}'
  source.respondWith(
    () =>
      new Response(`{"metadata":{"properties":${properties},"image":null},"symbol":null,"decimals":"6",
        "total_supply":888888888888888888,"extra":1,"tx_id":"${'A'.repeat(64)}",
        "sender_address":"SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3"}`),
  )
  expect((await readResponse(mirror.origin, LONGCOIN)).text).toBe(
    `{"decimals":6,"total_supply":"888888888888888888","tx_id":"0x${'a'.repeat(64)}","sender_address":"SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3","metadata":{"properties":${properties}}}`,
  )
})
