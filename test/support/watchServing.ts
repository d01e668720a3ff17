import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'

/** Nothing in the serving thread may take longer, in milliseconds of CPU. */
const MAX_MS = 250

/** How many pieces of work are printed if none took too long: not so many that failed tests are out of sight. */
const PRINTED = 3

/** Something that the serving thread did in one piece, and when it ended. */
const Piece = v.object({ time: v.string(), ms: v.number(), stack: v.array(v.string()) })
type Piece = v.InferOutput<typeof Piece>

/**
 * Watches the serving thread of each program that tests start. Prints what took longest, if it took over 50 ms in one
 * piece, and lets the run fail if something took longer than 250 ms.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-watch-'))
  process.env.WATCH_FOLDER = folder
  return () => {
    const pieces = readdirSync(folder).flatMap((name) => readPieces(join(folder, name)))
    rmSync(folder, { recursive: true })
    pieces.sort((one, other) => other.ms - one.ms)
    const tooLong = pieces.filter(({ ms }) => ms > MAX_MS)
    for (const piece of pieces.slice(0, Math.max(PRINTED, tooLong.length)))
      console.log(describe(piece))
    if (tooLong.length === 0) return
    throw new Error(`The serving thread was busy ${tooLong.length} times for over ${MAX_MS} ms.`)
  }
}

function readPieces(file: string): Piece[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => v.parse(Piece, JSON.parse(line)))
}

function describe({ time, ms, stack }: Piece): string {
  const calls = stack.map((call) => `\n    at ${call}`).join('')
  return `The serving thread was busy for ${ms} ms of CPU in one piece until ${time}:${calls}`
}
