import type { AddressHistory, AddressSeries } from '../../../contract/schemas/address.ts'
import { DAY_SECONDS, type TimeColumn, timeColumns } from '../../figures/timeColumns.ts'
import { startOfIsoDay } from '../../ui/Time.tsx'

/** Some days or blocks of an address, as a column of its figure. */
export type AddressColumn = TimeColumn & {
  movements: number
  /** What it had of the chosen rune at the end, in exact digits, and the movements of it. */
  rune: { balance: string; movements: number } | undefined
}

/** The whole history of an address in columns of equal length; `series` is that of the chosen rune. */
export function addressColumns(history: AddressHistory, series: AddressSeries | undefined) {
  const { step, first_date, first_height = 0, newest_date, newest_height } = history
  const first = step === 'day' ? dayOf(first_date ?? newest_date) : first_height
  const last = step === 'day' ? dayOf(newest_date) : newest_height
  const axis = { step, first, last, earliest: first }
  const { size, columns } = timeColumns(axis, history.results, placeOf)
  const held = balancesIn(axis, series)
  return {
    size,
    columns: columns.map(({ entries, ...column }, index) => {
      return { ...column, movements: sumOf(entries), rune: held?.[index] }
    }),
  }
}

/** A balance stays what it was after the last day or block that changed it. */
function balancesIn(axis: Parameters<typeof timeColumns>[0], series: AddressSeries | undefined) {
  // One of two responses may be of an older block.
  if (series === undefined || series.step !== axis.step) return
  if (series.results.some(({ balance }) => balance === undefined)) return
  let balance = '0'
  return timeColumns(axis, series.results, placeOf).columns.map(({ entries }) => {
    balance = entries.at(-1)?.balance ?? balance
    return { balance, movements: sumOf(entries) }
  })
}

type Entry = AddressHistory['results'][number]

function placeOf({ date, block_height }: Entry): number {
  return block_height ?? dayOf(date)
}

function sumOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { movements }) => sum + movements, 0)
}

/** Days since 1970. */
function dayOf(date: string): number {
  return startOfIsoDay(date) / DAY_SECONDS
}
