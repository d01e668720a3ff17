import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { generateIndex } from '../support/generateIndex.ts'
import { indexDatabase } from '../support/indexDatabase.ts'
import { renderAt } from '../support/renderAt.tsx'
import { startService } from '../support/startService.ts'

test('the start page describes the data in this service and links to all of it', async () => {
  await renderAt('/', await startService())
  const summary = within(await screen.findByRole('region', { name: 'Data in this service' }))
  expect(summary.getByText(/3,661/)).toBeVisible()
  expect(summary.getAllByRole('link')).toHaveLength(9)
  expect(summary.getByText(/^Some blocks are incomplete/)).toBeVisible()
})

test('the start page and the header lead to the lists of tokens, runes and blocks', async () => {
  await renderAt('/', await startService())
  for (const name of ['Lists', 'Site']) {
    const lists = within(await screen.findByRole('navigation', { name }))
    for (const list of ['Tokens', 'Runes', 'Blocks']) {
      const link = lists.getByRole('link', { name: new RegExp(`^${list}`) })
      expect(link).toHaveAttribute('href', `/${list.toLowerCase()}`)
    }
  }
})

test('the start page links to a sample in Arabic and English', async () => {
  await renderAt('/', await startService())
  const link = await screen.findByRole('link', { name: /sample in Arabic/ })
  expect(link.getAttribute('href')).toMatch(/cairn-sample-localized\?locale=ar&beside=en$/)
})

test('the start page links to a sample rune and an address that holds it', async () => {
  await renderAt('/', await startService())
  const rune = await screen.findByRole('link', { name: 'A sample rune' })
  expect(rune).toHaveAttribute('href', '/rune/999999999:10001')
  await userEvent.click(screen.getByRole('link', { name: 'A sample address' }))
  expect(await screen.findByRole('heading', { name: 'Balances' })).toBeVisible()
})

test('over other data the start page links to a rune and an address that the service has', async () => {
  const { rows, runes } = generateIndex(5)
  await renderAt('/', await startService({ databaseUrl: await indexDatabase(rows) }))
  const examples = within(await screen.findByRole('region', { name: 'Examples' }))
  const rune = await examples.findByRole('link', { name: /^Rune / })
  expect(runes.map(({ id }) => `/rune/${id}`)).toContain(rune.getAttribute('href'))
  const address = examples.getByRole('link', { name: /^bc1q/ })
  expect(address.getAttribute('href')).toBe(`/address/${address.textContent}`)
})

test('without a directory the start page shows examples and no error', async () => {
  await renderAt('/', 'http://127.0.0.1:9')
  expect(await screen.findByRole('heading', { name: 'Examples' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Data in this service' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an unknown path shows Page not found', async () => {
  await renderAt('/wallet', await startService())
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})
