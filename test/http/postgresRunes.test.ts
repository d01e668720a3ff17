import { expect, test } from 'vitest'
import { walk } from '../support/expectRecords.ts'
import { run } from '../support/fillPostgres.ts'
import { generateIndex } from '../support/generateIndex.ts'
import { indexDatabase } from '../support/indexDatabase.ts'
import { getJson, startService } from '../support/startService.ts'

const U64_MAX = '18446744073709551615'
const { runes, rows } = generateIndex(23)

test('heights beyond 2^53 keep their digits, and an empty symbol stays empty', async () => {
  const [rune, ...others] = rows.runes
  const changed = [{ ...rune, symbol: '', terms_height_end: U64_MAX }, ...others]
  const databaseUrl = await indexDatabase({ ...rows, runes: changed })
  const origin = await startService({ databaseUrl })
  const text = await (await fetch(`${origin}/runes/v1/etchings/1`)).text()
  expect(text).toContain(`"height_end":${U64_MAX}`)
  expect(text).toContain('"symbol":""')
})

test('a rune for which the indexer has no figures is in no list and no total', async () => {
  const origin = await startService({ databaseUrl: await indexDatabase(rows) })
  const listed = await walk(origin, '/runes/v1/etchings', 2)
  expect(listed.map(({ id }) => id)).toEqual(runes.map(({ id }) => id).reverse())
  for (const path of ['etchings/1:0', 'etchings/UNCOMMON•GOODS']) {
    const { status, body } = await getJson(origin, `/runes/v1/${path}`)
    expect([status, body]).toEqual([404, { error: 'Not found' }])
  }
  for (const list of ['activity', 'holders']) {
    const { status, body } = await getJson(origin, `/runes/v1/etchings/1:0/${list}`)
    expect([status, body.total]).toEqual([200, 0])
  }
  const { body } = await getJson(origin, '/explorer/v1/runes/1:0')
  expect(body).toMatchObject({ spaced_name: 'UNCOMMON•GOODS', number: 0 })
})

test('a search finds the runes of the indexer, and none of the bundled snapshot', async () => {
  const origin = await startService({ runesDatabaseUrl: await indexDatabase(rows) })
  const find = async (query: string): Promise<string[]> => {
    const { body } = await getJson(origin, `/explorer/v1/search?q=${query}&kind=rune&limit=1000`)
    return body.results.map(({ title }: { title: string }) => title)
  }
  for (const query of ['doggotothemoon', '840000:3', 'dogo']) expect(await find(query)).toEqual([])
  for (const { spaced_name } of rows.runes.slice(0, 5)) {
    const [word = '', ...others] = String(spaced_name).split('•')
    for (const text of [word.toLowerCase(), spaced_name, ...others]) {
      expect(await find(encodeURIComponent(String(text))), String(text)).toContain(spaced_name)
    }
  }
})

test('without the tables of supply and balances, only activity is served', async () => {
  const databaseUrl = await indexDatabase(rows)
  await run(databaseUrl, 'DROP TABLE supply_changes;\nDROP TABLE balance_changes')
  const origin = await startService({ databaseUrl })
  const address = String(rows.balance_changes[0]?.address)
  for (const path of [
    'etchings',
    'etchings/1',
    'etchings/1/holders',
    `addresses/${address}/balances`,
  ]) {
    expect((await getJson(origin, `/runes/v1/${path}`)).status, path).toBe(501)
  }
  for (const path of ['etchings/1/activity', `addresses/${address}/activity`]) {
    const { status, headers } = await getJson(origin, `/runes/v1/${path}`)
    expect([status, headers.get('X-Cairn-Coverage')], path).toEqual([200, 'partial'])
  }
})
