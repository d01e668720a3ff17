import { Hono } from 'hono'
import { listen, startService } from './startService.ts'

/**
 * Starts a service that behaves differently from ours: `changeSearch` changes the parameters of requests
 * and `changeBody` the JSON of responses.
 */
export async function startModifiedService({
  changeSearch = () => {},
  changeBody = (body) => body,
  isDown = () => false,
}: {
  changeSearch?: (search: URLSearchParams) => void
  // biome-ignore lint/suspicious/noExplicitAny: other services return any shape.
  changeBody?: (body: any) => any
  isDown?: () => boolean
}) {
  const real = await startService({ pages: 'client-rendered' })
  const service = new Hono()
  service.get('*', async (c) => {
    const url = new URL(c.req.url)
    changeSearch(url.searchParams)
    const response = await fetch(real + url.pathname + url.search)
    c.header('Access-Control-Allow-Origin', '*')
    if (isDown()) return c.html('<h1>Bad gateway</h1>', 502)
    return c.json(changeBody(await response.json()), response.status === 400 ? 400 : 200)
  })
  return listen(service.fetch)
}

/** Starts a service that delays the requests that `isDelayed` selects until `release` is called. */
export async function startDelayedService(isDelayed: (url: URL) => boolean) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const real = await startService({ pages: 'client-rendered' })
  const service = new Hono()
  service.get('*', async (c) => {
    if (isDelayed(new URL(c.req.url))) await released
    const { pathname, search } = new URL(c.req.url)
    return fetch(real + pathname + search, { headers: c.req.raw.headers })
  })
  return { origin: await listen(service.fetch), release }
}
