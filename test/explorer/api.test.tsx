import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/contract/client.ts'
import { BLOCK } from '../support/bundledIds.ts'
import { findHeading, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'

test('the rail has every endpoint, and each has a page', async () => {
  const { reader, address } = await visit('/api')
  const rail = within(await screen.findByRole('navigation', { name: 'Endpoints' }))
  for (const [name, { title }] of Object.entries(ENDPOINTS)) {
    const links = rail.getAllByRole('link', { name: title })
    expect(links.map((link) => link.getAttribute('href'))).toContain(`/api?endpoint=${name}`)
  }
  await reader.click(rail.getByRole('link', { name: 'Movements of a block' }))
  await findHeading('Movements of a block')
  expect(address()).toBe('/api?endpoint=blockMovements')
  await shows(ENDPOINTS.blockMovements.description)
})

test('the panel has the live response, with its status', async () => {
  const { client } = await visit(`/api?endpoint=blockDetails&block=${BLOCK}`)
  const { movements } = await client.get('blockDetails', { block: String(BLOCK) })
  const panel = within(await screen.findByRole('region', { name: 'Example' }))
  await panel.findByText('200')
  expect(screen.getByRole('region', { name: 'Example' })).toHaveTextContent(
    `"movements": ${movements}`,
  )
  expect(panel.getByRole('link', { name: `/explorer/v1/blocks/${BLOCK}` })).toBeVisible()
})

test('the request is changed in a form, in the URL, and its code follows', async () => {
  const { reader, address, origin } = await visit('/api?endpoint=tokens&panel=curl')
  const field = await screen.findByRole('textbox', { name: /^symbol/ })
  await reader.clear(field)
  await reader.type(field, 'LONG{Enter}')
  expect(address()).toContain('symbol=LONG')
  expect(await screen.findByText(/^curl /)).toHaveTextContent(
    new RegExp(`curl '${origin}/metadata/v1/ft\\?.*symbol=LONG`),
  )
  await reader.click(screen.getByRole('link', { name: 'TypeScript' }))
  await screen.findByText(/client\.get\('tokens', \{.*symbol: 'LONG'/)
})

test('a value that the service refuses is not sent', async () => {
  await visit('/api?endpoint=blockDetails&block=high')
  await shows('Not sent: block must be')
})
