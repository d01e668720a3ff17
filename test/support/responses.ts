import { expect } from 'vitest'

/** The status, body and main headers of a response. */
export async function readResponse(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(origin + path, { headers })
  return {
    status: response.status,
    type: response.headers.get('Content-Type'),
    etag: response.headers.get('ETag'),
    text: await response.text(),
  }
}

/** Expects the same response for a path from both services. */
export async function expectSameResponse(origins: string[], path: string) {
  const [first, second] = await Promise.all(origins.map((origin) => readResponse(origin, path)))
  expect(second, path).toEqual(first)
}

/** The parsed `Cache-Status` of a response: hit or miss, whether it is stale, and why. */
export async function readCacheStatus(origin: string, path: string) {
  const { headers } = await fetch(origin + path)
  const [, how] = /^cairn; (hit|fwd=[a-z-]+)/.exec(headers.get('Cache-Status') ?? '') ?? []
  const [, ttl] = /ttl=(-?\d+)/.exec(headers.get('Cache-Status') ?? '') ?? []
  const [, detail] = /detail=([a-z-]+)/.exec(headers.get('Cache-Status') ?? '') ?? []
  return { how, isStale: Number(ttl) < 0, detail }
}
