import { transfer } from 'comlink'
import type { Block } from '../../contract/identifiers.ts'
import { DEFAULT_PAGING, type Paging } from '../../contract/paging.ts'
import { blockActivityPath, transactionActivityPath } from '../../contract/paths.ts'
import { createApi } from '../api.ts'
import { checkLedger, countDoubts, type Verdict } from './check.ts'
import { type Copy, type CopyForm, createCopy, writeCommands } from './copies.ts'
import { createExport, type Export, type Form } from './exports.ts'
import { countFigures, type Figures } from './figures.ts'
import { createRuneTest, type Filter, filterRows } from './filter.ts'
import { type Flow, flowByRune } from './flow.ts'
import { type Group, type Grouping, groupRecords } from './groups.ts'
import {
  countPages,
  dropKept,
  dropPages,
  keepPage,
  keepState,
  loadKept,
  openKeptSets,
} from './keptSets.ts'
import { countLeftOut, type NetRow, netByAddress } from './net.ts'
import { type Progress, Reading } from './reading.ts'
import { type Sort, sortRows } from './sort.ts'
import type { Source } from './source.ts'
import type { Choice } from './table.ts'
import { nameOf, readable, type WholeRow } from './wholeRecord.ts'

/** A list of activity: of a transaction or of a block. */
export type Subject = { kind: 'transaction'; txId: string } | { kind: 'block'; block: Block }

/** A part of what there is to show, and how much there is in all. */
export type Window<Thing> = { total: number; results: Thing[] }

/** Nets, and how many rows of the list are in none of them. */
export type Nets = Window<NetRow> & { leftOut: ReturnType<typeof countLeftOut> }

/** Verdicts, how many there are of each kind, and how many rows could not be read. */
export type CheckResult = Window<Verdict> & {
  /** Why some cannot be checked, and how many; the most frequent first. */
  doubts: { text: string; count: number }[]
  counts: Record<Verdict['kind'], number>
  unreadable: number
}

type Kept = NonNullable<Awaited<ReturnType<typeof openKeptSets>>>

const DAY = 86_400_000
const MOST_FLOWS = 8

/**
 * A whole list of activity: reads it, keeps it, and answers what is asked of all of its records. It
 * runs in a worker where there are any, so that nothing here makes a page wait. All methods answer
 * from what was read so far.
 */
export class WholeSet {
  #reading: Reading | undefined
  #database: Kept | undefined
  #id = ''
  #service = ''
  #subject: Subject | undefined
  #isPaused = false
  #read = 0
  #telling: ReturnType<typeof setTimeout> | undefined
  #told: { phase?: Progress['phase']; at: number } = { at: 0 }
  // Pages are kept one after the other, as their list's numbers are.
  #keeping = Promise.resolve()
  #verdicts: { read: WholeRow[]; verdicts: Verdict[] } | undefined
  #rows: WholeRow[] | undefined
  #slices: Export['slices'] | undefined

  /**
   * Opens the list, goes on with what is kept of it, and reads the rest, unless it was paused.
   * @param baseUrl as for `createApi`, but whole: a worker knows no page.
   */
  async open(
    subject: Subject,
    baseUrl: string,
    onProgress: (progress: Progress) => void,
  ): Promise<void> {
    this.#service = baseUrl
    this.#subject = subject
    this.#id = `${baseUrl}${pathOf(subject, DEFAULT_PAGING).split('?')[0]}`
    this.#database = await openKeptSets()
    const kept = this.#database && (await loadKept(this.#database, this.#id).catch(() => undefined))
    this.#isPaused = kept?.set?.isPaused ?? false
    this.#reading = new Reading({
      ask: createAsk(subject, baseUrl),
      kept: kept?.pages ?? new Map(),
      onPage: (offset, page) => {
        const state = this.#state(page.readAt)
        this.#keep((database) => keepPage(database, state, offset, page))
      },
      onDrop: (offsets) => this.#keep((database) => dropPages(database, this.#id, offsets)),
      onProgress: (progress) => this.#note(progress, onProgress),
    })
    if (!this.#isPaused) this.#reading.resume()
  }

  resume(): void {
    this.#setPaused(false)
    this.#reading?.resume()
  }

  pause(): void {
    this.#setPaused(true)
    this.#reading?.pause()
  }

  /** Stops because nobody looks any more; what was read goes on when somebody does. */
  leave(): void {
    this.#reading?.pause()
  }

  /** Stops, and keeps nothing of what was read unless it was all. */
  async cancel(): Promise<void> {
    this.#reading?.pause()
    await this.#keeping
    const isComplete = this.#reading?.isComplete ?? false
    if (this.#database && !isComplete) await dropKept(this.#database, this.#id).catch(ignore)
  }

  rows(filter: Filter, sort: Sort, { offset, limit }: Paging): Window<WholeRow> {
    const rows = sortRows(filterRows(this.#all(), filter), sort)
    return { total: rows.length, results: rows.slice(offset, offset + limit) }
  }

  groups(filter: Filter, grouping: Grouping, { offset, limit }: Paging): Window<Group> {
    const groups = groupRecords(readable(filterRows(this.#all(), filter)), grouping)
    return { total: groups.length, results: groups.slice(offset, offset + limit) }
  }

  net(filter: Filter, { offset, limit }: Paging): Nets {
    const rows = this.#all()
    const nets = netByAddress(readable(rows), filter)
    const results = nets.slice(offset, offset + limit)
    return { total: nets.length, results, leftOut: countLeftOut(rows) }
  }

  /** How many rows there are to take of each kind. */
  countChoices(filter: Filter): Record<Choice['scope'], number> {
    const rows = this.#all()
    const nets = netByAddress(readable(rows), filter)
    return { all: rows.length, shown: filterRows(rows, filter).length, nets: nets.length }
  }

  /** Begins to write a file of what was read until now, and gives up any that was being written. */
  beginExport(choice: Choice, form: Form): Omit<Export, 'slices'> {
    const { slices, ...file } = createExport(this.#source(), choice, form)
    this.#slices = slices
    return file
  }

  /**
   * What comes next of the file, and how many of its rows are written with it; undefined at its end.
   * Asked for slice by slice, so that a disk is not outrun: not every browser can hand over a stream.
   */
  async nextSlice(): Promise<{ bytes: Uint8Array<ArrayBuffer>; rows: number } | undefined> {
    const next = await this.#slices?.next()
    if (next === undefined || next.done) return
    const bytes = new TextEncoder().encode(next.value.text)
    return transfer({ bytes, rows: next.value.rows }, [bytes.buffer])
  }

  copy(choice: Choice, form: CopyForm): Copy {
    return createCopy(this.#source(), choice, form)
  }

  /** The requests that brought what was read, as commands. */
  commands(): string {
    return writeCommands(this.#source())
  }

  /** Of an incomplete list there are no verdicts. */
  check({ runes, text }: Filter, { offset, limit }: Paging): CheckResult | null {
    if (!this.#reading?.isComplete) return null
    const rows = this.#all()
    if (this.#verdicts?.read !== rows) this.#verdicts = { read: rows, verdicts: checkLedger(rows) }
    const isOfRunes = createRuneTest(runes)
    const verdicts = this.#verdicts.verdicts.filter(
      ({ rune, tx_id }) =>
        isOfRunes(rune) &&
        `${tx_id} ${nameOf(rune)}`.toLowerCase().includes((text ?? '').toLowerCase()),
    )
    const count = (kind: Verdict['kind']) =>
      verdicts.filter((verdict) => verdict.kind === kind).length
    return {
      total: verdicts.length,
      results: verdicts.slice(offset, offset + limit),
      counts: {
        balanced: count('balanced'),
        unbalanced: count('unbalanced'),
        unknown: count('unknown'),
      },
      unreadable: rows.length - readable(rows).length,
      doubts: countDoubts(verdicts),
    }
  }

  /** The first flows, those with most places. Of an incomplete list none are known. */
  flow(filter: Filter): Window<Flow> | null {
    if (!this.#reading?.isComplete) return null
    const rows = this.#all()
    const records = readable(rows)
    const flows = flowByRune(records, records.length === rows.length, filter)
    return { total: flows.length, results: flows.slice(0, MOST_FLOWS) }
  }

  figures(filter: Filter): Figures {
    return countFigures(filterRows(this.#all(), filter))
  }

  #note(progress: Progress, onProgress: (progress: Progress) => void): void {
    this.#rows = undefined
    this.#read = progress.read
    const isComplete = progress.phase === 'complete'
    // What is complete before anything was read was kept as a whole, and is not kept again.
    const isKept = isComplete && this.#reading === undefined
    if (isComplete && !isKept)
      this.#keepComplete(() => this.#tell({ ...progress, isKept: true }, onProgress))
    this.#tell({ ...progress, isKept }, onProgress)
  }

  /** A few times a second, and at once when something begins or ends. */
  #tell(progress: Progress, onProgress: (progress: Progress) => void): void {
    const pause = progress.phase === this.#told.phase ? this.#told.at + 250 - Date.now() : 0
    clearTimeout(this.#telling)
    this.#telling = setTimeout(
      () => {
        this.#told = { phase: progress.phase, at: Date.now() }
        onProgress(progress)
      },
      Math.max(0, pause),
    )
  }

  #all(): WholeRow[] {
    this.#rows ??= this.#reading?.rows() ?? []
    return this.#rows
  }

  #source(): Source {
    const pages = this.#reading?.pages() ?? []
    const [first] = pages
    if (this.#subject === undefined || first === undefined) throw new Error('nothing was read yet')
    const { total } = first.answer.value
    return { service: this.#service, subject: this.#subject, pages, rows: this.#all(), total }
  }

  #state(readAt: number) {
    return {
      id: this.#id,
      readAt,
      records: this.#read,
      isComplete: false,
      isSettled: false,
      isPaused: this.#isPaused,
    }
  }

  #keepComplete(onKept: () => void): void {
    const isSettled = areSettled(this.#all())
    const state = { isComplete: true, isSettled, records: this.#read, isPaused: false }
    const pages = this.#reading?.pages().length
    this.#keep(async (database) => {
      // There may have been no room for some of it.
      if ((await countPages(database, this.#id)) !== pages) return
      await keepState(database, this.#id, state)
      onKept()
    })
  }

  #setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused
    this.#keep((database) => keepState(database, this.#id, { isPaused }))
  }

  /** What a browser has no room for is read without being kept. */
  #keep(write: (database: Kept) => Promise<void>): void {
    const database = this.#database
    if (database !== undefined)
      this.#keeping = this.#keeping.then(() => write(database)).catch(ignore)
  }
}

/** What asks for a page of the list. */
function createAsk(subject: Subject, baseUrl: string) {
  const api = createApi(baseUrl, (url, init) =>
    // What is kept here as a whole is kept nowhere else by its pages.
    fetch(url, { ...init, cache: 'no-store' }),
  )
  return (paging: Paging, signal: AbortSignal) =>
    subject.kind === 'transaction'
      ? api.transactionActivity(subject.txId, paging, signal)
      : api.blockActivity(subject.block, paging, signal)
}

/** Whether rows can no longer change; where there are none, their block may be indexed later. */
function areSettled(rows: WholeRow[]): boolean {
  const settledBefore = Date.now() - DAY
  const isOld = ({ row }: WholeRow) =>
    row.kind === 'record' && (row.record.location.timestamp ?? settledBefore) < settledBefore
  return rows.length > 0 && rows.every(isOld)
}

/** The path of a page of the list. */
export function pathOf(subject: Subject, paging: Paging): string {
  return subject.kind === 'transaction'
    ? transactionActivityPath(subject.txId, paging)
    : blockActivityPath(subject.block, paging)
}

function ignore(): void {}
