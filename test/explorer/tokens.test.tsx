import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LONGCOIN } from '../support/bundledIds.ts'
import { grouped, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'

test('tokens with metadata or a supply come first, and look-alikes are counted', async () => {
  const { client } = await visit('/tokens')
  const { results, total } = await client.get('tokens', { order_by: 'completeness', limit: 25 })
  const rows = await readTable('Tokens')
  await shows(`${grouped(total)} tokens`)
  expect(rows).toHaveLength(25)
  for (const [
    index,
    { name, symbol, decimals, same_name, contract_principal },
  ] of results.entries()) {
    expect(rows[index]?.Token).toContain(name ?? contract_principal.split('.')[1])
    expect(rows[index]?.Symbol).toBe(symbol ?? '')
    expect(rows[index]?.Decimals).toBe(decimals === undefined ? '' : grouped(decimals))
    if (same_name === undefined) expect(rows[index]?.Token).not.toContain('of this name')
    else expect(rows[index]?.Token).toContain(`${grouped(same_name)} of this name`)
  }
})

test('the number of look-alikes leads to them, once they are there', async () => {
  const scrolledTo = vi.spyOn(Element.prototype, 'scrollIntoView').mock.contexts
  onTestFinished(() => void vi.restoreAllMocks())
  const { reader } = await visit('/tokens?name=sBTC')
  const [link] = await screen.findAllByRole('link', { name: /of this name$/ })
  await reader.click(link ?? document.body)
  const section = await screen.findByRole('region', { name: /tokens use this/ })
  expect(scrolledTo).toContain(section)
})

test('filters add up, are chips, and are in the URL', async () => {
  const { client, reader, address } = await visit('/tokens')
  await reader.click(await screen.findByRole('link', { name: 'With metadata' }))
  expect(address()).toBe('/tokens?valid_metadata_only=true')
  await reader.click(screen.getByRole('button', { name: 'Filter' }))
  const form = within(screen.getByRole('group', { name: 'Show only those with' }))
  await reader.type(form.getByLabelText('Name'), 'long')
  await reader.click(form.getByRole('button', { name: 'Show' }))
  expect(address()).toBe('/tokens?valid_metadata_only=true&name=long')
  const { total } = await client.get('tokens', { name: 'long', valid_metadata_only: 'true' })
  await shows(`${total} match`)
  await screen.findByRole('link', { name: 'LONGcoin' })
  await reader.click(screen.getByRole('link', { name: 'Remove the filter Name long' }))
  expect(address()).toBe('/tokens?valid_metadata_only=true')
})

test('the head sorts by name and by symbol, from A, from Z, then as before', async () => {
  const { client, reader, address } = await visit('/tokens')
  await readTable('Tokens')
  const sort = async () => reader.click(screen.getByRole('link', { name: 'Symbol' }))
  await sort()
  expect(address()).toBe('/tokens?order_by=symbol')
  await sort()
  expect(address()).toBe('/tokens?order_by=symbol&order=desc')
  const { results } = await client.get('tokens', { order_by: 'symbol', order: 'desc', limit: 25 })
  await waitFor(() => {
    const table = screen.getByRole('table', { name: 'Tokens', busy: false })
    expect(table.querySelector('tbody a')).toHaveAttribute(
      'href',
      `/token/${results[0]?.contract_principal}`,
    )
  })
  expect(screen.getByRole('columnheader', { name: 'Symbol' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await sort()
  expect(address()).toBe('/tokens')
})

test('no token matches, and a link shows all', async () => {
  const { reader, address } = await visit('/tokens?symbol=no-such-symbol')
  await screen.findByRole('heading', { name: 'No token matches' })
  await reader.click(screen.getByRole('link', { name: 'Show all tokens' }))
  expect(address()).toBe('/tokens')
})

test('a deployer is a filter', async () => {
  const [deployer = ''] = LONGCOIN.split('.')
  const { client } = await visit(`/tokens?address=${deployer}`)
  const { results } = await client.get('tokens', { address: deployer, order_by: 'completeness' })
  const rows = await readTable('Tokens')
  expect(rows).toHaveLength(results.length)
  for (const { Deployer } of rows) expect(Deployer).toBe(deployer)
})
