import type { ReactNode } from 'react'
import type { Area, Column } from './DataTable.tsx'
import { Amount, type FigureName, placesOf, widestOf } from './numbers.tsx'

type Options<Row> = {
  name: FigureName
  isSigned?: boolean
  area?: Area
  label?: string
  /** Makes the amount of a row a link. */
  linked?: (row: Row, amount: ReactNode) => ReactNode
}

/** In characters: beside five other columns, more do not fit on a screen of 1280 pixels. */
const MAX_WIDTH = 24

/** A column of amounts, aligned at the point; left out if there are none. */
export function amountColumn<Row>(
  rows: readonly Row[],
  heading: string,
  amountOf: (row: Row) => string | undefined,
  options: Options<Row>,
): Column<Row> {
  const { name, isSigned = false, area = 'amount', label, linked = (_, amount) => amount } = options
  const amounts = rows.map(amountOf)
  const places = placesOf(amounts)
  return {
    heading,
    isWide: widestOf(amounts) + places.length > MAX_WIDTH,
    area,
    ...(label !== undefined && { label }),
    isNumber: true,
    cell(row) {
      const amount = amountOf(row)
      if (amount === undefined) return null
      return linked(row, <Amount name={name} digits={amount} places={places} isSigned={isSigned} />)
    },
  }
}
