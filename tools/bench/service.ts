import type { Postgres } from '../startPostgres.ts'
import { createLedger, FIRST_BLOCK, LARGE_BLOCK, type Ledger } from './ledger.ts'
import { alternate, measureRate, peakMemory, startBareServer, timeRequest } from './rates.ts'
import { startCairn, startService } from './startCairn.ts'
import { median, report, rounded } from './statistics.ts'

const SAMPLE_BLOCK = 999_999_999 // 20,000 rows, in the snapshot.
const LAST_PAGE = 19_980
const activityPath = (block: number, offset = 0) =>
  `/runes/v1/blocks/${block}/activity?offset=${offset}`

/** Measures the start, cached responses, pages of a large block, and the service while its ledger grows. */
export async function reportService(postgres: Postgres, rounds: number): Promise<void> {
  const cairn = await startCairn()
  const { origin, settings } = cairn
  const sitemap = await (await fetch(`${origin}/sitemaps/tokens.xml`)).text()
  const tokens = [...sitemap.matchAll(/(?<=\/token\/)[^<]+/g)].map(([principal]) => principal)
  await reportStart(settings)
  await reportCached(origin, `${tokens[0]}`, rounds)
  await reportOffsets('SQLite', origin, SAMPLE_BLOCK)
  await reportMemory(origin, rounds)

  const ledger = await createLedger(postgres)
  const overPostgres = await startService({ ...settings, RUNES_DATABASE_URL: ledger.url })
  await reportWritten(overPostgres.origin, { ledger, tokens, rounds })
  await reportOffsets('PostgreSQL', overPostgres.origin, LARGE_BLOCK)
  await overPostgres.stop()
  await ledger.close()
  await cairn.stop()
}

async function reportStart(settings: Record<string, string>): Promise<void> {
  const began = performance.now()
  const service = await startService(settings)
  await timeRequest(service.origin + activityPath(SAMPLE_BLOCK))
  report('start to first response', Math.round(performance.now() - began), {
    unit: 'ms',
    most: 1000,
  })
  report('memory (RSS), idle', Math.round(await peakMemory(service.origin)), { unit: 'MB' })
  await service.stop()
}

async function reportCached(origin: string, token: string, rounds: number): Promise<void> {
  const lists = [
    { name: 'token, JSON', path: `/metadata/v1/ft/${token}`, least: 10_000 },
    { name: 'first page of a block, JSON', path: activityPath(SAMPLE_BLOCK) },
    { name: 'last page of a block, JSON', path: activityPath(SAMPLE_BLOCK, LAST_PAGE) },
    { name: 'block page, HTML', path: '/block/840006', least: 5000 },
    { name: 'token page, HTML', path: `/token/${token}` },
  ]
  for (const { name, path, ...target } of lists) {
    const bare = await startBareServer(origin + path)
    const measure = (each: string) => () => measureRate(each, [path])
    const { rate, ratio } = await alternate(rounds, measure(origin), measure(bare.origin))
    bare.stop()
    report(`cached ${name}`, Math.round(rate), { unit: 'requests/s', ...target })
    report(`cached ${name}, against bare node:http`, rounded(ratio), { unit: '×' })
  }
}

/** No offset is requested twice, so that each page is read from the database. */
async function reportOffsets(engine: string, origin: string, block: number): Promise<void> {
  const first: number[] = []
  const last: number[] = []
  await timeRequest(origin + activityPath(block, 500)) // The first one counts the block.
  for (let index = 1; index <= 100; index++) {
    first.push(await timeRequest(origin + activityPath(block, index)))
    last.push(await timeRequest(origin + activityPath(block, LAST_PAGE - index)))
  }
  const detail = `${rounded(median(last))} of ${rounded(median(first))} ms`
  const ratio = rounded(median(last) / median(first))
  report(`last page of 20,000 rows, against the first: ${engine}`, ratio, {
    unit: '×',
    most: 1.5,
    detail,
  })
}

async function reportMemory(origin: string, rounds: number): Promise<void> {
  // None of these pages is cached yet.
  const paths = Array.from(
    { length: 800 },
    (_, n) => `/block/${SAMPLE_BLOCK}?offset=${n * 20 + 400}`,
  )
  const load = () => measureRate(origin, paths, { seconds: 5 * rounds, connections: 4 })
  report('memory (RSS), under load', Math.round(await peakMemory(origin, load)), {
    unit: 'MB',
    most: 300,
  })
}

/** The rates while PostgreSQL is written to, against those while it is not. */
async function reportWritten(
  origin: string,
  { ledger, tokens, rounds }: { ledger: Ledger; tokens: string[]; rounds: number },
): Promise<void> {
  const blocks = Array.from({ length: 200 }, (_, index) => FIRST_BLOCK + index)
  const lists = {
    '200 old blocks, JSON': blocks.map((block) => activityPath(block)),
    '60 old block pages, HTML': blocks.slice(0, 60).map((block) => `/block/${block}`),
    '60 token pages, HTML': tokens.slice(0, 60).map((token) => `/token/${token}`),
  }
  for (const [name, paths] of Object.entries(lists)) {
    for (const path of paths) await timeRequest(origin + path)
    const measure = () => measureRate(origin, paths, { seconds: 6 })
    const measureWritten = () => ledger.whileWritten(measure)
    const { rate, baseline, ratio } = await alternate(rounds, measureWritten, measure)
    const detail = `${Math.round(rate)} of ${Math.round(baseline)} requests/s`
    report(`${name}: written to, against idle`, rounded(ratio), { unit: '×', least: 0.8, detail })
  }
}
