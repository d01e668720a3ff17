// biome-ignore-all lint/a11y/noRedundantRoles: phones show rows as cards, and CSS `display` removes the implicit roles.
import type { ReactNode } from 'react'
import { ScrollRegion } from './ScrollRegion.tsx'

export type CardColumn<Row> = {
  heading: string
  isNumber?: boolean
  /** `position` is counted from 0. */
  cell: (row: Row, position: number) => ReactNode
}

type Props<Row> = {
  /** Only for screen readers. */
  caption: string
  columns: CardColumn<Row>[]
  rows: Row[]
  keyOf: (row: Row, position: number) => string | number
}

/** A table whose rows are cards on phones. */
export function CardTable<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
  return (
    <div className="panel overflow-hidden">
      <ScrollRegion label={caption}>
        <table role="table" className="w-full wrap-break-word cards:block">
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="bg-sunken text-sm text-muted cards:hidden">
            <tr role="row">
              {columns.map(({ heading, isNumber }) => (
                <th
                  key={heading}
                  role="columnheader"
                  scope="col"
                  className={`px-3 py-2 font-semibold whitespace-nowrap ${isNumber ? 'text-end' : 'text-start'}`}
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="cards:block cards:divide-y cards:divide-line">
            {rows.map((row, position) => (
              <tr
                key={keyOf(row, position)}
                role="row"
                className="focus-within:bg-accent-soft hover:bg-sunken/50 cards:block cards:py-2"
              >
                {columns.map(({ heading, isNumber, cell }) => (
                  <td
                    key={heading}
                    role="cell"
                    data-name={heading}
                    className={`${CELL} ${isNumber ? 'text-end' : ''}`}
                  >
                    {cell(row, position)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}

// On phones, a line of the card: the name, then the value.
const CELL =
  'border-t border-line px-3 py-1.5 cards:flex cards:min-h-7 cards:flex-wrap cards:items-center cards:justify-end cards:gap-x-2 cards:border-t-0 cards:py-0.5 cards:text-end cards:before:me-auto cards:before:text-sm cards:before:text-muted cards:before:content-[attr(data-name)]'
