// biome-ignore-all lint/a11y/noRedundantRoles: phones show rows as cards, and CSS `display` removes the implicit roles.
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ScrollRegion } from './ScrollRegion.tsx'

export type CardColumn<Row> = {
  heading: string
  isNumber?: boolean
  /** For columns that can sort the list. */
  sort?: Sort
  /** Cards show it without its heading, above the others. */
  isTitle?: boolean
  /** `position` is counted from 0. */
  cell: (row: Row, position: number) => ReactNode
}

/** The link that sorts by a column, and the direction if the list is sorted by it. */
export type Sort = { to: string; sorted: 'ascending' | 'descending' | undefined }

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
          <thead
            role="rowgroup"
            className={`bg-sunken text-sm text-muted ${columns.some(({ sort }) => sort) ? 'cards:block' : 'cards:hidden'}`}
          >
            <tr role="row" className="cards:flex cards:flex-wrap cards:gap-x-4 cards:px-3">
              {columns.map((column) => (
                <Heading key={column.heading} {...column} />
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
                {columns.map(({ heading, isNumber, isTitle, cell }) => (
                  <td
                    key={heading}
                    role="cell"
                    data-name={heading}
                    className={`${CELL} ${isTitle ? 'cards:block' : CARD_LINE} ${isNumber ? 'text-end' : ''}`}
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

type HeadingProps = Pick<CardColumn<never>, 'heading' | 'isNumber' | 'sort'>

/** Cards label their own values: they need only the headings that sort. */
function Heading({ heading, isNumber = false, sort }: HeadingProps) {
  const sortIcon = sort?.sorted === undefined ? 'icon-arrow-up-down' : SORT_ICONS[sort.sorted]
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sort?.sorted}
      className={`px-3 py-2 font-semibold whitespace-nowrap cards:px-0 ${isNumber ? 'text-end' : 'text-start'} ${sort === undefined ? 'cards:hidden' : ''}`}
    >
      {sort === undefined ? (
        heading
      ) : (
        <Link
          to={sort.to}
          preventScrollReset
          className="inline-flex min-h-6 items-center gap-1 hover:text-accent"
        >
          {heading}
          <span className={`${sortIcon} size-3.5`} />
        </Link>
      )}
    </th>
  )
}

const SORT_ICONS = { ascending: 'icon-arrow-up', descending: 'icon-arrow-down' }

const CELL = 'border-t border-line px-3 py-1.5 cards:border-t-0 cards:py-0.5'
// On phones, a line of the card: the name, then the value.
const CARD_LINE =
  'cards:flex cards:min-h-7 cards:flex-wrap cards:items-center cards:justify-end cards:gap-x-2 cards:text-end cards:before:me-auto cards:before:text-sm cards:before:text-muted cards:before:content-[attr(data-name)]'
