import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type Endpoint, isRequired, pathWith } from '../../src/contract/endpoint.ts'
import { ENDPOINTS } from '../../src/contract/endpoints.ts'
import { PROBLEMS, problemOf, TOKEN_PROBLEMS } from '../../src/contract/problems.ts'
import { ADDRESS, LONGCOIN, RUNE, SAMPLE, TX } from '../support/bundledIds.ts'
import { ENDPOINT_NAMES, readExampleRequests } from '../support/exampleRequests.ts'
import { bundledData, demoData } from '../support/servedData.ts'
import { failWhile, getJson, startService } from '../support/startService.ts'

const Json = v.record(v.string(), v.unknown())
const Operation = v.looseObject({
  operationId: v.string(),
  summary: v.string(),
  description: v.string(),
  parameters: v.array(
    v.looseObject({ name: v.string(), in: v.string(), description: v.string(), schema: Json }),
  ),
  responses: v.record(
    v.string(),
    v.looseObject({
      content: v.optional(
        v.object({
          'application/json': v.looseObject({ schema: Json, example: v.optional(v.unknown()) }),
        }),
      ),
    }),
  ),
})
const Document = v.looseObject({
  openapi: v.string(),
  paths: v.record(v.string(), v.object({ get: Operation })),
})
type Document = v.InferOutput<typeof Document>

/** Without one they are 404s; with one, pending.test.ts has them. */
const NEED_NODE: ReadonlySet<string> = new Set([
  'runePending',
  'addressPending',
  'pending',
  'pendingTransaction',
  'spends',
  'transactionFee',
])

const ENGINES = [
  ['the bundled blocks', bundledData],
  ['the demo chain', demoData],
] as const

async function readDocument(origin: string): Promise<Document> {
  return v.parse(Document, (await getJson(`${origin}/openapi.json`)).body)
}

function operationOf({ paths }: Document, { path }: Endpoint) {
  const item = paths[path.replace(/:(\w+)/g, '{$1}')]
  if (item === undefined) throw new Error(`${path} is not described`)
  return item.get
}

/** What is wrong with a response, by the schema for its status. */
function createValidator(document: Document) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false })
  ajv.addFormat('date', /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)
  ajv.addFormat('uri', (text) => URL.canParse(text))
  return (endpoint: Endpoint, status: number, body: unknown) => {
    const { content } = operationOf(document, endpoint).responses[status] ?? {}
    if (content === undefined) return `${status} is not described`
    const isValid = ajv.validate(content['application/json'].schema, body)
    return isValid ? 'valid' : ajv.errorsText()
  }
}

test('/openapi.json is valid OpenAPI 3.1', async () => {
  const document = await readDocument(await startService())
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(await new Validator().validate(document)).toMatchObject({ valid: true })
  const broken = structuredClone(document)
  operationOf(broken, ENDPOINTS.token).responses = {}
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false })
})

test('/openapi.json describes every endpoint with its parameters', async () => {
  const document = await readDocument(await startService())
  expect(Object.keys(document.paths)).toHaveLength(ENDPOINT_NAMES.length)
  for (const name of ENDPOINT_NAMES) {
    const endpoint: Endpoint = ENDPOINTS[name]
    const { operationId, parameters } = operationOf(document, endpoint)
    expect(operationId).toBe(name)
    const single = parameters.flatMap(partsOf)
    const names = Object.keys(endpoint.parameters)
    expect(single.map((it) => it.name).toSorted()).toEqual(names.toSorted())
    for (const { schema, description } of single) {
      expect(description).toMatch(/\.$/)
      if ('default' in schema) expect(description).toContain(`${schema.default} by default`)
    }
  }
})

const Exclusive = v.object({
  explode: v.literal(true),
  schema: v.object({
    anyOf: v.tuple([
      v.object({ properties: v.record(v.string(), Json) }),
      v.object({ properties: v.record(v.string(), Json) }),
    ]),
  }),
})

/** Two parameters that exclude each other are described as one. */
function partsOf(parameter: Document['paths'][string]['get']['parameters'][number]) {
  const both = v.safeParse(Exclusive, parameter)
  if (!both.success) return [parameter]
  const [one, other] = both.output.schema.anyOf
  return Object.entries({ ...one.properties, ...other.properties }).map(([name, schema]) => {
    return { name, schema, description: String(schema.description) }
  })
}

test('what excludes each other is refused, and the document says so', async () => {
  const origin = await startService()
  const { parameters } = operationOf(await readDocument(origin), ENDPOINTS.addressBalances)
  const both = parameters.find(({ name }) => name === 'at_or_order_by')
  const validate = new Ajv2020({ strict: false }).compile(both?.schema ?? {})
  for (const values of [
    { at: '840003' },
    { order_by: 'share' },
    { at: '840003', order_by: 'amount' },
    { at: '840003', order_by: 'share' },
    { order_by: 'last_received', at: '2024-04-20' },
  ]) {
    const path = `/explorer/v1/addresses/${ADDRESS}/balances?${new URLSearchParams(values)}`
    const { status } = await getJson(origin + path)
    expect([path, status === 200]).toEqual([path, validate(values)])
  }
})

test('what the document says of an identifier is accepted', async () => {
  const origin = await startService()
  const document = await readDocument(origin)
  for (const { endpoint, values } of await readExampleRequests(origin)) {
    for (const { name, schema } of operationOf(document, endpoint).parameters) {
      const patterns = v.parse(v.array(Pattern), [
        schema,
        schema.items,
        ...v.parse(Options, schema.anyOf),
      ])
      for (const { pattern } of patterns) {
        if (pattern === undefined) continue
        for (const text of fc.sample(fc.stringMatching(new RegExp(pattern)), 3)) {
          const required = Object.entries(values).filter(([other]) =>
            isRequired(endpoint.parameters[other]),
          )
          const path = pathWith(endpoint, { ...Object.fromEntries(required), [name]: text })
          const { status, body } = await getJson(origin + path)
          expect([path, status === 400 && body.message]).toEqual([path, false])
        }
      }
    }
  }
})

test('texts without a pattern have a length, and the longest is accepted', async () => {
  const origin = await startService()
  const document = await readDocument(origin)
  const free = new Set<string>()
  for (const { endpoint, values } of await readExampleRequests(origin)) {
    for (const { name, schema } of operationOf(document, endpoint).parameters.flatMap(partsOf)) {
      if (schema.type !== 'string' || schema.pattern || schema.enum || schema.anyOf) continue
      free.add(name)
      const required = Object.entries(values).filter(([other]) =>
        isRequired(endpoint.parameters[other]),
      )
      const text = '火'.repeat(Number(schema.maxLength))
      const path = pathWith(endpoint, { ...Object.fromEntries(required), [name]: text })
      const { status } = await getJson(origin + path)
      expect([path, text.length > 0, [200, 422].includes(status)]).toEqual([path, true, true])
    }
  }
  expect(free).toContain('q')
})

test('what is refused although it has the form says so in the document', async () => {
  const origin = await startService()
  const { body } = await getJson(`${origin}/openapi.json`)
  const tooLate = await getJson(`${origin}/explorer/v1/addresses/${ADDRESS}/balances?at=999999999`)
  const noTransaction = await getJson(`${origin}/explorer/v1/decode`, {
    method: 'POST',
    body: 'ab'.repeat(9),
  })
  const noLocale = await getJson(`${origin}/metadata/v1/ft/${SAMPLE}-localized?locale=fr`)
  expect([tooLate.status, noTransaction.status, noLocale.status]).toEqual([400, 400, 422])
  const texts = JSON.stringify(body.paths)
  expect(texts).toContain('one after the newest block is a 400')
  expect(texts).toContain('Digits that are neither are a 400')
  expect(texts).toContain('One that the token does not have is a 422')
})

const Pattern = v.optional(v.object({ pattern: v.optional(v.string()) }), {})
const Options = v.optional(v.array(v.unknown()), [])

test('a filter that names an unknown rune has the error that is described', async () => {
  const origin = await startService()
  const validate = createValidator(await readDocument(origin))
  for (const [name, path] of [
    ['blockMovements', `/explorer/v1/blocks/840002/movements?rune=NOSUCHRUNE`],
    ['blockByAddress', '/explorer/v1/blocks/840002/by-address?rune=NOSUCHRUNE'],
    ['addressMovements', `/explorer/v1/addresses/${ADDRESS}/movements?rune=NOSUCHRUNE`],
  ] as const) {
    const { status, body } = await getJson(origin + path)
    const got = [path, status, validate(ENDPOINTS[name], status, body)]
    expect(got).toEqual([path, 404, 'valid'])
  }
})

const NOT_OF_BUNDLED = new Set([
  'addressPaid',
  'addressRefusals',
  'burns',
  'cenotaphs',
  'runeLookAlikes',
  'runeMilestones',
  'runeRefusals',
])

describe.each(ENGINES)('over %s', (_, open) => {
  test('every example has data, and is valid by its schema', async () => {
    const origin = await startService({ data: open() })
    const document = await readDocument(origin)
    const validate = createValidator(document)
    for (const { name, endpoint, path } of await readExampleRequests(origin)) {
      // Only a node has the bytes of a demo transaction.
      if (name === 'decodeTransaction' && open === demoData) continue
      const expected = NEED_NODE.has(name) ? 404 : 200
      const { status, body } = await getJson(origin + path)
      expect([path, status, validate(endpoint, status, body)]).toEqual([path, expected, 'valid'])
      // The examples of filters are about the bundled blocks, of which nobody knows who paid for commitments.
      // Nothing of the address or the rune was refused there, and nothing was burned.
      // Its first rune is older than they are.
      if (open === bundledData && !NOT_OF_BUNDLED.has(name))
        expect([path, body.results?.length === 0]).toEqual([path, false])
    }
  })

  test('every list is valid at its largest limit, and past its end', async () => {
    const origin = await startService({ data: open() })
    const document = await readDocument(origin)
    const validate = createValidator(document)
    for (const { endpoint, path } of await readExampleRequests(origin)) {
      const limit = operationOf(document, endpoint).parameters.find(({ name }) => name === 'limit')
      if (limit === undefined) continue
      const { origin: _, pathname } = new URL(path, origin)
      for (const query of [`limit=${limit.schema.maximum}`, 'offset=90000', 'q=a']) {
        const { status, body } = await getJson(`${origin}${pathname}?${query}`)
        const got = [pathname, query, status, validate(endpoint, status, body)]
        expect(got).toEqual([pathname, query, 200, 'valid'])
      }
    }
  })
})

const RESPONSES = [
  ['token', `/metadata/v1/ft/${SAMPLE}-localized?locale=ar`, 200],
  ['token', `/metadata/v1/ft/${SAMPLE}-hostile`, 200],
  ['token', `/metadata/v1/ft/${SAMPLE}-localized?locale=xx`, 422],
  ['token', `/metadata/v1/ft/${LONGCOIN}-nowhere`, 404],
  ['token', '/metadata/v1/ft/longcoin', 400],
  ['transactionActivity', `/runes/v1/transactions/${'0'.repeat(64)}/activity`, 200],
  ['blockActivity', '/runes/v1/blocks/latest/activity', 400],
  ['etching', '/runes/v1/etchings/NOSUCHRUNE', 404],
  ['holders', '/runes/v1/etchings/1:0/holders?limit=1000', 200],
  ['holder', `/runes/v1/etchings/${RUNE}/holders/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa`, 404],
  ['blockDetails', '/explorer/v1/blocks/1', 404],
  ['transactionDetails', `/explorer/v1/transactions/${'0'.repeat(64)}`, 404],
  ['runeDetails', '/explorer/v1/runes/NOSUCHRUNE', 404],
  ['runes', '/explorer/v1/runes?mint=mintable&order_by=progress', 200],
  ['addressBalances', `/explorer/v1/addresses/${ADDRESS}/balances?at=840002`, 200],
  ['outputDetails', `/explorer/v1/outputs/${TX}:9999`, 404],
  ['nameStatus', '/explorer/v1/names/UNCOMMON•GOODS', 200],
  ['nameStatus', '/explorer/v1/names/ABC', 200],
  ['search', '/explorer/v1/search?q=8400', 200],
  ['search', '/explorer/v1/search', 200],
  ['tokenDetails', `/explorer/v1/tokens/${LONGCOIN}-nowhere`, 404],
  ['lookAlikes', `/explorer/v1/tokens/${LONGCOIN}-nowhere/look-alikes`, 404],
] as const

test('other responses are valid too, refusals included', async () => {
  const origin = await startService()
  const validate = createValidator(await readDocument(origin))
  for (const [name, path, expected] of RESPONSES) {
    const { status, body } = await getJson(origin + path)
    expect([path, status, validate(ENDPOINTS[name], status, body)]).toEqual([
      path,
      expected,
      'valid',
    ])
  }
})

test('the operation with a body is described', async () => {
  const origin = await startService()
  const { body } = await getJson(`${origin}/openapi.json`)
  const { post } = body.paths['/explorer/v1/decode']
  expect(Object.keys(post.requestBody.content)).toEqual(['text/plain'])
  expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['200', '400', '413']))
})

test('the schemas refuse what is not sent', async () => {
  const origin = await startService()
  const validate = createValidator(await readDocument(origin))
  const { body } = await getJson(`${origin}/runes/v1/blocks/840002/activity?limit=1`)
  const [record] = body.results
  const { tx_id, ...location } = record.location
  for (const wrong of [
    { ...record, more: 1 },
    { ...record, amount: 5 },
    { ...record, amount: '1e5' },
    { ...record, address: null },
    { ...record, location },
    { ...record, location: { ...record.location, tx_id: tx_id.slice(2) } },
    { ...record, location: { ...record.location, timestamp: '1713571767' } },
  ]) {
    const reason = validate(ENDPOINTS.blockActivity, 200, { ...body, results: [wrong] })
    expect(reason).not.toBe('valid')
  }
  expect(validate(ENDPOINTS.blockActivity, 200, { ...body, limit: 0 })).not.toBe('valid')
  expect(validate(ENDPOINTS.token, 404, { error: 'Not found' })).not.toBe('valid')
})

test('without its databases, each endpoint has the error that is described', async () => {
  const requests = await readExampleRequests(await startService())
  const origin = await startService({ wrap: failWhile(() => true) })
  const document = await readDocument(origin)
  expect(await new Validator().validate(document)).toMatchObject({ valid: true })
  const validate = createValidator(document)
  for (const { name, endpoint, path } of requests) {
    // They tell what they can.
    if (['healthLive', 'runesStatus'].includes(name) || NEED_NODE.has(name)) continue
    const { status, body, headers } = await getJson(origin + path)
    expect([path, status, validate(endpoint, status, body)]).toEqual([path, 503, 'valid'])
    expect(headers.get('Retry-After')).toMatch(/^[0-9]+$/)
  }
})

test('the client maps every problem to its kind', () => {
  const others = {
    'bad-request': 'bad-request',
    'rune-not-found': 'not-found',
    'not-found': 'not-found',
    'too-many-requests': 'rate-limited',
    unexpected: 'unavailable',
    unavailable: 'unavailable',
    'method-not-allowed': 'refused',
    'request-timeout': 'refused',
    'content-too-large': 'refused',
    'uri-too-long': 'refused',
    'headers-too-large': 'refused',
  }
  const expected = { ...Object.fromEntries(TOKEN_PROBLEMS.map((it) => [it, it])), ...others }
  const kinds = Object.entries(PROBLEMS).map(([problem, { status, error }]) => {
    return [problem, problemOf(status, { error }).kind]
  })
  expect(Object.fromEntries(kinds)).toEqual(expected)
})

test('/openapi.json has current responses as examples, and can be revalidated', async () => {
  const origin = await startService()
  const { headers } = await fetch(`${origin}/openapi.json`)
  const document = await readDocument(origin)
  for (const name of ENDPOINT_NAMES) {
    const endpoint: Endpoint = ENDPOINTS[name]
    const example = operationOf(document, endpoint).responses[200]?.content?.['application/json']
      .example
    // Health is not read without HTTP.
    const hasNone = name.startsWith('health') || NEED_NODE.has(name)
    expect([name, example === undefined]).toEqual([name, hasNone])
  }
  const again = await fetch(`${origin}/openapi.json`, {
    headers: { 'If-None-Match': headers.get('ETag') ?? '' },
  })
  expect(again.status).toBe(304)
})
