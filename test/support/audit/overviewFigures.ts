// The figures of the first tab of a rune: its history, its milestones and its holders.
import type { Answers } from '../model/answers.ts'
import { DAY, dateOf, shareOf } from '../model/facts.ts'
import type { ModelRune } from '../model/types.ts'
import type { Expected } from './compareFigures.ts'
import { columns } from './fields.ts'
import { latestRows } from './rowFigures.ts'

/** What the history shows of days, and the most columns that it has of blocks. */
const DAYS = 28
const COLUMNS = 120
/** The latest movements that are shown. */
const LATEST = 6

export function overviewFigures(answers: Answers, rune: ModelRune): Expected {
  const history = answers.history(rune, { days: DAYS, step: 'auto' })
  const periods = history.step === 'day' ? daysOf(history) : blocksOf(history)
  const isOlder = answers.runeDetails(rune).is_older === true
  const movements = answers.runeMovements(rune)
  // Of what is before the history, its number of periods is not known.
  const active = history.before === undefined ? history.results.length : movements.length
  const hasFigure = Math.min(periods.length, active) >= 3
  return {
    ...(hasFigure ? historyFigures(sumUp(periods, rune, history), isOlder) : {}),
    ...(hasFigure ? milestoneFigures(answers, rune, history) : {}),
    ...distributionFigures(answers, rune),
    ...latestRows(movements.slice(0, LATEST)),
  }
}

type History = ReturnType<Answers['history']>
type Period = History['results'][number]

/** A column for each of the last 28 days, from the first one with records on. */
function daysOf({ first_date = '', newest_date, results }: History): Period[][] {
  const newest = Date.parse(newest_date) / 1000
  return Array.from({ length: DAYS }, (_, day) => dateOf(newest - (DAYS - 1 - day) * DAY))
    .filter((date) => date >= first_date)
    .map((date) => results.filter((day) => day.date === date))
}

/** A column for each of the first blocks, or for several. */
function blocksOf({ first_height, newest_height, results }: History): Period[][] {
  const blocks = newest_height - first_height + 1
  const size = Math.ceil(blocks / COLUMNS)
  return Array.from({ length: Math.ceil(blocks / size) }, (_, column) => {
    const start = first_height + column * size
    return results.filter(
      ({ last_height = 0 }) => last_height >= start && last_height < start + size,
    )
  })
}

function sumUp(periods: Period[][], rune: ModelRune, { before, results }: History) {
  let last = before
  return periods.map((part) => {
    last = part.at(-1) ?? last
    const isFirst = before === undefined && part.some((one) => one === results[0])
    const { holders = 0, supply = '0' } = last ?? {}
    return { ...countsOf(part, isFirst && rune.tx ? 1 : 0), holders, supply }
  })
}

/** Mints are movements here: a mint may have several receivers, or none. */
function countsOf(part: Period[], etchings: number) {
  const sum = (count: (period: Period) => number) =>
    part.reduce((total, period) => total + count(period), 0)
  const [movements, transfers] = [sum((one) => one.movements), sum((one) => one.transfers)]
  const burns = sum((one) => one.burns)
  return { movements, transfers, mints: movements - transfers - burns - etchings, burns, etchings }
}

function historyFigures(sums: ReturnType<typeof sumUp>, isOlder: boolean): Expected {
  return {
    ...columns('history', sums, ['transfers', 'mints', 'burns', 'etchings']),
    ...(isOlder ? {} : columns('history', sums, ['holders', 'supply'])),
    ...(isOlder ? {} : endsOf(sums, 'holders')),
    ...(isOlder ? {} : endsOf(sums, 'supply')),
    'column.movements': new Set(sums.map(({ movements }) => movements)),
  }
}

/** The first value and, if it is another one, the last. */
function endsOf(sums: ReturnType<typeof sumUp>, name: 'holders' | 'supply'): Expected {
  const [first, last] = [sums[0]?.[name], sums.at(-1)?.[name]]
  return {
    [`history.first_${name}`]: first,
    [`history.last_${name}`]: first === last ? undefined : last,
  }
}

function milestoneFigures(answers: Answers, rune: ModelRune, history: History): Expected {
  const { results } = answers.milestones(rune)
  const etched = results.find(({ kind }) => kind === 'etched')
  // Of those before the columns, which come first, it has the day only.
  const firstDate = dateOf(Date.parse(history.newest_date) / 1000 - (DAYS - 1) * DAY)
  const within = results.filter(({ date }) => history.step === 'block' || date >= firstDate)
  const days = within.flatMap((milestone) =>
    'day' in milestone ? [countsOf([milestone.day], milestone.date === etched?.date ? 1 : 0)] : [],
  )
  return {
    'milestone.value': results.map((one) => ('value' in one ? one.value : undefined)),
    'milestone.first_height': within.map((one) => ('day' in one ? undefined : one.first_height)),
    'milestone.date': results.map(({ date }) => Date.parse(date) / 1000),
    ...Object.fromEntries(
      (['transfers', 'mints', 'burns', 'etchings'] as const).map((name) => [
        `milestone.${name}`,
        days.map((day) => day[name] || undefined),
      ]),
    ),
  }
}

/** What the largest holders have, in the sentence above the list of holders. */
export function concentrationFigures(answers: Answers, rune: ModelRune): Expected {
  const largest = answers
    .concentration(rune)
    .map(({ holders, share }) => [`concentration.largest_${holders}`, share])
  return {
    ...Object.fromEntries(largest),
    'concentration.without_address': answers.withoutAddress(rune)?.share,
  }
}

/** The sizes of balances that are shown, if they are enough. */
export function shownSizes(answers: Answers, rune: ModelRune): Size[] {
  const { sizes } = answers.distribution(rune)
  const shown = joinSizes(
    sizes.map(({ least, holders, balance }) => {
      const [integer = '0'] = least.split('.')
      return {
        digits: integer === '0' ? 0 : integer.length,
        holders,
        balance: BigInt(balance.replace('.', '')),
      }
    }),
  )
  return shown.length < 3 ? [] : shown
}

function distributionFigures(answers: Answers, rune: ModelRune): Expected {
  const { groups } = answers.distribution(rune)
  const supply = answers.supplyOf(rune)
  const shown = shownSizes(answers, rune)
  return {
    ...Object.fromEntries(
      groups.flatMap(({ group, balance, share, ...others }) => [
        [`group.${group}_balance`, balance],
        [`group.${group}_share`, share],
        [
          `group.${group}_holders`,
          'holders' in others && group !== 'largest' ? others.holders : undefined,
        ],
      ]),
    ),
    'size.holders': shown.map(({ holders }) => holders),
    'size.share': shown.map(({ balance }) => shareOf(balance, supply)),
  }
}

type Size = { digits: number; holders: number; balance: bigint }

/** Those below 1 are one; of more than seven, the one with fewer holders at either end joins its neighbour. */
function joinSizes(sizes: Size[]): Size[] {
  const [first, second, ...others] = sizes
  if (first === undefined || second === undefined) return sizes
  if (second.digits === 0) return joinSizes([join(first, second), ...others])
  if (sizes.length <= 7) return sizes
  const [beforeLast, last] = [sizes.at(-2) ?? first, sizes.at(-1) ?? second]
  return first.holders <= last.holders
    ? joinSizes([join(first, second), ...others])
    : joinSizes([...sizes.slice(0, -2), join(last, beforeLast)])
}

function join(one: Size, two: Size): Size {
  const { holders, balance } = one
  return { digits: two.digits, holders: holders + two.holders, balance: balance + two.balance }
}
