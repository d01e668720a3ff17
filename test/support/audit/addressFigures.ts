// The figure of an address: its balance of a rune, and its movements.
import type { Answers } from '../model/answers.ts'
import { DAY, dateOf } from '../model/facts.ts'
import type { ModelRune } from '../model/types.ts'
import type { Expected } from './compareFigures.ts'

/** The most columns that the figure has. */
const COLUMNS = 120
/** More records of an address and a rune are not added up. */
const MAX_RECORDS = 100_000

export type AddressColumn = {
  /** The days, as dates, or the heights. */
  places: (string | number)[]
  movements: number
  rune: { balance: string; movements: number } | undefined
}

/** The columns of the figure, oldest first; none if it is not shown. `rune` is the one whose balance is shown. */
export function addressColumns(answers: Answers, address: string, rune: ModelRune | undefined) {
  const history = answers.addressHistory(address, { step: 'auto' })
  const ownRecords = answers.ledger.records.filter(
    (record) => record.address === address && record.rune === rune,
  )
  const hasSeries = rune !== undefined && ownRecords.length <= MAX_RECORDS
  const series = hasSeries ? answers.series(address, rune, 'auto').results : undefined
  const places = placesOf(history)
  const size = Math.ceil(places.length / COLUMNS)
  const count = Math.ceil(places.length / size)
  // The columns end with the newest day, and begin with the first block.
  const start = history.step === 'day' ? places.length - count * size : 0
  const parts = Array.from({ length: count }, (_, index) =>
    places.slice(Math.max(0, start + index * size), start + (index + 1) * size),
  )
  if (parts.length < 3 || history.results.length < 3) return []
  let balance = '0'
  return parts.map((part): AddressColumn => {
    const within = (entry: { date: string; block_height?: number | undefined }) =>
      part.includes(entry.block_height ?? entry.date)
    const own = series?.filter(within) ?? []
    balance = own.at(-1)?.balance ?? balance
    return {
      places: part,
      movements: sumOf(history.results.filter(within)),
      rune: hasSeries ? { balance, movements: sumOf(own) } : undefined,
    }
  })
}

function placesOf(axis: ReturnType<Answers['addressHistory']>): (string | number)[] {
  const { step, first_date, first_height = 0, newest_date, newest_height } = axis
  if (first_date === undefined) return []
  if (step === 'block') {
    return Array.from({ length: newest_height - first_height + 1 }, (_, at) => first_height + at)
  }
  const [first, last] = [first_date, newest_date].map((date) => Date.parse(date) / 1000 / DAY)
  const days = (last ?? 0) - (first ?? 0) + 1
  return Array.from({ length: days }, (_, day) => dateOf(((first ?? 0) + day) * DAY))
}

function sumOf(entries: { movements: number }[]): number {
  return entries.reduce((sum, { movements }) => sum + movements, 0)
}

/** The figures of the table of the figure, for the busiest rune whose supply is known. */
export function overTimeFigures(answers: Answers, address: string): Expected {
  const rune = busiestRune(answers, address)
  const columns = addressColumns(answers, address, rune)
  const held = columns.flatMap((column) => column.rune ?? [])
  const [first, last] = [held[0]?.balance, held.at(-1)?.balance]
  return {
    'activity.movements': columns.map(({ movements }) => movements),
    'series.movements': held.map(({ movements }) => movements),
    'series.balance': held.map(({ balance }) => balance),
    'series.first_balance': first,
    'series.last_balance': first === last ? undefined : last,
    'column.movements': new Set(columns.map(({ movements }) => movements)),
  }
}

/** Of the ten largest balances whose share is known, the one with the most movements. */
export function busiestRune(answers: Answers, address: string): ModelRune | undefined {
  const balances = answers.balancesWithShares(address).slice(0, 10)
  const known = balances.filter(({ share }) => share !== undefined)
  const id = known.sort((one, two) => two.movements - one.movements)[0]?.rune.id
  return answers.ledger.runes.find((rune) => rune.id === id)
}
