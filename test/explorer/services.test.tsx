import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { generateLedger } from '../support/generateLedger.ts'
import { renderAt, shows } from '../support/renderAt.tsx'
import { serveRecords } from '../support/serveRecords.ts'
import { createTestService, listen } from '../support/startService.ts'
import { startHolding, startWithHabit } from '../support/startWithHabit.ts'

const AIRDROP = '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'

const rows = () => screen.getAllByRole('row').slice(1)

test('a service that forgets the total past the end is asked again', async () => {
  const origin = await startWithHabit({
    answer: (body) => (body.results?.length === 0 ? { ...body, total: 0 } : body),
  })
  await renderAt('/block/849250?offset=9000', origin)
  expect(await screen.findByText('This link points past the end')).toBeVisible()
  expect(screen.getByText('4,756', { exact: false, selector: 'span' })).toBeVisible()
})

test('a service that allows less is stepped through by what it applied', async () => {
  const origin = await startWithHabit({
    ask: (search) => search.set('limit', String(Math.min(60, Number(search.get('limit'))))),
  })
  await renderAt('/block/849250?limit=250', origin)
  await shows('1–60 of 4,756')
  const pages = within(screen.getByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Next' }))
  await shows('61–120 of 4,756')
})

test('a service that refuses a page size is asked for it once', async () => {
  const { records } = generateLedger(5, 300)
  const { origin, requests } = await serveRecords(() => records, {
    instead: ({ limit }) => (limit > 60 ? { status: 400 } : undefined),
  })
  await renderAt('/block/849250?limit=100', origin)
  await shows(`1–60 of ${records.length}`)
  const pages = within(screen.getByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Next' }))
  await shows(`61–120 of ${records.length}`)
  expect(requests.filter(({ limit }) => limit === 100)).toHaveLength(1)
})

test('other habits of the wire are read: no 0x, milliseconds, nulls, numbers for texts', async () => {
  const origin = await startWithHabit({
    answer: (body) => ({
      ...body,
      total: String(body.total),
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      results: body.results?.map(({ location, ...record }: any) => ({
        ...record,
        address: null,
        amount: 5012,
        location: {
          ...location,
          tx_id: location.tx_id.slice(2).toUpperCase(),
          timestamp: location.timestamp * 1000,
          vout: null,
        },
      })),
    }),
  })
  await renderAt('/block/849250', origin)
  await shows('4,756 records')
  await shows('2024-06-24 04:28:25 UTC')
  const table = within(screen.getByRole('table'))
  expect(table.getAllByText('5,012')).toHaveLength(20)
  expect(table.getAllByRole('link', { name: /^[0-9a-f]{64}$/ })).toHaveLength(20)
})

test('a broken record costs itself, not the page', async () => {
  const origin = await startWithHabit({
    answer: (body) => {
      if (body.results !== undefined) body.results[3] = { operation: 'mint', rune: null }
      return body
    },
  })
  await renderAt('/block/849250', origin)
  expect(await screen.findByText('1 of 20 records here could not be read')).toBeVisible()
  expect(rows()).toHaveLength(20)
  expect(rows()[3]).toHaveTextContent('The service sent a record without a rune')
  await userEvent.click(screen.getByRole('button', { name: 'Details of record 4' }))
  await shows('"rune": null')
})

test('while the next page loads the old rows stay, dimmed', async () => {
  const { origin, release } = await startHolding((url) => url.searchParams.get('offset') === '40')
  await renderAt(`/tx/${AIRDROP}?offset=20`, origin)
  await shows('21–40 of 4,444')
  await userEvent.click(screen.getAllByRole('link', { name: 'Next' })[0] ?? document.body)
  const table = screen.getByRole('table')
  await waitFor(() => expect(table.closest('[aria-busy="true"]')).not.toBeNull())
  expect(rows()).toHaveLength(20)
  release()
  await shows('41–60 of 4,444')
  expect(table.closest('[aria-busy="true"]')).toBeNull()
})

test('rows of one block never stand under the heading of another', async () => {
  const { origin, release } = await startHolding((url) => url.pathname.includes('840006/activity'))
  const { navigate } = await renderAt('/block/849250', origin)
  await shows('4,756 records')
  act(() => void navigate('/block/840006'))
  expect(await screen.findByRole('heading', { level: 1, name: '840,006' })).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('Loading the activity of the block')).toBeInTheDocument()
  release()
  await shows('1,316 records')
})

test('what was read stays when it cannot be read again', async () => {
  let isDown = false
  const origin = await startWithHabit({ isDown: () => isDown })
  const { queryClient } = await renderAt('/block/849250', origin)
  await shows('4,756 records')
  isDown = true
  void queryClient.refetchQueries({ queryKey: ['block'] })
  await shows('Shown as read before: the service is not available')
  expect(rows()).toHaveLength(20)
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Read it again' }))
  await waitFor(() => expect(document.body).not.toHaveTextContent('Shown as read before'))
})

test('without a directory a block leads to its plain neighbours', async () => {
  const real = createTestService({ pages: 'made here' })
  const service = new Hono()
  service.get('/runes/*', (c) => real.fetch(c.req.raw))
  await renderAt('/block/849250', await listen(service.fetch))
  const neighbours = await screen.findByRole('navigation', { name: 'Neighbouring blocks' })
  expect(within(neighbours).getByRole('link', { name: /849,251/ })).toBeVisible()
})

test('a service without a directory is asked for it once, however many pages are turned', async () => {
  const { records } = generateLedger(5, 300)
  const { origin, notFound } = await serveRecords(() => records.slice(0, 300))
  await renderAt(`/tx/${AIRDROP}`, origin)
  const next = () =>
    within(screen.getByRole('navigation', { name: 'Pages, top' })).getByRole('link', {
      name: 'Next',
    })
  for (const rows of ['1–20 of 300', '21–40 of 300', '41–60 of 300']) {
    await shows(rows)
    await userEvent.click(next())
  }
  await shows('61–80 of 300')
  expect(notFound.filter((path) => path.endsWith('/place'))).toHaveLength(1)
})

test('while another locale loads the old text stays, dimmed', async () => {
  const principal = 'ST000000000000000000002AMW42H.cairn-sample-localized'
  const { origin, release } = await startHolding((url) => url.searchParams.get('locale') === 'de')
  await renderAt(`/token/${principal}`, origin)
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Locale' }), 'de')
  const description = screen.getByRole('region', { name: 'Description' })
  await waitFor(() => expect(description.closest('[aria-busy="true"]')).not.toBeNull())
  expect(description).toHaveTextContent('A sample made by Cairn')
  release()
  await waitFor(() => expect(description).toHaveTextContent('Ein Muster von Cairn'))
  expect(screen.getByRole('status')).toHaveTextContent('Showing the text in German')
})

test('over a service that does not describe itself, or never says so, the API page shows what it knows', async () => {
  const silent = await startHolding(({ pathname }) => pathname === '/openapi.json')
  for (const origin of [await startWithHabit({ answer: strange }), silent.origin]) {
    await renderAt('/api', origin)
    await shows('"total_supply"')
    expect(screen.getByRole('region', { name: 'Rune activity of a block' })).toBeVisible()
    expect(screen.getByText(/^curl .*\/blocks\//)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'openapi.json' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'The directory' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    cleanup()
  }
  silent.release()
})

/** A description of another make at the address where ours would be. */
// biome-ignore lint/suspicious/noExplicitAny: as `startWithHabit` gives it.
function strange(body: any) {
  return 'openapi' in body ? { swagger: '2.0', definitions: {} } : body
}
