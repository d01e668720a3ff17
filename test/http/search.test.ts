import { expect, test } from 'vitest'
import { importInto, writeLines } from '../support/importing.ts'
import { isThorough } from '../support/isThorough.ts'
import { emptyDatabase } from '../support/ownDatabase.ts'
import { snapshotLines } from '../support/snapshot.ts'
import { AIRDROP, BLOCK_HASH, LONGCOIN } from '../support/snapshotIds.ts'
import { getJson, startService } from '../support/startService.ts'

const DOG = 'DOG•GO•TO•THE•MOON'

type Hit = { kind: string; id: string; title: string; detail: string }

async function search(origin: string, query: string): Promise<Hit[]> {
  const path = `/explorer/v1/search?${new URLSearchParams({ q: query })}`
  return (await getJson(origin, path)).body.results
}

test.each([
  ['longcoin', 'token', LONGCOIN],
  ['LONG', 'token', LONGCOIN],
  ['$long', 'token', LONGCOIN],
  [LONGCOIN.slice(0, 20), 'token', LONGCOIN],
  [LONGCOIN, 'token', LONGCOIN],
  ['doggotothemoon', 'rune', '840000:3'],
  ['DOG•GO•TO•THE•MOON', 'rune', '840000:3'],
  ['dog go to', 'rune', '840000:3'],
  ['840000:3', 'rune', '840000:3'],
  ['#3', 'rune', '840000:3'],
  ['849250', 'block', '849250'],
  ['8492', 'block', '849250'],
  ['849,250', 'block', '849250'],
  [BLOCK_HASH.slice(0, 24), 'block', '849250'],
  [`0x${BLOCK_HASH.toUpperCase()}`, 'block', '849250'],
  [AIRDROP.slice(0, 8), 'transaction', AIRDROP],
  [`${AIRDROP.slice(0, 8)}…${AIRDROP.slice(-6)}`, 'transaction', AIRDROP],
  [`${BLOCK_HASH.slice(0, 4)}…${BLOCK_HASH.slice(-6)}`, 'block', '849250'],
])('%s finds the %s %s', async (query, kind, id) => {
  const hits = await search(await startService(), query)
  expect(hits.map((hit) => `${hit.kind} ${hit.id}`)).toContain(`${kind} ${id}`)
})

test('exact matches come first in search results, then prefixes, then other words', async () => {
  const titles = (await search(await startService(), 'sbtc')).map(({ title, detail }) =>
    `${title} ${detail}`.toLowerCase(),
  )
  const rankOf = (text: string) => {
    if (text.split(' ').includes('sbtc')) return 0
    return text.startsWith('sbtc') ? 1 : 2
  }
  const ranks = titles.map(rankOf)
  expect(ranks[0]).toBe(0)
  expect(titles[0]).toMatch(/^sbtc /)
})

test('a search returns at most twenty distinct results, and none for an empty query', async () => {
  const origin = await startService()
  for (const query of ['s', 'a', '8', 'dog', '0000', '•', ' ', '$', '#']) {
    const hits = await search(origin, query)
    expect(hits.length, query).toBeLessThanOrEqual(20)
    expect(new Set(hits.map(({ kind, id }) => `${kind} ${id}`)).size, query).toBe(hits.length)
  }
  for (const query of ['', ' ', '•', '#']) expect(await search(origin, query)).toEqual([])
})

async function readResults(origin: string, parameters: Record<string, string>) {
  const { body } = await getJson(origin, `/explorer/v1/search?${new URLSearchParams(parameters)}`)
  return body
}

test.each(isThorough() ? [7, 60, 1000] : [60, 1000])(
  'a walk through a search at a limit of %i has each match once',
  async (limit) => {
    const origin = await startService()
    for (const q of ['dog', 'sbtc', 'a', '84']) {
      const found: string[] = []
      let total = Number.POSITIVE_INFINITY
      while (found.length < total) {
        const page = await readResults(origin, { q, limit: `${limit}`, offset: `${found.length}` })
        expect(page).toMatchObject({ limit, offset: found.length })
        found.push(...page.results.map(({ kind, id }: Hit) => `${kind} ${id}`))
        total = page.total
      }
      expect(found).toHaveLength(total)
      expect(new Set(found).size, q).toBe(total)
    }
  },
)

test('the counts by kind add up to the total, and kind selects the matches of one kind', async () => {
  const origin = await startService()
  const { total, kinds } = await readResults(origin, { q: 'dog' })
  expect(kinds).toEqual({
    token: expect.any(Number),
    rune: expect.any(Number),
    block: 0,
    transaction: 0,
  })
  expect(kinds.token + kinds.rune).toBe(total)
  const runes = await readResults(origin, { q: 'dog', kind: 'rune', limit: '1000' })
  expect(runes.total).toBe(kinds.rune)
  expect(runes.kinds).toEqual(kinds)
  expect(runes.results.map(({ title }: Hit) => title)).toContain(DOG)
  expect(runes.results.every(({ kind }: Hit) => kind === 'rune')).toBe(true)
  const refused = await getJson(origin, '/explorer/v1/search?q=dog&kind=address')
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'querystring/kind must be token or rune or block or transaction; got "address"',
  ])
})

test.each([
  ['longcion', 'token', LONGCOIN],
  ['longcon', 'token', LONGCOIN],
  ['longcooin', 'token', LONGCOIN],
  ['lomgcoin', 'token', LONGCOIN],
  ['DOG•GO•TO•TEH•MOON', 'rune', '840000:3'],
  ['doggottothemoon', 'rune', '840000:3'],
])('%s with a typo finds the %s %s', async (q, kind, id) => {
  const { is_similar, results } = await readResults(await startService(), { q })
  expect(is_similar).toBe(true)
  expect(results.map((hit: Hit) => `${hit.kind} ${hit.id}`)).toContain(`${kind} ${id}`)
})

test('a text that matches, or is short, finds nothing similar', async () => {
  const origin = await startService()
  expect(await readResults(origin, { q: 'longcoin' })).not.toHaveProperty('is_similar')
  expect(await readResults(origin, { q: 'qzx' })).toMatchObject({ total: 0, results: [] })
})

test.each([
  ['mint', 'SAMPLE•OPEN•MINT'],
  ['GO•TO•THE', DOG],
  ['fehu', 'Z•Z•Z•Z•Z•FEHU•Z•Z•Z•Z•Z'],
])('a rune is found by the beginning of a word of its name: %s finds %s', async (q, title) => {
  const { results } = await readResults(await startService(), { q, kind: 'rune', limit: '1000' })
  expect(results.map((hit: Hit) => hit.title)).toContain(title)
})

test('of runes, the exact name comes first, then names that begin with the text, then words', async () => {
  const databaseUrl = await emptyDatabase()
  const names = ['BIG•CAT', 'CATS•OF•WAR', 'CAT', 'CATNIP', 'CONCATENATE', 'A•CATALOGUE']
  const runes = names.map((spaced_name, index) => ({
    id: `850000:${index}`,
    number: index,
    name: spaced_name.replaceAll('•', ''),
    spaced_name,
  }))
  expect(await importInto(databaseUrl, [writeLines(runes)])).toMatchObject({ code: 0 })
  const hits = await search(await startService({ databaseUrl }), 'cat')
  expect(hits.map(({ title }) => title)).toEqual([
    'CAT',
    'CATNIP',
    'CATS•OF•WAR',
    'BIG•CAT',
    'A•CATALOGUE',
  ])
})

test('every rune that a search finds has a page', async () => {
  const origin = await startService()
  for (const q of ['dogo', 'dog', 'the', 'a']) {
    const { results } = await readResults(origin, { q, kind: 'rune', limit: '100' })
    for (const { id, title } of results) {
      const { status, body } = await getJson(origin, `/explorer/v1/runes/${id}`)
      expect([status, body.spaced_name], id).toEqual([200, title])
    }
  }
})

test('tokens and runes of the snapshot are found by their names', async () => {
  const origin = await startService()
  const runes = snapshotLines('runes').filter((_, index) => index % 10 === 0)
  for (const { name, spaced_name } of runes) {
    for (const query of [name.toLowerCase(), spaced_name]) {
      expect((await search(origin, query)).map(({ title }) => title)).toContain(spaced_name)
    }
  }
  const tokens = snapshotLines('tokens').filter(({ token }) => token.name?.length > 12)
  for (const { token } of tokens.filter((_, index) => index % 50 === 0)) {
    const hits = await search(origin, token.name.toUpperCase())
    expect(hits.map(({ title }) => title)).toContain(token.name)
  }
})

test('the newest blocks come first if several heights match', async () => {
  const hits = await search(await startService(), '840')
  const heights = hits.filter(({ kind }) => kind === 'block').map(({ id }) => Number(id))
  expect(heights).toEqual(heights.toSorted((a, b) => b - a))
  expect(heights.length).toBeGreaterThan(1)
})
