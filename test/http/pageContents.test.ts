import { expect, test } from 'vitest'
import { getPage, startPages } from '../support/getPage.ts'
import { openWriter } from '../support/ledgerBlocks.ts'
import { emptySqlite } from '../support/ownDatabase.ts'
import { AIRDROP } from '../support/snapshotIds.ts'
import { getJson, startService } from '../support/startService.ts'

const SAMPLE = '/token/ST000000000000000000002AMW42H.cairn-sample-localized'

const rows = (document: Document) => document.querySelectorAll('tbody tr').length

test.each([
  ['/block/849250?limit=1000', '1–100 of 4,756', 'Showing 100 of the 1,000 requested'],
  ['/block/849250?limit=5000', '1–100 of 4,756', 'Showing 100 of the 5,000 requested'],
  [
    `/tx/${AIRDROP}?offset=1000&limit=250`,
    '1,001–1,100 of 4,444',
    'Showing 100 of the 250 requested',
  ],
])('%s shows 100 records and a note about the limit', async (path, range, sentence) => {
  const { response, document, link } = await getPage(await startPages(), path)
  expect(response.status).toBe(200)
  expect(rows(document)).toBe(100)
  expect(document.body.textContent).toContain(range)
  expect(document.body.textContent).toContain(`Pages show at most 100 records. ${sentence}.`)
  expect(link('canonical')).toMatch(/limit=100$/)
  const next = document.querySelector('nav[aria-label="Pages, top"] a:nth-last-child(2)')
  expect(next?.getAttribute('href')).toMatch(/\?offset=1?100&limit=100$/)
})

test('the JSON at the URL of a page has as many records as the API allows', async () => {
  const origin = await startPages()
  const headers = { Accept: 'application/json' }
  const { body } = await getJson(origin, '/block/849250?limit=1000', { headers })
  expect(body.results).toHaveLength(1000)
  expect((await getJson(origin, '/block/849250?limit=1001', { headers })).status).toBe(400)
})

test.each(['/block/849250', `/tx/${AIRDROP}`, SAMPLE, '/block/999999999', '/search?q=dog'])(
  'the page of %s does not embed the totals of the database',
  async (path) => {
    const { html, document } = await getPage(await startPages(), path)
    expect(html).not.toContain('/explorer/v1/about')
    const source = document.querySelector('footer p')
    expect(source?.textContent).toBe('Data in this service')
    expect(source?.querySelector('a')?.getAttribute('href')).toBe('/#holdings')
  },
)

test('the start page is rendered with the data in this service', async () => {
  const { document } = await getPage(await startPages(), '/')
  expect(document.querySelector('main')?.textContent).toContain('Data in this service')
  expect(document.querySelector('footer')?.textContent).toContain('3,661 tokens')
})

test.each(['/block/999999999', SAMPLE])('%s is marked as a sample', async (path) => {
  const { document } = await getPage(await startPages(), path)
  expect(document.querySelector('main')?.textContent).toContain('A sample made by Cairn')
})

test('a page is rendered for its exact URL without unknown parameters', async () => {
  const origin = await startPages()
  for (const [path, address] of [
    ['/search?q=dog%20go%20to', '/search?q=dog%20go%20to'],
    ['/search?q=dog+go+to&utm_source=x', '/search?q=dog+go+to'],
    ['/block/849250?utm_source=x', '/block/849250'],
  ]) {
    const { document } = await getPage(origin, path ?? '')
    expect(JSON.parse(document.querySelector('#state')?.textContent ?? '').address).toBe(address)
  }
})

test('the start page over a live index has the time of the newest block, and browsers show its age', async () => {
  const databaseUrl = await emptySqlite()
  const writer = await openWriter(databaseUrl)
  await writer.add({ height: 850_000, hash: '0'.repeat(64), records: 3 })
  const origin = await startService({ pages: 'server-rendered', databaseUrl })
  const { document } = await getPage(origin, '/')
  const lines = [...document.querySelectorAll('main p, footer p')].map((it) => it.textContent)
  const sentence = 'Indexed up to block 850,000, mined 2024-07-03 09:46:40 UTC'
  expect(lines).toContain(sentence)
  expect(lines).toContainEqual(expect.stringMatching(`rune records. ${sentence}$`))
})
