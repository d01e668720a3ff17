import { Hono } from 'hono'
import { createTestService, listen } from './startService.ts'

/**
 * A service with other habits than ours: the real one, asked with changed parameters and its answers
 * changed.
 */
export function startWithHabit({
  ask = () => {},
  answer = (body) => body,
  isDown = () => false,
}: {
  ask?: (search: URLSearchParams) => void
  // biome-ignore lint/suspicious/noExplicitAny: the habits of other services have any shape.
  answer?: (body: any) => any
  isDown?: () => boolean
}) {
  const real = createTestService({ pages: 'made here' })
  const service = new Hono()
  service.get('*', async (c) => {
    const url = new URL(c.req.url)
    ask(url.searchParams)
    const response = await real.request(url.pathname + url.search)
    c.header('Access-Control-Allow-Origin', '*')
    if (isDown()) return c.html('<h1>Bad gateway</h1>', 502)
    return c.json(answer(await response.json()), response.status === 400 ? 400 : 200)
  })
  return listen(service.fetch)
}

/** The real service, which keeps the requests that `isHeld` names waiting until they are released. */
export async function startHolding(isHeld: (url: URL) => boolean) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const real = createTestService({ pages: 'made here' })
  const service = new Hono()
  service.get('*', async (c) => {
    if (isHeld(new URL(c.req.url))) await released
    return real.fetch(c.req.raw)
  })
  return { origin: await listen(service.fetch), release }
}
