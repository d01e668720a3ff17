import { setTimeout } from 'node:timers/promises'
import type { Store } from '../../src/database/database.ts'
import type { BenchDatabase } from '../bench/benchDatabase.ts'
import { peakMegabytes, residentMegabytes } from '../bench/processUsage.ts'
import { readTip } from '../bench/readIndex.ts'
import { type RunningService, startService } from '../bench/startCairn.ts'
import { quantile } from '../bench/statistics.ts'
import { timeRequest } from '../bench/timeRequest.ts'
import { startHostileNode } from './startHostileNode.ts'

export type Measured = {
  /** Of the block. */
  bytes: number
  records: number
  seconds: number
  peakMegabytes: number
  /** Milliseconds that a reader's small request took, all but the slowest hundredth. */
  readerMs: number
  differences: string[]
}

export type Options = { scale: number; timeoutMinutes: number }

const POLL_MS = 50
const READER_PAUSE_MS = 20

/** Indexes a hostile block with the built program, in a process of its own that also answers a reader. */
export async function measureShape(
  name: string,
  database: BenchDatabase,
  { scale, timeoutMinutes }: Options,
): Promise<Measured> {
  const node = await startHostileNode(name, scale)
  const settings = { ...database.settings, BITCOIN_RPC_URL: node.url }
  const timeoutMs = timeoutMinutes * 60_000
  try {
    const before = await withService(settings, (service) =>
      untilIndexed(service, database, node.height, timeoutMs),
    )
    // In a new process, the peak is that of the block.
    const measured = await withService(settings, async (service) => {
      // When it has this one, its threads have all started.
      const { height: empty } = await node.mine('empty')
      await untilIndexed(service, database, empty, timeoutMs)
      const reader = startReader(service.origin)
      const began = performance.now()
      const { height, bytes } = await node.mine('hostile')
      const after = await untilIndexed(service, database, height, timeoutMs)
      const seconds = (performance.now() - began) / 1000
      const readerMs = quantile(await reader.stop(), 0.99)
      return {
        bytes,
        records: after - before,
        seconds,
        peakMegabytes: peakMegabytes(service.pid),
        readerMs,
      }
    })
    return { ...measured, differences: await node.compare(indexOf(database)) }
  } finally {
    node.stop()
  }
}

async function withService<Result>(
  settings: Record<string, string>,
  work: (service: RunningService) => Promise<Result>,
): Promise<Result> {
  const service = await startService(settings)
  try {
    return await work(service)
  } finally {
    await service.stop()
  }
}

/** Returns how many records the index has then. @throws {Error} if the service dies, or takes too long. */
async function untilIndexed(
  service: RunningService,
  database: BenchDatabase,
  height: number,
  timeoutMs: number,
): Promise<number> {
  const store = database.open()
  const end = performance.now() + timeoutMs
  try {
    while (performance.now() < end) {
      const tip = await readTipIfThere(store)
      if (tip !== undefined && tip.height >= height && tip.isComplete) return tip.records
      if (Number.isNaN(residentMegabytes(service.pid))) throw new Error('the process has died')
      await setTimeout(POLL_MS)
    }
    throw new Error(`not indexed within ${Math.round(timeoutMs / 60_000)} minutes`)
  } finally {
    await store.close()
  }
}

/** Undefined until the index has its tables. */
async function readTipIfThere({ query }: Store) {
  try {
    const [row] = await query("SELECT value FROM meta WHERE part = 'runes' AND name = 'indexes'")
    return { ...(await readTip(query)), isComplete: row?.value === 'complete' }
  } catch {
    return undefined
  }
}

/** Asks for a small page that is in no cache, again and again. A failure counts as infinitely slow. */
function startReader(origin: string) {
  const times: number[] = []
  let isStopped = false
  const run = async () => {
    for (let offset = 0; !isStopped; offset++) {
      const url = `${origin}/explorer/v1/blocks?limit=5&offset=${offset}`
      times.push(await timeRequest(url).catch(() => Number.POSITIVE_INFINITY))
      await setTimeout(READER_PAUSE_MS)
    }
  }
  const running = run()
  return {
    async stop() {
      isStopped = true
      await running
      return times
    },
  }
}

function indexOf({ settings }: BenchDatabase): string {
  return settings.DATABASE_URL ?? `file:${settings.DATA_DIR}/runes-node.db`
}
