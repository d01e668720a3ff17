import type { ComponentProps, ReactNode } from 'react'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'

export type Column<Row> = {
  heading: ReactNode
  /** Aligns the cells at the end. */
  isNumber?: boolean
  className?: string
  cell: (row: Row) => ReactNode
}

type Props<Row> = {
  /** Only for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
  rowProps?: (row: Row) => ComponentProps<'tr'> & Record<`data-${string}`, unknown>
}

/** A table that scrolls sideways if it is too wide. */
export function DataTable<Row>({ caption, columns, rows, keyOf, rowProps }: Props<Row>) {
  const styleOf = ({ isNumber, className = '' }: Column<Row>) =>
    `px-2 py-1.5 sm:px-3 ${isNumber ? 'text-end whitespace-nowrap' : 'text-start'} ${className}`
  return (
    <ScrollRegion label={caption}>
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-sunken text-muted">
          <tr className="whitespace-nowrap">
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity.
              <th key={index} scope="col" className={styleOf(column)}>
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...rowProps?.(row)}>
              {columns.map((column, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity.
                  key={index}
                  className={`border-t border-line align-baseline wrap-break-word ${styleOf(column)}`}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
