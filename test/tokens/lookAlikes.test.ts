import { expect, test } from 'vitest'
import type { LookAlike } from '../../src/contract/schemas/search.ts'
import { getJson } from '../support/startService.ts'
import { openDatabase, ownDatabase, sharedDatabase } from '../support/tokens/databases.ts'
import { ADDRESS, importInto, tokenLine, writeLines } from '../support/tokens/importing.ts'
import { SAMPLE, snapshotTokens } from '../support/tokens/snapshotTokens.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

function getLookAlikes(origin: string, principal: string) {
  return getJson(`${origin}/explorer/v1/tokens/${principal}/look-alikes`)
}

/** The contract names of look-alikes. */
function contractsOf(results: LookAlike[]): string[] {
  return results.map(({ principal }) => principal.split('.')[1] ?? '')
}

/** The principals of the snapshot’s tokens with this name or symbol in any case. */
function principalsWith(text: string): string[] {
  return snapshotTokens()
    .filter(({ token }) =>
      [token.name, token.symbol].some((word) => word?.trim().toLowerCase() === text.toLowerCase()),
    )
    .map(({ principal }) => principal)
}

async function startWith(lines: object[]): Promise<string> {
  const settings = await ownDatabase()
  expect(await importInto(settings, [writeLines(lines)])).toMatchObject({ code: 0 })
  return startTokens(openDatabase(settings))
}

test('the other tokens named sBTC are counted and listed', async () => {
  const origin = await startTokens(sharedDatabase())
  const principals = principalsWith('sBTC')
  const named = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token'
  const { status, body } = await getLookAlikes(origin, named)
  expect([status, body.total]).toEqual([200, principals.length - 1])
  const listed = body.results.map(({ principal }: LookAlike) => principal)
  expect([...listed, named].toSorted()).toEqual(principals.toSorted())
  expect(body.results).toContainEqual({
    principal: 'SP3R4MHK99JAAM0N3T0CBZRZVSVQFG1N75DQ08JSD.sbtc',
    name: 'sbtc',
    symbol: 'sbtc',
    decimals: 6,
    total_supply: '10000',
    token_uri: expect.any(String),
    has_document: false,
    same: ['name', 'symbol'],
    as: ['name', 'symbol'],
  })
})

test('if a token lists another, that lists it too, in the same order', async () => {
  const origin = await startTokens(sharedDatabase())
  for (const text of ['sBTC', 'Bitcoin', 'LONG']) {
    const principals = principalsWith(text).slice(0, 40)
    const lists = new Map<string, string[]>()
    for (const principal of principals) {
      const { body } = await getLookAlikes(origin, principal)
      lists.set(
        principal,
        body.results.map((lookAlike: LookAlike) => lookAlike.principal),
      )
    }
    for (const [principal, listed] of lists) {
      for (const [other, others] of lists) {
        expect(others.includes(principal)).toBe(listed.includes(other))
        const common = listed.filter((principal) => others.includes(principal))
        expect(others.filter((principal) => listed.includes(principal))).toEqual(common)
      }
    }
  }
})

test('names are compared without case, accents, $ and invisible characters', async () => {
  const origin = await startWith([
    tokenLine('one', { name: 'ÉTOILE Ω', symbol: '$ÉTO' }),
    tokenLine('two', { name: 'étoile ω', symbol: 'other' }),
    tokenLine('three', { name: 'Etoi\u200ble  Ω', symbol: 'eto' }),
    tokenLine('four', { name: 'Etoile', symbol: 'ETO' }),
    tokenLine('five', { name: 'eto', symbol: 'Etoile Ω' }),
  ])
  const { body } = await getLookAlikes(origin, `${ADDRESS}.one`)
  expect(body.total).toBe(4)
  expect(
    body.results.map(({ principal, same }: LookAlike) => [principal.split('.')[1], same]),
  ).toEqual([
    ['five', ['name', 'symbol']],
    ['four', ['symbol']],
    ['three', ['name', 'symbol']],
    ['two', ['name']],
  ])
})

test('a token is compared with those whose name is its symbol; web addresses come last', async () => {
  const real = 'SP4SZE494VC2YC5JYG7AYFQ44F5Q4PYV7DVMDPBG.ststx-token'
  const fake = 'SP280DRZXAH0KA8C1CCPEHD5Q0XTF9SFC5M7BRKXX.ststx-airdrop'
  const origin = await startTokens(sharedDatabase())
  const { body: ofReal } = await getLookAlikes(origin, real)
  expect(ofReal).toMatchObject({ total: 4, position: 0 })
  for (const { web_address, same, as } of ofReal.results) {
    expect([web_address, same, as]).toEqual([['symbol'], ['symbol'], ['name']])
  }
  const { body: ofFake } = await getLookAlikes(origin, fake)
  expect(ofFake.results[0]).toMatchObject({ principal: real, same: ['name'], as: ['symbol'] })
  expect(ofFake.total).toBe(5)
})

test('they are in the order of their contracts, those called like a web address last', async () => {
  const origin = await startWith([
    tokenLine('subject', { name: 'Common', symbol: 'COMMON' }),
    tokenLine('e-bare', { name: 'Common', symbol: 'COMMON' }),
    tokenLine('a-address', { name: 'common.com', symbol: 'COMMON' }),
    tokenLine('z-both', { name: 'Common', total_supply: '1', metadata: { sip: 16 } }),
    tokenLine('d-other-name', { name: 'Another', symbol: 'COMMON' }),
  ])
  const { body } = await getLookAlikes(origin, `${ADDRESS}.subject`)
  expect(contractsOf(body.results)).toEqual(['d-other-name', 'e-bare', 'z-both', 'a-address'])
  expect(body.position).toBe(2)
})

test('of many, a hundred are listed and all are counted', async () => {
  const lines = Array.from({ length: 130 }, (_, index) =>
    tokenLine(`copy-${index}`, { symbol: 'MANY' }),
  )
  const origin = await startWith(lines)
  const { body } = await getLookAlikes(origin, `${ADDRESS}.copy-7`)
  expect([body.total, body.results.length]).toEqual([129, 100])
})

test('a token without a name has none, nor has one with a unique name; an unknown one is a 404', async () => {
  const origin = await startWith([tokenLine('nameless'), tokenLine('other')])
  for (const principal of [SAMPLE, `${ADDRESS}.nameless`]) {
    const { body } = await getLookAlikes(origin, principal)
    expect(body).toEqual({ total: 0, position: 0, results: [] })
  }
  const unknown = await getLookAlikes(origin, `${ADDRESS}.unheard-of`)
  expect([unknown.status, unknown.body]).toEqual([404, { error: 'Contract not found' }])
  expect((await getLookAlikes(origin, 'sbtc')).status).toBe(400)
})

test('the tokens of a name are listed by their contracts, those with the symbol only after them', async () => {
  const origin = await startTokens(sharedDatabase())
  const isNamed = new Map(
    snapshotTokens().map(({ principal, token }) => [
      principal,
      token.name?.trim().toLowerCase() === 'sbtc',
    ]),
  )
  const expected = principalsWith('sBTC').toSorted()
  const [named, others] = [true, false].map((wanted) =>
    expected.filter((principal) => isNamed.get(principal) === wanted),
  )
  for (const spelling of ['sBTC', 'SBTC', 'sbtc']) {
    const { status, body } = await getJson(`${origin}/explorer/v1/names-alike/${spelling}`)
    expect([status, body.total, body.named]).toEqual([200, expected.length, named?.length])
    const listed = body.results.map(({ principal }: { principal: string }) => principal)
    expect(listed).toEqual([...(named ?? []), ...(others ?? [])])
  }
  const { body } = await getJson(`${origin}/explorer/v1/names-alike/no%20such%20name`)
  expect(body).toEqual({ total: 0, named: 0, results: [] })
})
