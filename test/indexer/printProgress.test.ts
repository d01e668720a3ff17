import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RuneFollowerThreadEvent } from '../../src/following/followerEvents.ts'
import { createProgressPrinter } from '../../src/following/printProgress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('What the follower does is printed', () => {
  test('to a log, with a line on the progress every ten seconds', () => {
    const lines: string[] = []
    const print = createProgressPrinter({ log: (line) => lines.push(line) })
    for (let second = 0; second < 25; second++) {
      print(progress(850_000 + second * 30))
      vi.advanceTimersByTime(1000)
    }
    expect(lines).toEqual([
      'Indexing block 850,000 of 925,000: 30 blocks a second, 42 min left, 1,234,567 records.',
      'Indexing block 850,300 of 925,000: 30 blocks a second, 42 min left, 1,234,567 records.',
      'Indexing block 850,600 of 925,000: 30 blocks a second, 41 min left, 1,234,567 records.',
    ])
  })

  test('with a line on tokens every ten seconds, until all are read', () => {
    const lines: string[] = []
    const print = createProgressPrinter({ log: (line) => lines.push(line) })
    for (let second = 0; second <= 25; second++) {
      print({ kind: 'contracts', read: 1000 + second, due: Math.max(0, 12 - second) })
      vi.advanceTimersByTime(1000)
    }
    expect(lines).toEqual([
      'Token contracts: 1,000 read, 12 due.',
      'Token contracts: 1,010 read, 2 due.',
      'Token contracts: 1,012 read, none due.',
    ])
  })

  test('with everything else as it happens', () => {
    const lines: string[] = []
    const print = createProgressPrinter({ log: (line) => lines.push(line) })
    print({ kind: 'preparing', step: 'keys' })
    print({ kind: 'preparing', step: 'indexes' })
    print({ kind: 'tip', height: 925_000, hash: '' })
    print({ kind: 'reorganised', from: 925_000, to: 925_001, ancestor: 924_999 })
    print({ kind: 'reorganised', from: 925_001, to: 925_002, ancestor: 924_999 })
    print({ kind: 'waiting', reason: 'node-busy', sentence: 'The Bitcoin node is busy.' })
    print({ kind: 'resumed', reason: 'node-busy', seconds: 125 })
    print({ kind: 'large-block', height: 925_001, transactions: 12, of: 3400, records: 500_000 })
    print({ kind: 'block', height: 925_001 })
    print({ kind: 'stopped', reason: 'too-deep', sentence: 'Rebuild the index.' })
    expect(lines).toEqual([
      'Reading the keys of the index, to go on with the first pass.',
      'Creating the indexes of the tables. After a long first pass this takes some minutes.',
      'Block 925,000 is indexed, the newest one.',
      'The Bitcoin node has changed to another branch: block 925,000 will be indexed again.',
      'The Bitcoin node has changed to another branch: blocks 925,000 to 925,001 will be indexed again.',
      'The Bitcoin node is busy.',
      'Indexing goes on. What was wrong (node-busy) has ended after 2 min.',
      'Block 925,001 is large: 12 of 3,400 transactions, 500,000 records.',
      'Rebuild the index.',
    ])
  })

  test.each([
    [3, '3 s left'],
    [59 * 60, '59 min left'],
    [2 * 3600 + 600, '2 h 10 min left'],
    [undefined, 'time left unknown'],
  ])('with the time left: %s', (secondsLeft, text) => {
    const lines: string[] = []
    const print = createProgressPrinter({ log: (line) => lines.push(line) })
    print({ ...progress(850_000), secondsLeft })
    expect(lines[0]).toContain(text)
  })

  test('to a terminal, with a bar that makes way for other lines', () => {
    const terminal = new Terminal()
    const print = createProgressPrinter({ log: (line) => terminal.write(`${line}\n`), terminal })
    print(progress(850_000))
    vi.advanceTimersByTime(1000)
    print(progress(900_000))
    vi.advanceTimersByTime(1000)
    print({ kind: 'tip', height: 925_000, hash: '' })
    expect(terminal.text).toMatch(/block 850,000 of 925,000 · 30 blocks a second · 42 min left/)
    expect(terminal.text).toMatch(/block 900,000 of 925,000 · 30 blocks a second · 14 min left/)
    expect(terminal.text).toMatch(/\nBlock 925,000 is indexed, the newest one.\n$/)
    // Nothing is drawn any more.
    const { length } = terminal.text
    vi.advanceTimersByTime(5000)
    expect(terminal.text).toHaveLength(length)
  })
})

/** A terminal that remembers what was written. */
class Terminal extends Writable {
  readonly isTTY = true
  readonly columns = 120
  text = ''

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

function progress(height: number): Extract<RuneFollowerThreadEvent, { kind: 'progress' }> {
  const secondsLeft = (925_000 - height) / 30
  const speed = { blocksPerSecond: 30, secondsLeft }
  return { kind: 'progress', height, target: 925_000, ...speed, records: 1_234_567 }
}
