import { expect, test } from 'vitest'
import { importInto, writeLines } from '../support/importing.ts'
import { filledDatabase } from '../support/ownDatabase.ts'
import { snapshotLines } from '../support/snapshot.ts'
import { getJson, startService } from '../support/startService.ts'

/** The sorted principals of the snapshot’s tokens whose `field` is `text`, ignoring case. */
function principalsWith(field: 'name' | 'symbol', text: string): string[] {
  return snapshotLines('tokens')
    .filter(({ token }) => token[field]?.toLowerCase() === text.toLowerCase())
    .map(({ principal }) => principal)
    .sort()
}

test('the response counts all other tokens with the symbol sBTC and lists them', async () => {
  const origin = await startService()
  const symbols = principalsWith('symbol', 'sBTC')
  const names = principalsWith('name', 'sBTC')
  expect(symbols.length).toBe(28)
  const principal = symbols.find((symbol) => names.includes(symbol)) ?? ''

  const { status, body } = await getJson(origin, `/explorer/v1/tokens/${principal}/namesakes`)
  expect(status).toBe(200)
  expect([body.symbol.total, body.name.total]).toEqual([27, names.length - 1])
  expect(body.symbol.results).toHaveLength(27)
  expect(body.symbol.results[0].symbol).toMatch(/^sbtc$/i)
})

test('a token with a unique name has no namesakes, and an unknown token is a 404', async () => {
  const origin = await startService()
  const getNamesakes = (principal: string) =>
    getJson(origin, `/explorer/v1/tokens/${principal}/namesakes`)
  const sample = await getNamesakes('ST000000000000000000002AMW42H.cairn-sample-localized')
  const none = { total: 0, results: [] }
  expect(sample.body).toEqual({ total: 0, symbol: none, name: none })
  const unknown = await getNamesakes('ST000000000000000000002AMW42H.unheard-of')
  expect([unknown.status, unknown.body.error]).toEqual([404, 'Contract not found'])
  expect((await getNamesakes('sbtc')).status).toBe(400)
})

test('names are compared without case, also beyond A to Z', async () => {
  const databaseUrl = await filledDatabase()
  const address = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'
  const named = [
    ['one', 'ÉTOILE Ω', 'ÉTO'],
    ['two', 'étoile ω', 'éto'],
    ['without-accent', 'etoile ω', 'eto'],
  ] as const
  const tokens = named.map(([contract, name, symbol]) => ({
    asset_identifier: `${address}.${contract}::asset`,
    name,
    symbol,
  }))
  expect(await importInto(databaseUrl, [writeLines(tokens)])).toMatchObject({ code: 0 })
  const origin = await startService({ databaseUrl })
  const { body } = await getJson(origin, `/explorer/v1/tokens/${address}.one/namesakes`)
  const twin = {
    principal: `${address}.two`,
    name: 'étoile ω',
    symbol: 'éto',
    has_document: false,
    read_at: expect.any(Number),
  }
  const shared = { total: 1, results: [twin] }
  expect(body).toEqual({ total: 1, symbol: shared, name: shared })
})

test('tokens of which more is known come first, and those named like a test last', async () => {
  const databaseUrl = await filledDatabase()
  const address = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'
  const image_uri = 'https://a.example/image.png'
  const facts = {
    subject: {},
    'a-mock': { total_supply: '1', image_uri, metadata: { sip: 16 } },
    'b-bare': {},
    'c-latest': { total_supply: '1', decimals: 6 },
    'd-complete': { total_supply: '1', image_uri, metadata: { sip: 16 } },
  }
  const tokens = Object.entries(facts).map(([contract, fields]) => ({
    asset_identifier: `${address}.${contract}::asset`,
    name: 'Common Name',
    ...fields,
  }))
  expect(await importInto(databaseUrl, [writeLines(tokens)])).toMatchObject({ code: 0 })
  const origin = await startService({ databaseUrl })
  const { body } = await getJson(origin, `/explorer/v1/tokens/${address}.subject/namesakes`)
  const order = ['d-complete', 'c-latest', 'b-bare', 'a-mock'].map((name) => `${address}.${name}`)
  expect(body.name.results.map(({ principal }: { principal: string }) => principal)).toEqual(order)
  expect(body.name.results[1]).toMatchObject({
    total_supply: '1',
    decimals: 6,
    has_document: false,
    read_at: expect.any(Number),
  })
  const search = await getJson(origin, '/explorer/v1/search?q=common%20name')
  const found: string[] = search.body.results.map(({ id }: { id: string }) => id)
  expect(found.filter((id) => !id.endsWith('.subject'))).toEqual(order)
})

test('tokens with the same name and symbol come first, then those that differ in case, then those with one of the two', async () => {
  const databaseUrl = await filledDatabase()
  const address = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'
  const tokens = [
    ['subject', 'Twin', 'TWIN', {}],
    ['a-symbol', 'Another', 'TWIN', { metadata: { sip: 16 } }],
    ['b-capitals', 'TWIN', 'twin', { metadata: { sip: 16 } }],
    ['c-supply', 'Twin', 'TWIN', { total_supply: '1', image_uri: 'https://a.example/1.png' }],
    ['d-document', 'Twin', 'TWIN', { metadata: { sip: 16 } }],
    ['e-name', 'Twin', 'OTHER', {}],
  ].map(([contract, name, symbol, fields]) => ({
    asset_identifier: `${address}.${contract}::asset`,
    name,
    symbol,
    ...Object(fields),
  }))
  expect(await importInto(databaseUrl, [writeLines(tokens)])).toMatchObject({ code: 0 })
  const origin = await startService({ databaseUrl })
  const { body } = await getJson(origin, `/explorer/v1/tokens/${address}.subject/namesakes`)
  const contractsOf = (field: 'name' | 'symbol') =>
    body[field].results.map(({ principal }: { principal: string }) => principal.split('.')[1])
  expect(contractsOf('symbol')).toEqual(['d-document', 'c-supply', 'b-capitals', 'a-symbol'])
  expect(contractsOf('name')).toEqual(['d-document', 'c-supply', 'b-capitals', 'e-name'])
})

test('tokens spelled like the query come before others of the same name', async () => {
  const databaseUrl = await filledDatabase()
  const address = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'
  const tokens = [
    ['a-copy', 'xcasedx', 'xcasedx', '1'],
    ['b-original', 'XCasedX', 'XCasedX', undefined],
    ['c-symbol', 'Another', 'XCasedX', undefined],
  ].map(([contract, name, symbol, total_supply]) => ({
    asset_identifier: `${address}.${contract}::asset`,
    name,
    symbol,
    total_supply,
  }))
  expect(await importInto(databaseUrl, [writeLines(tokens)])).toMatchObject({ code: 0 })
  const origin = await startService({ databaseUrl })
  const find = async (text: string) => {
    const { body } = await getJson(origin, `/explorer/v1/search?q=${text}`)
    return body.results.map(({ id }: { id: string }) => id.split('.')[1])
  }
  expect(await find('XCasedX')).toEqual(['b-original', 'c-symbol', 'a-copy'])
  expect(await find('xcasedx')).toEqual(['a-copy', 'b-original', 'c-symbol'])
})

test('a search counts the tokens of that name or symbol, and says what tells them apart', async () => {
  const origin = await startService()
  const { body } = await getJson(origin, '/explorer/v1/search?q=sBTC')
  const named = new Set([...principalsWith('name', 'sBTC'), ...principalsWith('symbol', 'sBTC')])
  expect(body.same_name).toBe(named.size)
  expect(body.results[0]).toMatchObject({ kind: 'token', title: 'sBTC', has_document: false })
  const copy = await getJson(origin, '/explorer/v1/search?q=sbtc')
  expect(copy.body.results).toContainEqual(expect.objectContaining({ total_supply: '10000' }))
})
