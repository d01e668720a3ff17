import { setTimeout } from 'node:timers/promises'
import type { BenchDatabase } from './benchDatabase.ts'
import { BUSY } from './chain/mainnetChain.ts'
import { residentMegabytes } from './processUsage.ts'
import type { Sizes } from './sizes.ts'
import { startService } from './startCairn.ts'
import { median, report } from './statistics.ts'
import { timeRequest } from './timeRequest.ts'

/** Until the memory of the start is collected. */
const REST_MS = 3000

/** Measures the time from the start to the first response, and the memory of a service that does nothing. */
export async function reportStart({ engine, readerSettings }: BenchDatabase, { rounds }: Sizes) {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now()
    const service = await startService(readerSettings)
    await timeRequest(`${service.origin}/runes/v1/etchings/${BUSY.rune}/activity`)
    times.push(performance.now() - began)
    if (round === rounds) await reportRest(engine, service.pid)
    await service.stop()
  }
  report(`${engine}: from the start to the first response`, Math.round(median(times)), {
    unit: 'ms',
    most: 1000,
  })
}

async function reportRest(engine: string, pid: number): Promise<void> {
  await setTimeout(REST_MS)
  report(`${engine}: memory at rest`, residentMegabytes(pid), { unit: 'MB', most: 300 })
}
