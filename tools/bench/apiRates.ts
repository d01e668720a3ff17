import type { BenchDatabase } from './benchDatabase.ts'
import { BUSY } from './chain/mainnetChain.ts'
import type { ChainNode } from './chain/startChainNode.ts'
import { type Load, putLoadOn } from './load.ts'
import { peakMegabytes } from './processUsage.ts'
import { readSamples, type Samples } from './readIndex.ts'
import type { Sizes } from './sizes.ts'
import { type RunningService, startService } from './startCairn.ts'
import { median, report, rounded, say } from './statistics.ts'
import { untilIndexed } from './untilIndexed.ts'

/** Paths of one kind. The more there are, the fewer come from a small cache. */
type Kind = { name: string; paths: string[] }
type Round = { idle: Load; busy: Load }

const BLOCK_INTERVAL_MS = 1000
const SAMPLES = 2000
const LEAST_CACHED = { json: 10_000, page: 5000 }
const LEAST_SHARE = 0.8

/** Measures each kind of endpoint and page, idle and while a block arrives every second, cached and not. */
export async function reportRates(
  database: BenchDatabase,
  node: ChainNode,
  sizes: Sizes,
): Promise<void> {
  const kinds = kindsOf(await readSamples(database, SAMPLES), await readTokens(database))
  const follower = { ...database.settings, BITCOIN_RPC_URL: node.url }
  await measureAll('cached', { database, node, sizes, settings: follower }, kinds.map(firstOnly))
  const settings = { ...follower, CACHE_MB: '1' }
  await measureAll('uncached', { database, node, sizes, settings }, kinds)
  await reportMemoryAlone(database, kinds, sizes)
}

function firstOnly({ name, paths }: Kind): Kind {
  return { name, paths: paths.slice(0, 1) }
}

type Context = {
  database: BenchDatabase
  node: ChainNode
  sizes: Sizes
  settings: Record<string, string>
}

async function measureAll(
  caching: 'cached' | 'uncached',
  { database: { engine }, node, sizes, settings }: Context,
  kinds: Kind[],
): Promise<void> {
  const service = await startService(settings)
  for (const { name, paths } of kinds) {
    await node.prepare(sizes.rounds * (sizes.loadSeconds + 2))
    await putLoadOn(service.origin, paths, 1)
    const rounds: Round[] = []
    for (let round = 0; round < sizes.rounds; round++) {
      const idle = await putLoadOn(service.origin, paths, sizes.loadSeconds)
      const busy = await whileMining(node, service, () =>
        putLoadOn(service.origin, paths, sizes.loadSeconds),
      )
      rounds.push({ idle, busy })
    }
    reportKind(`${engine}: ${caching} ${name}`, rounds, caching)
  }
  report(`${engine}: peak memory with the follower, ${caching}`, peakMegabytes(service.pid), {
    unit: 'MB',
    most: 1000,
  })
  await service.stop()
}

/** Mines a block every second while work runs, and waits until the service has the last one. */
async function whileMining<Result>(
  node: ChainNode,
  service: RunningService,
  work: () => Promise<Result>,
): Promise<Result> {
  const mined = [node.mine(1)]
  const timer = setInterval(() => mined.push(node.mine(1)), BLOCK_INTERVAL_MS)
  const result = await work()
  clearInterval(timer)
  const blocks = await Promise.all(mined)
  await untilIndexed(service.origin, Math.max(...blocks.map(({ height }) => height)))
  return result
}

function reportKind(name: string, rounds: Round[], caching: 'cached' | 'uncached'): void {
  const rate = median(rounds.map(({ idle }) => idle.rate))
  const share = median(rounds.map(({ idle, busy }) => busy.rate / idle.rate))
  const p99 = median(rounds.map(({ idle }) => idle.p99))
  const busyP99 = median(rounds.map(({ busy }) => busy.p99))
  const failed = rounds.reduce((sum, { idle, busy }) => sum + idle.failed + busy.failed, 0)
  const least = name.endsWith('page') ? LEAST_CACHED.page : LEAST_CACHED.json
  report(name, Math.round(rate), {
    unit: 'requests/s',
    ...(caching === 'cached' && { least }),
    detail: `p99 ${rounded(p99)} ms${failed > 0 ? `; ${failed} FAILED` : ''}`,
  })
  report(`${name}, a block every second against idle`, rounded(share), {
    unit: '×',
    least: LEAST_SHARE,
    detail: `p99 ${rounded(busyP99)} ms`,
  })
}

/** The service without a follower, while it reads all kinds. */
async function reportMemoryAlone(
  database: BenchDatabase,
  kinds: Kind[],
  { loadSeconds }: Sizes,
): Promise<void> {
  say(`${database.engine}: all kinds at once, without a follower …`)
  const service = await startService(database.readerSettings)
  const paths = Array.from({ length: SAMPLES }, (_, index) =>
    kinds.flatMap((kind) => kind.paths[index % kind.paths.length] ?? []),
  ).flat()
  const { rate, p99 } = await putLoadOn(service.origin, paths, loadSeconds * 5)
  report(
    `${database.engine}: peak memory without a follower, under load`,
    peakMegabytes(service.pid),
    {
      unit: 'MB',
      most: 300,
      detail: `${Math.round(rate)} requests/s of all kinds, p99 ${rounded(p99)} ms`,
    },
  )
  await service.stop()
}

async function readTokens({ readerSettings }: BenchDatabase): Promise<string[]> {
  const service = await startService(readerSettings)
  const sitemap = await (await fetch(`${service.origin}/sitemaps/tokens.xml`)).text()
  await service.stop()
  return [...sitemap.matchAll(/(?<=\/token\/)[^<]+/g)].map(([principal]) => principal)
}

function kindsOf({ blocks, transactions, runes, addresses }: Samples, tokens: string[]): Kind[] {
  const own = '/explorer/v1'
  const depths = Array.from({ length: SAMPLES }, (_, index) => index * 20)
  return [
    kind('token', tokens, (token) => `/metadata/v1/ft/${token}`),
    kind(
      'activity of a transaction',
      transactions,
      (id) => `/runes/v1/transactions/${id}/activity`,
    ),
    kind('activity of a block', blocks, (block) => `/runes/v1/blocks/${block}/activity`),
    kind('rune', runes, (rune) => `${own}/runes/${rune}`),
    kind('address', addresses, (address) => `${own}/addresses/${address}`),
    kind('movements of a rune', depths, (at) => `${own}/runes/${BUSY.rune}/movements?offset=${at}`),
    kind(
      'movements of an address',
      addresses,
      (address) => `${own}/addresses/${address}/movements`,
    ),
    kind('holders of a rune', depths, (at) => `${own}/runes/${BUSY.rune}/holders?offset=${at}`),
    kind('summary of a block', blocks, (block) => `${own}/blocks/${block}`),
    kind('summary of a transaction', transactions, (id) => `${own}/transactions/${id}`),
    kind(
      'search for an address',
      addresses,
      (address) => `${own}/search?q=${address.slice(0, 12)}`,
    ),
    kind('search for a rune', runes, (rune) => `${own}/search?q=${rune}`),
    kind('block page', blocks, (block) => `/block/${block}`),
    kind('transaction page', transactions, (id) => `/tx/${id}`),
    kind('rune page', runes, (rune) => `/rune/${rune}`),
    kind('address page', addresses, (address) => `/address/${address}`),
  ]
}

function kind<Value>(name: string, values: Value[], pathOf: (value: Value) => string): Kind {
  return { name, paths: values.map(pathOf) }
}
