import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SAMPLE } from '../support/bundledIds.ts'
import { findFact, findHeading, grouped, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'

const PAGE = '/settings'

const choose = async (name: string) =>
  within(await screen.findByRole('main')).findByRole('radio', { name })

test('all digits are shown if the reader wants them, else six of a fraction', async () => {
  const token = `/token/${SAMPLE}-localized`
  const { client, reader, navigate } = await visit(token)
  const { total_supply = '' } = await client.get('token', { principal: `${SAMPLE}-localized` })
  const all = grouped(`${total_supply.slice(0, -8)}.${total_supply.slice(-8)}`)
  const supply = await findFact('Supply')
  // Selected, copied and read aloud, the amount is whole.
  expect(supply).toHaveTextContent(all)
  expect(within(supply).getByTitle(all)).toBeVisible()
  await navigate(PAGE)
  await reader.click(await choose('All'))
  await navigate(token)
  expect(within(await findFact('Supply')).queryByTitle(all)).toBeNull()
})

test('times are UTC or local', async () => {
  const { reader, navigate } = await visit('/block/840002')
  await shows('20 Apr 2024, 00:17 UTC')
  await navigate(PAGE)
  await reader.click(await choose('Local'))
  await navigate('/block/840002')
  await findHeading('840,002')
  await shows(/UTC[+−]\d/)
})

test('shortcuts can be switched off', async () => {
  const { reader, navigate, address } = await visit(PAGE)
  await reader.click(await choose('Off'))
  await navigate('/block/840002')
  await screen.findByRole('link', { name: /^Next block/ })
  await reader.keyboard('{ArrowRight}')
  expect(address()).toBe('/block/840002')
})

test('a question mark opens the shortcuts', async () => {
  const { reader, address } = await visit('/about')
  await findHeading('About this index')
  await reader.keyboard('?')
  await findHeading('Settings')
  expect(address()).toBe(PAGE)
  const rows = await readTable('Keyboard shortcuts')
  expect(rows.map((row) => row.Key)).toContain('/')
})

test('the theme is that of the reader', async () => {
  const { reader } = await visit(PAGE)
  await reader.click(await choose('Dark'))
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
  await reader.click(await choose('System'))
  expect(document.documentElement).not.toHaveAttribute('data-theme')
})

test('what is stored is counted', async () => {
  const { reader, navigate } = await visit('/block/840002')
  await reader.click(await screen.findByRole('button', { name: 'Favourite' }))
  await navigate(PAGE)
  await shows('1 favourite and 0 recent pages')
})
