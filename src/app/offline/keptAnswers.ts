import * as v from 'valibot'
import { ActivityPage } from '../../contract/activity.ts'
import { isPageFinal } from '../../contract/final.ts'
import { tryParse } from '../../contract/json.ts'
import { READ_AT } from '../../contract/readAt.ts'

/** An answer of the service that was read and is kept on this device. */
export type KeptAnswer = {
  url: string
  /** Unix milliseconds. */
  readAt: number
  bytes: number
  /** Whether it can no longer change: activity of a block that was a day old when it was read. */
  isSettled: boolean
}

export const MOST_BYTES = 50_000_000
const MOST_AGE = 30 * 86_400_000
const CACHE = 'answers'

/**
 * Makes the place for answers. Only the installation of a worker does: where everything was
 * forgotten, a worker that some open tab still has finds no place and keeps nothing.
 */
export async function makePlace(): Promise<void> {
  await caches.open(CACHE)
}

/**
 * Keeps the text of an answer under its address, one after the other; what is no JSON, as a hotel's
 * login page, is not kept. Then what is too old goes, and the oldest of what is too much.
 */
export function keepAnswer(url: string, text: string, readAt: number): Promise<void> {
  // What the browser has no room for is read without being kept.
  keeping = keeping.then(() => keep(url, text, readAt)).catch(() => {})
  return keeping
}

let keeping: Promise<void> = Promise.resolve()

async function keep(url: string, text: string, readAt: number): Promise<void> {
  const body = tryParse(text)
  if (body === undefined || !(await caches.has(CACHE))) return
  const cache = await caches.open(CACHE)
  const ledger = await openLedger()
  const answer = { url, readAt, bytes: byteLength(url + text), isSettled: isSettled(body, readAt) }
  try {
    await cache.put(url, toResponse(text, answer))
  } catch {
    // The browser allows less than we do: half of what there is makes way, and if that is not
    // enough either, this answer is not kept.
    await makeRoom(cache, sumOf(ledger) / 2)
    await cache.put(url, toResponse(text, answer))
  }
  ledger.set(url, answer)
  await makeRoom(cache, MOST_BYTES)
}

/** The answer that was kept from an address, with READ_AT in its headers. */
export function findKept(url: string): Promise<Response | undefined> {
  return caches.match(url, { cacheName: CACHE, ignoreVary: true })
}

/** All that is kept, newest first. */
export async function listKept(): Promise<KeptAnswer[]> {
  if (!(await caches.has(CACHE))) return []
  const cache = await caches.open(CACHE)
  const kept = (await cache.matchAll()).map(({ headers }) => ({
    url: headers.get('Content-Location') ?? '',
    readAt: Number(headers.get(READ_AT)),
    bytes: Number(headers.get('Content-Length')),
    isSettled: headers.has(SETTLED),
  }))
  return kept.sort(newestFirst)
}

const SETTLED = 'X-Cairn-Settled'

function toResponse(text: string, { url, readAt, bytes, isSettled }: KeptAnswer): Response {
  return new Response(text, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Location': url,
      'Content-Length': String(bytes),
      [READ_AT]: String(readAt),
      ...(isSettled && { [SETTLED]: 'yes' }),
    },
  })
}

/** What is kept, read from the cache once in a worker's life: reading all of it at every answer takes too long. */
let opened: Promise<Map<string, KeptAnswer>> | undefined
function openLedger(): Promise<Map<string, KeptAnswer>> {
  opened ??= listKept().then((answers) => new Map(answers.map((answer) => [answer.url, answer])))
  return opened
}

async function makeRoom(cache: Cache, most: number): Promise<void> {
  const ledger = await openLedger()
  const leaving = chooseLeaving([...ledger.values()], most)
  for (const url of leaving) ledger.delete(url)
  await Promise.all(leaving.map((url) => cache.delete(url)))
}

/** The addresses of answers too old to be true, and of the oldest beyond `most` bytes. */
function chooseLeaving(answers: KeptAnswer[], most: number): string[] {
  const now = Date.now()
  let bytes = 0
  const leaving = answers.sort(newestFirst).filter((answer) => {
    if (!answer.isSettled && now - answer.readAt > MOST_AGE) return true
    bytes += answer.bytes
    return bytes > most
  })
  return leaving.map(({ url }) => url)
}

function isSettled(body: unknown, readAt: number): boolean {
  const page = v.safeParse(ActivityPage, body)
  if (!page.success) return false
  const positions = page.output.results.map((row) =>
    row.kind === 'record' ? row.record.location : {},
  )
  return isPageFinal(positions, { now: readAt })
}

function newestFirst(a: KeptAnswer, b: KeptAnswer): number {
  return b.readAt - a.readAt
}

function sumOf(ledger: Map<string, KeptAnswer>): number {
  let sum = 0
  for (const { bytes } of ledger.values()) sum += bytes
  return sum
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength
}
