import { join } from 'node:path'
import { Tinypool } from 'tinypool'
import { PACKAGE_FOLDER } from '../../packageFolder.ts'
import { unavailable } from '../http/httpProblem.ts'
import type { CardData } from './Card.tsx'

export type Drawer = {
  /** @throws {HttpProblem} 503 if too many images wait already, or this one takes too long. */
  draw(card: CardData): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

// Workers of Node 20 cannot load TypeScript, so tests use the built file too.
const WORKER = join(PACKAGE_FOLDER, 'build/service/drawCard.js')
const MAX_WAITING_PREVIEWS = 8
/** Includes the wait. */
const DRAW_TIMEOUT_MS = 10_000

/** Draws one image at a time in a worker thread, which starts with the first image. */
export function openDrawer(): Drawer {
  let pool: Tinypool | undefined

  function openPool(): Tinypool {
    const opened = new Tinypool({
      filename: WORKER,
      name: 'drawCard',
      minThreads: 1,
      maxThreads: 1,
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    // The pool replaces a worker that dies between two images.
    return opened.on('error', console.error)
  }

  return {
    async draw(card) {
      pool ??= openPool()
      if (pool.queueSize >= MAX_WAITING_PREVIEWS) throw BUSY
      // On a timeout the pool stops the worker and starts another.
      const signal = AbortSignal.timeout(DRAW_TIMEOUT_MS)
      try {
        return await pool.run(card, { signal })
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
