import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { DIRECTORY_PATHS } from '../../src/contract/directory.ts'
import { ENDPOINTS } from '../../src/contract/endpoints.ts'
import { PATHS } from '../../src/contract/paths.ts'
import { PROBLEMS, problemOf } from '../../src/contract/problems.ts'
import type { HexPrefix } from '../../src/service/activityToWire.ts'
import { DatabaseUnavailable } from '../../src/service/database/database.ts'
import { generateIndex } from '../support/generateIndex.ts'
import { importInto, writeLines } from '../support/importing.ts'
import { indexDatabase } from '../support/indexDatabase.ts'
import { AIRDROP, BLOCK_HASH } from '../support/snapshotIds.ts'
import { getJson, startService } from '../support/startService.ts'

const OTHER = 'SP000000000000000000002Q6VF78.other-token'
const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample'

async function readDocument(origin: string) {
  const { body } = await getJson(origin, '/openapi.json')
  return body
}

/** Validates responses of an endpoint against the document's schema for their status. */
// biome-ignore lint/suspicious/noExplicitAny: the validator checks the document.
function validatorOf(document: any) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true })
  // The document has OpenAPI keywords outside its schemas.
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema(document, 'document')
  return (path: string, status: number, body: unknown) => {
    const { responses } = document.paths[path.replace(/:(\w+)/g, '{$1}')].get
    const { $ref } = responses[status] ?? {}
    const pointer = $ref?.slice(1) ?? `/paths/${pointerTo(path)}/get/responses/${status}`
    const isValid = ajv.validate(`document#${pointer}/content/application~1json/schema`, body)
    return isValid ? [] : (ajv.errors ?? [])
  }
}

const JSON_ENDPOINTS = ENDPOINTS.filter(({ response }) => response !== 'text')

/** Escapes a path for a JSON pointer in a fragment: `/` becomes `~1`, braces are percent-encoded. */
function pointerTo(path: string): string {
  return encodeURIComponent(path.replace(/:(\w+)/g, '{$1}').replaceAll('/', '~1'))
}

test('/openapi.json is valid OpenAPI 3.1', async () => {
  for (const hexPrefix of ['0x', 'none'] satisfies HexPrefix[]) {
    const document = await readDocument(await startService({ hexPrefix }))
    expect(document.openapi).toMatch(/^3\.1\./)
    const result = await new Validator().validate(document)
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
  }
})

test('the validator rejects an invalid document', async () => {
  const document = await readDocument(await startService())
  document.paths['/metadata/v1/ft/{principal}'].get.responses = {}
  expect((await new Validator().validate(document)).valid).toBe(false)
})

test('/openapi.json lists every path of the contract, the directory and operations with its parameters', async () => {
  const document = await readDocument(await startService())
  const paths = {
    ...PATHS,
    ...DIRECTORY_PATHS,
    health: '/health',
    healthLive: '/health/live',
    healthReady: '/health/ready',
    metrics: '/metrics',
  }
  const described = Object.entries(document.paths).map(
    // biome-ignore lint/suspicious/noExplicitAny: read as it came.
    ([path, item]: [string, any]) => [item.get.operationId, path.replace(/\{(\w+)\}/g, ':$1')],
  )
  expect(Object.fromEntries(described)).toEqual(paths)
  const named = document.paths['/runes/v1/blocks/{block}/activity'].get.parameters
  expect(named.map(({ name }: { name?: string }) => name)).toEqual([
    'block',
    'offset',
    'limit',
    'operation_type',
    undefined,
  ])
  const [, offset, limit] = named
  expect(offset.description).toContain(`${offset.schema.default} by default`)
  expect(limit.description).toContain(
    `1 to ${limit.schema.maximum}; ${limit.schema.default} by default`,
  )
})

test('every response matches its schema and has no additional fields', async () => {
  for (const hexPrefix of ['0x', 'none'] satisfies HexPrefix[]) {
    const origin = await startService({ hexPrefix })
    const validate = validatorOf(await readDocument(origin))
    const requests: [path: string, address: string][] = [
      ...JSON_ENDPOINTS.map(({ path, example }): [string, string] => [path, example]),
      [PATHS.token, `/metadata/v1/ft/${SAMPLE}-localized`],
      [PATHS.token, `/metadata/v1/ft/${SAMPLE}-localized?locale=ar`],
      [PATHS.token, `/metadata/v1/ft/${SAMPLE}-hostile`],
      [PATHS.token, '/metadata/v1/ft/SP2F4QC563WN0A0949WPH5W1YXVC4M1R46QKE0G14.memegoatstx'],
      [PATHS.transactionActivity, `/runes/v1/transactions/${AIRDROP}/activity?limit=1000`],
      [PATHS.transactionActivity, `/runes/v1/transactions/${'0'.repeat(64)}/activity`],
      [PATHS.blockActivity, '/runes/v1/blocks/840006/activity?limit=1000'],
      [PATHS.blockActivity, `/runes/v1/blocks/${BLOCK_HASH}/activity?offset=5000`],
      [PATHS.blockActivity, '/runes/v1/blocks/999999999/activity?limit=1000'],
      [PATHS.etching, '/runes/v1/etchings/SAMPLE•CAP•REACHED'],
      [PATHS.etchingActivity, '/runes/v1/etchings/1/activity?limit=1000'],
      [PATHS.holders, '/runes/v1/etchings/999999999:20001/holders?limit=1000'],
      [DIRECTORY_PATHS.rune, '/explorer/v1/runes/SAMPLE.OPEN.MINT'],
      [DIRECTORY_PATHS.search, '/explorer/v1/search?q=dog'],
      [DIRECTORY_PATHS.search, '/explorer/v1/search?q=8400'],
      [DIRECTORY_PATHS.search, '/explorer/v1/search'],
      [DIRECTORY_PATHS.neighbours, '/explorer/v1/blocks/999999999/neighbours'],
      [DIRECTORY_PATHS.blockTransactions, '/explorer/v1/blocks/840656/transactions'],
    ]
    for (const [path, address] of requests) {
      const { status, body } = await getJson(origin, address)
      // The snapshot cannot list runes with their supply.
      const expected = path === PATHS.etchings ? 501 : 200
      expect([status, validate(path, status, body)], address).toEqual([expected, []])
    }
  }
})

test('every field, schema and operation has a description', async () => {
  const { components, paths } = await readDocument(await startService())
  const fields = Object.entries(components.schemas).flatMap(([schema, of]) => fieldsOf(schema, of))
  expect(fields.length).toBeGreaterThan(80)
  expect(fields.filter(({ description }) => description === undefined)).toEqual([])
  // biome-ignore lint/suspicious/noExplicitAny: read as it came.
  for (const { get } of Object.values<any>(paths)) {
    expect([get.operationId, get.summary, get.description]).not.toContain(undefined)
  }
})

/** A schema and its nested fields. A reference is described at its target. */
// biome-ignore lint/suspicious/noExplicitAny: read as it came.
function fieldsOf(name: string, schema: any): { name: string; description: unknown }[] {
  const { $ref, description, properties, items } = schema
  if ($ref !== undefined) return []
  const own = name.endsWith('[]') ? [] : [{ name, description }]
  return [
    ...own,
    ...Object.entries(properties ?? {}).flatMap(([key, of]) => fieldsOf(`${name}.${key}`, of)),
    ...(items?.properties === undefined ? [] : fieldsOf(`${name}[]`, items)),
  ]
}

test('the schemas reject invalid records, tokens and pages', async () => {
  const origin = await startService()
  const validate = validatorOf(await readDocument(origin))
  const address = '/runes/v1/blocks/840000/activity?limit=1'
  const { body } = await getJson(origin, address)
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
    expect(validate(PATHS.blockActivity, 200, { ...body, results: [wrong] })).not.toEqual([])
  }
  expect(validate(PATHS.blockActivity, 200, { ...body, limit: 0 })).not.toEqual([])
  expect(validate(PATHS.token, 200, { sender_address: 'SP', decimals: '6' })).not.toEqual([])
  expect(validate(PATHS.token, 404, { error: 'Not found' })).not.toEqual([])
})

test('every problem matches its schema and its example', async () => {
  const origin = await startService()
  const document = await readDocument(origin)
  const validate = validatorOf(document)
  for (const { path, group, problems } of ENDPOINTS) {
    const { responses } = document.paths[path.replace(/:(\w+)/g, '{$1}')].get
    for (const { problem, example } of problems) {
      // A healthy service does not have this problem.
      if (example === undefined) continue
      const { status, body } = await getJson(origin, example)
      expect([status, validate(path, status, body)], example).toEqual([
        PROBLEMS[problem].status,
        [],
      ])
      const shown = responses[status].content['application/json'].examples[problem]
      expect(shown, example).toEqual({ value: body })
    }
    if (group === 'operations') continue
    const refused = await getJson(origin, path, { method: 'POST' })
    expect(validate(path, refused.status, refused.body)).toEqual([])
    expect(refused.status).toBe(405)
  }
})

test('the client maps every problem to its kind', () => {
  for (const { status, error, kind } of Object.values(PROBLEMS)) {
    expect(problemOf(status, { error }).kind).toBe(kind)
  }
})

test('without its database the service returns the documented error, and /openapi.json is still valid', async () => {
  const origin = await startService({
    wrap: (database) => ({
      ...database,
      query: async () => {
        throw new DatabaseUnavailable('busy')
      },
    }),
  })
  const document = await readDocument(origin)
  expect((await new Validator().validate(document)).valid).toBe(true)
  const validate = validatorOf(document)
  const needed = JSON_ENDPOINTS.filter(({ name }) => name !== 'healthLive')
  for (const { path, example } of needed) {
    const { status, body, headers } = await getJson(origin, example)
    expect([status, validate(path, status, body)], example).toEqual([503, []])
    expect(headers.get('Retry-After')).toMatch(/^\d+$/)
  }
})

test('the service accepts the same parameters as its schemas', async () => {
  const origin = await startService()
  const document = await readDocument(origin)
  const hash = 'aB'.repeat(32)
  const texts = {
    principal: ['SP000000000000000000002Q6VF78.pox', 'SP0.pox', 'longcoin', 'SP1IL.a', ''],
    tx_id: [hash, `0x${hash}`, `0X${hash}`, `${hash}0`, '12', 'g'.repeat(64)],
    block: ['0', '840000', hash, `0x${hash}`, 'latest', '-1', '1e3', '0x1'],
    etching: ['840000:1', '7', 'DOG', 'Dog•Go.TO·the MOON', 'D'.repeat(29), 'A-B', 'A••B', '1:2:3'],
    rune: ['840000:1', '7', 'dog', '•DOG', '-1'],
    address: [
      'bc1qxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'x'.repeat(91),
      'bc1',
      'bc1qxxxxxxxxxxxxx!',
    ],
  }
  for (const [path, item] of Object.entries(document.paths)) {
    // biome-ignore lint/suspicious/noExplicitAny: read as it came.
    const [parameter] = (item as any).get.parameters
    const known = Object.entries(texts).find(([name]) => name === parameter?.name)
    for (const text of known?.[1] ?? []) {
      if (text === '') continue
      const address = path
        .replace(/\{\w+\}/, encodeURIComponent(text))
        .replace('{address}', 'bc1qxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx')
      const { status } = await getJson(origin, address)
      const isAccepted = new Ajv2020().validate(parameter.schema, text)
      expect([address, status !== 400]).toEqual([address, isAccepted])
    }
  }
})

test('/openapi.json has the current responses as examples and can be revalidated', async () => {
  const origin = await startService()
  const response = await fetch(`${origin}/openapi.json`, {
    headers: { Origin: 'https://a.example' },
  })
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(response.headers.get('Content-Type')).toContain('application/json')
  const document = await response.json()
  expect(document.servers).toEqual([{ url: '/' }])
  for (const { path, example } of JSON_ENDPOINTS) {
    if (path === PATHS.etchings) continue // The snapshot has no example.
    const { get } = document.paths[path.replace(/:(\w+)/g, '{$1}')]
    const { body } = await getJson(origin, example)
    // The age of the newest block grows.
    if ('block_age' in body) body.block_age = expect.any(Number)
    expect(get.responses[200].content['application/json'].example).toEqual(body)
  }
  const metrics = await fetch(`${origin}/metrics`)
  const [mediaType = ''] = Object.keys(document.paths['/metrics'].get.responses[200].content)
  expect(metrics.headers.get('Content-Type')).toContain(mediaType)
  const again = await fetch(`${origin}/openapi.json`, {
    headers: { 'If-None-Match': response.headers.get('ETag') ?? '' },
  })
  expect(again.status).toBe(304)
  expect((await fetch(`${origin}/openapi.json`, { method: 'POST' })).status).toBe(405)
})

test('over other data than the snapshot, every example shows data that the service has', async () => {
  const databaseUrl = await indexDatabase(generateIndex(1, { blocks: 5 }).rows)
  const token = { name: 'Other', asset_identifier: `${OTHER}::other` }
  await importInto(databaseUrl, [writeLines([token])])
  const document = await readDocument(await startService({ databaseUrl }))
  for (const { path } of JSON_ENDPOINTS.filter(({ group }) => group !== 'operations')) {
    const { get } = document.paths[path.replace(/:(\w+)/g, '{$1}')]
    const { example } = get.responses[200].content['application/json']
    expect(example, path).toBeDefined()
    const isEmpty = example.results?.length === 0
    expect([path, isEmpty]).toEqual([path, false])
  }
})
