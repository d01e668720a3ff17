import type { ActivityPage } from '../../contract/activity.ts'
import type { Answer } from '../api.ts'
import type { WholeRow } from './wholeRecord.ts'

/** A page of the list as it was read. */
export type ReadPage = {
  answer: Answer<ActivityPage>
  /** Unix milliseconds. */
  readAt: number
}

/** How a page contradicts those before it, and which of these it puts in doubt. */
export type Doubt = { why: string; drop: number[] }

/**
 * The pages of one list that were read, by offset. Neighbours share a record, so that a list that
 * changes between two readings shows at the seam.
 */
export class ReadPages {
  #pages = new Map<number, ReadPage>()

  get size(): number {
    return this.#pages.size
  }

  set(offset: number, page: ReadPage): void {
    this.#pages.set(offset, page)
  }

  drop(offsets: number[]): void {
    for (const offset of offsets) this.#pages.delete(offset)
  }

  /** As many records as the service says there are; undefined before the first page came. */
  total(): number | undefined {
    return this.#pages.values().next().value?.answer.value.total
  }

  /** How many records the service gives at once, whatever it says: as many as on its first page. */
  limit(): number {
    return Math.max(1, this.#pages.get(0)?.answer.value.results.length ?? 0)
  }

  /** Where the next page begins that was neither read nor `asked` for. */
  nextOffset(asked: Set<number> = new Set()): number | undefined {
    const total = this.total() ?? 1
    const { step, shared } = this.#stride()
    for (let offset = 0; offset === 0 || offset + shared < total; offset += step) {
      if (!this.#pages.has(offset) && !asked.has(offset)) return offset
    }
  }

  isComplete(): boolean {
    return this.size > 0 && this.nextOffset() === undefined
  }

  /** The pages in the list's order. */
  inOrder(): [number, ReadPage][] {
    return [...this.#pages].sort(([a], [b]) => a - b)
  }

  /** The rows in the list's order, each once. */
  rows(): WholeRow[] {
    return this.inOrder().flatMap(([offset, { answer }]) =>
      answer.value.results
        .slice(0, this.#countNew(offset, answer.value))
        .map((row, index) => ({ position: offset + index + 1, row })),
    )
  }

  countRows(): number {
    let rows = 0
    for (const [offset, { answer }] of this.#pages) rows += this.#countNew(offset, answer.value)
    return rows
  }

  /** Whether a page is of the same reading as these: the first page says where all begin. */
  fits(offset: number, page: ActivityPage): boolean {
    const isInStep = offset === 0 || (this.#pages.has(0) && offset % this.#stride().step === 0)
    return isInStep && this.findDoubt(offset, page) === undefined
  }

  findDoubt(offset: number, { total, results }: ActivityPage): Doubt | undefined {
    const left = Math.max(0, total - offset)
    const due = Math.min(left, this.size === 0 ? 1 : this.limit())
    if (results.length < due || results.length > left) {
      const why = `The service sent ${results.length} records at ${offset + 1} of ${total}.`
      return { why, drop: [] }
    }
    const known = this.total()
    if (known !== undefined && total !== known) {
      const why = `The list had ${known} records, and now has ${total}.`
      return { why, drop: [...this.#pages.keys()] }
    }
    const drop = this.#findOthers(offset, results)
    if (drop.length === 0) return
    const why = `Other records stand around ${offset + 1} than a moment before.`
    // Without the first page nobody knows where the others begin.
    return { why, drop: drop.includes(0) ? [...this.#pages.keys()] : drop }
  }

  /** The neighbours whose shared record is another one. */
  #findOthers(offset: number, results: ActivityPage['results']): number[] {
    const { step, shared } = this.#stride()
    if (shared === 0) return []
    const rowsAt = (place: number) => this.#pages.get(place)?.answer.value.results
    const [before, after] = [offset - step, offset + step]
    return [
      ...(isOther(rowsAt(before)?.[step], results[0]) ? [before] : []),
      ...(isOther(results[step], rowsAt(after)?.[0]) ? [after] : []),
    ]
  }

  /** How far apart pages begin, and how many records each shares with the next. */
  #stride(): { step: number; shared: number } {
    const limit = this.limit()
    const shared = limit > 2 ? 1 : 0
    return { step: limit - shared, shared }
  }

  /** How many of a page's records are not the next page's as well. */
  #countNew(offset: number, { results, total }: ActivityPage): number {
    const { step, shared } = this.#stride()
    const isLast = offset + step + shared >= total
    return isLast ? results.length : Math.min(results.length, step)
  }
}

function isOther(a: ActivityPage['results'][number] | undefined, b: typeof a): boolean {
  if (a === undefined || b === undefined) return false
  return JSON.stringify(a.raw, writeBigInt) !== JSON.stringify(b.raw, writeBigInt)
}

function writeBigInt(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
