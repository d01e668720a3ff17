import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ADDRESS, BLOCK, LONGCOIN, RUNE } from '../support/bundledIds.ts'
import { grouped } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'

const [deployer] = LONGCOIN.split('.')

/** A page, and the path of the file of its list. */
const LISTS = [
  [
    `/block/${BLOCK}?type=mint&offset=25&group=off`,
    `/explorer/v1/blocks/${BLOCK}/movements`,
    'type=mint',
  ],
  ['/blocks', '/explorer/v1/blocks', ''],
  ['/runes?mint=mintable', '/explorer/v1/runes', 'mint=mintable'],
  [`/rune/${RUNE}?view=movements`, `/explorer/v1/runes/${RUNE}/movements`, ''],
  [`/rune/${RUNE}?view=holders`, `/explorer/v1/runes/${RUNE}/holders`, ''],
  [`/rune/${RUNE}?view=raw`, `/runes/v1/etchings/${RUNE}/activity`, ''],
  [`/address/${ADDRESS}?view=outputs`, `/explorer/v1/addresses/${ADDRESS}/outputs`, ''],
  [`/address/${ADDRESS}?view=balances`, `/explorer/v1/addresses/${ADDRESS}/balances`, ''],
  ['/tokens?name=long', '/metadata/v1/ft', 'name=long'],
  [`/address/${deployer}`, '/metadata/v1/ft', `address=${deployer}`],
] as const

test.each(LISTS)(
  'the list of %s is a file, with its filters and all rows',
  async (page, path, filter) => {
    const { reader, origin } = await visit(page)
    await reader.click(await screen.findByRole('button', { name: 'Export' }))
    const links = [/^CSV ?for programs/, /^CSV for Excel/, /^JSON lines/]
    const [csv, excel, lines] = links.map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    )
    expect(decodeURIComponent(csv ?? '')).toMatch(new RegExp(`^${origin}${path}\\.csv`))
    expect(csv).toContain(filter)
    expect(csv).not.toMatch(/offset|limit/)
    expect(excel).toBe(`${csv}${csv?.includes('?') ? '&' : '?'}excel=1`)
    expect(lines).toBe(csv?.replace('.csv', '.ndjson'))
    const response = await fetch(lines ?? '')
    expect(response.status).toBe(200)
    const rows = (await response.text()).trimEnd().split('\n').length
    const menu = screen.getByRole('link', { name: /^JSON lines/ }).parentElement
    expect(menu).toHaveTextContent(rows === 1 ? '1 row' : `All ${grouped(rows)} rows`)
  },
)

test('a transaction has its movements as a file', async () => {
  const { client, navigate, reader, origin } = await visit('/about')
  const { results } = await client.get('blockMovements', { block: String(BLOCK), limit: 1 })
  const txId = results[0]?.place.tx_id
  await navigate(`/tx/${txId}?group=off`)
  await reader.click(await screen.findByRole('button', { name: 'Export' }))
  expect(screen.getByRole('link', { name: /^CSV ?for programs/ })).toHaveAttribute(
    'href',
    `${origin}/explorer/v1/transactions/${txId}/movements.csv?change=hide`,
  )
})

test('a page leads to its data as JSON', async () => {
  const { reader, origin } = await visit(`/rune/${RUNE}`)
  await reader.click(await screen.findByRole('button', { name: 'More' }))
  const link = screen.getByRole('link', { name: 'JSON' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
    `${origin}/explorer/v1/runes/${RUNE}`,
  )
  expect(within(document.body).getByRole('link', { name: /ordinals\.com/ })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  )
})
