import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { LONGCOIN } from '../support/snapshotIds.ts'
import { createTestService, listen } from '../support/startService.ts'

type Failing = { status: number; body?: string; headers?: Record<string, string> }

/** Starts a service that returns the failure of `failing`, unless that returns undefined. */
async function startFailing(failing: (path: string, attempt: number) => Failing | undefined) {
  const real = createTestService({ pages: 'client-rendered' })
  const requests: string[] = []
  const service = new Hono()
  service.get('*', (c) => {
    requests.push(c.req.path)
    const attempt = requests.filter((path) => path === c.req.path).length
    const failure = failing(c.req.path, attempt)
    if (failure === undefined) return real.fetch(c.req.raw)
    return new Response(failure.body ?? '', {
      status: failure.status,
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': '*',
        ...failure.headers,
      },
    })
  })
  const origin = await listen(service.fetch)
  return {
    origin,
    countRequests: (part: string) => requests.filter((path) => path.includes(part)).length,
  }
}

const announcement = () => screen.getByRole('status')

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Fakes only the timers of countdowns. Responses still arrive over the network. */
function fakeCountdowns() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  return (seconds: number) => act(async () => void vi.advanceTimersByTime(seconds * 1000))
}

test('a failure of the service is explained, and retrying recovers', async () => {
  let isLimited = true
  const { origin } = await startFailing(() =>
    isLimited ? { status: 429, headers: { 'Retry-After': '7' } } : undefined,
  )
  await renderAt('/block/849250', origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests')
  isLimited = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await shows('4,756 records')
})

test('an unreachable service is reported', async () => {
  await renderAt('/block/849250', 'http://127.0.0.1:9')
  expect(await screen.findByRole('alert')).toHaveTextContent('The service cannot be reached')
})

test('a response that cannot be read is shown unchanged', async () => {
  const { origin } = await startFailing(() => ({ status: 200, body: '<p>welcome</p>' }))
  await renderAt('/block/849250', origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('The response could not be read')
  expect(screen.getByText('<p>welcome</p>')).toBeInTheDocument()
})

test('server errors are retried twice, client errors are not retried', async () => {
  const { origin, countRequests } = await startFailing((path) =>
    path.includes('849250') ? { status: 502 } : { status: 400, body: '{"message":"no"}' },
  )
  await renderAt('/block/849250', origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is unavailable')
  expect(countRequests('849250/activity')).toBe(3)
  cleanup()
  await renderAt('/block/840000', origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('The service refused this request')
  expect(countRequests('840000/activity')).toBe(1)
})

test('metadata in progress is requested again automatically, with increasing delays', async () => {
  const advance = fakeCountdowns()
  const body = JSON.stringify({ error: 'Token metadata fetch in progress' })
  const { origin, countRequests } = await startFailing((path, attempt) =>
    path.includes('/ft/') && attempt <= 2 ? { status: 422, body } : undefined,
  )
  await renderAt(`/token/${LONGCOIN}`, origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('Metadata is still being fetched')
  await shows('Trying again in 5 seconds.')
  expect(announcement()).toHaveTextContent('Trying again in 5 seconds')
  await advance(2)
  await shows('Trying again in 3 seconds.')
  expect(announcement()).toHaveTextContent('Trying again in 5 seconds')
  await advance(3)
  await shows('Trying again in 10 seconds.')
  expect(countRequests('/ft/')).toBe(2)
  await advance(10)
  await shows('888,888,888,888.888888')
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['a Retry-After in seconds', () => ({ 'Retry-After': '30' })],
  ['a Retry-After date', () => ({ 'Retry-After': new Date(Date.now() + 30_000).toUTCString() })],
  ['a RateLimit header', () => ({ RateLimit: '"default";r=0;t=30' })],
  ['an older RateLimit header', () => ({ RateLimit: 'limit=10, remaining=0, reset=30' })],
  ['a RateLimit-Reset header', () => ({ 'RateLimit-Reset': '30' })],
  [
    'an X-RateLimit-Reset header',
    () => ({ 'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 30) }),
  ],
])('a pause given as %s is honoured', async (_, headers) => {
  const advance = fakeCountdowns()
  const { origin, countRequests } = await startFailing((path, attempt) =>
    path.includes('activity') && attempt === 1
      ? { status: 429, headers: headers(), body: '<h1>Slow down</h1>' }
      : undefined,
  )
  await renderAt('/block/849250', origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests')
  await shows(/Trying again in (29|30|31) seconds/)
  await shows('The response was 429 (too many requests) with a web page instead of data.')
  await advance(28)
  expect(countRequests('activity')).toBe(1)
  await advance(3)
  await shows('4,756 records')
})

test('the Retry-After of a 503 is honoured', async () => {
  const advance = fakeCountdowns()
  const { origin, countRequests } = await startFailing((_, attempt) =>
    attempt === 1 ? { status: 503, headers: { 'Retry-After': '20' } } : undefined,
  )
  await renderAt('/block/849250', origin)
  await shows('Trying again in 20 seconds.')
  await advance(19)
  expect(countRequests('849250/activity')).toBe(1)
  await advance(1)
  await shows('4,756 records')
  // The neighbours and the footer also failed, without a message, and are retried too.
  expect(await screen.findByRole('link', { name: /Next block with activity/ })).toBeVisible()
  await shows('3,661 tokens')
})

test('each failed request of a page is retried after its own delay', async () => {
  const advance = fakeCountdowns()
  const { origin } = await startFailing((path, attempt) => {
    if (attempt > 1 || path.includes('explorer')) return
    return { status: 429, headers: { 'Retry-After': path.includes('/ft/') ? '10' : '40' } }
  })
  await renderAt('/api', origin)
  const token = await screen.findByRole('region', { name: 'Token metadata' })
  const block = screen.getByRole('region', { name: 'Rune activity of a block' })
  await waitFor(() => expect(token).toHaveTextContent('Trying again in 10 seconds.'))
  await waitFor(() => expect(block).toHaveTextContent('Trying again in 40 seconds.'))
  await advance(10)
  await waitFor(() => expect(token).toHaveTextContent('"total_supply"'))
  expect(block).toHaveTextContent('Trying again in 30 seconds.')
  await advance(30)
  await waitFor(() => expect(block).toHaveTextContent('"total"'))
})

test('users can stop retrying and retry at once, without losing the focus', async () => {
  const advance = fakeCountdowns()
  let isDown = true
  const { origin, countRequests } = await startFailing((path) =>
    isDown && path.includes('activity')
      ? { status: 429, headers: { 'Retry-After': '30' } }
      : undefined,
  )
  await renderAt('/block/849250', origin)
  await shows('Trying again in 30 seconds.')
  const stop = screen.getByRole('button', { name: 'Stop retrying' })
  await userEvent.click(stop)
  expect(document.body).not.toHaveTextContent('Trying again in 30 seconds.')
  expect(stop).toHaveFocus()
  expect(stop).toHaveTextContent('Resume retrying')
  await advance(120)
  expect(countRequests('activity')).toBe(1)
  const button = screen.getByRole('button', { name: 'Try again' })
  await userEvent.click(button)
  await shows('Tried again without success.')
  expect(countRequests('activity')).toBe(2)
  expect(button).toHaveFocus()
  isDown = false
  await userEvent.click(button)
  await shows('4,756 records')
})

test('a hidden page is not retried until it is visible again', async () => {
  const advance = fakeCountdowns()
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  const { origin, countRequests } = await startFailing((path, attempt) =>
    path.includes('activity') && attempt === 1
      ? { status: 429, headers: { 'Retry-After': '10' } }
      : undefined,
  )
  await renderAt('/block/849250', origin)
  await shows('Trying again in 10 seconds.')
  visibility.mockReturnValue('hidden')
  await advance(60)
  expect(countRequests('activity')).toBe(1)
  visibility.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await shows('4,756 records')
})

test('if a refresh fails, the rows stay with their age, and the refresh is retried', async () => {
  const advance = fakeCountdowns()
  let isDown = false
  const { origin } = await startFailing(() =>
    isDown ? { status: 429, headers: { 'Retry-After': '30' } } : undefined,
  )
  const { queryClient } = await renderAt('/block/849250', origin)
  await shows('4,756 records')
  isDown = true
  await advance(180)
  void queryClient.refetchQueries({ queryKey: ['block'] })
  const notice = await screen.findByRole('region', { name: /^Could not refresh: too many/ })
  await waitFor(() => expect(notice).toHaveTextContent(/Retrieved .* UTC \([23] minutes ago\)/))
  expect(screen.getAllByRole('row')).toHaveLength(21)
  isDown = false
  await advance(30)
  await waitFor(() => expect(notice).not.toBeInTheDocument())
})

test.each([
  [502, '', 'The response was 502 (bad gateway) with no message'],
  [
    504,
    '<html>nginx</html>',
    'The response was 504 (gateway timeout) with a web page instead of data',
  ],
])('a %i of a gateway is described in words', async (status, body, words) => {
  const { origin } = await startFailing((path) =>
    path.includes('activity') ? { status, body, headers: { 'Retry-After': '9' } } : undefined,
  )
  await renderAt('/block/849250', origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is unavailable')
  await shows(words)
})

test('going offline and coming back online are announced at once', async () => {
  const { origin } = await startFailing(() => undefined)
  await renderAt('/block/849250', origin)
  await shows('4,756 records')
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  await shows('You are offline. Pages that you have viewed before still open')
  expect(announcement()).toHaveTextContent('You are offline')
  expect(screen.getAllByRole('row')).toHaveLength(21)
  connection.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(announcement()).toHaveTextContent('You are back online')
  expect(document.body).not.toHaveTextContent('Offline:')
})

test('a failure offers its request as a cURL command', async () => {
  const { origin } = await startFailing(() => ({ status: 400, body: '{"message":"no"}' }))
  await renderAt('/block/849250', origin)
  const failure = await screen.findByRole('region', { name: 'The service refused this request' })
  expect(failure).toHaveTextContent('The service reported: no')
  expect(within(failure).getByRole('button', { name: /cURL/ })).toBeVisible()
  expect(within(failure).queryByRole('button', { name: 'Try again' })).toBeNull()
})
