import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findHeading, readTable } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'

test('tokens of one name have a page that is none of theirs, with what differs tinted', async () => {
  const { client } = await visit('/names-alike/sbtc?group=off')
  const { named, results } = await client.get('namesAlike', { name: 'sbtc' })
  await findHeading(`${named} tokens are named sBTC`)
  const rows = [
    ...(await readTable('Tokens of this name')),
    ...(await readTable('Tokens of this symbol')),
  ]
  expect(rows).toHaveLength(results.length)
  for (const [index, { principal, as, name = '' }] of results.entries()) {
    const title = as.includes('name') ? principal.split('.')[1] : name
    expect(rows[index]?.Contract).toBe(`${title}${principal}`)
  }
  const counts = results.map(
    ({ decimals }) => results.filter((other) => other.decimals === decimals).length,
  )
  const tinted = [...document.querySelectorAll('td [data-value="listed.decimals"]')].map(
    (figure) => figure.closest('.bg-warn-soft') !== null,
  )
  expect(tinted).toEqual(
    results.flatMap(({ decimals }, index) =>
      decimals === undefined ? [] : [(counts[index] ?? 0) * 2 <= results.length],
    ),
  )
  expect(tinted).toContain(true)
})

test('neighbours that differ in the name of their contract only are one row, unless the reader parts them', async () => {
  const { client, reader, address } = await visit('/names-alike/sbtc')
  const { named } = await client.get('namesAlike', { name: 'sbtc' })
  const rows = await readTable('Tokens of this name')
  const more = rows.map(({ Contract = '' }) =>
    Number(/and (\d+) more, alike/.exec(Contract)?.[1] ?? 0),
  )
  expect(Math.max(...more)).toBe(9)
  expect(rows.length + more.reduce((sum, count) => sum + count)).toBe(named)
  await reader.click(screen.getByRole('switch', { name: 'Group alike' }))
  expect(address()).toBe('/names-alike/sbtc?group=off')
  expect(await readTable('Tokens of this name')).toHaveLength(named)
})

test('the look-alikes of a token lead to that page', async () => {
  const { client, reader, address } = await visit(
    '/token/SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token',
  )
  await reader.click(await screen.findByRole('link', { name: 'What differs' }))
  expect(address()).toBe('/names-alike/sBTC')
  const { named } = await client.get('namesAlike', { name: 'sBTC' })
  await findHeading(`${named} tokens are named sBTC`)
})

test('a name that no token has is not found, and may be another thing', async () => {
  const { reader, address } = await visit('/names-alike/UNCOMMON%20GOODS')
  await screen.findByRole('heading', { name: 'No token has this name' })
  await reader.click(screen.getByRole('link', { name: 'Search for it' }))
  await waitFor(() => expect(address()).toMatch(/^\/(search|rune)/))
})
