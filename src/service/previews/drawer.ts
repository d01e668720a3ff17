import { resolve } from 'node:path'
import { Tinypool } from 'tinypool'
import { unavailable } from '../http/problems.ts'
import type { CardText } from './Card.tsx'

export type Drawer = {
  /** @throws {HttpProblem} 503 when too many pictures wait already, or this one took too long. */
  draw(text: CardText): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

// Workers of Node 20 cannot load TypeScript: tests, too, draw with what the build made of drawCard.ts.
const WORKER = 'build/service/drawCard.js'
const MAX_WAITING = 8
/** The wait included. */
const TIMEOUT_MS = 10_000

/** Draws one picture at a time in a thread of its own, which starts with the first of them. */
export function openDrawer(): Drawer {
  let pool: Tinypool | undefined

  function openPool(): Tinypool {
    const opened = new Tinypool({
      filename: resolve(WORKER),
      name: 'drawCard',
      minThreads: 1,
      maxThreads: 1,
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    // A worker that dies between two pictures is replaced; nobody waits for it.
    return opened.on('error', console.error)
  }

  return {
    async draw(text) {
      pool ??= openPool()
      if (pool.queueSize >= MAX_WAITING) throw BUSY
      // When the time is over, the pool ends the worker and starts another.
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      try {
        return await pool.run(text, { signal })
      } catch (error) {
        throw signal.aborted ? BUSY : error
      }
    },
    async close() {
      await pool?.destroy()
    },
  }
}

const BUSY = unavailable('too many previews are being drawn; try again in a moment')
