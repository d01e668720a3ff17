import { expect, test } from 'vitest'
import { importInto, newDatabase, writeLines } from '../support/importing.ts'
import { getJson, startService } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'

const ADDRESS = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'
const LIST = '/metadata/v1/ft?offset=0&limit=1000&order_by=name'

function tokenLine(number: number, fields: object = {}) {
  const principal = `${ADDRESS}.token-${number}`
  return { principal, token: { name: `Token ${number}`, symbol: `T${number}`, ...fields } }
}

/** Starts a service with these tokens alone. */
async function startTokens(lines: object[]) {
  const databaseUrl = await newDatabase()
  expect(await importInto(databaseUrl, [writeLines(lines)])).toMatchObject({ code: 0 })
  return startUpstream({ databaseUrl })
}

async function forward(url: string): Promise<Response> {
  const response = await fetch(url)
  return Response.json(await response.json(), { status: response.status })
}

function pathOf(number: number): string {
  return `/metadata/v1/ft/${ADDRESS}.token-${number}`
}

test('--all-tokens imports every token of the list once, and again with --older-than', async () => {
  const source = await startTokens([1, 2, 3, 4, 5].map((number) => tokenLine(number)))
  const url = await newDatabase()
  const command = [source.origin, '--all-tokens']
  const first = await importInto(url, command)
  expect(first).toMatchObject({ code: 0 })
  expect(first.output).toContain('5 of 5 tokens to import.')
  expect(first.output).toContain('Sent 6 requests.')
  expect(source.requests.splice(0)).toEqual([LIST, ...[1, 2, 3, 4, 5].map(pathOf)])
  const service = await startService({ databaseUrl: url })
  const { body } = await getJson(source.origin, '/metadata/v1/ft')
  expect((await getJson(service, '/metadata/v1/ft')).body).toEqual(body)
  source.requests.length = 0

  const second = await importInto(url, command)
  expect(second).toMatchObject({ code: 0 })
  expect(second.output).toContain('0 of 5 tokens to import.')
  expect(source.requests.splice(0)).toEqual([LIST])

  expect((await importInto(url, [...command, '--older-than', '7d'])).code).toBe(0)
  expect(source.requests.splice(0)).toEqual([LIST])
  expect((await importInto(url, [...command, '--older-than', '0h'])).code).toBe(0)
  expect(source.requests.splice(0)).toEqual([LIST, ...[1, 2, 3, 4, 5].map(pathOf)])
})

test('tokens that are from elsewhere, refused or incomplete are imported again', async () => {
  const localization = { default: 'en', locales: ['en', 'de'] }
  const source = await startTokens([
    tokenLine(1),
    tokenLine(2),
    {
      ...tokenLine(3, { metadata: { name: 'Three' } }),
      localization,
      locales: { de: { name: 'Drei' } },
    },
  ])
  const url = await newDatabase()
  const real = await startService({ databaseUrl: url })
  let isFailing = true
  const service = await startUpstream()
  service.respondWith(async ({ url }) => {
    const { pathname, search } = new URL(url)
    const isFailed = pathname === pathOf(2) || search === '?locale=de'
    if (isFailed && isFailing) return Response.json({ error: 'Not Found' }, { status: 404 })
    return forward(source.origin + pathname + search)
  })
  const command = [service.origin, '--all-tokens']
  const first = await importInto(url, command)
  expect(first.code).toBe(1)
  expect(first.output).toContain(`token ${ADDRESS}.token-2: "Not Found"`)
  expect(first.output).toContain(`token ${ADDRESS}.token-3 in de: "Not Found"`)
  await importInto(url, [writeLines([tokenLine(1, { name: 'From a file' })])])
  isFailing = false
  service.requests.length = 0
  expect(await importInto(url, command)).toMatchObject({ code: 0 })
  expect(service.requests).toEqual([
    LIST,
    pathOf(1),
    pathOf(2),
    pathOf(3),
    `${pathOf(3)}?locale=de`,
  ])
  expect((await getJson(real, pathOf(1))).body.name).toBe('Token 1')
})

test('a list with pages that overlap is read again in another order, and what it lacks is refused', async () => {
  const source = await startTokens([1, 2, 3].map((number) => tokenLine(number)))
  const service = await startUpstream()
  const tokens = [1, 2, 3].map((number) => ({ contract_principal: `${ADDRESS}.token-${number}` }))
  service.respondWith(async ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname !== '/metadata/v1/ft') return forward(source.origin + pathname)
    const offset = Number(searchParams.get('offset'))
    const shown = searchParams.get('order_by') === 'name' ? [tokens[0], tokens[0]] : tokens
    const page = { limit: 1, offset, total: 4, results: shown.slice(offset, offset + 1) }
    return Response.json(page)
  })
  const { code, output } = await importInto(await newDatabase(), [service.origin, '--all-tokens'])
  expect(code).toBe(1)
  expect(output).toContain('the list of tokens: missing or malformed tokens: 1 of 4')
  expect(output).toContain(': 0 records, 3 tokens')
})

test('UPSTREAM_HEADERS are sent to a configured service only', async () => {
  const source = await startTokens([tokenLine(1)])
  const received: (string | null)[] = []
  const service = await startUpstream()
  service.respondWith(({ url, headers }) => {
    const { pathname, search } = new URL(url)
    received.push(headers.get('x-api-key'))
    return forward(source.origin + pathname + search)
  })
  const headers = { UPSTREAM_HEADERS: 'x-api-key: s3cret' }
  const command = [service.origin, '--all-tokens']
  const { output } = await importInto(await newDatabase(), command, {
    ...headers,
    UPSTREAM_TOKENS_URL: 'http://127.0.0.1:9',
  })
  expect(output).toContain('UPSTREAM_HEADERS are not sent to')
  expect(output).not.toContain('s3cret')
  expect(received.splice(0)).toEqual([null, null])
  const configured = { ...headers, UPSTREAM_TOKENS_URL: service.origin }
  await importInto(await newDatabase(), command, configured)
  expect(received).toEqual(['s3cret', 's3cret'])
})

test.each<[args: string[], sentence: string]>([
  [['--all-tokens', 'tokens.ndjson'], '--all-tokens needs the URL of a service.'],
  [['http://127.0.0.1:9', '--older-than', '7d'], '--older-than needs --all-tokens.'],
  [['http://127.0.0.1:9', '--all-tokens', '--older-than', '1w'], 'such as 7d or 12h.'],
])('%j is refused', async (args, sentence) => {
  const { code, output } = await importInto(await newDatabase(), args)
  expect(code).toBe(1)
  expect(output).toContain(sentence)
})

test('a service without a list of tokens is reported in a sentence', async () => {
  const service = await startUpstream()
  service.respondWith(() =>
    Response.json({ error: 'Not Found', message: 'Route not found' }, { status: 404 }),
  )
  const { code, output } = await importInto(await newDatabase(), [service.origin, '--all-tokens'])
  expect(code).toBe(1)
  expect(output).toContain('The list of tokens cannot be read: "Route not found"')
})
