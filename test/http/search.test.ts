import { describe, expect, test } from 'vitest'
import { insertRows } from '../../src/database/rows.ts'
import { txs } from '../../src/database/schema.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { BLOCK, BLOCK_HASH, LONGCOIN, RUNE, SAMPLE, TX } from '../support/bundledIds.ts'
import { dataOverOneConnection, demoData, followNode } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

type Hit = { id: string; reason: string; holders?: number; title: string; same_name?: number }
type Group = { kind: string; total: number; has_more: boolean; results: Hit[] }

async function search(origin: string, text: string, parameters = {}) {
  const { status, body } = await getJson(
    `${origin}/explorer/v1/search?${new URLSearchParams({ q: text, ...parameters })}`,
  )
  expect([text, status]).toEqual([text, 200])
  const groups: Group[] = body.groups
  return {
    total: body.total,
    isSimilar: body.is_similar,
    groups,
    first: groups.map(({ kind, results: [hit] }) => [kind, hit?.id, hit?.reason]),
  }
}

test.each([
  [String(BLOCK), 'block', String(BLOCK), 'identifier'],
  ['840,002', 'block', String(BLOCK), 'identifier'],
  [BLOCK_HASH, 'block', String(BLOCK), 'identifier'],
  [`0x${TX.toUpperCase()}`, 'transaction', TX, 'identifier'],
  [TX.slice(0, 8), 'transaction', TX, 'beginning'],
  [`${TX.slice(0, 6)}…${TX.slice(-6)}`, 'transaction', TX, 'beginning'],
  [RUNE, 'rune', RUNE, 'identifier'],
  ['LAMBO•LIFESTYLE', 'rune', RUNE, 'name'],
  ['lambo', 'rune', RUNE, 'beginning'],
  ['lifestyle', 'rune', RUNE, 'word'],
  ['lambolifestlye', 'rune', RUNE, 'similar'],
  [
    'bc1pe9vw95932j9z',
    'address',
    'bc1pe9vw95932j9zs9re28x4k4la37ms5776873up9ch0xuatezm38lq6tc5f0',
    'beginning',
  ],
  [
    'BC1PE9VW95932J9Z',
    'address',
    'bc1pe9vw95932j9zs9re28x4k4la37ms5776873up9ch0xuatezm38lq6tc5f0',
    'beginning',
  ],
  [
    '51206342EC7DC3FC387FE06280C671C8E9BCC3D22DA75FEC4F637BC03F479D4662FD',
    'address',
    'bc1pvdpwclwrlsu8lcrzsrr8rj8fhnpaytd8tlky7cmmcql5082xvt7srx7hd8',
    'identifier',
  ],
  [
    '0014ffffffffffffffffffffffffffffffffffffffff',
    'address',
    'bc1qllllllllllllllllllllllllllllllllfglmy6',
    'identifier',
  ],
  [LONGCOIN, 'token', LONGCOIN, 'identifier'],
  ['longcoin', 'token', LONGCOIN, 'name'],
  ['Longcoin token', 'token', LONGCOIN, 'name'],
  ['token longc', 'token', LONGCOIN, 'beginning'],
  ['lambo rune', 'rune', RUNE, 'beginning'],
  ['Rune lambolifestyle', 'rune', RUNE, 'name'],
  ['العربية', 'token', `${SAMPLE}-localized`, 'word'],
])('%s finds the %s %s', async (text, kind, id, reason) => {
  const { first, isSimilar } = await search(await startService(), text)
  expect(first[0]).toEqual([kind, id, reason])
  expect(isSimilar).toBe(reason === 'similar')
})

describe.each([
  ['the bundled blocks', undefined],
  ['the demo chain', demoData],
])('over %s', (_, open) => {
  const start = () => startService(open && { data: open() })
  // An exact symbol is as good as an exact name.
  const RANKS = ['identifier', 'name', 'beginning', 'word', 'similar']
  const rankOf = (reason = '') => RANKS.indexOf(reason === 'symbol' ? 'name' : reason)

  test('kinds with the best matches come first, and within a kind the best matches do', async () => {
    const origin = await start()
    let found = 0
    for (const text of [
      'a',
      'do',
      'cat',
      'the',
      '84',
      '00',
      'bc',
      'bcrt1',
      'moon',
      'coin',
      'z',
      'uncomon',
    ]) {
      const { total, groups } = await search(origin, text, { limit: '1000' })
      const ranks = groups.map(({ results }) => results.map(({ reason }) => rankOf(reason)))
      for (const group of ranks) expect([text, group]).toEqual([text, group.toSorted()])
      const best = ranks.map(([rank]) => rank)
      expect([text, best]).toEqual([text, best.toSorted()])
      expect(total).toBe(groups.reduce((sum, group) => sum + group.total, 0))
      for (const { kind, total, results } of groups) {
        expect([text, kind, results.length]).toEqual([text, kind, Math.min(total, 1000)])
        expect(new Set(results.map(({ id }) => id)).size).toBe(results.length)
      }
      found += total
    }
    expect(found).toBeGreaterThan(100)
  })

  test('the spelling of a name changes neither the matches nor their order', async () => {
    const origin = await start()
    const { body } = await getJson(`${origin}/explorer/v1/runes?order_by=holders&limit=5`)
    for (const { spaced_name } of body.results) {
      const name: string = spaced_name
      const spellings = [name.toLowerCase(), name.replaceAll('•', '.'), ` ${name} `]
      const expected = (await search(origin, name, { kind: 'rune' })).groups
      for (const spelling of spellings) {
        const { groups } = await search(origin, spelling, { kind: 'rune' })
        expect([spelling, groups]).toEqual([spelling, expected])
      }
    }
  })

  test('of runes that match alike, the one with the most holders comes first', async () => {
    const origin = await start()
    const { groups } = await search(origin, 'a', { kind: 'rune', limit: '1000' })
    const [runes] = groups.map(({ results }) => results.filter((hit) => hit.reason === 'beginning'))
    const holders = runes?.map((hit) => hit.holders ?? 0) ?? []
    expect(holders.length).toBeGreaterThan(1)
    expect(holders).toEqual(holders.toSorted((one, two) => two - one))
  })
})

test('a kind narrows the search, and pages of each kind continue each other', async () => {
  const origin = await startService()
  const all = await search(origin, 'a', { limit: '1000' })
  for (const { kind, total, results } of all.groups) {
    const only = await search(origin, 'a', { kind, limit: '3', offset: '2' })
    expect(only.groups).toEqual([{ kind, total, has_more: false, results: results.slice(2, 5) }])
  }
})

test('nothing is found for nothing, and for what is nowhere', async () => {
  const origin = await startService()
  for (const text of [
    '',
    ' ',
    '•',
    '%',
    '_',
    '\\',
    "'",
    '\u0000',
    'zzzz-nothing',
    '😀',
    'x'.repeat(200),
  ]) {
    expect([text, (await search(origin, text)).total]).toEqual([text, 0])
  }
})

test('a rune is found by exactly its symbol, once, and the most holders come first', async () => {
  const origin = await startService()
  const { groups } = await search(origin, '💰', { limit: '1000' })
  const [runes] = groups
  expect(runes?.results).toContainEqual(expect.objectContaining({ id: RUNE, reason: 'symbol' }))
  const holders = runes?.results.map((hit) => hit.holders ?? 0) ?? []
  expect(holders).toEqual(holders.toSorted((one, two) => two - one))
  const { body } = await getJson(`${origin}/explorer/v1/runes?limit=100`)
  const lettered = body.results.find(({ symbol }: { symbol?: string }) =>
    /^[A-Z]$/.test(symbol ?? ''),
  )
  const byLetter = await search(origin, lettered.symbol, { kind: 'rune', limit: '1000' })
  const ids = byLetter.groups[0]?.results.map(({ id }) => id) ?? []
  expect(new Set(ids).size).toBe(ids.length)
  expect(byLetter.groups[0]?.results).toContainEqual(
    expect.objectContaining({ id: lettered.id, reason: 'symbol' }),
  )
})

test('matches are counted to 1,000, and whether there are more is said', async () => {
  const origin = await startService()
  const counts = async (text: string) => {
    const { groups } = await search(origin, text, { kind: 'address', limit: '1000' })
    return groups.map(({ total, has_more, results }) => [total, has_more, results.length])
  }
  expect(await counts('bc1p')).toEqual([[956, false, 956]])
  expect(await counts('bc1')).toEqual([[1000, true, 1000]])
  const { groups } = await search(origin, 'bc1p', { kind: 'address', limit: '20', offset: '950' })
  expect(groups[0]?.results).toHaveLength(6)
  const { total } = await search(origin, '0000', { kind: 'block' })
  expect(total).toBe(6)
})

test('of tokens alike, the first can stand for all, and others follow', async () => {
  const origin = await startService()
  const all = await search(origin, 'sbtc', { kind: 'token', limit: '1000' })
  const [listed] = all.groups
  const alike = listed?.results[0]?.same_name ?? 0
  expect(alike).toBeGreaterThan(8)
  const { groups } = await search(origin, 'sbtc', {
    kind: 'token',
    look_alikes: 'first',
    limit: '8',
  })
  expect(groups[0]?.total).toBe(listed?.total)
  expect(groups[0]?.results[0]).toEqual(listed?.results[0])
  expect(groups[0]?.results[1]).toEqual(listed?.results[alike])
})

test('the ends of all hashes are compared, not of the first thousand', async () => {
  const node = new SimulatedNode()
  const data = await followNode(node)
  await data.following.stop()
  const ids = Array.from({ length: 1500 }, (_, index) => {
    return `abcd${String(index).padStart(60, '0')}`
  })
  const place = { height: 0, first_record: 0, records: 0, flaw: undefined }
  const rows = ids.map((id, index) => {
    return { ...place, id: index, txid: Buffer.from(id, 'hex'), tx_index: index }
  })
  await data.store.transaction((query) => insertRows({ ...data.store, query }, txs, rows))
  const origin = await startService({ data })
  const { groups } = await search(origin, 'ABCD…01234')
  expect(groups.map(({ total, results }) => [total, results[0]?.id])).toEqual([[1, ids[1234]]])
})

test('a number finds the rune only in an index that knows numbers', async () => {
  const [bundled, demo] = [await startService(), await startService({ data: demoData() })]
  expect((await search(bundled, '7', { kind: 'rune' })).total).toBe(0)
  expect((await search(bundled, '0')).first).toContainEqual(['rune', '1:0', 'identifier'])
  expect((await search(demo, '7', { kind: 'rune' })).first).toMatchObject([
    ['rune', /:/, 'identifier'],
  ])
})

test('one connection to a database with both parts is enough for a search', async () => {
  const origin = await startService({ data: await dataOverOneConnection() })
  const texts = ['longcoin', 'lambo', 'lambolifestlye', 'zzzz-nothing']
  const found = await Promise.all(texts.map((text) => search(origin, text)))
  expect(found.map(({ total }) => total > 0)).toEqual([true, true, true, false])
})
