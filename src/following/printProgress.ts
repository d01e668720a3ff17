import { SingleBar } from 'cli-progress'
import type { RuneFollowerThreadEvent, TokenFollowerThreadEvent } from './followerEvents.ts'

type AnyEvent = RuneFollowerThreadEvent | TokenFollowerThreadEvent
type Progress = Extract<RuneFollowerThreadEvent, { kind: 'progress' }>
type Contracts = Extract<TokenFollowerThreadEvent, { kind: 'contracts' }>

export type FollowerActivity = 'Indexing' | 'Reading tokens'

type Options = {
  /** Prints a line. */
  log: (line: string) => void
  /** Where to draw a progress bar; without a terminal, lines are printed at intervals. */
  terminal?: NodeJS.WritableStream | undefined
  /** What goes on after a fault. */
  activity?: FollowerActivity
}

const LOG_INTERVAL_MS = 10_000
const FORMAT = '{bar} block {height} of {target} · {speed} · {left}'

/**
 * Returns a function that prints what a follower does: a progress bar on a terminal, or a line every ten seconds; and
 * of tokens a line every ten seconds until all are read.
 */
export function createProgressPrinter({
  log,
  terminal,
  activity = 'Indexing',
}: Options): (event: AnyEvent) => void {
  const showProgress = terminal === undefined ? createLogger(log) : createBar(terminal)
  const isNews = createContractsFilter()
  return (event) => {
    if (event.kind === 'block' || event.kind === 'status') return
    if (event.kind === 'contracts' && !isNews(event)) return
    if (event.kind === 'progress') {
      showProgress(event)
      return
    }
    showProgress(undefined)
    log(describe(event, activity))
  }
}

/** After the first pass, some contracts are due every minute. */
function createContractsFilter(): (event: Contracts) => boolean {
  let printedAt = Number.NEGATIVE_INFINITY
  let hasReadAll = false
  return ({ due }) => {
    const now = performance.now()
    if (hasReadAll || (due > 0 && now - printedAt < LOG_INTERVAL_MS)) return false
    printedAt = now
    hasReadAll = due === 0
    return true
  }
}

function createLogger(log: Options['log']) {
  let printedAt = Number.NEGATIVE_INFINITY
  return (progress: Progress | undefined) => {
    const now = performance.now()
    if (progress === undefined || now - printedAt < LOG_INTERVAL_MS) return
    printedAt = now
    const { height, target, speed, left, records } = texts(progress)
    log(`Indexing block ${height} of ${target}: ${speed}, ${left}, ${records} records.`)
  }
}

/** Ends the bar when something else is to be printed; it begins again below. */
function createBar(stream: NodeJS.WritableStream) {
  let bar: SingleBar | undefined
  return (progress: Progress | undefined) => {
    if (progress === undefined) {
      bar?.stop()
      bar = undefined
      return
    }
    const payload = texts(progress)
    if (bar === undefined) {
      bar = new SingleBar({ format: FORMAT, stream, barsize: 30, gracefulExit: false })
      bar.start(progress.target, progress.height, payload)
    }
    bar.setTotal(progress.target)
    bar.update(progress.height, payload)
  }
}

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

function texts({ height, target, blocksPerSecond, secondsLeft, records }: Progress) {
  return {
    height: WHOLE.format(height),
    target: WHOLE.format(target),
    speed: `${blocksPerSecond.toFixed(blocksPerSecond < 10 ? 1 : 0)} blocks a second`,
    left: secondsLeft === undefined ? 'time left unknown' : `${describeTime(secondsLeft)} left`,
    records: WHOLE.format(records),
  }
}

function describeTime(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes === 0) return `${Math.ceil(seconds)} s`
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

type Told = Exclude<AnyEvent, Progress | { kind: 'block' | 'status' }>

function describe(event: Told, activity: string): string {
  switch (event.kind) {
    case 'preparing':
      return event.step === 'keys'
        ? 'Reading the keys of the index, to go on with the first pass.'
        : 'Creating the indexes of the tables. After a long first pass this takes some minutes.'
    case 'contracts': {
      const due = event.due === 0 ? 'none' : WHOLE.format(event.due)
      return `Token contracts: ${WHOLE.format(event.read)} read, ${due} due.`
    }
    case 'tip':
      return `Block ${WHOLE.format(event.height)} is indexed, the newest one.`
    case 'reorganised': {
      const [from, ancestor] = [event.from, event.ancestor + 1].map((number) =>
        WHOLE.format(number),
      )
      const blocks = from === ancestor ? `block ${from}` : `blocks ${ancestor} to ${from}`
      return activity === 'Indexing'
        ? `The Bitcoin node has changed to another branch: ${blocks} will be indexed again.`
        : `The Stacks node has changed to another branch: ${blocks} will be read again.`
    }
    case 'large-block': {
      const [height, done, all, records] = [
        event.height,
        event.transactions,
        event.of,
        event.records,
      ].map((number) => WHOLE.format(number))
      return `Block ${height} is large: ${done} of ${all} transactions, ${records} records.`
    }
    case 'resumed': {
      const code = event.reason === undefined ? '' : ` (${event.reason})`
      return `${activity} goes on. What was wrong${code} has ended after ${describeTime(event.seconds)}.`
    }
    case 'waiting':
    case 'died':
    case 'stopped':
      return event.sentence
  }
}
