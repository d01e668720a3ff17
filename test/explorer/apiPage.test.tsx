import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openWriter } from '../support/ledgerBlocks.ts'
import { emptySqlite } from '../support/ownDatabase.ts'
import { renderAt } from '../support/renderAt.tsx'
import { startService } from '../support/startService.ts'

test('the API page shows each endpoint with a current response', async () => {
  await renderAt('/api', await startService())
  for (const name of [
    'Token metadata',
    'Rune activity of a transaction',
    'Rune activity of a block',
  ]) {
    expect(await screen.findByRole('region', { name })).toBeVisible()
  }
  const token = within(screen.getByRole('region', { name: 'Token metadata' }))
  expect(await token.findByText(/"symbol": "LONG"/)).toBeInTheDocument()
  const activity = within(screen.getByRole('region', { name: 'Rune activity of a transaction' }))
  expect(await activity.findByText(/"total": 3/)).toBeInTheDocument()
})

test('over other data than the snapshot, the API page shows examples that the service has', async () => {
  const databaseUrl = await emptySqlite()
  const writer = await openWriter(databaseUrl)
  await writer.add({ height: 900_001, hash: '9'.padStart(64, '0'), records: 30 })
  await renderAt('/api', await startService({ databaseUrl }))
  const block = within(await screen.findByRole('region', { name: 'Rune activity of a block' }))
  expect(await block.findByText(/"total": 30/)).toBeInTheDocument()
  expect(block.getByText(/createClient/)).toHaveTextContent('client.allBlockActivity(900001)')
  const directory = within(await screen.findByRole('region', { name: 'The directory' }))
  expect(directory.getByRole('link', { name: /900001\/transactions$/ })).toBeVisible()
})

test('the code examples of the API page contain the service’s URL', async () => {
  const origin = await startService()
  await renderAt('/api', origin)
  const token = within(await screen.findByRole('region', { name: 'Token metadata' }))
  const path = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
  expect(token.getByText(/^curl/).textContent).toMatch(
    new RegExp(`^curl -H 'Accept: application/json' 'https?://[^/]+${path}'$`),
  )
  const typescript = token.getByText(/createClient/).textContent
  expect(typescript).toMatch(/createClient\(\{ baseUrl: 'https?:\/\/[^/]+' \}\)/)
  const user = userEvent.setup()
  await user.click(token.getByRole('button', { name: 'Copy the TypeScript for Token metadata' }))
  expect(await navigator.clipboard.readText()).toBe(typescript)
})

test('the API page lists errors, the directory and every field from openapi.json', async () => {
  const origin = await startService()
  await renderAt('/api', origin)
  const link = await screen.findByRole('link', { name: 'openapi.json' })
  expect(link.getAttribute('href')).toMatch(/\/openapi\.json$/)
  const problems = within(screen.getByRole('region', { name: 'Token metadata: errors' }))
  expect(problems.getByText('422 Locale not found')).toBeVisible()
  const example = problems.getByRole('link', { name: 'See an example of Locale not found' })
  const { pathname, search } = new URL(example.getAttribute('href') ?? '', origin)
  expect((await fetch(origin + pathname + search)).status).toBe(422)
  const directory = within(await screen.findByRole('region', { name: 'The directory' }))
  expect(directory.getAllByRole('link')).toHaveLength(9)
  const operations = within(screen.getByRole('region', { name: 'Operations' }))
  expect(operations.getByRole('link', { name: '/health/ready' })).toBeVisible()
  const record = within(screen.getByRole('region', { name: 'RuneActivity' }))
  expect(record.getByText('operation')).toBeVisible()
  expect(record.getByRole('link', { name: 'RuneLocation' })).toHaveAttribute(
    'href',
    '#fields-RuneLocation',
  )
})
