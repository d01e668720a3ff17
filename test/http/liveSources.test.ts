import { expect, test } from 'vitest'
import { importInto, select, writeLines } from '../support/importing.ts'
import { openWriter } from '../support/ledgerBlocks.ts'
import { emptySqlite, filledDatabase } from '../support/ownDatabase.ts'
import { startMirror } from '../support/startMirror.ts'
import { getJson } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'

const HASH = '0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5'
const BLOCK = '/runes/v1/blocks/840000/activity'
const PRINCIPAL = 'SM26AQGZBMDPN2NTH0DJWFESFV0NJC744F1GQVZ6Y.token-btc'
const TOKEN = `/metadata/v1/ft/${PRINCIPAL}`
const UNKNOWN_THERE = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SAMPLE = '/metadata/v1/ft/ST000000000000000000002AMW42H.cairn-sample-localized'
const FULL_TOKEN = {
  name: 'BTCz',
  sender_address: PRINCIPAL.split('.')[0],
  asset_identifier: `${PRINCIPAL}::token-btcz`,
  description: 'Known only upstream',
  metadata: {
    sip: 16,
    name: 'BTCz',
    localization: { uri: 'https://a.example/{locale}.json', default: 'en', locales: ['en', 'de'] },
  },
}

/** A service with the snapshot, and as its upstream a service that has more of block 840,000 and of a token. */
async function startBoth() {
  const sourceUrl = await emptySqlite()
  const writer = await openWriter(sourceUrl)
  await writer.add({ height: 840_000, hash: HASH, records: 50 })
  await importInto(sourceUrl, [writeLines([FULL_TOKEN])])
  const source = await startUpstream({ databaseUrl: sourceUrl })
  const databaseUrl = await filledDatabase()
  const mirror = await startMirror(source.origin, {
    databaseUrl,
    upstream: { timeoutMs: 2000 },
  })
  return { source, mirror, databaseUrl }
}

test('an upstream service takes precedence over the snapshot', async () => {
  const { source, mirror } = await startBoth()
  for (const path of [BLOCK, TOKEN]) await mirror.untilFresh(path)
  const block = await getJson(mirror.origin, BLOCK)
  expect(block.body.total).toBe(50)
  expect(block.headers.get('X-Cairn-Coverage')).toBe(null)
  const token = await getJson(mirror.origin, TOKEN)
  expect(token.body).toMatchObject({ description: 'Known only upstream' })
  expect(token.headers.get('X-Cairn-Coverage')).toBe(null)
  expect(source.requests).toHaveLength(2)
})

test('what the upstream service lacks comes from the snapshot, marked as partial and with its age', async () => {
  const { mirror } = await startBoth()
  for (const path of [UNKNOWN_THERE, '/runes/v1/blocks/849250/activity']) {
    const { status, headers } = await getJson(mirror.origin, path)
    expect([status, headers.get('X-Cairn-Coverage')]).toEqual([200, 'partial'])
    expect(Number(headers.get('X-Cairn-Read-At'))).toBe(1_778_535_158_000)
  }
})

test('tokens of an upgraded database, which has no times of reading, are sent as stale, without an age', async () => {
  const { source, mirror, databaseUrl } = await startBoth()
  await select(databaseUrl, 'UPDATE tokens SET read_at = 0')
  await source.stop()
  for (const path of [UNKNOWN_THERE, '/metadata/v1/ft']) {
    const { status, headers } = await getJson(mirror.origin, path)
    expect([status, headers.get('X-Cairn-Read-At'), headers.get('Age')]).toEqual([200, '0', null])
  }
})

test('a filtered list that is empty upstream and here is neither stale nor partial', async () => {
  const { mirror } = await startBoth()
  const path = `${BLOCK}?operation_type=burn`
  await mirror.untilFresh(path)
  const { headers, body } = await getJson(mirror.origin, path)
  expect(body.total).toBe(0)
  expect(headers.get('X-Cairn-Coverage')).toBeNull()
  expect(headers.get('X-Cairn-Read-At')).toBeNull()
})

test('samples never come from an upstream service', async () => {
  const { source, mirror } = await startBoth()
  for (const path of [SAMPLE, '/runes/v1/blocks/999999999/activity']) {
    const { status, headers } = await getJson(mirror.origin, path)
    expect([status, headers.get('X-Cairn-Coverage')]).toEqual([200, 'sample'])
  }
  expect(source.requests).toEqual([])
})

const FAILURES: [string, () => Response | Promise<Response>][] = [
  ['does not respond', () => new Promise(() => {})],
  ['sends nonsense', () => new Response('<html>')],
  ['fails', () => new Response('', { status: 500 })],
]

test.each(FAILURES)(
  'if the upstream service %s, the snapshot is served until it recovers',
  async (_, failure) => {
    const { source, mirror } = await startBoth()
    source.respondWith(failure)
    for (const path of [BLOCK, TOKEN]) {
      const { status, headers } = await getJson(mirror.origin, path)
      expect([status, headers.get('X-Cairn-Coverage')]).toEqual([200, 'partial'])
      expect(Number(headers.get('X-Cairn-Read-At'))).toBe(1_778_535_158_000)
    }
    source.respondWith()
    const readLater = async (path: string) => {
      mirror.advanceClock(60)
      return (await getJson(mirror.origin, path)).body
    }
    const waiting = { timeout: 10_000 }
    await expect.poll(() => readLater(BLOCK), waiting).toMatchObject({ total: 50 })
    await expect
      .poll(() => readLater(TOKEN), waiting)
      .toMatchObject({ description: 'Known only upstream' })
  },
)

test('if the upstream service is gone, a page shows the snapshot', async () => {
  const { source, mirror } = await startBoth()
  await source.stop()
  const { status, headers, body } = await getJson(mirror.origin, TOKEN)
  expect([status, headers.get('X-Cairn-Coverage')]).toEqual([200, 'partial'])
  expect(body).not.toHaveProperty('description')
})

test('the transactions of a block of another service are known if its list fits on one page', async () => {
  const { source, mirror } = await startBoth()
  await mirror.untilFresh(`${BLOCK}?limit=60`)
  const path = '/explorer/v1/blocks/840000/transactions'
  const { status, body } = await getJson(mirror.origin, path)
  expect([status, body]).toEqual([200, (await getJson(source.origin, path)).body])
  expect(body.results.length).toBeGreaterThan(1)
})

test('the database does not describe blocks whose records come from another service', async () => {
  const { mirror } = await startBoth()
  const txId = '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
  for (const path of [
    'blocks/840000/neighbours',
    'blocks/849250/transactions',
    `transactions/${txId}/place`,
  ]) {
    expect((await getJson(mirror.origin, `/explorer/v1/${path}`)).status, path).toBe(404)
  }
  const sample = await getJson(mirror.origin, '/explorer/v1/blocks/999999999/transactions')
  expect(sample.status).toBe(200)
})

test('the service says what it reads from another one', async () => {
  const { mirror } = await startBoth()
  const { body } = await getJson(mirror.origin, '/explorer/v1/about')
  expect(body).toMatchObject({ upstream: ['tokens', 'runes'] })
})
