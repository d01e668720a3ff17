import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Client } from '../../src/contract/client.ts'
import { findHeading, readFact, readTable } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'

/** A rune of the demo chain whose payer paid for others too, and which address that is. */
async function findPayer(client: Client) {
  const { results } = await client.get('runes', { order_by: 'number', limit: 60 })
  for (const { id } of results) {
    const { payer, spaced_name } = await client.get('runeDetails', { rune: id })
    if (payer !== undefined && payer.other_runes > 0) return { id, spaced_name, ...payer }
  }
  throw new Error('There is one.')
}

test('a rune names who paid for its commitment, and leads to the other runes that they paid for', async () => {
  const page = await visit('/about', { data: demoData() })
  const { id, address, other_runes, spaced_name } = await findPayer(page.client)
  await page.navigate(`/rune/${id}?view=details`)
  const header = (await findHeading(spaced_name)).closest('header')
  expect(header).toHaveTextContent(`commitment paid by ${address}`)
  const fact = await screen.findByText('Commitment paid by')
  const row = fact.parentElement
  const word = other_runes === 1 ? 'rune' : 'runes'
  const link = await screen.findByRole('link', { name: `${other_runes} other ${word} paid for` })
  expect(row?.contains(link)).toBe(true)
  expect(link.getAttribute('href')).toBe(`/address/${address}?view=paid`)
  await page.navigate(`/address/${address}?view=paid`)
  const rows = await readTable('Runes that the address paid for')
  expect(rows).toHaveLength(other_runes + 1)
  expect(JSON.stringify(rows)).toContain(spaced_name)
  expect(await readFact('Commitments paid for')).toBe(String(other_runes + 1))
})

test('on the bundled blocks, nobody is said to have paid', async () => {
  const page = await visit('/runes')
  const { results } = await page.client.get('runes', { order_by: 'number', limit: 1 })
  await page.navigate(`/rune/${results[0]?.id}?view=details`)
  await screen.findByText('Divisibility')
  expect(screen.queryByText(/Commitment paid by/i)).toBeNull()
})
