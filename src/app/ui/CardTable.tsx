// biome-ignore-all lint/a11y/noRedundantRoles: phones show rows as cards, and CSS `display` removes the implicit roles.
import type { ComponentProps, ReactNode } from 'react'
import {
  CARD_LINE,
  CardTableFrame,
  CELL,
  ColumnHeading,
  ROW,
  type Sort,
} from './CardTableFrame.tsx'

export type CardColumn<Row> = {
  /** The heading by default, which must then be unique. */
  key?: string
  heading: string
  /** Shown above the column instead of the plain heading, which cards still show. */
  headingBadge?: ReactNode
  isNumber?: boolean
  className?: string
  /** For columns that can sort the list. */
  sort?: Sort
  /** Cards show it without its heading, above the others. */
  isTitle?: boolean
  /** `position` is counted from 0. */
  cell: (row: Row, position: number) => ReactNode
}

type Props<Row> = {
  /** Only for screen readers. */
  caption: string
  columns: CardColumn<Row>[]
  rows: Row[]
  keyOf: (row: Row, position: number) => string | number
  rowProps?: (row: Row) => ComponentProps<'tr'> & Record<`data-${string}`, unknown>
}

/** A table whose rows are cards on phones. */
export function CardTable<Row>({ caption, columns, rows, keyOf, rowProps }: Props<Row>) {
  return (
    <CardTableFrame
      label={caption}
      caption={caption}
      isSortable={columns.some(({ sort }) => sort)}
      headings={columns.map(
        ({ heading, key = heading, headingBadge = heading, isNumber = false, sort }) => (
          <ColumnHeading
            key={key}
            heading={headingBadge}
            isNumber={isNumber}
            sort={sort}
            className="px-3"
          />
        ),
      )}
    >
      {rows.map((row, position) => {
        const { className: rowLook = '', ...others } = rowProps?.(row) ?? {}
        return (
          <tr key={keyOf(row, position)} role="row" className={`${ROW} ${rowLook}`} {...others}>
            {columns.map(({ heading, key = heading, isNumber, isTitle, className = '', cell }) => (
              <td
                key={key}
                role="cell"
                data-name={heading}
                className={`${CELL} px-3 ${isTitle ? 'cards:block' : CARD_LINE} ${isNumber ? 'text-end' : ''} ${className}`}
              >
                {cell(row, position)}
              </td>
            ))}
          </tr>
        )
      })}
    </CardTableFrame>
  )
}
