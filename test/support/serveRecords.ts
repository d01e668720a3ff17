import { Hono } from 'hono'
import { listen } from './startService.ts'

type Answer = { status: number; headers?: Record<string, string>; body?: unknown }

type Habits = {
  /** The most records it gives at once. */
  most?: number
  /** What it does instead of answering a request, which is the `count`th; undefined answers it. */
  instead?: (request: {
    offset: number
    limit: number
    count: number
  }) => Promise<Answer | undefined> | Answer | undefined
}

/**
 * A service with the contract that holds these records, whatever it is asked for, without a
 * directory. `requests` are the pages it was asked for, `notFound` the other paths.
 */
export async function serveRecords(
  records: () => unknown[],
  { most = 1000, instead }: Habits = {},
) {
  const requests: { offset: number; limit: number }[] = []
  const notFound: string[] = []
  const service = new Hono()
  service.get('/runes/v1/*', async (c) => {
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Access-Control-Expose-Headers', 'Retry-After')
    const offset = Number(c.req.query('offset') ?? 0)
    const limit = Math.min(most, Number(c.req.query('limit') ?? 20))
    requests.push({ offset, limit })
    const other = await instead?.({ offset, limit, count: requests.length })
    if (other !== undefined) {
      return new Response(JSON.stringify(other.body ?? { error: 'no' }), {
        status: other.status,
        headers: {
          'Content-Type': 'application/json',
          'Access-Control-Allow-Origin': '*',
          ...other.headers,
        },
      })
    }
    const all = records()
    return c.json({ limit, offset, total: all.length, results: all.slice(offset, offset + limit) })
  })
  service.get('*', (c) => {
    notFound.push(c.req.path)
    c.header('Access-Control-Allow-Origin', '*')
    return c.json({ error: 'Not Found' }, 404)
  })
  return { origin: await listen(service.fetch), requests, notFound }
}
