import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { generateLedger } from '../support/generateLedger.ts'
import { renderAt, shows, showsAnalysis } from '../support/renderAt.tsx'
import { serveRecords } from '../support/serveRecords.ts'

const BLOCK = '/block/850000'
const RECORDS = generateLedger(5, 300).records.slice(0, 300)

/** A promise and the function that resolves it. */
function createDeferred() {
  let release = () => {}
  const released = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined)
  })
  return { released, release }
}

const bar = () => within(screen.getByRole('region', { name: 'Loading all records' }))

test('loaded records can be used while the rest loads, with a progress bar', async () => {
  const { released, release } = createDeferred()
  const { origin } = await serveRecords(() => RECORDS, {
    maxLimit: 100,
    override: ({ offset }) => (offset >= 99 ? released : undefined),
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await shows('100 of 300 loaded')
  await shows('1–20 of 100 records')
  expect(screen.getByRole('progressbar', { name: 'Records loaded' })).toHaveAttribute(
    'value',
    '100',
  )
  release()
  await showsAnalysis()
  await shows('1–20 of 300 records')
})

test('after a rate limit, pages are requested one at a time', async () => {
  let isLimited = true
  let [limited, running, maxRunning] = [0, 0, 0]
  const { released: fourArrived, release } = createDeferred()
  const { origin } = await serveRecords(() => RECORDS, {
    maxLimit: 30,
    override: async ({ offset, limit }) => {
      // The page itself reads fewer records.
      if (limit < 30) return
      if (offset > 0 && isLimited) {
        if (++limited === 4) release()
        // All four must arrive now, or they would be counted with the later ones.
        await fourArrived
        return { status: 429, headers: { 'Retry-After': '3000' } }
      }
      maxRunning = Math.max(maxRunning, ++running)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running--
    },
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await shows(/30 of 300 loaded · .* Retrying in 50 min\./)
  isLimited = false
  maxRunning = 0
  await userEvent.click(bar().getByRole('button', { name: 'Retry now' }))
  await showsAnalysis()
  expect(maxRunning).toBe(1)
})

test('an occasional failure is retried', async () => {
  const { origin } = await serveRecords(() => RECORDS, {
    maxLimit: 100,
    override: ({ count }) => (count === 3 ? { status: 502 } : undefined),
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await showsAnalysis()
})

test('if the service rejects large pages, smaller ones are requested', async () => {
  const { origin, requests } = await serveRecords(() => RECORDS, {
    override: ({ limit }) => (limit > 60 ? { status: 400 } : undefined),
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await showsAnalysis()
  expect(new Set(requests.map(({ limit }) => limit))).toContain(60)
})

test('a list that grows while it is loaded is loaded again, with a note', async () => {
  let records = RECORDS.slice(1)
  const { origin } = await serveRecords(() => records, {
    maxLimit: 50,
    override: ({ count }) => {
      if (count === 4) records = RECORDS
    },
  })
  await renderAt(`${BLOCK}?view=records&limit=20`, origin)
  await showsAnalysis()
  await shows('The list had 299 records and now has 300.')
})

test('responses that were pending when the list changed are not counted twice', async () => {
  const { released, release } = createDeferred()
  let records = RECORDS.slice(0, 297)
  const { origin } = await serveRecords(() => records, {
    maxLimit: 50,
    override: ({ offset, limit }) => {
      if (limit !== 50 || offset === 0) return
      if (offset === 49) records = RECORDS.slice(0, 298)
      // Returns the short last page first. Then all others return the new list.
      return offset === 294 || offset === 49 ? undefined : released
    },
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await shows('The list had 297 records and now has 298.')
  release()
  await showsAnalysis()
  await shows('1–20 of 298 records')
})

test('a Retry-After of 0 is still followed by a pause', async () => {
  const times: number[] = []
  const { origin } = await serveRecords(() => RECORDS, {
    maxLimit: 100,
    override: ({ offset, limit }) => {
      if (offset < 99 || limit !== 100) return
      times.push(performance.now())
      return { status: 429, headers: { 'Retry-After': '0' } }
    },
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  // Three concurrent pages, then one after the pause.
  await waitFor(() => expect(times.length).toBeGreaterThan(3))
  expect((times[3] ?? 0) - (times[2] ?? 0)).toBeGreaterThan(900)
})

test('no further requests are sent during a Retry-After of months', async () => {
  const { origin, requests } = await serveRecords(() => RECORDS, {
    maxLimit: 100,
    override: ({ offset }) =>
      offset >= 99 ? { status: 429, headers: { 'Retry-After': '3000000' } } : undefined,
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await shows('Retrying in 35791 min.')
  await userEvent.click(bar().getByRole('button', { name: 'Pause' }))
  await shows('100 of 300 loaded · paused')
  expect(requests.filter(({ offset }) => offset >= 99)).toHaveLength(3)
})

test.each(['records', 'net', 'charts'])(
  'until records are loaded, the view %s says so',
  async (view) => {
    const { origin } = await serveRecords(() => RECORDS, {
      override: ({ limit }) =>
        limit > 20 ? { status: 429, headers: { 'Retry-After': '3000' } } : undefined,
    })
    await renderAt(`${BLOCK}?view=${view}`, origin)
    await shows('0 of … loaded')
    await shows('No records loaded yet.')
    expect(document.body).not.toHaveTextContent('The results below')
  },
)

test('pages with more records than requested cause no duplicates', async () => {
  const { origin } = await serveRecords(() => RECORDS, {
    maxLimit: 60,
    override: ({ offset }) =>
      offset > 0
        ? {
            status: 200,
            body: { limit: 60, offset, total: 300, results: RECORDS.slice(offset, offset + 100) },
          }
        : undefined,
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await showsAnalysis()
  await shows('All 300 records loaded')
  await shows('1–20 of 300 records')
})

test('a first page with more records than the total is an error', async () => {
  const { origin } = await serveRecords(() => RECORDS, {
    override: ({ offset }) =>
      offset === 0
        ? { status: 200, body: { limit: 60, offset, total: 7, results: RECORDS.slice(0, 9) } }
        : undefined,
  })
  await renderAt(`${BLOCK}?view=check`, origin)
  await shows('stopped: The service sent 9 records at offset 0 of a list of 7.')
})

test('a list that becomes empty while it is loaded is shown as empty', async () => {
  let records = RECORDS
  const { origin } = await serveRecords(() => records, {
    maxLimit: 50,
    override: ({ offset, limit }) => {
      if (limit === 50 && offset > 0) records = []
    },
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await shows('All 0 records loaded')
  await shows('This list has no records.')
})

test('if overlapping pages differ, the list is loaded again', async () => {
  let records = RECORDS
  const changed = RECORDS.with(98, { ...RECORDS[98], operation: 'etching' } as (typeof RECORDS)[0])
  const { origin } = await serveRecords(() => records, {
    maxLimit: 50,
    override: ({ offset }) => {
      if (offset === 98) records = changed
    },
  })
  await renderAt(`${BLOCK}?view=records&op=etching&limit=20`, origin)
  await showsAnalysis()
  await shows('The list changed around record 99. Loading restarted from the beginning.')
  const etchings = changed.filter(({ operation }) => operation === 'etching').length
  await shows(`of ${etchings} records`)
})

test('a list that keeps changing is loaded again five times, then loading stops with a message', async () => {
  const { origin, requests } = await serveRecords(() => RECORDS.slice(requests.length), {
    maxLimit: 100,
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await shows(/stopped: The list keeps changing while it is read\. The list had \d+ records/)
  expect(requests.filter(({ offset, limit }) => offset === 0 && limit === 100)).toHaveLength(6)
})

test('loading can be paused, resumed and cancelled', async () => {
  const { released, release } = createDeferred()
  const { origin } = await serveRecords(() => RECORDS, {
    maxLimit: 100,
    override: ({ offset }) => (offset >= 99 ? released : undefined),
  })
  const { address } = await renderAt(`${BLOCK}?view=records`, origin)
  await shows('100 of 300 loaded')
  await userEvent.click(bar().getByRole('button', { name: 'Pause' }))
  await shows('100 of 300 loaded · paused')
  await userEvent.click(bar().getByRole('button', { name: 'Resume' }))
  await userEvent.click(await bar().findByRole('link', { name: 'Cancel' }))
  await shows('1–20 of 300')
  await expect.poll(address).toBe(BLOCK)
  release()
})

test('a permanent error stops loading and shows the message of the service', async () => {
  const { origin } = await serveRecords(() => RECORDS, {
    maxLimit: 100,
    override: ({ offset }) =>
      offset >= 99 ? { status: 403, body: { error: 'Deep pages are for members' } } : undefined,
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await shows('100 of 300 loaded · stopped: Deep pages are for members')
  expect(bar().getByRole('button', { name: 'Retry now' })).toBeVisible()
})

test('waiting for the service is announced only once', async () => {
  const refused = new Map<number, number>()
  const { origin } = await serveRecords(() => RECORDS, {
    maxLimit: 100,
    override: ({ offset }) => {
      const times = refused.get(offset) ?? 0
      if (offset < 99 || times === 2) return
      refused.set(offset, times + 1)
      return { status: 429, headers: { 'Retry-After': '1' } }
    },
  })
  const announcements: string[] = []
  const observer = new MutationObserver(() => {
    for (const region of document.querySelectorAll('[role="status"]')) {
      const text = region.textContent ?? ''
      if (text !== '' && announcements.at(-1) !== text) announcements.push(text)
    }
  })
  observer.observe(document, { childList: true, characterData: true, subtree: true })
  await renderAt(`${BLOCK}?view=records`, origin)
  await showsAnalysis()
  await waitFor(() => expect(announcements).toContain('All 300 records loaded'))
  observer.disconnect()
  expect(announcements.filter((text) => text === 'Waiting for the service')).toHaveLength(1)
})

test('after a list changed, rows of its old version are not shown again', async () => {
  const changed = RECORDS.map((record) => ({ ...record, operation: 'etching' }))
  const { released: changes, release: change } = createDeferred()
  const { released: ends, release: end } = createDeferred()
  let records: unknown[] = RECORDS
  const { origin } = await serveRecords(() => records, {
    maxLimit: 50,
    override: ({ offset, limit }) => {
      if (limit !== 50 || offset < 98) return
      return records === changed ? ends : changes
    },
  })
  await renderAt(`${BLOCK}?view=records&op=etching`, origin)
  await shows('99 of 300 loaded')
  await shows('1–1 of 1 record')
  records = changed
  change()
  await shows('Loading restarted from the beginning.')
  await shows('99 of 300 loaded')
  await shows('1–20 of 99 records')
  end()
})
