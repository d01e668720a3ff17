import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TX } from '../support/bundledIds.ts'
import { findHeading, grouped, readTable, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'

test('the blocks are piles that lead to them', async () => {
  const { client } = await visit('/')
  const { results } = await client.get('blocks', { limit: 12 })
  const section = within(await screen.findByRole('region', { name: 'Latest blocks' }))
  const piles = section.getAllByRole('listitem').map(textOf)
  expect(piles).toHaveLength(6)
  for (const [index, { block_height, movements }] of results.entries()) {
    expect(piles[index]).toContain(grouped(block_height))
    expect(piles[index]).toContain(`${grouped(movements)} movements`)
  }
  expect(section.getByRole('link', { name: /^840,007/ })).toHaveAttribute('href', '/block/840007')
})

test('the examples exist in this index', async () => {
  const { client } = await visit('/')
  const { examples } = await client.get('about', {})
  const nav = within(await screen.findByRole('navigation', { name: 'Try' }))
  expect(nav.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/rune/${examples.rune}`,
    `/token/${examples.principal}`,
    `/block/${examples.block}`,
    `/tx/${examples.tx_id}`,
  ])
  expect(nav.getByRole('link', { name: `block ${grouped(examples.block)}` })).toBeVisible()
})

test('the runes are the most active, those that are minted, or the newest', async () => {
  const { client, reader, address } = await visit('/')
  const { results } = await client.get('runes', { order_by: 'day_movements', limit: 8 })
  const rows = await readTable('Runes: Most active')
  expect(rows.map(({ Rune }) => Rune)).toEqual(
    results.map(({ spaced_name }) => expect.stringContaining(spaced_name)),
  )
  const choice = within(screen.getByRole('navigation', { name: 'Which runes' }))
  await reader.click(choice.getByRole('link', { name: 'New' }))
  expect(address()).toBe('/?runes=new')
  const newest = await client.get('runes', { order_by: 'number', limit: 8 })
  expect((await readTable('Runes: New')).map(({ Rune }) => Rune)).toEqual(
    newest.results.map(({ spaced_name }) => expect.stringContaining(spaced_name)),
  )
})

test('a favourite takes the place of the examples', async () => {
  const { reader, navigate } = await visit(`/tx/${TX}`)
  await findHeading(/etched/)
  const favourite = screen.getByRole('button', { name: 'Favourite' })
  expect(favourite).toHaveAttribute('aria-pressed', 'false')
  await reader.click(favourite)
  expect(favourite).toHaveAttribute('aria-pressed', 'true')
  await navigate('/')
  const nav = within(await screen.findByRole('navigation', { name: 'Your pages' }))
  expect(nav.getByRole('link', { name: /PEPE•IS•BITCOIN/ })).toHaveAttribute('href', `/tx/${TX}`)
})

test('the tokens are those with the most to tell', async () => {
  const { client } = await visit('/')
  const { results } = await client.get('tokens', { order_by: 'completeness', limit: 6 })
  const rows = await readTable('The first tokens')
  expect(rows).toHaveLength(6)
  for (const [index, { name, contract_principal }] of results.entries()) {
    expect(rows[index]?.Token).toContain(name ?? contract_principal.split('.')[1])
  }
})
