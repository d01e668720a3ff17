import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { generateIndex } from '../support/generateIndex.ts'
import { indexDatabase } from '../support/indexDatabase.ts'
import { openWriter } from '../support/ledgerBlocks.ts'
import { emptyDatabase } from '../support/ownDatabase.ts'
import { renderAt, shows } from '../support/renderAt.tsx'
import { createTestService, listen, startService } from '../support/startService.ts'

const hashOf = (height: number) => String(height).padStart(64, '0')

function heightsShown(): string[] {
  const links = within(screen.getByRole('table')).getAllByRole('link', { name: /^[\d,]+$/ })
  return links.map(({ textContent }) => textContent ?? '')
}

/** A live index with blocks from 850,000 on. `requests` has the paths that were requested. */
async function startLive(count: number) {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  let [height, seconds] = [850_000, 0]
  async function addBlocks(more: number) {
    for (const end = height + more; height < end; height++) {
      await writer.add({ height, hash: hashOf(height), records: 1 })
    }
    seconds += 60
  }
  await addBlocks(count)
  const service = createTestService({ databaseUrl, monotonicMs: () => seconds * 1000 })
  const requests: string[] = []
  const origin = await listen((request, env) => {
    const { pathname, search } = new URL(request.url)
    requests.push(pathname + search)
    return service.fetch(request, env)
  })
  return { origin, addBlocks, requests }
}

const topPages = () => within(screen.getByRole('navigation', { name: 'Pages, top' }))

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

test('examples of another index than the snapshot say how many records they have', async () => {
  const { rows } = generateIndex(1)
  await renderAt('/', await startService({ databaseUrl: await indexDatabase(rows) }))
  await screen.findByRole('region', { name: 'Data in this service' })
  const examples = within(screen.getByRole('region', { name: 'Examples' }))
  const block = await examples.findByRole('link', { name: 'Block 840,006' })
  expect(block.parentElement).toHaveTextContent(/^Block 840,006\d+ records?$/)
  expect(examples.queryByText('A mix of etchings, mints and transfers.')).toBeNull()
  expect(examples.queryByRole('link', { name: /^[0-9a-f]{8}…/ })).toBeNull()
})

test('the blocks of the snapshot are listed with their records, newest first', async () => {
  await renderAt('/blocks', await startService())
  const link = await screen.findByRole('link', { name: '849,250' })
  expect(link).toHaveAttribute('href', '/block/849250')
  const row = within(link.closest('tr') ?? document.body)
  expect(row.getByText('4,756')).toBeVisible()
  await shows(
    'Incomplete. Some records and blocks are missing; the counts cover only those that this service has.',
  )
  expect(heightsShown()[0]).toBe('949,000')
  expect(screen.queryByText(/newer block/)).toBeNull()
})

test('new blocks of a live index are announced, and listed when the reader asks for them', async () => {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  await writer.add({ height: 850_000, hash: hashOf(850_000), records: 2 })
  let seconds = 0
  const origin = await startService({ databaseUrl, monotonicMs: () => seconds * 1000 })
  const { queryClient } = await renderAt('/blocks', origin)
  await shows('1–1 of 1')
  for (const height of [850_001, 850_002, 850_003]) {
    await writer.add({ height, hash: hashOf(height), records: 1 })
  }
  seconds += 60
  await queryClient.refetchQueries({ queryKey: ['about'] })
  await queryClient.refetchQueries({ queryKey: ['newest block'] })
  const link = await screen.findByRole('link', { name: 'Show 3 newer blocks' })
  expect(link.closest('[role="status"]')).not.toBeNull()
  expect(heightsShown()).toEqual(['850,000'])

  await userEvent.click(link)
  await shows('1–4 of 4')
  expect(heightsShown()).toEqual(['850,003', '850,002', '850,001', '850,000'])
  await waitFor(() => expect(screen.queryByText(/newer block/)).toBeNull())
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('new blocks are looked for every half minute, and do not move the rows', async () => {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  await writer.add({ height: 850_000, hash: hashOf(850_000), records: 2 })
  let seconds = 0
  const origin = await startService({ databaseUrl, monotonicMs: () => seconds * 1000 })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { queryClient } = await renderAt('/blocks', origin)
  await shows('1–1 of 1')
  await vi.waitUntil(() => queryClient.getQueryState(['newest block'])?.status === 'success')
  await writer.add({ height: 850_001, hash: hashOf(850_001), records: 1 })
  seconds += 60
  vi.advanceTimersByTime(30_000)
  await vi.waitFor(() => screen.getByRole('link', { name: 'Show 1 newer block' }))
  expect(heightsShown()).toEqual(['850,000'])
})

test('new blocks do not move the further pages of a list', async () => {
  const { origin, addBlocks } = await startLive(7)
  const { address } = await renderAt('/blocks?limit=2', origin)
  await shows('1–2 of 7')
  expect(heightsShown()).toEqual(['850,006', '850,005'])
  await addBlocks(3)

  await userEvent.click(topPages().getByRole('link', { name: 'Next' }))
  await shows('3–4 of 7')
  await waitFor(() => expect(heightsShown()).toEqual(['850,004', '850,003']))
  expect(address()).toBe('/blocks?before=850007&offset=2&limit=2')
  expect(topPages().getByRole('link', { name: 'Next' })).toHaveFocus()
  await shows('Bitcoin blocks with rune activity below height 850,007, newest first.')
  await shows('Blocks 3 to 4 of 7')
  await userEvent.click(topPages().getByRole('link', { name: 'Last' }))
  await shows('7–7 of 7')
  await waitFor(() => expect(heightsShown()).toEqual(['850,000']))
  await userEvent.click(topPages().getByRole('link', { name: 'First' }))
  await shows('1–2 of 7')
  await waitFor(() => expect(heightsShown()).toEqual(['850,006', '850,005']))

  await userEvent.click(screen.getByRole('link', { name: 'Show the newest blocks' }))
  await shows('1–2 of 10')
  expect(address()).toBe('/blocks?limit=2')
  expect(heightsShown()).toEqual(['850,009', '850,008'])
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('a link to a page of the list shows the same blocks later', async () => {
  const { origin, addBlocks } = await startLive(7)
  await addBlocks(30)
  await renderAt('/blocks?before=850007&offset=2&limit=2', origin)
  await shows('3–4 of 7')
  expect(heightsShown()).toEqual(['850,004', '850,003'])
  expect(await screen.findByRole('link', { name: 'Show 30 newer blocks' })).toBeVisible()
})

test('a page opened by its number does not move either', async () => {
  const { origin, addBlocks } = await startLive(7)
  const { address } = await renderAt('/blocks?limit=2', origin)
  await shows('1–2 of 7')
  await addBlocks(3)
  await userEvent.type(screen.getByRole('textbox', { name: 'Page' }), '3{Enter}')
  await shows('5–6 of 7')
  await waitFor(() => expect(heightsShown()).toEqual(['850,002', '850,001']))
  expect(address()).toBe('/blocks?offset=4&limit=2&before=850007')
})

test('an old link with only an offset still opens, and its links name a height', async () => {
  const { origin } = await startLive(7)
  await renderAt('/blocks?offset=2&limit=2', origin)
  await shows('3–4 of 7')
  const hrefOf = (name: string) => topPages().getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('First')).toBe('/blocks?limit=2')
  expect(hrefOf('Next')).toBe('/blocks?before=850007&offset=4&limit=2')
})

test('the next page is prefetched, also after new blocks are shown', async () => {
  const { origin, addBlocks, requests } = await startLive(7)
  const { queryClient } = await renderAt('/blocks?limit=2', origin)
  const next = (before: number) => `/explorer/v1/blocks?offset=2&limit=2&before=${before}`
  await waitFor(() => expect(requests).toContain(next(850_007)))
  await addBlocks(3)
  await queryClient.refetchQueries({ queryKey: ['about'] })
  await queryClient.refetchQueries({ queryKey: ['newest block'] })
  await userEvent.click(await screen.findByRole('link', { name: 'Show 3 newer blocks' }))
  await waitFor(() => expect(requests).toContain(next(850_010)))
})

test('a malformed height is reported, and the newest blocks are shown', async () => {
  await renderAt('/blocks?before=soon', await startService())
  await shows('Ignored: before=soon')
  expect(heightsShown()[0]).toBe('949,000')
})

test('a height below all blocks says that there are none', async () => {
  await renderAt('/blocks?before=840000', await startService())
  await shows('The service has no blocks with rune activity below this height.')
  expect(screen.getByRole('link', { name: 'Show the newest blocks' })).toBeVisible()
})

test('an index without blocks says so', async () => {
  await renderAt('/blocks', await startService({ databaseUrl: await emptyDatabase() }))
  await shows('This service has no blocks with rune activity.')
})
