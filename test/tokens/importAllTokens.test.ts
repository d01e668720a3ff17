import { describe, expect, test } from 'vitest'
import { getJson } from '../support/startService.ts'
import { ENGINES, openDatabase, ownDatabase } from '../support/tokens/databases.ts'
import { ADDRESS, importInto, tokenLine, writeLines } from '../support/tokens/importing.ts'
import { type Respond, startFakeService } from '../support/tokens/startFakeService.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const FT = '/metadata/v1/ft'

type FakeToken = { name: string; metadata?: object; locales?: Record<string, object> }

function pathOf(contract: string): string {
  return `${FT}/${ADDRESS}.${contract}`
}

function list(offset: number, orderBy = 'name'): string {
  return `${FT}?valid_metadata_only=false&order_by=${orderBy}&offset=${offset}&limit=60`
}

/** A token service like the public one: it refuses limits above 60. */
function serve(tokens: Record<string, FakeToken>): Respond {
  return (path) => {
    const { pathname, searchParams } = new URL(path, 'http://service')
    if (pathname === FT) return sendList(Object.keys(tokens), searchParams)
    const { locales = {}, ...token } = tokens[pathname.split('.')[1] ?? ''] ?? {}
    const locale = searchParams.get('locale')
    if (locale !== null && !(locale in locales)) {
      return Response.json({ error: 'Locale not found' }, { status: 422 })
    }
    const localized = locale === null ? {} : locales[locale]
    return Response.json({ ...token, ...localized, sender_address: ADDRESS })
  }
}

function sendList(contracts: string[], searchParams: URLSearchParams): Response {
  const [offset, limit] = ['offset', 'limit'].map((name) => Number(searchParams.get(name)))
  if (offset === undefined || limit === undefined || limit > 60) {
    return Response.json({ error: 'Bad Request' }, { status: 400 })
  }
  const results = contracts
    .slice(offset, offset + limit)
    .map((name) => ({ sender_address: ADDRESS, contract_principal: `${ADDRESS}.${name}` }))
  return Response.json({ limit, offset, total: contracts.length, results })
}

function numbered(count: number): Record<string, FakeToken> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`token-${index}`, { name: `Token ${index}` }]),
  )
}

describe.each(ENGINES)('on %s', (engine) => {
  test('--all-tokens imports every token of a list with several pages, and then only new ones', async () => {
    const service = await startFakeService(serve(numbered(130)))
    const settings = await ownDatabase(engine)
    const command = ['--all-tokens', service.origin]
    const first = await importInto(settings, command)
    expect(first).toMatchObject({ code: 0 })
    expect(first.output).toContain('130 of 130 tokens to import.')
    expect(first.output).toContain(`${service.origin}: 130 tokens imported, 0 refused.`)
    expect(service.requests.splice(0, 4)).toEqual([list(0), list(60), list(120), pathOf('token-0')])

    service.respondWith(serve(numbered(131)))
    service.requests.length = 0
    const second = await importInto(settings, command)
    expect(second.output).toContain('1 of 131 tokens to import.')
    expect(service.requests).toEqual([list(0), list(60), list(120), pathOf('token-130')])
    const origin = await startTokens(openDatabase(settings))
    const { body } = await getJson(`${origin}${FT}?address=${ADDRESS}&name=token%20`)
    expect(body.total).toBe(131)
  })

  test('a token is imported with all its locales', async () => {
    const metadata = {
      sip: 16,
      name: 'Stone',
      description: 'A stone',
      localization: { uri: 'x/{locale}', default: 'en', locales: ['en', 'de', 'x/y'] },
    }
    const german = { description: 'Ein Stein', metadata: { ...metadata, name: 'Stein' } }
    const service = await startFakeService(
      serve({ stone: { name: 'STONE', metadata, locales: { de: german } } }),
    )
    const settings = await ownDatabase(engine)
    expect(await importInto(settings, ['--all-tokens', service.origin])).toMatchObject({ code: 0 })
    expect(service.requests).toEqual([list(0), pathOf('stone'), `${pathOf('stone')}?locale=de`])
    const origin = await startTokens(openDatabase(settings))
    const { body } = await getJson(`${origin}${pathOf('stone')}?locale=DE`)
    expect(body).toMatchObject({
      name: 'STONE',
      description: 'Ein Stein',
      metadata: { name: 'Stein', localization: { default: 'en', locales: ['en', 'de'] } },
    })
  })
})

test('tokens that were refused, incomplete or replaced are imported again', async () => {
  const localization = { default: 'en', locales: ['en', 'de'] }
  const tokens = {
    good: { name: 'Good' },
    missing: { name: 'Missing' },
    partial: { name: 'Partial', metadata: { localization }, locales: { de: {} } },
  }
  const service = await startFakeService((path, request) => {
    if (path !== pathOf('missing') && !path.endsWith('?locale=de'))
      return serve(tokens)(path, request)
    return Response.json({ error: 'Token not found' }, { status: 404 })
  })
  const settings = await ownDatabase('sqlite')
  const command = ['--all-tokens', service.origin]
  const first = await importInto(settings, command)
  expect(first.code).toBe(1)
  expect(first.output).toContain(`token ${ADDRESS}.missing: "Token not found"`)
  expect(first.output).toContain(`token ${ADDRESS}.partial in de: "Token not found"`)
  expect(first.output).toContain('2 tokens imported, 2 refused.')
  await importInto(settings, [writeLines([tokenLine('good', { name: 'From a file' })])])
  service.respondWith(serve(tokens))
  service.requests.length = 0
  expect(await importInto(settings, command)).toMatchObject({ code: 0 })
  expect(service.requests).toEqual([
    list(0),
    ...['good', 'missing', 'partial'].map(pathOf),
    `${pathOf('partial')}?locale=de`,
  ])
})

test('a list with pages that overlap is read again in another order, and what it lacks is counted', async () => {
  const contracts = Array.from({ length: 70 }, (_, index) => `token-${index}`)
  const twice = [...contracts.slice(0, 60), ...contracts.slice(0, 10)]
  const service = await startFakeService((path, request) => {
    const { searchParams, pathname } = new URL(path, 'http://service')
    if (pathname !== FT) return serve(numbered(70))(path, request)
    return sendList(
      searchParams.get('order_by') === 'name' ? twice : [...contracts, 'x y'],
      searchParams,
    )
  })
  const { code, output } = await importInto(await ownDatabase('sqlite'), [
    '--all-tokens',
    service.origin,
  ])
  expect(code).toBe(1)
  expect(output).toContain('The list lacks 1 of its 71 tokens.')
  expect(output).toContain('70 tokens imported, 0 refused.')
  expect(service.requests.slice(0, 4)).toEqual([
    list(0),
    list(60),
    list(0, 'symbol'),
    list(60, 'symbol'),
  ])
})

test('an import waits as long as the service asks for, and tries again', async () => {
  const service = await startFakeService(serve(numbered(2)))
  const sentAt: number[] = []
  service.respondWith((path, request) => {
    sentAt.push(performance.now())
    if (sentAt.length === 1) return new Response('', { status: 503 })
    if (sentAt.length === 3)
      return new Response('', { status: 429, headers: { 'Retry-After': '1' } })
    return serve(numbered(2))(path, request)
  })
  const { code, output } = await importInto(await ownDatabase('sqlite'), [
    '--all-tokens',
    service.origin,
  ])
  expect([code, output]).toEqual([0, expect.stringContaining('2 tokens imported')])
  expect(service.requests).toEqual([
    list(0),
    list(0),
    pathOf('token-0'),
    pathOf('token-0'),
    pathOf('token-1'),
  ])
  expect((sentAt[3] ?? 0) - (sentAt[2] ?? 0)).toBeGreaterThan(990)
})

test('a service without a list of tokens is reported in a sentence', async () => {
  const service = await startFakeService(() =>
    Response.json({ error: 'Not Found', message: 'Route not found' }, { status: 404 }),
  )
  const { code, output } = await importInto(await ownDatabase('sqlite'), [
    '--all-tokens',
    service.origin,
  ])
  expect(code).toBe(1)
  expect(output).toContain('The list of tokens cannot be read: "Route not found"')
})

test('UPSTREAM_HEADERS are sent to the configured service only', async () => {
  const received: (string | null)[] = []
  const service = await startFakeService((path, request) => {
    received.push(request.headers.get('x-api-key'))
    return serve(numbered(1))(path, request)
  })
  const headers = { UPSTREAM_HEADERS: 'x-api-key: s3cret' }
  const command = ['--all-tokens', service.origin]
  const { output } = await importInto(await ownDatabase('sqlite'), command, {
    environment: { ...headers, UPSTREAM_TOKENS_URL: 'http://127.0.0.1:9' },
  })
  expect(output).toContain('UPSTREAM_HEADERS are not sent to')
  expect(output).not.toContain('s3cret')
  expect(received.splice(0)).toEqual([null, null])
  const environment = { ...headers, UPSTREAM_TOKENS_URL: `${service.origin}/` }
  await importInto(await ownDatabase('sqlite'), command, { environment })
  expect(received).toEqual(['s3cret', 's3cret'])
})
