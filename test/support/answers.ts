import { expect } from 'vitest'

/** All that a reader of the answer sees of it. */
export async function read(origin: string, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(origin + path, { headers })
  return {
    status: response.status,
    type: response.headers.get('Content-Type'),
    etag: response.headers.get('ETag'),
    text: await response.text(),
  }
}

/** A path has the same answer at each of these services. */
export async function expectSame(origins: string[], path: string) {
  const [one, other] = await Promise.all(origins.map((origin) => read(origin, path)))
  expect(other, path).toEqual(one)
}

/** Where an answer was from: kept or read anew, past its time or not, and why it had to be kept. */
export async function cacheStatus(origin: string, path: string) {
  const { headers } = await fetch(origin + path)
  const [, how] = /^cairn; (hit|fwd=[a-z-]+)/.exec(headers.get('Cache-Status') ?? '') ?? []
  const [, ttl] = /ttl=(-?\d+)/.exec(headers.get('Cache-Status') ?? '') ?? []
  const [, detail] = /detail=([a-z-]+)/.exec(headers.get('Cache-Status') ?? '') ?? []
  return { how, isStale: Number(ttl) < 0, detail }
}
