import type { Engine } from './benchDatabase.ts'
import { report, rounded, say } from './statistics.ts'

/** Mainnet from block 840,000 to 925,000. Assumed, not counted. */
const MAINNET = { blocks: 85_000, records: 150e6 }

const TARGETS = {
  sqlite: { hours: 3, gigabytes: 45 },
  postgres: { hours: 5, gigabytes: 80 },
} as const

type Measured = {
  /** Records a second. */
  rate: number
  /** Of a record on the disk. */
  bytes: number
  /** For creating the indexes of `records` records. */
  indexSeconds: number
  records: number
}

/** Reports what all of mainnet would take, in proportion to its records. */
export function estimateMainnet(engine: Engine, measured: Measured): void {
  const { rate, bytes, indexSeconds, records } = measured
  // Sorting takes n log n.
  const growth =
    (MAINNET.records / records) * (Math.log(MAINNET.records) / Math.log(Math.max(2, records)))
  const hours = (MAINNET.records / rate + indexSeconds * growth) / 3600
  const gigabytes = (MAINNET.records * bytes) / 1e9
  say(
    `Estimates of all of mainnet assume ${MAINNET.blocks.toLocaleString('en')} blocks with ${MAINNET.records / 1e6} million records, the rate measured above to the end, and a node that is as fast.`,
  )
  const target = TARGETS[engine]
  report(`${engine}: all of mainnet, ESTIMATE`, rounded(hours), { unit: 'h', most: target.hours })
  report(`${engine}: all of mainnet on the disk, ESTIMATE`, rounded(gigabytes), {
    unit: 'GB',
    most: target.gigabytes,
  })
}
