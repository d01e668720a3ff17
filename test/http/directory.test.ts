import { expect, test } from 'vitest'
import { importInto, writeLines } from '../support/importing.ts'
import { isThorough } from '../support/isThorough.ts'
import { firstTransaction, openWriter } from '../support/ledgerBlocks.ts'
import { emptyDatabase } from '../support/ownDatabase.ts'
import { snapshotLines } from '../support/snapshot.ts'
import { getJson, startService } from '../support/startService.ts'

const LONGCOIN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const TX = '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
const HASH = '000000000000000000013805b86c3d36697de1ca1fdab24edce264298fb7fcf3'

const DOG = 'DOG•GO•TO•THE•MOON'
const DOG_PAGE = '/rune/DOGGOTOTHEMOON'

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
  [HASH.slice(0, 24), 'block', '849250'],
  [`0x${HASH.toUpperCase()}`, 'block', '849250'],
  [TX.slice(0, 8), 'transaction', TX],
  [`${TX.slice(0, 8)}…${TX.slice(-6)}`, 'transaction', TX],
  [`${HASH.slice(0, 4)}…${HASH.slice(-6)}`, 'block', '849250'],
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

test('the directory accepts up to 200 characters, and the search page text of any length', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  const path = (query: string) => `/explorer/v1/search?${new URLSearchParams({ q: query })}`
  expect((await getJson(origin, path('a'.repeat(200)))).status).toBe(200)
  const { status, body } = await getJson(origin, path('a'.repeat(201)))
  expect([status, body.message]).toEqual([
    400,
    expect.stringMatching(/^querystring\/q must be a text of at most 200 characters/),
  ])
  for (const query of [
    `http://x/${'a/'.repeat(3900)}`,
    '.'.repeat(7900),
    `x${'.'.repeat(1900)}x`,
  ]) {
    const page = await fetch(`${origin}/search?q=${query}`, { headers: { Accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain('role="alert"')
  }
})

test('the newest blocks come first if several heights match', async () => {
  const hits = await search(await startService(), '840')
  const heights = hits.filter(({ kind }) => kind === 'block').map(({ id }) => Number(id))
  expect(heights).toEqual(heights.toSorted((a, b) => b - a))
  expect(heights.length).toBeGreaterThan(1)
})

test('the service describes its data, including completeness and age', async () => {
  const { body } = await getJson(await startService(), '/explorer/v1/about')
  const activity = snapshotLines('activity')
  const heights = activity.map(({ location }) => location.block_height)
  const newest = Math.max(...activity.map(({ location }) => location.timestamp))
  expect(body).toMatchObject({
    version: 'test',
    is_complete: false,
    lowest_block_height: Math.min(...heights),
    highest_block_height: Math.max(...heights),
    newest_record: newest,
    records: activity.length,
  })
  expect(body.sources.length).toBeGreaterThan(0)
  expect(body.notes.length).toBeGreaterThan(0)
})

test('the position of a transaction in its block is the number of records before its first one', async () => {
  const origin = await startService()
  for (const height of [849250, 840656, 999999999]) {
    const list = await getJson(origin, `/explorer/v1/blocks/${height}/transactions`)
    const results: { tx_id: string; offset: number }[] = list.body.results
    const some = results.filter((_, index) => index % 97 === 0 || index === results.length - 1)
    for (const { tx_id, offset } of some) {
      const { status, body } = await getJson(origin, `/explorer/v1/transactions/${tx_id}/place`)
      expect([status, body], tx_id).toEqual([200, { block_height: height, offset }])
    }
  }
})

test('a transaction’s position is found with or without 0x and in any case, and is a 404 if the transaction is unknown', async () => {
  const origin = await startService()
  const positionOf = (txId: string) => getJson(origin, `/explorer/v1/transactions/${txId}/place`)
  const { body } = await positionOf(TX)
  expect(body).toEqual({ block_height: 840656, offset: expect.any(Number) })
  expect((await positionOf(`0x${TX.toUpperCase()}`)).body).toEqual(body)
  const unknown = await positionOf('f'.repeat(64))
  expect([unknown.status, unknown.body]).toEqual([
    404,
    { statusCode: 404, error: 'Not Found', message: expect.stringContaining('fff') },
  ])
  expect((await positionOf('1234')).status).toBe(400)
})

test.each([
  ['849.250', '/block/849250'],
  ['849_250', '/block/849250'],
  ['“849,250”,', '/block/849250'],
  ['Block 849250', '/block/849250'],
  ['block/849250', '/block/849250'],
  [`tx: ${TX}`, `/tx/${TX}`],
  [`\u200b${TX}\ufeff`, `/tx/${TX}`],
  [`${TX}i0`, `/tx/${TX}`],
  [`'${LONGCOIN}`, `/token/${LONGCOIN}`],
  [`mempool.space/tx/${TX}#vout=0`, `/tx/${TX}`],
  [`${TX}:1`, `/tx/${TX}#output-1`],
  [`https://mempool.space/tx/${TX}:1`, `/tx/${TX}#output-1`],
  [`https://mempool.space/tx/0:${TX}`, `/tx/${TX}`],
  [`https://mempool.space/block/${HASH}`, `/block/${HASH}`],
  ['https://blockstream.info/block-height/849250', '/block/849250'],
  [`https://blockstream.info/tx/${TX}?output:0`, `/tx/${TX}`],
  [`https://ordinals.com/output/${TX}:2`, `/tx/${TX}#output-2`],
  [`https://ordinals.com/output/${TX}:2?offset=40`, `/tx/${TX}?offset=40#output-2`],
  [`https://ordinals.com/rune/${encodeURIComponent(DOG)}`, DOG_PAGE],
  ['https://ordinals.com/rune/840000:3', '/rune/840000:3'],
  [`https://explorer.hiro.so/txid/0x${TX}?chain=mainnet`, `/tx/${TX}`],
  [`https://explorer.hiro.so/txid/${LONGCOIN}?chain=mainnet`, `/token/${LONGCOIN}`],
  ['https://explorer.hiro.so/btcblock/849250?chain=mainnet', '/block/849250'],
  [`https://unisat.io/runes/detail/${DOG}`, DOG_PAGE],
  [`https://unisat.io/runes/market?tick=${encodeURIComponent(DOG)}`, DOG_PAGE],
  [`https://magiceden.io/runes/${DOG}`, DOG_PAGE],
  ['https://ordiscan.com/rune/DOGGOTOTHEMOON', '/rune/DOGGOTOTHEMOON'],
  [`https://luminex.io/rune/${DOG}`, DOG_PAGE],
  [`https://www.blockchain.com/explorer/transactions/btc/${TX}`, `/tx/${TX}`],
  ['https://www.blockchain.com/explorer/blocks/btc/849250', '/block/849250'],
  [`https://blockchair.com/bitcoin/transaction/${TX}?o=0`, `/tx/${TX}`],
  ['https://blockchair.com/bitcoin/block/849250', '/block/849250'],
  [`https://stxscan.co/tokens/${LONGCOIN}`, `/token/${LONGCOIN}`],
  [`https://api.example/metadata/v1/ft/${LONGCOIN}?locale=ar`, `/token/${LONGCOIN}?locale=ar`],
  ['https://other.example/block/849250?offset=40&limit=60', '/block/849250?offset=40&limit=60'],
])('searching for %s redirects to %s', async (query, expected) => {
  const origin = await startService({ pages: 'server-rendered' })
  const response = await fetch(`${origin}/search?${new URLSearchParams({ q: query })}`, {
    headers: { Accept: 'text/html' },
    redirect: 'manual',
  })
  expect([response.status, response.headers.get('Location')]).toEqual([302, expected])
})

test('the OpenSearch description uses the public URL of the service', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  const page = await (await fetch(origin, { headers: { Accept: 'text/html' } })).text()
  const [link = ''] = /<link[^>]*rel="search"[^>]*>/.exec(page) ?? []
  expect(link).toContain('type="application/opensearchdescription+xml"')
  const path = /href="([^"]+)"/.exec(link)?.[1]
  const response = await fetch(origin + path)
  expect(response.headers.get('Content-Type')).toContain('application/opensearchdescription+xml')
  const template = /template="([^"]+\{searchTerms\})"/.exec(await response.text())?.[1] ?? ''
  expect(template.startsWith(`${origin}/`)).toBe(true)
  const found = await fetch(template.replace('{searchTerms}', '849%2C250'), {
    headers: { Accept: 'text/html' },
  })
  expect([found.status, found.url]).toEqual([200, `${origin}/block/849250`])
})

test('the examples are what the service has', async () => {
  const { body } = await getJson(await startService(), '/explorer/v1/about')
  expect(body.examples.tokens).toHaveLength(4)
  expect(body.examples.transactions).toHaveLength(3)
  expect(body.examples.blocks).toEqual([849_250, 840_006, 840_000, 999_999_999])
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  for (const height of [900_001, 900_002]) {
    await writer.add({ height, hash: `${height}`.padStart(64, '0'), records: 3 })
  }
  const other = await getJson(await startService({ databaseUrl }), '/explorer/v1/about')
  expect(other.body.examples).toEqual({
    tokens: [],
    transactions: [firstTransaction(900_002), firstTransaction(900_001)],
    blocks: [900_002, 900_001],
    runes: [],
    addresses: [],
  })
})

test('previous and next never lead to the sample block or away from it', async () => {
  const origin = await startService()
  const read = async (height: number) =>
    (await getJson(origin, `/explorer/v1/blocks/${height}/neighbours`)).body
  expect(await read(949_000)).not.toHaveProperty('next')
  expect(await read(999_999_999)).toEqual({})
})
