import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LONGCOIN } from '../support/bundledIds.ts'
import { findHeading, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { startModifiedService } from '../support/startModifiedService.ts'

const PAGE = '/settings'

const choose = async (name: string) =>
  within(await screen.findByRole('main')).findByRole('radio', { name })

test('all digits are shown if the reader wants them, else six of a long fraction', async () => {
  const results = [{ contract_principal: LONGCOIN, total_supply: '1123456789', decimals: 9 }]
  const origin = await startModifiedService({
    path: '/metadata/v1/ft',
    fields: { results, total: 1, offset: 0, limit: 25 },
  })
  const { reader, navigate } = await visit('/tokens', { origin })
  const amount = await screen.findByTitle('1.123456789')
  // Selected, copied and read aloud, the amount is whole.
  expect(amount).toHaveTextContent('1.123456789')
  await navigate(PAGE)
  await reader.click(await choose('All'))
  await navigate('/tokens')
  expect(await readTable('Tokens')).toMatchObject([{ Supply: '1.123456789' }])
  expect(screen.queryByTitle('1.123456789')).toBeNull()
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
  // A page counts as recent after a second, which a busy machine may take to press the button.
  await shows(/1 favourite and (0 recent pages|1 recent page)/)
})
