import type { Client } from 'pg'
import type { Postgres } from '../startPostgres.ts'
import { prepareDatabase } from './ledger.ts'
import { BUSY_ADDRESS, BUSY_RUNE, createLongHistory } from './longHistory.ts'
import { peakMemory, timeRequest } from './rates.ts'
import { startService } from './startCairn.ts'
import { median, report, rounded } from './statistics.ts'

const PAGE_SIZE = 20
const TIMES = 30

/** The paths of lists without their offset and limit. */
const LISTS = {
  'activity of a rune': `/runes/v1/etchings/${BUSY_RUNE}/activity?`,
  'activity of an address': `/runes/v1/addresses/${BUSY_ADDRESS}/activity?`,
  'holders of a rune': `/runes/v1/etchings/${BUSY_RUNE}/holders?`,
  'balances of an address': `/runes/v1/addresses/${BUSY_ADDRESS}/balances?`,
  'all runes, by their etchings': '/runes/v1/etchings?',
  'all runes, by name': '/explorer/v1/runes?order_by=name&',
  'mintable runes': '/explorer/v1/runes?mintable=true&',
}

/** The lists whose pages are compared with sorting the whole history. */
const LONGEST = ['activity of a rune', 'holders of a rune']

/** Measures the first and the last page of lists of runes and addresses with long histories. */
export async function reportRunes(postgres: Postgres): Promise<void> {
  const began = performance.now()
  const { url, client, close } = await createLongHistory(postgres)
  report('5 million records: time to generate', secondsSince(began), { unit: 's' })
  const sorted = await timeSorting(client)
  report('sorting the history of a rune, as the retired API did', Math.round(sorted), {
    unit: 'ms',
  })
  const preparing = performance.now()
  prepareDatabase(url)
  report('db:prepare', secondsSince(preparing), { unit: 's' })
  await client.query('VACUUM ANALYZE')
  for (const [name, path] of Object.entries(LISTS)) {
    const slowest = await reportList(url, name, path)
    if (LONGEST.includes(name))
      report(`${name}: sorting its history, against a page`, rounded(sorted / slowest), {
        unit: '×',
        least: 50,
      })
  }
  await close()
}

/** Cold: the first request for the list to a new service. Returns the slower warm time in milliseconds. */
async function reportList(url: string, name: string, path: string): Promise<number> {
  const pathAt = (offset: number) => `${path}offset=${offset}&limit=${PAGE_SIZE}`
  const { total, cold: coldFirst } = await withService(url, async (origin) => ({
    cold: await timeRequest(origin + pathAt(0)),
    total: (await (await fetch(origin + pathAt(0))).json()).total,
  }))
  const end = total - PAGE_SIZE
  const { coldLast, first, last, memory } = await withService(url, async (origin) => {
    const coldLast = await timeRequest(origin + pathAt(end))
    const [first, last]: [number[], number[]] = [[], []]
    // No offset is requested twice, so that each page is read from the database.
    for (let index = 1; index <= TIMES; index++) {
      first.push(await timeRequest(origin + pathAt(index)))
      last.push(await timeRequest(origin + pathAt(end - index)))
    }
    return { coldLast, first: median(first), last: median(last), memory: await peakMemory(origin) }
  })
  const entries = `${total.toLocaleString('en')} entries`
  report(`${name}, cold: first page`, Math.round(coldFirst), { unit: 'ms', detail: entries })
  report(`${name}, cold: last page`, Math.round(coldLast), { unit: 'ms' })
  const detail = `${rounded(last)} of ${rounded(first)} ms`
  report(`${name}: last page, against the first`, rounded(last / first), {
    unit: '×',
    most: 1.5,
    detail,
  })
  report(`${name}: memory (RSS)`, Math.round(memory), { unit: 'MB' })
  return Math.max(first, last)
}

/** Runs work with a new service that is connected to the database. */
async function withService<Result>(
  url: string,
  work: (origin: string) => Promise<Result>,
): Promise<Result> {
  const service = await startService({ DATABASE_URL: url, DATABASE_TIMEOUT: '60' })
  await timeRequest(`${service.origin}/runes/v1/`)
  const result = await work(service.origin)
  await service.stop()
  return result
}

/** Milliseconds for a page of a rune's activity with the indexer's own indexes. */
async function timeSorting(client: Client): Promise<number> {
  const began = performance.now()
  await client.query(SORTING, [BUSY_RUNE])
  return performance.now() - began
}

const SORTING = `
  SELECT l.*, r.name, r.number, r.spaced_name, r.divisibility, count(*) OVER () AS total
    FROM ledger l JOIN runes r ON r.id = l.rune_id WHERE l.rune_id = $1
   ORDER BY l.block_height DESC, l.tx_index DESC, l.event_index DESC LIMIT ${PAGE_SIZE}`

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 1000)
}
