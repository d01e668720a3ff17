import { expect, test } from 'vitest'
import { importInto, writeLines } from '../support/importing.ts'
import { emptyDatabase, emptySqlite, filledDatabase } from '../support/ownDatabase.ts'
import { readCacheStatus } from '../support/responses.ts'
import { startMirror } from '../support/startMirror.ts'
import { startModifiedService } from '../support/startModifiedService.ts'
import { getJson, listen, startService } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'

const LIST = '/metadata/v1/ft'
const READ_AT = 1_778_535_158_000
const ADDRESS = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'
const OTHERS = ['first', 'second', 'third'].map((name) => ({
  name,
  symbol: name.toUpperCase(),
  sender_address: ADDRESS,
  asset_identifier: `${ADDRESS}.${name}::${name}`,
}))

/** A service with the snapshot, and as its upstream a service with three other tokens. */
async function startBoth(requestsPerMinute = 100_000) {
  const databaseUrl = await emptySqlite()
  await importInto(databaseUrl, [writeLines(OTHERS)])
  const source = await startUpstream({ databaseUrl })
  const mirror = await startMirror(source.origin, {
    databaseUrl: await filledDatabase(),
    upstream: { timeoutMs: 2000, requestsPerMinute },
  })
  return { source, mirror }
}

/** What a list says about its source. */
async function readList(origin: string, query = '') {
  const { status, headers, body } = await getJson(origin, LIST + query)
  return {
    status,
    total: body.total,
    coverage: headers.get('X-Cairn-Coverage'),
    readAt: Number(headers.get('X-Cairn-Read-At')),
  }
}

test('the list of tokens comes from the upstream service', async () => {
  const { source, mirror } = await startBoth()
  for (const query of ['', '?limit=2&offset=1', '?name=SEC', '?symbol=third&order=desc']) {
    await mirror.untilFresh(LIST + query)
    const { body, headers } = await getJson(mirror.origin, LIST + query)
    expect(body).toEqual((await getJson(source.origin, LIST + query)).body)
    expect(headers.get('X-Cairn-Coverage')).toBeNull()
    expect(headers.get('X-Cairn-Read-At')).toBeNull()
  }
  source.requests.length = 0
  mirror.advanceClock(2)
  expect(await readCacheStatus(mirror.origin, LIST)).toMatchObject({ how: 'hit', isStale: false })
  expect(source.requests).toEqual([])
})

test.each<[string, () => Response | Promise<Response>]>([
  ['does not respond', () => new Promise(() => {})],
  ['fails', () => new Response('', { status: 500 })],
  ['does not list its tokens', () => Response.json({ error: 'Not found' }, { status: 404 })],
  ['sends nonsense', () => Response.json([])],
  ['lists no tokens', () => Response.json({ limit: 20, offset: 0, total: 0, results: [] })],
  [
    'lists something else',
    () => Response.json({ limit: 20, offset: 0, total: 1, results: [{ contract_principal: 'x' }] }),
  ],
  ['sends another page', () => Response.json({ limit: 20, offset: 1, total: 1, results: [] })],
])(
  'if the upstream service %s, the list of the database is sent, stale and partial',
  async (_, respond) => {
    const { source, mirror } = await startBoth()
    source.respondWith(respond)
    const held = { status: 200, total: 3661, coverage: 'partial', readAt: READ_AT }
    expect(await readList(mirror.origin)).toEqual(held)
  },
)

test('if the upstream service ignores a filter, the list of the database is sent', async () => {
  const upstream = await startModifiedService({ changeSearch: (search) => search.delete('name') })
  const databaseUrl = await filledDatabase()
  const mirror = await startMirror(upstream, { databaseUrl })
  const { total, readAt } = await readList(mirror.origin, '?name=longcoin')
  expect([total, readAt]).toEqual([2, READ_AT])
})

test('over the budget of requests, the list of the database is sent', async () => {
  const { source, mirror } = await startBoth(1)
  await mirror.untilFresh(LIST)
  expect((await readList(mirror.origin)).total).toBe(3)
  expect((await readList(mirror.origin, '?limit=5')).total).toBe(3661)
  mirror.advanceClock(61)
  await mirror.untilFresh(`${LIST}?limit=5`)
  expect((await readList(mirror.origin, '?limit=5')).total).toBe(3)
  expect(source.requests).toHaveLength(2)
})

test('without the upstream service, an empty database does not state that there are no tokens', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin, { databaseUrl: await emptyDatabase() })
  await source.stop()
  expect((await getJson(mirror.origin, LIST)).status).toBe(503)
})

test('a page larger than the upstream service sends has the limit that was applied', async () => {
  const real = await startService()
  const small = await listen(async ({ url }) => {
    const { pathname, search, searchParams } = new URL(url)
    if (Number(searchParams.get('limit')) <= 60) {
      return Response.json((await getJson(real, pathname + search)).body)
    }
    const message = 'querystring/limit must be <= 60'
    return Response.json({ statusCode: 400, error: 'Bad Request', message }, { status: 400 })
  })
  const mirror = await startMirror(small)
  const { body } = await getJson(mirror.origin, `${LIST}?limit=1000`)
  expect([body.limit, body.results.length, body.total]).toEqual([60, 60, 3661])
})

test('a list with tokens of the snapshot is partial, and one of imported tokens is not', async () => {
  const databaseUrl = await filledDatabase()
  await importInto(databaseUrl, [writeLines(OTHERS)])
  const origin = await startService({ databaseUrl })
  expect((await readList(origin)).coverage).toBe('partial')
  expect((await readList(origin, `?name=third&address=${ADDRESS}`)).coverage).toBeNull()
})
