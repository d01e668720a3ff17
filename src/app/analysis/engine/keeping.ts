import { isPageFinal } from '../../../contract/final.ts'
import { countPages, dropKept, keepPage, keepState, loadKept, openKeptSets } from './keptSets.ts'
import type { ReadPage } from './reading.ts'
import type { WholeRow } from './wholeRecord.ts'

type Database = NonNullable<Awaited<ReturnType<typeof openKeptSets>>>

/** What is kept of a list under `id`, and what goes on keeping it. */
export async function openKeeping(
  id: string,
): Promise<{ keeping: Keeping; pages: ReadPage[]; isPaused: boolean }> {
  const database = await openKeptSets()
  const kept = database && (await loadKept(database, id).catch(() => undefined))
  const isPaused = kept?.set?.isPaused ?? false
  return { keeping: new Keeping(database, id, isPaused), pages: kept?.pages ?? [], isPaused }
}

/**
 * Keeps a list on the device as it is read: one write after the other, as the numbers of the list need.
 * What a browser has no room for is read without being kept.
 */
export class Keeping {
  #database: Database | undefined
  #id: string
  #isPaused: boolean
  #writing = Promise.resolve()

  constructor(database: Database | undefined, id: string, isPaused: boolean) {
    this.#database = database
    this.#id = id
    this.#isPaused = isPaused
  }

  /** Keeps a page of a list of which so many records were read. */
  page(page: ReadPage, records: number): void {
    const state = { isComplete: false, isSettled: false, isPaused: this.#isPaused, records }
    const set = { id: this.#id, readAt: page.readAt, ...state }
    this.#write((database) => keepPage(database, set, page))
  }

  drop(): void {
    this.#write((database) => dropKept(database, this.#id))
  }

  paused(isPaused: boolean): void {
    this.#isPaused = isPaused
    this.#write((database) => keepState(database, this.#id, { isPaused }))
  }

  /** Notes that all was read; `onKept` is called once all of it is kept, unless there was no room. */
  complete(rows: WholeRow[], pages: number, onKept: () => void): void {
    const state = { isComplete: true, isPaused: false, records: rows.length }
    this.#write(async (database) => {
      if ((await countPages(database, this.#id)) !== pages) return
      await keepState(database, this.#id, { ...state, isSettled: areFinal(rows) })
      onKept()
    })
  }

  /** Resolves when nothing of the list is kept any more. */
  async forget(): Promise<void> {
    this.drop()
    await this.#writing
  }

  #write(write: (database: Database) => Promise<void>): void {
    const database = this.#database
    if (database === undefined) return
    this.#writing = this.#writing.then(() => write(database)).catch(() => {})
  }
}

function areFinal(rows: WholeRow[]): boolean {
  const positions = rows.map(({ row }) => (row.kind === 'record' ? row.record.location : {}))
  return isPageFinal(positions, { now: Date.now() })
}
