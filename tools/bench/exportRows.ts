import { setTimeout } from 'node:timers/promises'
import type { BenchDatabase } from './benchDatabase.ts'
import { BUSY } from './chain/mainnetChain.ts'
import { peakMegabytes, residentMegabytes } from './processUsage.ts'
import { readSamples } from './readIndex.ts'
import type { Sizes } from './sizes.ts'
import { startService } from './startCairn.ts'
import { quantile, report, rounded } from './statistics.ts'
import { timeRequest } from './timeRequest.ts'

const READERS = 20
/** A reader asks for a page, reads it, and asks for another one. */
const READING_MS = 200
const MEMORY_SAMPLES = 8

/** Exports the records of the busiest rune, of which a million are sent, while others read pages. */
export async function reportExport(database: BenchDatabase, { loadSeconds }: Sizes): Promise<void> {
  const { engine } = database
  const { blocks, transactions, addresses } = await readSamples(database, 500)
  const paths = [
    ...blocks.map((block) => `/runes/v1/blocks/${block}/activity`),
    ...transactions.map((id) => `/explorer/v1/transactions/${id}`),
    ...addresses.map((address) => `/explorer/v1/addresses/${address}/movements`),
  ]
  const service = await startService(database.readerSettings)
  const alone = await read(service.origin, paths, setTimeout(loadSeconds * 1000))
  report(`${engine}: 20 readers, p99`, rounded(quantile(alone, 0.99)), { unit: 'ms', most: 100 })

  const memory: number[] = []
  const timer = setInterval(() => memory.push(residentMegabytes(service.pid)), 250)
  const began = performance.now()
  const exporting = countRows(`${service.origin}/runes/v1/etchings/${BUSY.rune}/activity.csv`)
  const beside = await read(service.origin, paths, exporting)
  const seconds = (performance.now() - began) / 1000
  clearInterval(timer)
  const rows = await exporting
  report(`${engine}: export`, Math.round(rows / seconds), {
    unit: 'rows/s',
    detail: `${rows.toLocaleString('en')} rows in ${rounded(seconds)} s`,
  })
  report(`${engine}: 20 readers beside the export, p99`, rounded(quantile(beside, 0.99)), {
    unit: 'ms',
    most: 100,
    detail: `${beside.length} requests, median ${rounded(quantile(beside, 0.5))} ms`,
  })
  report(`${engine}: peak memory during the export`, peakMegabytes(service.pid), {
    unit: 'MB',
    most: 300,
    detail: `over time: ${spaced(memory).join(', ')}`,
  })
  await service.stop()
}

/** Reads pages with 20 readers until something ends. Returns how long each page took. */
async function read(origin: string, paths: string[], end: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const times: number[] = []
  const readers = Array.from({ length: READERS }, async (_, reader) => {
    await setTimeout((reader * READING_MS) / READERS)
    for (let page = reader; !isOver; page += READERS) {
      times.push(await timeRequest(origin + paths[page % paths.length]))
      await setTimeout(READING_MS)
    }
  })
  await end
  isOver = true
  await Promise.all(readers)
  return times
}

async function countRows(url: string): Promise<number> {
  let lines = 0
  const response = await fetch(url)
  for await (const chunk of response.body ?? []) {
    for (const byte of chunk) if (byte === 10) lines++
  }
  // The first one has the names of the columns.
  return lines - 1
}

function spaced(values: number[]): number[] {
  const step = Math.max(1, Math.ceil(values.length / MEMORY_SAMPLES))
  return values.filter((_, index) => index % step === 0)
}
