import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { createTestService, listen } from '../support/startService.ts'

const TOKEN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'

type Failing = { status: number; body?: string; headers?: Record<string, string> }

/** The real service, which fails as `failing` says as long as it says anything; and what it was asked. */
async function startFailing(failing: (asked: string, times: number) => Failing | undefined) {
  const real = createTestService({ pages: 'made here' })
  const asked: string[] = []
  const service = new Hono()
  service.get('*', (c) => {
    asked.push(c.req.path)
    const times = asked.filter((path) => path === c.req.path).length
    const failure = failing(c.req.path, times)
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
  return { origin, timesAsked: (part: string) => asked.filter((it) => it.includes(part)).length }
}

const said = () => screen.getByRole('status')

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Lets only the clock of countdowns run by hand: answers still come over the network. */
function holdTheClock() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  return (seconds: number) => act(async () => void vi.advanceTimersByTime(seconds * 1000))
}

test('a service that fails is named as such, and trying again recovers', async () => {
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

test('a service that does not answer is named as such', async () => {
  await renderAt('/block/849250', 'http://127.0.0.1:9')
  expect(await screen.findByRole('alert')).toHaveTextContent('The service cannot be reached')
})

test('an answer that is not understood is shown as it came', async () => {
  const { origin } = await startFailing(() => ({ status: 200, body: '<p>welcome</p>' }))
  await renderAt('/block/849250', origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('The answer was not understood')
  expect(screen.getByText('<p>welcome</p>')).toBeInTheDocument()
})

test('a failing service is asked three times, a refusal once', async () => {
  const { origin, timesAsked } = await startFailing((path) =>
    path.includes('849250') ? { status: 502 } : { status: 400, body: '{"message":"no"}' },
  )
  await renderAt('/block/849250', origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is not available')
  expect(timesAsked('849250/activity')).toBe(3)
  cleanup()
  await renderAt('/block/840000', origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('The service refused this request')
  expect(timesAsked('840000/activity')).toBe(1)
})

test('metadata that is being fetched are asked for again by themselves, with longer pauses', async () => {
  const pass = holdTheClock()
  const body = JSON.stringify({ error: 'Token metadata fetch in progress' })
  const { origin, timesAsked } = await startFailing((path, times) =>
    path.includes('/ft/') && times <= 2 ? { status: 422, body } : undefined,
  )
  await renderAt(`/token/${TOKEN}`, origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('Metadata is still being fetched')
  await shows('Trying again in 5 seconds.')
  expect(said()).toHaveTextContent('Trying again in 5 seconds')
  await pass(2)
  await shows('Trying again in 3 seconds.')
  expect(said()).toHaveTextContent('Trying again in 5 seconds')
  await pass(3)
  await shows('Trying again in 10 seconds.')
  expect(timesAsked('/ft/')).toBe(2)
  await pass(10)
  await shows('888,888,888,888.888888')
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['seconds', () => ({ 'Retry-After': '30' })],
  ['a date', () => ({ 'Retry-After': new Date(Date.now() + 30_000).toUTCString() })],
  ['a rate limit', () => ({ RateLimit: '"default";r=0;t=30' })],
  ['an older rate limit', () => ({ RateLimit: 'limit=10, remaining=0, reset=30' })],
  ['a reset', () => ({ 'RateLimit-Reset': '30' })],
  ['a moment', () => ({ 'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 30) })],
])('a pause named as %s is kept', async (_, headers) => {
  const pass = holdTheClock()
  const { origin, timesAsked } = await startFailing((path, times) =>
    path.includes('activity') && times === 1
      ? { status: 429, headers: headers(), body: '<h1>Slow down</h1>' }
      : undefined,
  )
  await renderAt('/block/849250', origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests')
  await shows(/Trying again in (29|30|31) seconds/)
  await shows('The answer was 429 (too many requests) and a page in place of data.')
  await pass(28)
  expect(timesAsked('activity')).toBe(1)
  await pass(3)
  await shows('4,756 records')
})

test('a service that names a pause with its 503 is not asked before', async () => {
  const pass = holdTheClock()
  const { origin, timesAsked } = await startFailing((_, times) =>
    times === 1 ? { status: 503, headers: { 'Retry-After': '20' } } : undefined,
  )
  await renderAt('/block/849250', origin)
  await shows('Trying again in 20 seconds.')
  await pass(19)
  expect(timesAsked('849250/activity')).toBe(1)
  await pass(1)
  await shows('4,756 records')
  // What failed silently beside it, the neighbours and what the instance holds, follows.
  expect(await screen.findByRole('link', { name: /Next block held here/ })).toBeVisible()
  await shows('3,666 tokens')
})

test('each failure of a page waits its own time', async () => {
  const pass = holdTheClock()
  const { origin } = await startFailing((path, times) => {
    if (times > 1 || path.includes('explorer')) return
    return { status: 429, headers: { 'Retry-After': path.includes('/ft/') ? '10' : '40' } }
  })
  await renderAt('/api', origin)
  const token = await screen.findByRole('region', { name: 'Token metadata' })
  const block = screen.getByRole('region', { name: 'Rune activity of a block' })
  await waitFor(() => expect(token).toHaveTextContent('Trying again in 10 seconds.'))
  await waitFor(() => expect(block).toHaveTextContent('Trying again in 40 seconds.'))
  await pass(10)
  await waitFor(() => expect(token).toHaveTextContent('"total_supply"'))
  expect(block).toHaveTextContent('Trying again in 30 seconds.')
  await pass(30)
  await waitFor(() => expect(block).toHaveTextContent('"total"'))
})

test('the reader stops the waiting, tries at once, and the focus stays', async () => {
  const pass = holdTheClock()
  let isDown = true
  const { origin, timesAsked } = await startFailing((path) =>
    isDown && path.includes('activity')
      ? { status: 429, headers: { 'Retry-After': '30' } }
      : undefined,
  )
  await renderAt('/block/849250', origin)
  await shows('Trying again in 30 seconds.')
  const stop = screen.getByRole('button', { name: 'Stop waiting' })
  await userEvent.click(stop)
  expect(document.body).not.toHaveTextContent('Trying again in 30 seconds.')
  expect(stop).toHaveFocus()
  expect(stop).toHaveTextContent('Wait again')
  await pass(120)
  expect(timesAsked('activity')).toBe(1)
  const button = screen.getByRole('button', { name: 'Try again' })
  await userEvent.click(button)
  await shows('Tried again: still no answer.')
  expect(timesAsked('activity')).toBe(2)
  expect(button).toHaveFocus()
  isDown = false
  await userEvent.click(button)
  await shows('4,756 records')
})

test('nothing is asked while nobody looks, and at once when somebody does', async () => {
  const pass = holdTheClock()
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  const { origin, timesAsked } = await startFailing((path, times) =>
    path.includes('activity') && times === 1
      ? { status: 429, headers: { 'Retry-After': '10' } }
      : undefined,
  )
  await renderAt('/block/849250', origin)
  await shows('Trying again in 10 seconds.')
  visibility.mockReturnValue('hidden')
  await pass(60)
  expect(timesAsked('activity')).toBe(1)
  visibility.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await shows('4,756 records')
})

test('what cannot be read again keeps its rows, with their age, and is read again by itself', async () => {
  const pass = holdTheClock()
  let isDown = false
  const { origin } = await startFailing(() =>
    isDown ? { status: 429, headers: { 'Retry-After': '30' } } : undefined,
  )
  const { queryClient } = await renderAt('/block/849250', origin)
  await shows('4,756 records')
  isDown = true
  await pass(180)
  void queryClient.refetchQueries({ queryKey: ['block'] })
  const notice = await screen.findByRole('region', { name: /^Shown as read before: too many/ })
  await waitFor(() => expect(notice).toHaveTextContent(/Read at .* UTC \([23] minutes ago\)/))
  expect(screen.getAllByRole('row')).toHaveLength(21)
  isDown = false
  await pass(30)
  await waitFor(() => expect(notice).not.toBeInTheDocument())
})

test.each([
  [502, '', 'The answer was 502 (bad gateway) and nothing more'],
  [504, '<html>nginx</html>', 'The answer was 504 (gateway timeout) and a page in place of data'],
])('a gateway that answers %i is put into words', async (status, body, words) => {
  const { origin } = await startFailing((path) =>
    path.includes('activity') ? { status, body, headers: { 'Retry-After': '9' } } : undefined,
  )
  await renderAt('/block/849250', origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is not available')
  await shows(words)
})

test('a lost connection is noticed at once, and its return, too', async () => {
  const { origin } = await startFailing(() => undefined)
  await renderAt('/block/849250', origin)
  await shows('4,756 records')
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  await shows('Offline: what you read before opens')
  expect(said()).toHaveTextContent('You are offline')
  expect(screen.getAllByRole('row')).toHaveLength(21)
  connection.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(said()).toHaveTextContent('You are online again')
  expect(document.body).not.toHaveTextContent('Offline:')
})

test('a failure says what was asked, as cURL', async () => {
  const { origin } = await startFailing(() => ({ status: 400, body: '{"message":"no"}' }))
  await renderAt('/block/849250', origin)
  const failure = await screen.findByRole('region', { name: 'The service refused this request' })
  expect(failure).toHaveTextContent('The service said: no')
  expect(within(failure).getByRole('button', { name: /cURL/ })).toBeVisible()
  expect(within(failure).queryByRole('button', { name: 'Try again' })).toBeNull()
})
