import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { generateLedger } from '../support/generateLedger.ts'
import { renderAt, shows } from '../support/renderAt.tsx'
import { serveRecords } from '../support/serveRecords.ts'
import { AIRDROP } from '../support/snapshotIds.ts'
import { startDelayedService, startModifiedService } from '../support/startModifiedService.ts'
import { createTestService, listen } from '../support/startService.ts'
import { record, TRANSACTION } from '../support/wireRecord.ts'

const rows = () => screen.getAllByRole('row').slice(1)

test('if the service returns no total past the end, it is requested separately', async () => {
  const origin = await startModifiedService({
    changeBody: (body) => (body.results?.length === 0 ? { ...body, total: 0 } : body),
  })
  await renderAt('/block/849250?offset=9000', origin)
  expect(await screen.findByText('This page is past the end of the list')).toBeVisible()
  expect(screen.getByText('4,756', { exact: false, selector: 'span' })).toBeVisible()
})

test('other formats are read: no 0x, milliseconds, nulls, numbers instead of strings', async () => {
  const origin = await startModifiedService({
    changeBody: (body) => ({
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

test('a page of one unreadable record is described in the singular', async () => {
  const origin = await startModifiedService({
    changeBody: (body) =>
      body.results === undefined ? body : { ...body, total: 1, results: [{ operation: 'mint' }] },
  })
  await renderAt('/block/849250', origin)
  expect(await screen.findByText('1 of 1 record on this page could not be read')).toBeVisible()
})

test('an invalid record does not break the page', async () => {
  const origin = await startModifiedService({
    changeBody: (body) => {
      if (body.results !== undefined) body.results[3] = { operation: 'mint', rune: null }
      return body
    },
  })
  await renderAt('/block/849250', origin)
  expect(await screen.findByText('1 of 20 records on this page could not be read')).toBeVisible()
  expect(rows()).toHaveLength(20)
  expect(rows()[3]).toHaveTextContent('The service sent a record without a rune')
  await userEvent.click(screen.getByRole('button', { name: 'Details of record 4' }))
  await shows('"rune": null')
})

test('while the next page loads, the old rows stay dimmed', async () => {
  const { origin, release } = await startDelayedService(
    (url) => url.searchParams.get('offset') === '40',
  )
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

test('rows of one block are never shown under the heading of another', async () => {
  const { origin, release } = await startDelayedService((url) =>
    url.pathname.includes('840006/activity'),
  )
  const { navigate } = await renderAt('/block/849250', origin)
  await shows('4,756 records')
  act(() => void navigate('/block/840006'))
  expect(await screen.findByRole('heading', { level: 1, name: '840,006' })).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('Loading the activity of the block')).toBeInTheDocument()
  release()
  await shows('1,316 records')
})

test('loaded records stay if refreshing fails', async () => {
  let isDown = false
  const origin = await startModifiedService({ isDown: () => isDown })
  const { queryClient } = await renderAt('/block/849250', origin)
  await shows('4,756 records')
  isDown = true
  void queryClient.refetchQueries({ queryKey: ['block'] })
  await shows('Could not refresh: the service is unavailable')
  expect(rows()).toHaveLength(20)
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(document.body).not.toHaveTextContent('Could not refresh'))
})

test('without a directory a block links to the adjacent heights', async () => {
  const real = createTestService({ pages: 'client-rendered' })
  const service = new Hono()
  service.get('/runes/*', (c) => real.fetch(c.req.raw))
  await renderAt('/block/849250', await listen(service.fetch))
  const neighbours = await screen.findByRole('navigation', { name: 'Neighbouring blocks' })
  expect(within(neighbours).getByRole('link', { name: /849,251/ })).toBeVisible()
})

test('a missing directory is requested once, even after turning pages', async () => {
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

test('while another locale loads, the old text stays dimmed', async () => {
  const principal = 'ST000000000000000000002AMW42H.cairn-sample-localized'
  const { origin, release } = await startDelayedService(
    (url) => url.searchParams.get('locale') === 'de',
  )
  await renderAt(`/token/${principal}`, origin)
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Locale' }), 'de')
  const description = screen.getByRole('region', { name: 'Description' })
  await waitFor(() => expect(description.closest('[aria-busy="true"]')).not.toBeNull())
  expect(description).toHaveTextContent('A sample made by Cairn')
  release()
  await waitFor(() => expect(description).toHaveTextContent('Ein Muster von Cairn'))
  expect(screen.getByRole('status')).toHaveTextContent('Showing the text in German')
})

test('without a usable openapi.json the API page shows its built-in descriptions', async () => {
  const silent = await startDelayedService(({ pathname }) => pathname === '/openapi.json')
  for (const origin of [
    await startModifiedService({ changeBody: replaceDescription }),
    silent.origin,
  ]) {
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

/** Replaces our openapi.json with a document of another format. */
// biome-ignore lint/suspicious/noExplicitAny: as in `startModifiedService`.
function replaceDescription(body: any) {
  return 'openapi' in body ? { swagger: '2.0', definitions: {} } : body
}

const MINT = record('mint', { amount: '5' })

test.each([
  ['without a limit', {}],
  ['with a limit of 0', { limit: 0 }],
])('a response %s is shown, and the pager steps by the requested limit', async (_, limit) => {
  const { origin } = await serveRecords(() => [], {
    override: ({ offset }) => ({
      status: 200,
      body: { ...limit, offset, total: 45, results: Array(offset === 40 ? 5 : 20).fill(MINT) },
    }),
  })
  await renderAt(`${TRANSACTION}?offset=40`, origin)
  await shows('41–45 of 45')
  expect(rows()).toHaveLength(5)
  const pages = within(screen.getByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Previous' }))
  await shows('21–40 of 45')
})

test('an unreadable record shows the reason, and its details show the raw record', async () => {
  const { rune: _rune, ...withoutRune } = MINT
  const { location, ...withoutLocation } = MINT
  const { origin } = await serveRecords(() => [
    withoutRune,
    withoutLocation,
    { ...MINT, location: { ...location, tx_id: 'here' } },
    'nothing',
    MINT,
  ])
  await renderAt(TRANSACTION, origin)
  await shows('4 of 5 records on this page could not be read')
  const reasons = rows().map((row) => within(row).queryByText(/^The service sent/)?.textContent)
  expect(reasons).toEqual([
    'The service sent a record without a rune',
    'The service sent a record without a location',
    'The service sent a record whose transaction id cannot be read',
    'The service sent a record that is not an object',
    undefined,
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Details of record 1' }))
  expect(rows()[1]).toHaveTextContent('"operation": "mint"')
})

test('an unreadable response is explained without technical terms', async () => {
  const { origin } = await serveRecords(() => [], {
    override: () => ({ status: 200, body: { limit: 20, offset: 0, results: [] } }),
  })
  await renderAt(TRANSACTION, origin)
  const failure = await screen.findByRole('alert')
  expect(failure).toHaveTextContent('The service sent a response without “total”.')
  expect(failure).not.toHaveTextContent(/received|expected/i)
})

test('a service without search says so on the search page, which is not indexed', async () => {
  const origin = await listen((request) =>
    request.url.includes('/explorer/')
      ? Response.json({ error: 'Not Found' }, { status: 404 })
      : createTestService().fetch(request),
  )
  await renderAt('/search?q=dog', origin)
  await shows('This service does not support search by name.')
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
})
