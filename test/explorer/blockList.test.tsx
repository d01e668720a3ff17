import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { generateIndex } from '../support/generateIndex.ts'
import { indexDatabase } from '../support/indexDatabase.ts'
import { openWriter } from '../support/ledgerBlocks.ts'
import { emptyDatabase } from '../support/ownDatabase.ts'
import { renderAt, shows } from '../support/renderAt.tsx'
import { startService } from '../support/startService.ts'

const hashOf = (height: number) => String(height).padStart(64, '0')

function heightsShown(): string[] {
  const links = within(screen.getByRole('table')).getAllByRole('link', { name: /^[\d,]+$/ })
  return links.map(({ textContent }) => textContent ?? '')
}

test('the home page shows the eight newest blocks, and the sample block among the examples', async () => {
  await renderAt('/', await startService())
  const held = within(await screen.findByRole('region', { name: 'Data in this service' }))
  expect(held.getAllByRole('link', { name: /^Block / })).toHaveLength(8)
  expect(held.queryByRole('link', { name: 'Block 999,999,999' })).toBeNull()
  expect(held.getByRole('link', { name: 'All blocks' })).toHaveAttribute('href', '/blocks')
  const examples = within(screen.getByRole('region', { name: 'Examples' }))
  expect(examples.getByText('A mix of etchings, mints and transfers.')).toBeVisible()
  expect(examples.getByRole('link', { name: 'A sample block' })).toBeVisible()
})

test('examples of another index than the snapshot have no captions', async () => {
  const { rows } = generateIndex(1)
  await renderAt('/', await startService({ databaseUrl: await indexDatabase(rows) }))
  await screen.findByRole('region', { name: 'Data in this service' })
  const examples = within(screen.getByRole('region', { name: 'Examples' }))
  expect(await examples.findByRole('link', { name: 'Block 840,006' })).toBeVisible()
  expect(examples.queryByText('A mix of etchings, mints and transfers.')).toBeNull()
})

test('the blocks of the snapshot are listed with their records, newest first', async () => {
  await renderAt('/blocks', await startService())
  const link = await screen.findByRole('link', { name: '849,250' })
  expect(link).toHaveAttribute('href', '/block/849250')
  const row = within(link.closest('tr') ?? document.body)
  expect(row.getByText('4,756')).toBeVisible()
  await shows('Incomplete. The service lacks some records and some blocks.')
  expect(heightsShown()[0]).toBe('949,000')
  expect(screen.queryByText(/new block/)).toBeNull()
})

test('new blocks of a live index are announced, and listed when the reader asks for them', async () => {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  await writer.add({ height: 850_000, hash: hashOf(850_000), records: 2 })
  let seconds = 0
  const origin = await startService({ databaseUrl, clock: () => seconds * 1000 })
  const { queryClient } = await renderAt('/blocks', origin)
  await shows('1–1 of 1')
  for (const height of [850_001, 850_002, 850_003]) {
    await writer.add({ height, hash: hashOf(height), records: 1 })
  }
  seconds += 60
  await queryClient.refetchQueries({ queryKey: ['about'] })
  await queryClient.refetchQueries({ queryKey: ['newest block'] })
  const link = await screen.findByRole('link', { name: 'Show 3 new blocks' })
  expect(link.closest('[role="status"]')).not.toBeNull()
  expect(heightsShown()).toEqual(['850,000'])

  await userEvent.click(link)
  await shows('1–4 of 4')
  expect(heightsShown()).toEqual(['850,003', '850,002', '850,001', '850,000'])
  await waitFor(() => expect(screen.queryByText(/new block/)).toBeNull())
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('new blocks are looked for every half minute, and do not move the rows', async () => {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  await writer.add({ height: 850_000, hash: hashOf(850_000), records: 2 })
  let seconds = 0
  const origin = await startService({ databaseUrl, clock: () => seconds * 1000 })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { queryClient } = await renderAt('/blocks', origin)
  await shows('1–1 of 1')
  await vi.waitUntil(() => queryClient.getQueryState(['newest block'])?.status === 'success')
  await writer.add({ height: 850_001, hash: hashOf(850_001), records: 1 })
  seconds += 60
  vi.advanceTimersByTime(30_000)
  await vi.waitFor(() => screen.getByRole('link', { name: 'Show 1 new block' }))
  expect(heightsShown()).toEqual(['850,000'])
})

test('an index without blocks says so', async () => {
  await renderAt('/blocks', await startService({ databaseUrl: await emptyDatabase() }))
  await shows('The service has not indexed any blocks with rune activity yet.')
})
