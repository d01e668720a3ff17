import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { ActivityPage } from '../../../contract/activity.ts'
import { readReply } from '../../../contract/client.ts'
import { parseJson } from '../../api.ts'
import type { ReadPage } from './reading.ts'

/** What is kept of a list, beside its pages. */
export type KeptSet = {
  /** The address of the list's first page, without paging. */
  id: string
  /** Unix milliseconds of its newest page. */
  readAt: number
  bytes: number
  records: number
  isComplete: boolean
  /** Whether it can no longer change. */
  isSettled: boolean
  isPaused: boolean
}

type KeptPage = { id: string; offset: number; url: string; readAt: number; body: ArrayBuffer }

interface Sets extends DBSchema {
  sets: { key: string; value: KeptSet }
  pages: { key: [string, number]; value: KeptPage }
}

type Database = IDBPDatabase<Sets>

const NAME = 'cairn-sets'
export const MOST_BYTES = 100_000_000
const MOST_AGE = 600_000

/** Keeps lists that were read on this device; where a browser has no place for them, keeps nothing. */
export async function openKeptSets(): Promise<Database | undefined> {
  if (globalThis.indexedDB === undefined) return
  try {
    return await openDB<Sets>(NAME, 1, {
      upgrade(database) {
        database.createObjectStore('sets', { keyPath: 'id' })
        database.createObjectStore('pages', { keyPath: ['id', 'offset'] })
      },
      // "Forget everything" in another tab must not have to wait for this one.
      blocking: (_, __, event) => {
        if (event.target instanceof IDBDatabase) event.target.close()
      },
    })
  } catch {
    return // A private window may forbid it: then a reload reads anew.
  }
}

/** The pages of a list that are kept and still true: of one that can change, for ten minutes. */
export async function loadKept(
  database: Database,
  id: string,
): Promise<{ set: KeptSet | undefined; pages: ReadPage[] }> {
  const pages: ReadPage[] = []
  const set = await database.get('sets', id)
  if (set === undefined) return { set, pages }
  if (isStale(set)) {
    await dropKept(database, id)
    return { set: undefined, pages }
  }
  for (const { offset, url, readAt, body } of await database.getAll('pages', rangeOf(id))) {
    const text = await unpack(body)
    const reply = await readReply({ url, status: 200, text }, ActivityPage, parseJson)
    pages.push({ ...reply, start: offset, readAt })
  }
  return { set, pages }
}

function isStale({ isSettled, readAt }: KeptSet): boolean {
  return !isSettled && Date.now() - readAt > MOST_AGE
}

/** Keeps a page, and what is now known of its list; the oldest other lists make way. */
export async function keepPage(
  database: Database,
  set: Omit<KeptSet, 'bytes'>,
  { url, text, start, readAt }: ReadPage,
): Promise<void> {
  const body = await pack(text)
  const transaction = database.transaction(['sets', 'pages'], 'readwrite')
  const sets = transaction.objectStore('sets')
  const pages = transaction.objectStore('pages')
  const before = (await sets.get(set.id))?.bytes ?? 0
  const replaced = (await pages.get([set.id, start]))?.body.byteLength ?? 0
  await sets.put({ ...set, bytes: before - replaced + body.byteLength })
  await pages.put({ id: set.id, offset: start, url, readAt, body })
  await transaction.done
  await makeRoom(database, set.id)
}

export async function keepState(database: Database, id: string, state: Partial<KeptSet>) {
  const set = await database.get('sets', id)
  if (set !== undefined) await database.put('sets', { ...set, ...state })
}

export function countPages(database: Database, id: string): Promise<number> {
  return database.count('pages', rangeOf(id))
}

export async function dropKept(database: Database, id: string): Promise<void> {
  const transaction = database.transaction(['sets', 'pages'], 'readwrite')
  await transaction.objectStore('sets').delete(id)
  await transaction.objectStore('pages').delete(rangeOf(id))
  await transaction.done
}

/** All lists that are kept, the newest first; a device that keeps none is not made to. */
export async function listKeptSets(): Promise<KeptSet[]> {
  const databases = (await globalThis.indexedDB?.databases?.()) ?? []
  if (!databases.some(({ name }) => name === NAME)) return []
  const database = await openKeptSets()
  if (database === undefined) return []
  const sets = await listSets(database)
  for (const { id } of sets.filter(isStale)) await dropKept(database, id)
  database.close()
  return sets.filter((set) => !isStale(set))
}

async function listSets(database: Database): Promise<KeptSet[]> {
  return (await database.getAll('sets')).sort((a, b) => b.readAt - a.readAt)
}

async function makeRoom(database: Database, current: string): Promise<void> {
  const sets = await listSets(database)
  let bytes = sets.find(({ id }) => id === current)?.bytes ?? 0
  for (const set of sets.filter(({ id }) => id !== current)) {
    bytes += set.bytes
    if (bytes > MOST_BYTES) await dropKept(database, set.id)
  }
}

function rangeOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.POSITIVE_INFINITY])
}

/** A page of records is a tenth of its size when it is packed. */
function pack(text: string): Promise<ArrayBuffer> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Response(packed).arrayBuffer()
}

function unpack(body: ArrayBuffer): Promise<string> {
  const unpacked = new Blob([body]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(unpacked).text()
}
