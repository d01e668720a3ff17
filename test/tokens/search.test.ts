import { expect, test } from 'vitest'
import type { SearchHit } from '../../src/contract/schemas/search.ts'
import { getJson } from '../support/startService.ts'
import { openDatabase, ownDatabase, sharedDatabase } from '../support/tokens/databases.ts'
import { importInto, tokenLine, writeLines } from '../support/tokens/importing.ts'
import { LONGCOIN, SAMPLE, snapshotTokens } from '../support/tokens/snapshotTokens.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

async function search(origin: string, q: string): Promise<SearchHit[]> {
  const query = new URLSearchParams({ q, limit: '1000' })
  return (await getJson(`${origin}/explorer/v1/search?${query}`)).body.results
}

function contractsOf(hits: SearchHit[]): string[] {
  return hits.map(({ id }) => id.split('.')[1] ?? '')
}

const start = () => startTokens(sharedDatabase())

async function startWith(lines: object[]): Promise<string> {
  const settings = await ownDatabase()
  expect(await importInto(settings, [writeLines(lines)])).toMatchObject({ code: 0 })
  return startTokens(openDatabase(settings))
}

test.each([
  ['Longcoin', LONGCOIN, 'name'],
  ['LONG', LONGCOIN, 'symbol'],
  ['$long', LONGCOIN, 'symbol'],
  ['cairn sam', SAMPLE, 'beginning'],
  ['cairn sample localized', SAMPLE, 'beginning'],
  ['localized', SAMPLE, 'word'],
  ['Japanese', SAMPLE, 'word'],
  ['日本', SAMPLE, 'word'],
  [LONGCOIN.slice(0, 20), LONGCOIN, 'identifier'],
  [LONGCOIN, LONGCOIN, 'identifier'],
  [LONGCOIN.toLowerCase(), LONGCOIN, 'identifier'],
])('%s finds %s: %s', async (text, principal, reason) => {
  const hit = (await search(await start(), text)).find(({ id }) => id === principal)
  expect(hit?.reason).toBe(reason)
})

test('every name and symbol of the snapshot finds its token', async () => {
  const origin = await start()
  const some = snapshotTokens().filter((_, index) => index % 150 === 0)
  for (const { principal, token } of some) {
    for (const text of [token.name, token.symbol, token.name?.toUpperCase()]) {
      if (!text || text.length > 200) continue
      const ids = (await search(origin, text)).map(({ id }) => id)
      expect(ids, text).toContain(principal)
    }
  }
})

test('exact names and symbols come first, then beginnings, then words', async () => {
  const origin = await startWith([
    tokenLine('a-word', { name: 'The Zebrafish', symbol: 'TZ' }),
    tokenLine('b-longer', { name: 'Zebrafishes', symbol: 'ZFS' }),
    tokenLine('c-symbol', { name: 'Another', symbol: 'ZEBRAFISH' }),
    tokenLine('d-name', { name: 'zebrafish', symbol: 'ZF' }),
  ])
  const hits = await search(origin, 'Zebrafish')
  expect(contractsOf(hits)).toEqual(['c-symbol', 'd-name', 'b-longer', 'a-word'])
  expect(hits.map(({ reason }) => reason)).toEqual(['symbol', 'name', 'beginning', 'word'])
})

test('equal names and symbols are together, the most complete first, and the first says how many there are', async () => {
  const origin = await startWith([
    tokenLine('a-bare', { name: 'Xyloquok', symbol: 'A' }),
    tokenLine('b-supply', { name: 'XYLOQUOK', symbol: 'B', total_supply: '5', decimals: 2 }),
    tokenLine('c-document', { name: 'Xyloquòk', symbol: 'C', metadata: { sip: 16 } }),
    tokenLine('d-longer', { name: 'Xyloquoks', symbol: 'XYLOQUOK' }),
    tokenLine('e-longer', { name: 'Xyloquoks', symbol: 'OTHER' }),
  ])
  const hits = await search(origin, 'xyloquok')
  expect(hits.map(({ id, same_name }) => [id.split('.')[1], same_name])).toEqual([
    ['c-document', 4],
    ['b-supply', undefined],
    ['a-bare', undefined],
    ['d-longer', undefined],
    ['e-longer', undefined],
  ])
  expect(hits[1]).toEqual({
    kind: 'token',
    id: expect.stringContaining('b-supply'),
    title: 'XYLOQUOK',
    symbol: 'B',
    detail: expect.stringContaining('b-supply'),
    reason: 'name',
    total_supply: '5',
    decimals: 2,
    has_document: false,
  })
})

test.each(['stSTX', 'STSTX', '$stSTX'])(
  '%s finds the token with this symbol before those whose symbol is a web address',
  async (text) => {
    const hits = await search(await start(), text)
    const [first] = hits
    const group = hits.slice(0, first?.same_name)
    expect(first?.id).toBe('SP4SZE494VC2YC5JYG7AYFQ44F5Q4PYV7DVMDPBG.ststx-token')
    expect(group).toHaveLength(5)
    expect(first?.web_address).toBeUndefined()
    expect(group.slice(1).map(({ web_address }) => web_address)).toEqual(
      group.slice(1).map(() => ['symbol']),
    )
  },
)

test('names and symbols that are web addresses are known from those with dots', async () => {
  const names = [
    ['bitflow.fund', 'A', ['name']],
    ['You won 2000STX=>www.won-stx.com', 'B', ['name']],
    ['Fight', 'Fight!(lasereye.vip)', ['symbol']],
    ['see https://a.b', 'tinyurl.com/x', ['name', 'symbol']],
    ['ｅｖｉｌ．ｃｏｍ', 'evil。com', ['name', 'symbol']],
    ['DOG.GO.TO.THE.MOON', 'DOG', undefined],
    ['PUPS.WORLD.PEACE', 'v1.1', undefined],
    ['MAGIC.INTERNET.MONEY', 'R.E.D.', undefined],
    ['Monkey D. Luffy', 'wwwhat', undefined],
    ['BITCOIN.COMMUNITY', 'muneeb.btc', undefined],
  ] as const
  const origin = await startWith(
    names.map(([name, symbol], index) => tokenLine(`contract-${index}`, { name, symbol })),
  )
  for (const [index, [, , expected]] of names.entries()) {
    const [hit] = await search(origin, `contract-${index}`)
    expect([hit?.title, hit?.web_address]).toEqual([names[index]?.[0], expected])
  }
})

test('no spelling of the text changes the order', async () => {
  const origin = await start()
  for (const spellings of [
    ['sBTC', 'SBTC', 'sbtc', '$sBTC', ' sBtC ', 'ŝbtc'],
    ['Bitcoin', 'BITCOIN', 'bïtcoin'],
  ]) {
    const [first, ...others] = await Promise.all(spellings.map((text) => search(origin, text)))
    expect(first?.length).toBeGreaterThan(3)
    for (const hits of others) expect(hits).toEqual(first)
  }
})

test('if nothing matches, names that differ by one letter are found', async () => {
  const origin = await startWith([tokenLine('one', { name: 'Capybara', symbol: 'CPB' })])
  for (const text of ['capibara', 'capybar', 'capyybara', 'Cpaybara', 'CAPYBARAX']) {
    const hits = await search(origin, text)
    expect(hits.map(({ title, reason }) => [title, reason])).toContainEqual([
      'Capybara',
      text === 'capybar' ? 'beginning' : 'similar',
    ])
  }
  expect(await search(origin, 'capyxxra')).toEqual([])
})

test('at most one token more than 1,000 is found, each once, and none for an empty text', async () => {
  const origin = await start()
  for (const text of ['s', 'a', '1', 't', 'sp', 'SP2C']) {
    const { body } = await getJson(`${origin}/explorer/v1/search?q=${text}&limit=1000`)
    expect(body.total, text).toBeLessThanOrEqual(1001)
    const ids: string[] = body.results.map(({ id }: SearchHit) => id)
    expect(new Set(ids).size, text).toBe(ids.length)
  }
  for (const text of ['', ' ', '\u200b']) expect(await search(origin, text)).toEqual([])
})
