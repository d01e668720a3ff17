import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../support/renderAt.tsx'
import { startModifiedService } from '../support/startModifiedService.ts'
import { startService } from '../support/startService.ts'

const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample'

test.each([
  ['/', 'Tokens and rune activity · Cairn'],
  [`/token/${SAMPLE}-localized`, 'Cairn Sample: Localized (SAMPLE) · SIP-010 token · Cairn'],
  [`/token/${SAMPLE}-in-progress`, 'cairn-sample-in-progress · SIP-010 token · Cairn'],
  [`/token/${SAMPLE}-nowhere`, 'cairn-sample-nowhere · SIP-010 token · Cairn'],
  ['/token/longcoin', '“longcoin” is not a contract principal · Cairn'],
  ['/block/849250', 'Block 849,250 · 4,756 records · Cairn'],
  ['/block/849250?limit=5000', 'Block 849,250 · 4,756 records · Cairn'],
  ['/block/849250?offset=20', 'Block 849,250 · 4,756 records, page 2 · Cairn'],
  ['/block/849250?offset=5', 'Block 849,250 · 4,756 records, from row 6 · Cairn'],
  ['/rune/999999999:10001', 'SAMPLE•OPEN•MINT · #999999004 · Rune · Cairn'],
  ['/rune/999999999:10001?offset=20', 'SAMPLE•OPEN•MINT · Activity, page 2 · Rune · Cairn'],
  [
    '/rune/999999999:10001?view=holders&offset=20',
    'SAMPLE•OPEN•MINT · Holders, page 2 · Rune · Cairn',
  ],
  ['/runes?offset=40', 'Runes, page 3 · Cairn'],
  ['/tokens?offset=100&limit=100', 'Tokens, page 2 · Cairn'],
  ['/block/-1', '“-1” is not a block height or hash · Cairn'],
  ['/tx/1234', '“1234” is not a transaction id · Cairn'],
  ['/tx/a%E2%80%AEb', '“aU+202Eb” is not a transaction id · Cairn'],
  [`/tx/${'z'.repeat(500)}`, `“${'z'.repeat(40)}…” is not a transaction id · Cairn`],
  ['/search', 'Search · Cairn'],
  ['/search?q=dog', 'Search for dog · Cairn'],
  ['/api', 'API · Cairn'],
  ['/wallet', 'Page not found · Cairn'],
])('the title of %s names the page and the site', async (address, title) => {
  await renderAt(address, await startService())
  await waitFor(() => expect(document.title).toBe(title))
})

test('the description of a page after the first names the page', async () => {
  await renderAt('/runes?offset=20', await startService())
  const description = () =>
    document.head.querySelector('[name="description"]')?.getAttribute('content')
  await waitFor(() => expect(description()).toMatch(/^Page 2\. Bitcoin runes/))
})

const FAMILY = '👨‍👩‍👧‍👦'

test.each([
  ['letters', 'x'],
  ['combined emoji', FAMILY],
  ['invisible characters', '\u202ex'],
  ['consecutive invisible characters', '\u202e'],
  ['combining marks', '\u0301'],
])(
  'a name of many %s is truncated between characters in the title and metadata',
  async (_, part) => {
    const longText = `Long ${part.repeat(300_000 / part.length)}`
    const origin = await startModifiedService({
      changeBody: (body) => ({
        ...body,
        name: longText,
        description: longText,
        metadata: undefined,
      }),
    })
    await renderAt(`/token/${SAMPLE}-localized`, origin)
    await waitFor(() => expect(document.title.slice(-40)).toMatch(/… · SIP-010 token · Cairn$/))
    const contentsOf = (...names: string[]) =>
      names.map((name) => document.head.querySelector(`[${name}]`)?.getAttribute('content') ?? '')
    const titles = [document.title, ...contentsOf('property="og:title"')]
    const descriptions = contentsOf('name="description"', 'property="og:description"')
    expect(Math.max(...titles.map(({ length }) => length))).toBeLessThanOrEqual(120)
    expect(Math.max(...descriptions.map(({ length }) => length))).toBeLessThanOrEqual(300)
    for (const text of [...titles, ...descriptions]) {
      expect(text).toContain('…')
      expect(text.replaceAll(FAMILY, '')).not.toMatch(/\p{Extended_Pictographic}|\u200d/u)
    }
  },
)
