import { expect, test } from 'vitest'
import { getJson, startService } from '../support/startService.ts'

test('excess requests for preview images get a 503, while requests for data succeed', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  const requests = Array.from({ length: 40 }, (_, n) =>
    fetch(`${origin}/previews/block/840002.png?offset=${n}`),
  )
  const data = await getJson(`${origin}/runes/v1/blocks/840002/activity?limit=1`)
  expect(data.status).toBe(200)
  const responses = await Promise.all(requests)
  const statuses = responses.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  for (const { status, headers } of responses) {
    expect(headers.has('Retry-After')).toBe(status === 503)
  }
  // A retry succeeds.
  const refused = statuses.indexOf(503)
  expect((await fetch(responses[refused]?.url ?? '')).status).toBe(200)
})
