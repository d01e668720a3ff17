import { Hono } from 'hono'
import { listen } from './startService.ts'

type ReplacedResponse = { status: number; headers?: Record<string, string>; body?: unknown }

type Options = {
  /** The maximum number of records in a response. */
  maxLimit?: number
  /** Replaces the response to the `count`th request, unless it returns undefined. */
  override?: (request: {
    offset: number
    limit: number
    count: number
  }) => Promise<ReplacedResponse | undefined> | ReplacedResponse | undefined
}

/**
 * Starts a service that returns these records for every block and transaction and has no directory.
 * `requests` lists the requested pages, `notFound` all other requested paths.
 */
export async function serveRecords(
  records: () => unknown[],
  { maxLimit = 1000, override }: Options = {},
) {
  const requests: { offset: number; limit: number }[] = []
  const notFound: string[] = []
  const service = new Hono()
  service.get('/runes/v1/*', async (c) => {
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Access-Control-Expose-Headers', 'Retry-After')
    const offset = Number(c.req.query('offset') ?? 0)
    const limit = Math.min(maxLimit, Number(c.req.query('limit') ?? 20))
    requests.push({ offset, limit })
    const replaced = await override?.({ offset, limit, count: requests.length })
    if (replaced !== undefined) {
      return new Response(JSON.stringify(replaced.body ?? { error: 'no' }), {
        status: replaced.status,
        headers: {
          'Content-Type': 'application/json',
          'Access-Control-Allow-Origin': '*',
          ...replaced.headers,
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
