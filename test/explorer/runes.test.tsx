import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { grouped, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'

const firstWords = (rows: Record<string, string>[]) =>
  rows.map(({ Rune = '', Holders = '' }) => [Rune, Holders.split(' ')[0]])

test('the runes are those of the service, the most active first', async () => {
  const { client } = await visit('/runes')
  const { results, total } = await client.get('runes', { order_by: 'day_movements', limit: 25 })
  const rows = await readTable('Runes')
  expect(rows).toHaveLength(25)
  for (const [index, { spaced_name, supply, is_older, ...rune }] of results.entries()) {
    expect(rows[index]?.Rune).toContain(spaced_name)
    expect(rows[index]?.Supply).toBe(is_older ? '' : grouped(supply?.current))
    expect(rows[index]?.Holders).toBe(grouped(rune.holders))
    expect(rows[index]?.['Movements, 24 h to 840,007']).toBe(grouped(rune.day_movements))
  }
  await shows(`${grouped(total)} in this index`)
})

test.each([
  ['Rune', 'name', 'ascending'],
  ['Holders', 'holders', 'descending'],
  ['Mint', 'progress', 'descending'],
  ['Etched', 'number', 'descending'],
] as const)(
  'the head of %s sorts the list, and turns it around',
  async (heading, order_by, direction) => {
    const { client, reader, address } = await visit('/runes', { data: demoData() })
    await readTable('Runes')
    await reader.click(screen.getByRole('link', { name: heading }))
    expect(address()).toBe(`/runes?order_by=${order_by}`)
    expect(await screen.findByRole('columnheader', { name: heading })).toHaveAttribute(
      'aria-sort',
      direction,
    )
    const expectRows = async (order?: 'asc' | 'desc') => {
      const { results } = await client.get('runes', {
        order_by,
        limit: 25,
        ...(order && { order }),
      })
      expect(firstWords(await readTable('Runes'))).toEqual(
        results.map(({ spaced_name, holders }) => [
          expect.stringContaining(spaced_name),
          grouped(holders),
        ]),
      )
    }
    await expectRows()
    await reader.click(screen.getByRole('link', { name: heading }))
    const reversed = direction === 'ascending' ? 'desc' : 'asc'
    expect(address()).toBe(`/runes?order_by=${order_by}&order=${reversed}`)
    await expectRows(reversed)
  },
)

test.each([
  ['Mintable', 'mintable'],
  ['Almost minted out', 'almost'],
  ['Fully minted', 'minted-out'],
] as const)('the filter %s keeps the order', async (name, mint) => {
  const { client, reader, address } = await visit('/runes?order_by=holders', { data: demoData() })
  await readTable('Runes')
  await reader.click(screen.getByRole('link', { name }))
  expect(address()).toBe(`/runes?order_by=holders&mint=${mint}`)
  const { total, results } = await client.get('runes', { mint, order_by: 'holders', limit: 25 })
  expect(total).toBeGreaterThan(0)
  await shows(`${grouped(total)} match`)
  expect(firstWords(await readTable('Runes'))).toEqual(
    results.map(({ spaced_name, holders }) => [
      expect.stringContaining(spaced_name),
      grouped(holders),
    ]),
  )
})

test('a name narrows the list, with and without spacers', async () => {
  const { reader, address } = await visit('/runes')
  await reader.click(await screen.findByRole('button', { name: 'Filter' }))
  await reader.type(screen.getByRole('textbox', { name: 'Name begins with' }), 'uncommon•f')
  await reader.click(screen.getByRole('button', { name: 'Show' }))
  expect(address()).toBe(`/runes?${new URLSearchParams({ name: 'uncommon•f' })}`)
  await shows('1 match')
  expect(await readTable('Runes')).toMatchObject([
    { Rune: expect.stringContaining('UNCOMMON•FROGS') },
  ])
})

test('a name that no rune has leads to whether it is free', async () => {
  await visit('/runes?name=ZZZZ')
  expect(await screen.findByRole('link', { name: 'Is the name free?' })).toHaveAttribute(
    'href',
    '/names?name=ZZZZ',
  )
})

test('a parameter that is not accepted is named and ignored', async () => {
  await visit('/runes?mint=soon&limit=many')
  await shows('“mint=soon”, “limit=many” were ignored.')
  expect(await readTable('Runes')).toHaveLength(25)
})

test('heights of etchings are filters that a link removes', async () => {
  const { client, reader, address } = await visit('/runes?from=840005')
  const { total } = await client.get('runes', { from: 840_005 })
  await shows(`${total} match`)
  await reader.click(screen.getByRole('link', { name: /^Remove the filter .* 840005$/ }))
  expect(address()).toBe('/runes')
})

test('of a rune that is older than the index, no share of its mints is said', async () => {
  const { client } = await visit('/runes?order_by=number&order=asc')
  const asked = { order_by: 'number', order: 'asc', limit: 25 } as const
  const { results } = await client.get('runes', asked)
  const at = results.findIndex(({ is_older, mint_state }) => is_older && mint_state === 'mintable')
  const rows = await readTable('Runes')
  expect(rows[at]?.Mint).toBe('Mintable')
})
