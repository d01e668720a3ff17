import { expect, test } from 'vitest'
import type { ListedRune, RunePage } from '../../src/contract/runeList.ts'
import { insertRows, type NewRow } from '../../src/service/database/replaceRows.ts'
import { openWriter } from '../support/ledgerBlocks.ts'
import { emptyDatabase } from '../support/ownDatabase.ts'
import { getJson, startService } from '../support/startService.ts'

const LIST = '/explorer/v1/runes'
const TIP = 850_000
const RUNES = 250

/** Reads a whole list, page by page. */
async function walk(origin: string, limit: number, query = ''): Promise<ListedRune[]> {
  const runes: ListedRune[] = []
  for (;;) {
    const path = `${LIST}?offset=${runes.length}&limit=${limit}${query}`
    const page: RunePage = (await getJson(origin, path)).body
    expect(page).toMatchObject({ limit, offset: runes.length })
    runes.push(...page.results)
    if (runes.length >= page.total) return runes
  }
}

/** Several runes in each block, whose names are not in the order of their numbers. */
function generateRunes() {
  return Array.from({ length: RUNES }, (_, number) => {
    const [height, txIndex] = [840_000 + Math.floor(number / 4), 10 + (number % 4) * 3]
    const letters = [(number * 7) % 26, number % 26, Math.floor(number / 26)]
    const name = `R${letters.map((letter) => String.fromCharCode(65 + letter)).join('')}`
    return { number, height, txIndex, id: `${height}:${txIndex}`, name, ...termsOf(number) }
  })
}

type Terms = { terms: NewRow; mints: number; isMintable: boolean }

/** Each kind of terms in turn, and whether the rune can be minted. */
function termsOf(number: number): Terms {
  const amount = { terms_amount: '100' }
  const kinds: Terms[] = [
    { terms: {}, mints: 0, isMintable: false },
    { terms: amount, mints: 5, isMintable: true },
    { terms: { ...amount, terms_cap: '10' }, mints: 9, isMintable: true },
    { terms: { ...amount, terms_cap: '10' }, mints: 10, isMintable: false },
    { terms: { ...amount, terms_cap: '9'.repeat(38) }, mints: 10, isMintable: true },
    { terms: { ...amount, terms_height_start: TIP + 1 }, mints: 0, isMintable: false },
    { terms: { ...amount, terms_height_end: TIP }, mints: 1, isMintable: true },
    { terms: { ...amount, terms_offset_end: 5 }, mints: 1, isMintable: false },
    { terms: { ...amount, terms_offset_start: 5 }, mints: 1, isMintable: true },
    { terms: { ...amount, cenotaph: 1 }, mints: 0, isMintable: false },
  ]
  return kinds[number % kinds.length] ?? { terms: {}, mints: 0, isMintable: false }
}

async function startIndex(): Promise<string> {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  const runes = generateRunes()
  await insertRows(
    writer.query,
    'runes',
    runes.map(({ number, height, txIndex, id, name, terms }) => ({
      id,
      number,
      name,
      spaced_name: `${name.slice(0, 2)}•${name.slice(2)}`,
      divisibility: 2,
      symbol: 'R',
      block_hash: String(height).padStart(64, '0'),
      block_height: height,
      tx_index: txIndex,
      tx_id: String(number).padStart(64, '0'),
      premine: '1000',
      turbo: 0,
      cenotaph: 0,
      timestamp: 1_720_000_000,
      ...terms,
    })),
  )
  const changes = runes.flatMap(({ id, height, mints }) =>
    [0, mints].map((total_mints, index) => ({
      rune_id: id,
      block_height: height + index,
      minted: String(total_mints * 100),
      total_mints,
      burned: '0',
      total_burns: 0,
      total_operations: 0,
    })),
  )
  await insertRows(writer.query, 'supply_changes', changes)
  await writer.add({ height: TIP, hash: 'f'.repeat(64), records: 1 })
  return startService({ databaseUrl })
}

function idsOf(runes: { id: string }[]): string[] {
  return runes.map(({ id }) => id)
}

test.each([7, 60, 1000])(
  'a walk at a limit of %i has each rune once, newest first',
  async (limit) => {
    const origin = await startIndex()
    const expected = idsOf(generateRunes())
    expect(idsOf(await walk(origin, limit))).toEqual(expected.toReversed())
    expect(idsOf(await walk(origin, limit, '&order=asc'))).toEqual(expected)
  },
)

test('order_by=name sorts from A to Z, and order=desc reverses that', async () => {
  const origin = await startIndex()
  const names = generateRunes().map(({ name }) => name)
  const listed = await walk(origin, 60, '&order_by=name')
  expect(listed.map(({ name }) => name)).toEqual(names.sort())
  const reversed = await walk(origin, 61, '&order_by=name&order=desc')
  expect(reversed).toEqual(listed.toReversed())
})

test('mintable=true lists the runes that can be minted', async () => {
  const origin = await startIndex()
  const expected = idsOf(generateRunes().filter(({ isMintable }) => isMintable)).reverse()
  const listed = await walk(origin, 60, '&mintable=true')
  expect(idsOf(listed)).toEqual(expected)
  expect(listed.every(({ supply }) => supply?.mintable === true)).toBe(true)
  const byName = await walk(origin, 1000, '&mintable=true&order_by=name')
  expect(idsOf(byName).sort()).toEqual(expected.sort())
  const all = await walk(origin, 1000)
  expect(idsOf(all.filter(({ supply }) => supply?.mintable)).sort()).toEqual(expected.sort())
})

test.each(['RA', 'ra', 'RA•', 'r.a', 'R·A', 'r a', 'R∙A·', 'r●a', 'r#a', 'RZ'])(
  'name=%s lists the names that begin with it',
  async (name) => {
    const origin = await startIndex()
    const begin = name.replace(/[^a-z]/gi, '').toUpperCase()
    const expected = generateRunes().filter((rune) => rune.name.startsWith(begin))
    const query = `&name=${encodeURIComponent(name)}`
    expect(idsOf(await walk(origin, 7, query))).toEqual(idsOf(expected).reverse())
  },
)

test('a listed rune has its supply, terms and etching', async () => {
  const origin = await startIndex()
  const [first] = await walk(origin, 1000, '&order=asc&mintable=true')
  const { body } = await getJson(origin, `/runes/v1/etchings/${first?.id}`)
  expect(first).toEqual(body)
  expect(first).toMatchObject({ supply: { premine: '10.00', minted: '5.00', total_mints: '5' } })
})

test('the snapshot lists what it has, says that it is partial, and does not know what can be minted', async () => {
  const origin = await startService()
  const { headers, body } = await getJson(origin, `${LIST}?limit=1000`)
  expect(headers.get('X-Cairn-Coverage')).toBe('partial')
  expect(body.total).toBe(body.results.length)
  expect(body.results.length).toBeGreaterThan(100)
  expect(idsOf(body.results).every((id) => !id.startsWith('999999999:'))).toBe(true)
  expect(body.results.at(-1)).toMatchObject({ id: '1:0', location: { block_height: 840_000 } })
  const refused = await getJson(origin, `${LIST}?mintable=true`)
  expect([refused.status, refused.body.message]).toEqual([
    501,
    expect.stringContaining('which runes can be minted'),
  ])
})

test('the total is right on a page past the end', async () => {
  const origin = await startIndex()
  for (const order of ['asc', 'desc']) {
    const { body } = await getJson(origin, `${LIST}?offset=9007199254740991&order=${order}`)
    expect(body).toEqual({ limit: 20, offset: 9007199254740991, total: RUNES, results: [] })
  }
})

test.each(['limit=0', 'order=up', 'order_by=supply', 'mintable=yes', 'name=a-b', 'name=5'])(
  '%s is refused',
  async (query) => {
    const { status, body } = await getJson(await startService(), `${LIST}?${query}`)
    expect([status, body.error]).toEqual([400, 'Bad Request'])
    expect(body.message).toContain(`querystring/${query.split('=')[0]}`)
  },
)
