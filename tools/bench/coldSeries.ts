import type { BenchDatabase } from './benchDatabase.ts'
import { BUSY } from './chain/mainnetChain.ts'
import { timeColdPath } from './coldPages.ts'
import type { Subjects } from './pageLists.ts'
import { readBusyTransaction, readSamples } from './readIndex.ts'
import type { Sizes } from './sizes.ts'
import { median, report, rounded } from './statistics.ts'

/** Milliseconds. */
const MOST_MS = 50

/** How many samples are drawn; the last of them is neither the oldest nor the busiest. */
const ORDINARY = 3

/** Measures what figures are drawn from, cold, over HTTP. */
export async function reportSeries(database: BenchDatabase, sizes: Sizes): Promise<void> {
  const transaction = await readBusyTransaction(database)
  // The busiest address has some records of each rune.
  const { runes, blocks, transactions } = await readSamples(database, ORDINARY)
  const busy = seriesOf({ ...BUSY, transaction }, runes.at(-1) ?? '')
  const paths = [...busy, ...ordinary(blocks.at(-1) ?? '', transactions.at(-1) ?? '')]
  for (const path of paths) {
    const times: number[] = []
    for (let time = 0; time < sizes.coldTimes; time++) {
      times.push(await timeColdPath(database, `/explorer/v1/${path}`))
    }
    const shown = path
      .replace(BUSY.address, 'address')
      .replace(transaction, 'transaction')
      .replace(/[0-9a-f]{64}/, 'ordinary')
    report(`${database.engine}: ${shown}, cold`, rounded(median(times)), {
      unit: 'ms',
      most: MOST_MS,
    })
  }
}

/** What most readers open. */
function ordinary(block: string, transaction: string): string[] {
  return [
    `blocks/${block}/treemap`,
    `blocks/${block}/groups`,
    `transactions/${transaction}`,
    `transactions/${transaction}/groups`,
  ]
}

function seriesOf({ rune, address, block, transaction }: Subjects, smallRune: string): string[] {
  return [
    'pulse',
    'highlights?limit=50',
    'runes?limit=25&days=28',
    `blocks/${block}`,
    `blocks/${block}/treemap`,
    `blocks/${block}/groups`,
    `transactions/${transaction}`,
    `transactions/${transaction}/groups`,
    `transactions/${transaction}/inputs`,
    `runes/${rune}`,
    `runes/${rune}/history`,
    `runes/${rune}/history?step=block`,
    `runes/${rune}/milestones`,
    `runes/${rune}/distribution`,
    `runes/${rune}/refusals`,
    `runes/${rune}/movements?order_by=amount&type=transfer`,
    `runes/${rune}/movements?order_by=amount&type=burn`,
    `addresses/${address}`,
    `addresses/${address}/series?rune=${smallRune}`,
    `addresses/${address}/series?rune=${smallRune}&step=block`,
    `addresses/${address}/activity`,
    `addresses/${address}/activity?step=block`,
    `addresses/${address}/paid`,
    `addresses/${address}/refusals`,
  ]
}
