import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ADDRESS, BLOCK, LONGCOIN, MINT_TX, RUNE, TX } from '../support/bundledIds.ts'
import { findHeading } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'

test.each([
  ['/', 'Every rune and token, to the last digit · Cairn'],
  ['/blocks', 'Blocks · Cairn'],
  ['/blocks?offset=25', 'Blocks, page 2 · Cairn'],
  [`/block/${BLOCK}`, 'Block 840,002 · Cairn'],
  [
    `/tx/${TX}`,
    /^PEPE•IS•BITCOIN was etched, premine 420,696,969,696,969 to bc1p\S+ · Transaction · Cairn$/,
  ],
  [`/tx/${MINT_TX}`, /^1 UNCOMMON•GOODS was minted to bc1p\S+ · Transaction · Cairn$/],
  [`/rune/${RUNE}?view=holders`, 'LAMBO•LIFESTYLE · Holders · Rune · Cairn'],
  [`/address/${ADDRESS}`, `Address ${ADDRESS.slice(0, 6)}…${ADDRESS.slice(-6)} · Cairn`],
  [`/output/${TX}:1`, `Output 1 of ${TX.slice(0, 6)}…${TX.slice(-6)} · Cairn`],
  ['/runes', 'Runes · Cairn'],
  ['/runes?offset=25', 'Runes, page 2 · Cairn'],
  ['/names?name=ABC', 'ABC is unlocked from block 1,014,972 on · Cairn'],
  ['/burns?offset=25', 'Burns, page 2 · Cairn'],
  ['/cenotaphs', 'Cenotaphs · Cairn'],
  ['/tokens', 'Tokens · Cairn'],
  [`/token/${LONGCOIN}`, 'LONGcoin (LONG) · SIP-010 token · Cairn'],
  ['/search?q=dog', 'Search for dog · Cairn'],
  ['/api?endpoint=tokens', 'Tokens · API · Cairn'],
  ['/settings', 'Settings · Cairn'],
  ['/about', 'About this index · Cairn'],
  ['/tx/123', '“123” is not a transaction id · Cairn'],
  ['/nothing', 'Page not found · Cairn'],
])('the title of %s', async (path, title) => {
  await visit(path)
  await waitFor(() =>
    typeof title === 'string'
      ? expect(document.title).toBe(title)
      : expect(document.title).toMatch(title),
  )
})

test('the focus goes to the heading of a new page, and back to the link that led there', async () => {
  const { reader, goBack } = await visit('/blocks')
  await reader.click(await screen.findByRole('link', { name: '840,004' }))
  const heading = await findHeading('840,004')
  expect(heading).toHaveFocus()
  await goBack()
  await waitFor(() => expect(screen.getByRole('link', { name: '840,004' })).toHaveFocus())
})

test.each([
  [`/block/${BLOCK}`, 'Blocks', '840,002'],
  ['/compare', 'Runes', /^Compare/],
])('%s is marked in the navigation of the site', async (path, name, heading) => {
  await visit(path)
  await findHeading(heading)
  const [link] = screen.getAllByRole('link', { name })
  expect(link).toHaveAttribute('aria-current', 'true')
})
