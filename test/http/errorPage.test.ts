import { expect, test } from 'vitest'
import { createLogger } from '../../src/service/observability/logger.ts'
import { getJson, startService } from '../support/startService.ts'

const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** Starts a service that cannot render pages, because its own address is not one. */
function startBroken(lines: string[] = []): Promise<string> {
  const logger = createLogger('info', { write: (line) => lines.push(line) })
  return startService({ pages: 'server-rendered', publicUrl: 'nowhere', logger })
}

test('if rendering a page fails, a browser gets a page that says so, with status 500', async () => {
  const lines: string[] = []
  const origin = await startBroken(lines)
  const headers = { ...HTML, 'X-Request-Id': 'r1' }
  const response = await fetch(`${origin}/block/849250?offset=20&q="><script>`, { headers })
  expect(response.status).toBe(500)
  expect(response.headers.get('Content-Type')).toMatch(/^text\/html/)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const text = await response.text()
  expect(text).toContain('<h1 class="text-2xl font-semibold">Something went wrong</h1>')
  expect(text).toContain('Reload page')
  expect(text).toContain('Request id: r1')
  expect(text).not.toMatch(/<script|Invalid URL/)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'error', requestId: 'r1' }])
})

test('other clients get the problem as JSON, and the data are still served', async () => {
  const origin = await startBroken()
  for (const headers of [{ Accept: '*/*' }, {}]) {
    const { status, body } = await getJson(origin, '/block/849250', { headers })
    expect([status, body.error]).toEqual([500, 'Internal Server Error'])
  }
  expect((await getJson(origin, '/explorer/v1/about', { headers: HTML })).status).toBe(200)
})
