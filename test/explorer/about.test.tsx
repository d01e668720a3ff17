import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findHeading, readFact } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'

test('the page says what the index contains', async () => {
  await visit('/about')
  await findHeading('About this index')
  expect(await readFact('Runes')).toBe('78')
  expect(await readFact('Rune transactions')).toBe('2,340')
  expect(await readFact('Records')).toBe('5,403')
  expect(await readFact('Addresses')).toBe('1,094')
  expect(await readFact('Blocks')).toMatch(/^840,002 to 840,007/)
  expect(await readFact('Source')).toContain('Six real blocks')
  expect(await readFact('Proof')).toMatch('78 runes proved up to block 840,007')
})

test('the pill in the header says what the index is', async () => {
  const { reader, address } = await visit('/settings')
  await reader.click(await screen.findByRole('link', { name: 'Snapshot · April 2024' }))
  await findHeading('About this index')
  expect(address()).toBe('/about')
  expect(await readFact('Blocks')).toContain('840,002 to 840,007')
})

test('the demo chain is called that', async () => {
  await visit('/about', { data: demoData() })
  await screen.findByRole('link', { name: /^Demo chain ?299/ })
  expect(await readFact('Source')).toBe('A simulated chain, invented for trying out')
})
