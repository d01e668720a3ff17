import { Random } from '../../src/demo/random.ts'
import { type BenchDatabase, COLD } from './benchDatabase.ts'
import { BUSY, FIRST_HEIGHT } from './chain/mainnetChain.ts'
import { PAGE_SIZE, type PageList, pageListsOf, pathAt } from './pageLists.ts'
import { readBusyTransaction } from './readIndex.ts'
import type { Sizes } from './sizes.ts'
import { startService } from './startCairn.ts'
import { median, report, rounded, say } from './statistics.ts'
import { readJson, timeRequest } from './timeRequest.ts'

/** Milliseconds, and how much slower the last page may be than the first. */
const MOST_MS = { position: 20, rank: 50 }
const MOST_RATIO = 1.5
const WARM_PAGES = 30

type PlaceInList = 'first' | 'random' | 'last'
type Times = Record<PlaceInList, number>
type Measured = { list: PageList; total: number; warm: Times; cold: Times }

/** Measures the first page, one at a random depth and the last one of each list, cold and warm, over HTTP. */
export async function reportPages(database: BenchDatabase, sizes: Sizes): Promise<void> {
  say(COLD)
  const random = new Random(sizes.seed)
  const transaction = await readBusyTransaction(database)
  for (const list of pageListsOf({ ...BUSY, transaction })) {
    const { total, warm } = await measureWarm(database, list, random)
    const cold = await measureCold(database, { list, total, times: sizes.coldTimes }, random)
    reportList(database.engine, { list, total, warm, cold })
  }
}

/** No offset is asked for twice, so that no page comes from the cache. */
async function measureWarm(database: BenchDatabase, list: PageList, random: Random) {
  const service = await startService(database.readerSettings)
  const { total } = await readJson(service.origin + pathAt(list, 0))
  const end = endOf(list, total)
  const time = (offset: number) => timeRequest(service.origin + pathAt(list, offset))
  const times: Record<PlaceInList, number[]> = { first: [], random: [], last: [] }
  // The pages before count the list and read the upper levels of its indexes.
  for (let page = -3; page < WARM_PAGES; page++) {
    const [first, middle, last] = [
      await time(Math.min(page + 4, end)),
      await time(random.below(end + 1)),
      await time(Math.max(0, end - page - 4)),
    ]
    if (page < 0) continue
    times.first.push(first)
    times.random.push(middle)
    times.last.push(last)
  }
  await service.stop()
  return { total: Number(total), warm: mediansOf(times) }
}

async function measureCold(
  database: BenchDatabase,
  { list, total, times: count }: { list: PageList; total: number; times: number },
  random: Random,
): Promise<Times> {
  const end = endOf(list, total)
  const times: Record<PlaceInList, number[]> = { first: [], random: [], last: [] }
  for (let time = 0; time < count; time++) {
    const timeAt = (offset: number) => timeColdPath(database, pathAt(list, offset))
    times.first.push(await timeAt(0))
    times.random.push(await timeAt(random.below(end + 1)))
    times.last.push(await timeAt(end))
  }
  return mediansOf(times)
}

/** Milliseconds of a request to a service that has just started, with the files of the database out of the page cache. */
export async function timeColdPath(database: BenchDatabase, path: string): Promise<number> {
  await database.dropCaches()
  const service = await startService(database.readerSettings)
  // So that the code of a list has run once.
  await timeRequest(`${service.origin}/runes/v1/blocks/${FIRST_HEIGHT}/activity`)
  const time = await timeRequest(service.origin + path)
  await service.stop()
  return time
}

/** The offset of the last whole page that can be asked for. */
function endOf({ maxOffset = Number.POSITIVE_INFINITY }: PageList, total: number): number {
  return Math.max(0, Math.min(total - PAGE_SIZE, maxOffset))
}

function mediansOf({ first, random, last }: Record<PlaceInList, number[]>): Times {
  return { first: median(first), random: median(random), last: median(last) }
}

function reportList(engine: string, { list, total, warm, cold }: Measured): void {
  const shown = ({ first, random, last }: Times) =>
    `first ${rounded(first)}, random ${rounded(random)}, last ${rounded(last)} ms`
  const entries = `${total.toLocaleString('en')} entries`
  report(`${engine}: ${list.name}, cold`, rounded(Math.max(...Object.values(cold))), {
    unit: 'ms',
    most: MOST_MS[list.kind],
    detail: `${shown(cold)}; ${entries}`,
  })
  report(`${engine}: ${list.name}, last page against the first`, rounded(warm.last / warm.first), {
    unit: '×',
    ...(list.kind === 'position' && { most: MOST_RATIO }),
    detail: `warm: ${shown(warm)}`,
  })
}
