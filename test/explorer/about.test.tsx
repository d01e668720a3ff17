import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findHeading, grouped, readFact } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'

test('the page says what the index contains', async () => {
  const { client } = await visit('/about')
  const about = await client.get('about', {})
  await findHeading('About this index')
  expect(await readFact('Runes')).toBe(grouped(about.runes))
  expect(await readFact('Transactions')).toBe(grouped(about.transactions))
  expect(await readFact('Records')).toBe(grouped(about.records))
  expect(await readFact('Addresses')).toBe(grouped(about.addresses))
  const { from, to } = about.coverage ?? {}
  expect(await readFact('Blocks')).toMatch(new RegExp(`^${grouped(from)} to ${grouped(to)}`))
  expect(await readFact('Source')).toContain('Six real blocks')
  expect(await readFact('Proof')).toMatch(
    `${grouped(about.runes)} runes proved up to block 840,007`,
  )
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
