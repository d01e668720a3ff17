// Measures each piece of work of the serving thread: Node loads this file with `--import` before the program. A
// monitor in a thread of its own compares the CPU time at two heartbeats, and appends what took long to a file for
// each process in the folder WATCH_FOLDER. On a busy machine, other times mean nothing.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, existsSync, openSync, readSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const LONG_MS = 50
/** Work that takes so long is reported before it ends, because it may not end. */
const ENDLESS_MS = 250
const BEAT_MS = 5
const SAMPLE_MICROSECONDS = 2000
const MAX_FRAMES = 20

// The thread id of the main thread is that of the process.
const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`

// Other systems do not tell the CPU time of a thread. This file is loaded in all other workers too.
if (existsSync(SCHEDSTAT)) {
  if (isMainThread) watchFromFirstRequest()
  else if (workerData?.watched !== undefined) monitor(workerData.watched)
}

function watchFromFirstRequest() {
  let isWatched = false
  subscribe('http.server.request.start', () => {
    if (!isWatched) watch()
    isWatched = true
  })
}

function watch() {
  const lastBeat = new Float64Array(new SharedArrayBuffer(8))
  const worker = new Worker(new URL(import.meta.url), { workerData: { watched: lastBeat } })
  worker.unref()
  const readCpuMs = createClock()
  const readStack = startProfiler()
  let beganMicroseconds = microseconds()
  const beat = () => {
    const ms = readCpuMs() - lastBeat[0]
    if (ms > LONG_MS) {
      // Reading the stack takes long too.
      lastBeat[0] = Number.POSITIVE_INFINITY
      worker.postMessage({ ms: Math.round(ms), stack: readStack(beganMicroseconds) })
    }
    lastBeat[0] = readCpuMs()
    beganMicroseconds = microseconds()
  }
  lastBeat[0] = readCpuMs()
  setInterval(beat, BEAT_MS).unref()
}

function monitor(lastBeat) {
  const readCpuMs = createClock()
  let reported = 0
  const report = (piece) =>
    appendFileSync(
      join(process.env.WATCH_FOLDER, `${process.pid}.ndjson`),
      `${JSON.stringify({ time: new Date().toISOString().slice(11, 19), ...piece })}\n`,
    )
  parentPort.on('message', report)
  setInterval(() => {
    const beat = lastBeat[0]
    const ms = readCpuMs() - beat
    if (ms <= ENDLESS_MS || beat === reported) return
    reported = beat
    report({ ms: Math.round(ms), stack: ['so far'] })
  }, BEAT_MS)
}

/** Returns a function that reads the CPU time of the serving thread in milliseconds. */
function createClock() {
  const [file, buffer] = [openSync(SCHEDSTAT), Buffer.alloc(64)]
  return () => {
    const length = readSync(file, buffer, 0, buffer.length, 0)
    return Number(buffer.toString('latin1', 0, length).split(' ')[0]) / 1e6
  }
}

/** On the clock of the profiler. */
function microseconds() {
  return Number(process.hrtime.bigint() / 1000n)
}

/** Returns a function that returns the calls in which most of the time since then was spent. */
function startProfiler() {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS })
  session.post('Profiler.start')
  return (since) => {
    let stack = []
    // In the same thread, this happens at once.
    session.post('Profiler.stop', (_, { profile }) => {
      stack = stackOf(profile, since)
    })
    session.post('Profiler.start')
    return stack
  }
}

/** Follows the calls from the root to those that have most of the samples, as long as they are a third. */
function stackOf({ nodes, samples, timeDeltas, startTime }, since) {
  const byId = new Map(nodes.map((node) => [node.id, { ...node, count: 0 }]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((it) => [it, id])))
  let [time, total] = [startTime, 0]
  for (const [index, sample] of samples.entries()) {
    time += timeDeltas[index]
    if (time < since) continue
    total += 1
    for (let id = sample; id !== undefined; id = parents.get(id)) byId.get(id).count += 1
  }
  const stack = []
  for (let node = byId.get(nodes[0].id); node !== undefined && node.count > total / 3; ) {
    stack.unshift(`${describeCall(node.callFrame)} (${Math.round((100 * node.count) / total)} %)`)
    const children = (node.children ?? []).map((id) => byId.get(id))
    node = children.sort((one, other) => other.count - one.count)[0]
  }
  return stack.slice(0, MAX_FRAMES)
}

function describeCall({ functionName, url, lineNumber }) {
  const file = url.split('/').slice(-2).join('/')
  return `${functionName || '(anonymous)'} ${file}:${lineNumber + 1}`
}
