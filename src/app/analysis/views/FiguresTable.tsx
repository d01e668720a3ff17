import type { ReactNode } from 'react'

type Props = {
  /** Said to who listens: headings and sentences say it to the eye. */
  caption: string
  /** The headings; those of numbers stand at the end of their column, as these do. */
  columns: (string | { number: string })[]
  /** The rows. */
  children: ReactNode
}

/** A table of figures. */
export function FiguresTable({ caption, columns, children }: Props) {
  return (
    <table className="figures-table w-full">
      <caption className="sr-only">{caption}</caption>
      <thead className="bg-sunken text-sm text-muted">
        <tr>
          {columns.map((column) =>
            typeof column === 'string' ? (
              <th key={column} scope="col">
                {column}
              </th>
            ) : (
              <th key={column.number} scope="col" className="text-end">
                {column.number}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
