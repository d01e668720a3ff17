// `npm run bench` measures the index and the service over a chain like mainnet's, on both databases: small by
// default, to try it; `-- --full` for the figures in docs/performance.md. Times depend on the machine. Other
// options: --records=300000, --engine=sqlite, --parts=index,pages, --seed=2, --json. Of the parts, refusals, payers,
// alike, worst, answers and tokens need no such chain.
import { parseArgs } from 'node:util'
import { reportAnswerCosts } from './answerCosts.ts'
import { reportRates } from './apiRates.ts'
import { type BenchDatabase, createDatabase, type Engine } from './benchDatabase.ts'
import type { ChainNode } from './chain/startChainNode.ts'
import { reportChangedPage } from './changedPage.ts'
import { reportPages } from './coldPages.ts'
import { reportSeries } from './coldSeries.ts'
import { reportExport } from './exportRows.ts'
import { reportIndexRate } from './indexRate.ts'
import { reportLookAlikes } from './lookAlikes.ts'
import { reportPayers } from './payers.ts'
import { reportRefusedMints } from './refusedMints.ts'
import { minutesOf, type Sizes, sizesFor } from './sizes.ts'
import { reportStart } from './startUp.ts'
import { printFigures, say } from './statistics.ts'
import { reportTokenFirstPass } from './tokenFirstPass.ts'
import { reportWorstTransaction } from './worstTransaction.ts'

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    records: { type: 'string' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    parts: {
      type: 'string',
      default: 'refusals,payers,alike,worst,answers,tokens,series,pages,rates,export,change,start',
    },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean' },
  },
})

type Part = (database: BenchDatabase, node: ChainNode, sizes: Sizes) => Promise<void>

/** What is measured once the index is there, in this order. */
const PARTS: Record<string, Part> = {
  start: (database, _, sizes) => reportStart(database, sizes),
  series: (database, _, sizes) => reportSeries(database, sizes),
  pages: (database, _, sizes) => reportPages(database, sizes),
  export: (database, _, sizes) => reportExport(database, sizes),
  change: reportChangedPage,
  rates: reportRates,
}

const sizes = sizesFor(
  options.full ? 'full' : Number(options.records ?? 150_000),
  Number(options.seed),
)
const engines = (['sqlite', 'postgres'] as const).filter((engine) =>
  options.engine.includes(engine),
)
const parts = options.parts.split(',')

/** Calls of a Stacks node a second. */
const [FULL_RATE, QUICK_RATE] = [50, 1000]

say(`This takes about ${minutesOf(sizes, parts) * engines.length} minutes.`)
for (const engine of engines) await measure(engine)
say('')
printFigures()

async function measure(engine: Engine): Promise<void> {
  if (parts.includes('refusals')) await reportRefusedMints(() => createDatabase(engine))
  if (parts.includes('payers')) await reportPayers(() => createDatabase(engine))
  if (parts.includes('alike')) await reportLookAlikes(() => createDatabase(engine))
  if (parts.includes('worst')) await reportWorstTransaction(() => createDatabase(engine))
  if (parts.includes('answers')) await reportAnswerCosts(() => createDatabase(engine))
  if (parts.includes('tokens')) {
    await reportTokenFirstPass(() => createDatabase(engine), options.full ? FULL_RATE : QUICK_RATE)
  }
  if (!parts.some((part) => part === 'index' || part in PARTS)) return
  const database = await createDatabase(engine)
  const node = await reportIndexRate(database, sizes)
  for (const [name, report] of Object.entries(PARTS)) {
    if (parts.includes(name)) await report(database, node, sizes)
  }
  node.stop()
  await database.stop()
}
