import { transfer } from 'comlink'
import { DEFAULT_PAGING, type Paging } from '../../../contract/paging.ts'
import { checkLedger, countDoubts, filterVerdicts, type Verdict } from './check.ts'
import { type Copy, type CopyForm, createCopy, writeCommands } from './copies.ts'
import { createExport, type Export, type Form } from './exports.ts'
import { countFigures, type Figures } from './figures.ts'
import { type Filter, filterRows } from './filter.ts'
import { type Flow, flowByRune } from './flow.ts'
import { type Group, type Grouping, groupRecords } from './groups.ts'
import { type Keeping, openKeeping } from './keeping.ts'
import { countLeftOut, type NetRow, netByAddress } from './net.ts'
import { type Progress, Reading } from './reading.ts'
import { type Sort, sortRows } from './sort.ts'
import type { Source } from './source.ts'
import { createRequestPage, pathOf, type Subject } from './subject.ts'
import type { Choice } from './table.ts'
import { readable, type WholeRow } from './wholeRecord.ts'

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

const MOST_FLOWS = 8

/**
 * A whole list of activity: reads it, keeps it, and answers what is asked of all of its records. It
 * runs in a worker where there are any, so that nothing here makes a page wait. All methods answer
 * from what was read so far.
 */
export class WholeSet {
  #reading: Reading | undefined
  #keeping: Keeping | undefined
  #service = ''
  #subject: Subject | undefined
  #telling: ReturnType<typeof setTimeout> | undefined
  #told: { phase?: Progress['phase']; at: number } = { at: 0 }
  #verdicts: { read: WholeRow[]; verdicts: Verdict[] } | undefined
  #rows: WholeRow[] | undefined
  #slices: Export['slices'] | undefined

  /** Opens the list, goes on with what is kept of it, and reads the rest, unless it was paused. */
  async open(
    subject: Subject,
    service: string,
    onProgress: (progress: Progress) => void,
  ): Promise<void> {
    this.#service = service
    this.#subject = subject
    const [path] = pathOf(subject, DEFAULT_PAGING).split('?')
    const { keeping, pages, isPaused } = await openKeeping(`${service}${path}`)
    this.#keeping = keeping
    let read = 0
    this.#reading = new Reading({
      request: createRequestPage(subject, service),
      cached: pages,
      onPage: (page) => keeping.page(page, read),
      onRestart: () => keeping.drop(),
      onProgress: (progress) => {
        read = progress.read
        this.#note(progress, onProgress)
      },
    })
    if (isPaused) this.#reading.pause()
    else this.#reading.resume()
  }

  resume(): void {
    this.#keeping?.paused(false)
    this.#reading?.resume()
  }

  pause(): void {
    this.#keeping?.paused(true)
    this.#reading?.pause()
  }

  /** Stops because nobody looks any more; what was read goes on when somebody does. */
  leave(): void {
    this.#reading?.pause()
  }

  /** Stops, and keeps nothing of what was read unless it was all. */
  async cancel(): Promise<void> {
    this.#reading?.pause()
    if (!this.#reading?.isComplete) await this.#keeping?.forget()
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
  check(filter: Filter, { offset, limit }: Paging): CheckResult | null {
    if (!this.#reading?.isComplete) return null
    const rows = this.#all()
    if (this.#verdicts?.read !== rows) this.#verdicts = { read: rows, verdicts: checkLedger(rows) }
    const verdicts = filterVerdicts(this.#verdicts.verdicts, filter)
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
    if (progress.phase === 'complete') {
      const pages = this.#reading?.pages().length ?? 0
      const tellKept = () => this.#tell({ ...progress, isKept: true }, onProgress)
      this.#keeping?.complete(this.#all(), pages, tellKept)
    }
    this.#tell(progress, onProgress)
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
    const { total } = first.value
    return { service: this.#service, subject: this.#subject, pages, rows: this.#all(), total }
  }
}
