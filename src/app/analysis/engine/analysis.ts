import { transfer } from 'comlink'
import type { ActivityRow } from '../../../contract/activity.ts'
import type { Paging } from '../../../contract/paging.ts'
import { createApi } from '../../api.ts'
import { checkLedger, countUnknownReasons, filterVerdicts, type Verdict } from './checkLedger.ts'
import {
  createExport,
  type ExportOptions,
  type ExportScope,
  type ReadList,
} from './createExport.ts'
import { createMarkdown, type MarkdownTable } from './createMarkdown.ts'
import type { ExportFormat } from './exportFormats.ts'
import { type Filter, filterRows } from './filter.ts'
import { findChange } from './findChange.ts'
import { type Flow, flowByRune } from './flow.ts'
import { type Group, type Grouping, groupRecords } from './groupRecords.ts'
import { ListReader, type Progress } from './listReader.ts'
import { type ListRow, readable } from './listRecord.ts'
import { countLeftOut, type NetRow, netByAddress, netFilter } from './netByAddress.ts'
import { type Sort, sortRows } from './sort.ts'
import { createRequestPage, type Subject } from './subject.ts'
import { type Summary, summarise } from './summarise.ts'

/** A page of results, and how many results there are in all. */
export type ResultPage<Result> = { total: number; results: Result[] }

/** Rows, and the positions of those that are change in the list of an address. */
type FoundRows = ResultPage<ListRow> & { change: ReadonlySet<number> | undefined }

/** Net changes, and how many rows of the list they leave out. */
export type Nets = ResultPage<NetRow> & { leftOut: ReturnType<typeof countLeftOut> }

/** Verdicts, how many there are of each kind, and how many rows could not be read. */
export type CheckResult = ResultPage<Verdict> & {
  /** Why verdicts are unknown, with counts; the most frequent reason first. */
  unknownReasons: { text: string; count: number }[]
  counts: Record<Verdict['kind'], number>
  unreadable: number
}

const MAX_FLOWS = 8
const PROGRESS_INTERVAL_MS = 250

/**
 * Reads all records of a list and analyses those read so far. It runs in a worker and does not block
 * the page.
 */
export class Analysis {
  #reader: ListReader<ActivityRow> | undefined
  #subject: Subject | undefined
  // Cached until more records are read.
  #rows: ListRow[] | undefined
  #verdicts: Verdict[] | undefined
  #change: Set<number> | undefined

  start(subject: Subject, service: string, onProgress: (progress: Progress) => void): void {
    this.#subject = subject
    const report = throttle(onProgress)
    let hasChanged = false
    const api = createApi(service, (url, init) =>
      // After a change of the list, cached pages are outdated.
      fetch(url, { ...init, cache: hasChanged ? 'reload' : 'default' }),
    )
    this.#reader = new ListReader(createRequestPage(subject, api), (progress) => {
      hasChanged = progress.restarted !== undefined
      this.#rows = undefined
      this.#verdicts = undefined
      this.#change = undefined
      report(progress)
    })
    this.#reader.resume()
  }

  resume(): void {
    this.#reader?.resume()
  }

  pause(): void {
    this.#reader?.pause()
  }

  rows(filter: Filter, sort: Sort, paging: Paging): FoundRows {
    const rows = this.#all()
    const page = pageOf(sortRows(filterRows(rows, filter), sort), paging)
    if (this.#subject?.kind !== 'address') return { ...page, change: undefined }
    this.#change ??= findChange(readable(rows), this.#subject.address)
    const change = this.#change
    const positions = page.results.map(({ position }) => position)
    return { ...page, change: new Set(positions.filter((position) => change.has(position))) }
  }

  groups(filter: Filter, grouping: Grouping, paging: Paging): ResultPage<Group> {
    return pageOf(groupRecords(readable(filterRows(this.#all(), filter)), grouping), paging)
  }

  nets(filter: Filter, paging: Paging): Nets {
    const rows = this.#all()
    const nets = netByAddress(readable(rows), netFilter(this.#subject, filter))
    return { ...pageOf(nets, paging), leftOut: countLeftOut(rows) }
  }

  /** Null if records are missing: a correct list would look wrong. */
  check(filter: Filter, paging: Paging): CheckResult | null {
    if (!this.#reader?.isWhole) return null
    const rows = this.#all()
    this.#verdicts ??= checkLedger(rows)
    const verdicts = filterVerdicts(this.#verdicts, filter)
    const count = (kind: Verdict['kind']) =>
      verdicts.filter((verdict) => verdict.kind === kind).length
    return {
      ...pageOf(verdicts, paging),
      counts: {
        balanced: count('balanced'),
        unbalanced: count('unbalanced'),
        unknown: count('unknown'),
      },
      unreadable: rows.length - readable(rows).length,
      unknownReasons: countUnknownReasons(verdicts),
    }
  }

  /** The flows with the most edges. Null while the list is incomplete. */
  flows(filter: Filter): ResultPage<Flow> | null {
    if (!this.#reader?.isComplete) return null
    const rows = this.#all()
    const records = readable(rows)
    const isWhole = this.#reader.isWhole && records.length === rows.length
    const flows = flowByRune(records, isWhole, filter)
    return pageOf(flows, { offset: 0, limit: MAX_FLOWS })
  }

  summary(filter: Filter): Summary {
    return summarise(filterRows(this.#all(), filter))
  }

  /** How many rows each export has. */
  countExports(filter: Filter): Record<ExportScope, number> {
    const rows = this.#all()
    const nets = netByAddress(readable(rows), netFilter(this.#subject, filter))
    return { all: rows.length, filtered: filterRows(rows, filter).length, nets: nets.length }
  }

  export(options: ExportOptions, format: ExportFormat) {
    const { text, ...file } = createExport(this.#list(), options, format)
    const bytes = new TextEncoder().encode(text)
    return transfer({ ...file, bytes }, [bytes.buffer])
  }

  markdown(options: ExportOptions): MarkdownTable {
    return createMarkdown(this.#list(), options)
  }

  #all(): ListRow[] {
    this.#rows ??= this.#reader?.rows() ?? []
    return this.#rows
  }

  #list(): ReadList {
    const pages = this.#reader?.pages() ?? []
    const [first] = pages
    if (this.#subject === undefined || first === undefined)
      throw new Error('No records have been read yet.')
    return { subject: this.#subject, pages, rows: this.#all(), total: first.value.total }
  }
}

function pageOf<Result>(results: Result[], { offset, limit }: Paging): ResultPage<Result> {
  return { total: results.length, results: results.slice(offset, offset + limit) }
}

/** Reports progress a few times per second, and immediately when the phase changes. */
function throttle(onProgress: (progress: Progress) => void): (progress: Progress) => void {
  let last: { phase?: Progress['phase']; at: number } = { at: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  return (progress) => {
    const delayMs = progress.phase === last.phase ? last.at + PROGRESS_INTERVAL_MS - Date.now() : 0
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        last = { phase: progress.phase, at: Date.now() }
        onProgress(progress)
      },
      Math.max(0, delayMs),
    )
  }
}
