import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { generateLedger } from '../support/generateLedger.ts'
import { renderAt, shows } from '../support/renderAt.tsx'
import { serveRecords } from '../support/serveRecords.ts'
import { startModifiedService } from '../support/startModifiedService.ts'
import { createTestService, listen } from '../support/startService.ts'
import { record, TRANSACTION } from '../support/wireRecord.ts'

test('the pager follows the limit that the service applied', async () => {
  const origin = await startModifiedService({
    changeSearch: (search) =>
      search.set('limit', String(Math.min(60, Number(search.get('limit'))))),
  })
  await renderAt('/block/849250?limit=250', origin)
  await shows('1–60 of 4,756')
  const pages = within(screen.getByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Next' }))
  await shows('61–120 of 4,756')
})

test('a rejected page size is requested only once', async () => {
  const { records } = generateLedger(5, 300)
  const { origin, requests } = await serveRecords(() => records, {
    override: ({ limit }) => (limit > 60 ? { status: 400 } : undefined),
  })
  await renderAt('/block/849250?limit=100', origin)
  await shows(`1–60 of ${records.length}`)
  const pages = within(screen.getByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Next' }))
  await shows(`61–120 of ${records.length}`)
  expect(requests.filter(({ limit }) => limit === 100)).toHaveLength(1)
})

test('if the service rejects a page size, the page requests an allowed one', async () => {
  const service = createTestService()
  const origin = await listen((request) => {
    const limit = Number(new URL(request.url).searchParams.get('limit'))
    if (limit <= 20) return service.fetch(request)
    const message = 'querystring/limit must be <= 20'
    return Response.json({ statusCode: 400, error: 'Bad Request', message }, { status: 400 })
  })
  await renderAt('/block/849250?limit=100', origin)
  await shows('1–20 of 4,756')
})

const MINT = record('mint', { amount: '5' })

/** Starts a service that rejects limits over 60 and returns `totalPastEnd` for pages past the end. */
function serveWithLimit60(count: number, totalPastEnd: number) {
  return serveRecords(() => Array(count).fill(MINT), {
    override: ({ offset, limit }) => {
      const message = 'querystring/limit must be <= 60'
      if (limit > 60) return { status: 400, body: { error: 'Bad Request', message } }
      if (offset < count) return
      return { status: 200, body: { limit, offset, total: totalPastEnd, results: [] } }
    },
  })
}

test.each([0, 150])(
  'a page past the end is explained if the service rejects the page size and returns a total of %i',
  async (total) => {
    const { origin } = await serveWithLimit60(150, total)
    const { address } = await renderAt(`${TRANSACTION}?offset=9000&limit=100`, origin)
    await shows('This page is past the end of the list')
    await userEvent.click(screen.getByRole('link', { name: 'Go to the last page' }))
    await shows('121–150 of 150')
    expect(address()).toBe(`${TRANSACTION}?offset=120&limit=60`)
  },
)

test('if the service rejects a page size and then fails, the page shows the failure', async () => {
  const { origin } = await serveRecords(() => [], {
    override: ({ limit }) => ({ status: limit > 60 ? 400 : 429 }),
  })
  await renderAt(`${TRANSACTION}?offset=9000&limit=100`, origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests')
})

test('a page size that the service rejects is requested once for all lists', async () => {
  const { origin, requests } = await serveWithLimit60(400, 400)
  const { navigate } = await renderAt(`${TRANSACTION}?limit=100`, origin)
  await shows('1–60 of 400')
  for (const offset of [60, 120, 180]) {
    await userEvent.click(screen.getAllByRole('link', { name: 'Next' })[0] ?? document.body)
    await shows(`${offset + 1}–${offset + 60} of 400`)
  }
  act(() => void navigate('/block/850000?limit=100'))
  await shows('Block')
  await shows('1–60 of 400')
  expect(requests.filter(({ limit }) => limit > 60)).toHaveLength(1)
})
