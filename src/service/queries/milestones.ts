import type { RuneIdentifier } from '../../contract/identifiers.ts'
import type { RuneMilestone } from '../../contract/schemas/rune.ts'
import { numberOf, optionalNumberOf, type Row } from '../../database/database.ts'
import { LIST, selectIn } from '../../database/rows.ts'
import { blockTimeOf, DAY, selectDays } from './history.ts'
import type { Index } from './indexReader.ts'
import { isOlder } from './labels.ts'
import { expectRune, type LocatedRune } from './locate.ts'
import { boundsOf, mintStateOf } from './runes.ts'

const MAX_MILESTONES = 9
const MAX_UNUSUAL_DAYS = 3
/** A day is unusual above so many times the median. */
const UNUSUAL = 5
/** And only if it has this part of the movements of the busiest day. */
const UNUSUAL_PART = 0.1
/** Of fewer days, none is called the busiest. */
const MIN_DAYS = 3

/**
 * What stands out in the history of a rune, oldest first, a day at its end. None of a rune that is older than the index.
 * @throws {HttpProblem} 404
 */
export async function readMilestones(index: Index, rune: RuneIdentifier) {
  const located = await expectRune(index, rune)
  if (isOlder(located.row, index)) return { results: [] }
  const blocks = await readBlockMilestones(index, located.row)
  const days = await readDayMilestones(index, located)
  const results = [...blocks, ...days.slice(0, MAX_MILESTONES - blocks.length)]
  return { results: results.sort((one, two) => one.last_height - two.last_height) }
}

async function readBlockMilestones(index: Index, row: Row): Promise<RuneMilestone[]> {
  const milestones = [
    { kind: 'etched', height: row.tx === null ? undefined : numberOf(row, 'rune_height') },
    { kind: 'mint-opened', height: openingOf(row, index) },
    { kind: 'holders', value: 100, height: optionalNumberOf(row, 'holders_100_at') },
    { kind: 'holders', value: 1000, height: optionalNumberOf(row, 'holders_1000_at') },
    { kind: 'holders', value: 10_000, height: optionalNumberOf(row, 'holders_10000_at') },
    { kind: 'half-minted', height: optionalNumberOf(row, 'half_minted_at') },
    { kind: 'minted-out', height: mintedOutAt(row) },
  ] as const
  const rows = await selectIn(
    index.query,
    `SELECT height, timestamp, latest_timestamp FROM blocks WHERE height IN (${LIST})`,
    milestones.flatMap(({ height }) => height ?? []),
  )
  return milestones.flatMap(({ height, ...milestone }) => {
    const block = rows.find((row) => row.height === height)
    if (height === undefined || block === undefined) return []
    return [{ ...milestone, first_height: height, last_height: height, ...blockTimeOf(block) }]
  })
}

/** The first block that can mint it, if that is later than its etching. */
function openingOf(row: Row, { tip }: Index): number | undefined {
  if (mintStateOf(row) === 'unmintable') return
  const { start = 0 } = boundsOf(row)
  return start > numberOf(row, 'rune_height') && start <= tip.height ? start : undefined
}

/** Nothing can be minted after it. */
function mintedOutAt(row: Row): number | undefined {
  return mintStateOf(row) === 'minted-out' ? numberOf(row, 'newest_mint') : undefined
}

/** The busiest of the days that are over, then those with many more movements than others. */
async function readDayMilestones(index: Index, rune: LocatedRune): Promise<RuneMilestone[]> {
  const rows = await index.query(
    `SELECT day, movements FROM rune_days
      WHERE rune = $1 AND movements > 0
        AND day < (SELECT max(latest_timestamp) / ${DAY} FROM blocks)
      ORDER BY movements DESC, day`,
    [rune.key],
  )
  if (rows.length < MIN_DAYS) return []
  const usual = medianOf(rows.map((row) => numberOf(row, 'movements')))
  const [busiest = 0, ...others] = rows.map((row) => numberOf(row, 'movements'))
  const unusual = others
    .slice(0, MAX_UNUSUAL_DAYS)
    .filter((movements) => movements > UNUSUAL * usual && movements >= UNUSUAL_PART * busiest)
  const wanted = rows.slice(0, 1 + unusual.length).map((row) => numberOf(row, 'day'))
  const list = wanted.map((_, place) => `$${place + 2}`)
  const days = await selectDays(
    index,
    rune,
    `d.day IN (${list}) ORDER BY d.movements DESC, d.day`,
    wanted,
  )
  return days.map((day, place) => ({
    kind: place === 0 ? 'busiest-day' : 'unusual-day',
    value: day.movements,
    first_height: day.first_height,
    last_height: day.last_height,
    date: day.date,
    day,
  }))
}

/** Of sorted numbers. */
function medianOf(sorted: number[]): number {
  const [one = 0, two = 0] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ]
  return (one + two) / 2
}
