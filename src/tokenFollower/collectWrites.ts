import { setTimeout } from 'node:timers/promises'
import type { Store } from '../database/database.ts'
import { countWrite } from '../database/meta.ts'

/** A reader, and what it has read that is not written yet. */
export type WriteSource = {
  /** Whether more waits to be read than is read now. */
  isBehind(): boolean
  /** Undefined if nothing waits to be written. */
  takePending(): PendingWrite | undefined
}

export type PendingWrite = {
  /** Writes in a transaction. Returns whether a token shows something else than before. */
  write(store: Store): Promise<boolean>
  /** Called when the transaction has ended. */
  afterWrite(): void | Promise<void>
}

/** How far writes are apart at least: each empties the cache of tokens. */
export type WriteIntervals = {
  /** While a source is behind. */
  behindMs: number
  currentMs: number
}

type Options = {
  store: Store
  sources: readonly WriteSource[]
  intervals: WriteIntervals
  signal: AbortSignal
}

const TICK_MS = 50

/** Writes what all sources have read together, until `signal` aborts. The tokens count as written only if one changed. */
export async function collectWrites({
  store,
  sources,
  intervals,
  signal,
}: Options): Promise<never> {
  let writtenAt = performance.now()
  for (;;) {
    await setTimeout(Math.min(TICK_MS, intervals.currentMs), undefined, { signal })
    const isBehind = sources.some((source) => source.isBehind())
    const interval = isBehind ? intervals.behindMs : intervals.currentMs
    if (performance.now() - writtenAt < interval) continue
    const pending = sources.flatMap((source) => source.takePending() ?? [])
    if (pending.length === 0) continue
    await write(store, pending)
    writtenAt = performance.now()
  }
}

async function write(store: Store, pending: readonly PendingWrite[]): Promise<void> {
  await store.transaction(async (query) => {
    let hasChanged = false
    for (const one of pending) {
      if (await one.write({ ...store, query })) hasChanged = true
    }
    if (hasChanged) await countWrite(query, 'tokens')
  })
  for (const one of pending) await one.afterWrite()
}
