import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { generateLedger } from '../support/generateLedger.ts'
import { renderAt, shows, showsAnalysis } from '../support/renderAt.tsx'
import { serveRecords } from '../support/serveRecords.ts'

const BLOCK = '/block/850000'
const RECORDS = generateLedger(5, 300).records.slice(0, 300)

/** A promise, and what resolves it. */
function hold() {
  let release = () => {}
  const released = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined)
  })
  return { released, release }
}

const bar = () => within(screen.getByRole('region', { name: 'Reading all records' }))

test('what was read can be used while the rest is read, and is labelled', async () => {
  const { released, release } = hold()
  const { origin } = await serveRecords(() => RECORDS, {
    most: 100,
    instead: ({ offset }) => (offset >= 99 ? released : undefined),
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await shows('100 of 300 read')
  await shows('1–20 of 100 records')
  expect(screen.getByRole('progressbar', { name: 'Records read' })).toHaveAttribute('value', '100')
  release()
  await showsAnalysis()
  await shows('1–20 of 300 records')
})

test('a service that limits requests is waited for, and then asked for one page at a time', async () => {
  let isLimited = true
  let [limited, running, most] = [0, 0, 0]
  const { released: fourHaveCome, release } = hold()
  const { origin } = await serveRecords(() => RECORDS, {
    most: 30,
    instead: async ({ offset, limit }) => {
      // The page itself reads fewer records.
      if (limit < 30) return
      if (offset > 0 && isLimited) {
        if (++limited === 4) release()
        // None of them may come late, when they would be counted with those that follow.
        await fourHaveCome
        return { status: 429, headers: { 'Retry-After': '3000' } }
      }
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running--
    },
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await shows(/30 of 300 read · .* Trying again in 50 min\./)
  isLimited = false
  most = 0
  await userEvent.click(bar().getByRole('button', { name: 'Try now' }))
  await showsAnalysis()
  expect(most).toBe(1)
})

test('a service that fails now and then is asked again', async () => {
  const { origin } = await serveRecords(() => RECORDS, {
    most: 100,
    instead: ({ count }) => (count === 3 ? { status: 502 } : undefined),
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await showsAnalysis()
})

test('a service that refuses large pages is read by those that it gives', async () => {
  const { origin, requests } = await serveRecords(() => RECORDS, {
    instead: ({ limit }) => (limit > 60 ? { status: 400 } : undefined),
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await showsAnalysis()
  expect(new Set(requests.map(({ limit }) => limit))).toContain(60)
})

test('a list that grows while it is read is read again, and it is said', async () => {
  let records = RECORDS.slice(1)
  const { origin } = await serveRecords(() => records, {
    most: 50,
    instead: ({ count }) => {
      if (count === 4) records = RECORDS
    },
  })
  await renderAt(`${BLOCK}?view=records&limit=20`, origin)
  await showsAnalysis()
  await shows('The list had 299 records, and now has 300.')
})

test('answers that were under way when the list changed do not count twice', async () => {
  const { released, release } = hold()
  let records = RECORDS.slice(0, 297)
  const { origin } = await serveRecords(() => records, {
    most: 50,
    instead: ({ offset, limit }) => {
      if (limit !== 50 || offset === 0) return
      if (offset === 49) records = RECORDS.slice(0, 298)
      // Shorter than the others; then all of them come, of the new list.
      return offset === 294 || offset === 49 ? undefined : released
    },
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await shows('The list had 297 records, and now has 298.')
  release()
  await showsAnalysis()
  await shows('1–20 of 298 records')
})

test('a service that asks to be asked again at once is still given a pause', async () => {
  const times: number[] = []
  const { origin } = await serveRecords(() => RECORDS, {
    most: 100,
    instead: ({ offset, limit }) => {
      if (offset < 99 || limit !== 100) return
      times.push(performance.now())
      return { status: 429, headers: { 'Retry-After': '0' } }
    },
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  // Three pages side by side, and after the pause one.
  await waitFor(() => expect(times.length).toBeGreaterThan(3))
  expect((times[3] ?? 0) - (times[2] ?? 0)).toBeGreaterThan(900)
})

test('a service that asks for a pause of months is not asked', async () => {
  const { origin, requests } = await serveRecords(() => RECORDS, {
    most: 100,
    instead: ({ offset }) =>
      offset >= 99 ? { status: 429, headers: { 'Retry-After': '3000000' } } : undefined,
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await shows('Trying again in 35791 min.')
  await userEvent.click(bar().getByRole('button', { name: 'Pause' }))
  await shows('100 of 300 read · paused')
  expect(requests.filter(({ offset }) => offset >= 99)).toHaveLength(3)
})

test('a service that gives more than it was asked for is read without a repetition', async () => {
  const { origin } = await serveRecords(() => RECORDS, {
    most: 60,
    instead: ({ offset }) =>
      offset > 0
        ? {
            status: 200,
            body: { limit: 60, offset, total: 300, results: RECORDS.slice(offset, offset + 100) },
          }
        : undefined,
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await showsAnalysis()
  await shows('All 300 records read')
  await shows('1–20 of 300 records')
})

test('a list whose first page has more records than the list is not believed', async () => {
  const { origin } = await serveRecords(() => RECORDS, {
    instead: ({ offset }) =>
      offset === 0
        ? { status: 200, body: { limit: 60, offset, total: 7, results: RECORDS.slice(0, 9) } }
        : undefined,
  })
  await renderAt(`${BLOCK}?view=check`, origin)
  await shows('stopped: The service sent 9 records at offset 0 of 7.')
})

test('a list that shrinks to nothing while it is read is an empty list', async () => {
  let records = RECORDS
  const { origin } = await serveRecords(() => records, {
    most: 50,
    instead: ({ offset, limit }) => {
      if (limit === 50 && offset > 0) records = []
    },
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await shows('All 0 records read')
  await shows('This list has no records.')
})

test('other records at a seam are noticed, and the list is read again', async () => {
  let records = RECORDS
  const changed = RECORDS.with(98, { ...RECORDS[98], operation: 'etching' } as (typeof RECORDS)[0])
  const { origin } = await serveRecords(() => records, {
    most: 50,
    instead: ({ offset }) => {
      if (offset === 98) records = changed
    },
  })
  await renderAt(`${BLOCK}?view=records&op=etching&limit=20`, origin)
  await showsAnalysis()
  await shows('The list changed around record 99. It was read again from the start.')
  const etchings = changed.filter(({ operation }) => operation === 'etching').length
  await shows(`of ${etchings} records`)
})

test('a list that changes all the time is read again five times, and then it is said', async () => {
  const { origin, requests } = await serveRecords(() => RECORDS.slice(requests.length), {
    most: 100,
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await shows(/stopped: The list keeps changing while it is read\. The list had \d+ records/)
  expect(requests.filter(({ offset, limit }) => offset === 0 && limit === 100)).toHaveLength(6)
})

test('reading can be paused, resumed and cancelled', async () => {
  const { released, release } = hold()
  const { origin } = await serveRecords(() => RECORDS, {
    most: 100,
    instead: ({ offset }) => (offset >= 99 ? released : undefined),
  })
  const { address } = await renderAt(`${BLOCK}?view=records`, origin)
  await shows('100 of 300 read')
  await userEvent.click(bar().getByRole('button', { name: 'Pause' }))
  await shows('100 of 300 read · paused')
  await userEvent.click(bar().getByRole('button', { name: 'Resume' }))
  await userEvent.click(await bar().findByRole('link', { name: 'Cancel' }))
  await shows('1–20 of 300')
  await expect.poll(address).toBe(BLOCK)
  release()
})

test('what the service refuses for good stops the reading, in its words', async () => {
  const { origin } = await serveRecords(() => RECORDS, {
    most: 100,
    instead: ({ offset }) =>
      offset >= 99 ? { status: 403, body: { error: 'Deep pages are for members' } } : undefined,
  })
  await renderAt(`${BLOCK}?view=records`, origin)
  await shows('100 of 300 read · stopped: Deep pages are for members')
  expect(bar().getByRole('button', { name: 'Try now' })).toBeVisible()
})

test('that reading waits is said once, however often it does', async () => {
  const refused = new Map<number, number>()
  const { origin } = await serveRecords(() => RECORDS, {
    most: 100,
    instead: ({ offset }) => {
      const times = refused.get(offset) ?? 0
      if (offset < 99 || times === 2) return
      refused.set(offset, times + 1)
      return { status: 429, headers: { 'Retry-After': '1' } }
    },
  })
  const said: string[] = []
  const listen = new MutationObserver(() => {
    for (const region of document.querySelectorAll('[role="status"]')) {
      const text = region.textContent ?? ''
      if (text !== '' && said.at(-1) !== text) said.push(text)
    }
  })
  listen.observe(document, { childList: true, characterData: true, subtree: true })
  await renderAt(`${BLOCK}?view=records`, origin)
  await showsAnalysis()
  await waitFor(() => expect(said).toContain('All 300 records read'))
  listen.disconnect()
  expect(said.filter((text) => text === 'Reading waits for the service')).toHaveLength(1)
})

test('rows of a list that changed never show after it is read again to the same point', async () => {
  const changed = RECORDS.map((record) => ({ ...record, operation: 'etching' }))
  const { released: changes, release: change } = hold()
  const { released: ends, release: end } = hold()
  let records: unknown[] = RECORDS
  const { origin } = await serveRecords(() => records, {
    most: 50,
    instead: ({ offset, limit }) => {
      if (limit !== 50 || offset < 98) return
      return records === changed ? ends : changes
    },
  })
  await renderAt(`${BLOCK}?view=records&op=etching`, origin)
  await shows('99 of 300 read')
  await shows('1–1 of 1 record')
  records = changed
  change()
  await shows('It was read again from the start.')
  await shows('99 of 300 read')
  await shows('1–20 of 99 records')
  end()
})
