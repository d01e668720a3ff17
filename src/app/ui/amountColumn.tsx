import type { ReactNode } from 'react'
import type { Column } from './DataTable.tsx'
import { Amount, placesOf, widestOf } from './numbers.tsx'

type Options<Row> = {
  isSigned?: boolean
  className?: string
  /** Makes the amount of a row a link. */
  linked?: (row: Row, amount: ReactNode) => ReactNode
}

/** On phones beside the title of a row; a long amount is in a line of its own. */
const PLACE =
  'phone:col-start-2 phone:row-start-1 phone:has-data-long:col-span-2 phone:has-data-long:col-start-1 phone:has-data-long:row-start-4 phone:has-data-long:overflow-x-auto phone:has-data-long:text-xs phone:has-data-long:tracking-tight'

/** In characters: beside five other columns, more do not fit on a screen of 1280 pixels. */
const MAX_WIDTH = 24

/** A column of amounts, aligned at the point; left out if there are none. */
export function amountColumn<Row>(
  rows: readonly Row[],
  heading: string,
  amountOf: (row: Row) => string | undefined,
  { isSigned = false, className = PLACE, linked = (_, amount) => amount }: Options<Row> = {},
): Column<Row> {
  const amounts = rows.map(amountOf)
  const places = placesOf(amounts)
  return {
    heading,
    isWide: widestOf(amounts) + places.length > MAX_WIDTH,
    isNumber: true,
    className,
    cell(row) {
      const amount = amountOf(row)
      if (amount === undefined) return null
      return linked(row, <Amount digits={amount} places={places} isSigned={isSigned} />)
    },
  }
}
