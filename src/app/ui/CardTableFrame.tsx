// biome-ignore-all lint/a11y/noRedundantRoles: phones show rows as cards, and CSS `display` removes the implicit roles.
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ScrollRegion } from './ScrollRegion.tsx'

type Props = ComponentProps<'table'> & {
  /** The name of the region, which scrolls sideways if the table is too wide. */
  label: string
  /** Only for screen readers. */
  caption: ReactNode
  headings: ReactNode
  /** Cards label their own values: they need the headings only for sorting. */
  isSortable: boolean
  /** The rows. */
  children: ReactNode
}

/** A table whose rows are cards on phones. Its rows and cells have the classes `ROW` and `CELL`. */
export function CardTableFrame(props: Props) {
  const { label, caption, headings, isSortable, className = '', children, ...table } = props
  return (
    <div className="panel @container overflow-hidden">
      <ScrollRegion label={label}>
        <table
          role="table"
          className={`w-full wrap-break-word cards:block cards:wrap-anywhere ${className}`}
          {...table}
        >
          <caption className="sr-only">{caption}</caption>
          <thead
            role="rowgroup"
            className={`bg-sunken text-sm text-muted ${isSortable ? 'cards:block' : 'cards:hidden'}`}
          >
            <tr
              role="row"
              className="cards:flex cards:flex-wrap cards:gap-x-4 cards:px-3 cards:py-2"
            >
              {headings}
            </tr>
          </thead>
          <tbody role="rowgroup" className="cards:block cards:divide-y cards:divide-line">
            {children}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}

/** The link that sorts by a column, and the direction if the list is sorted by it. */
export type Sort = { to: string; sorted: 'ascending' | 'descending' | undefined }

type ColumnHeadingProps = {
  heading: ReactNode
  isNumber: boolean
  sort: Sort | undefined
  className: string
}

/** The heading of a column, with a link if the column can sort the list. */
export function ColumnHeading({ heading, isNumber, sort, className }: ColumnHeadingProps) {
  const arrow = sort?.sorted === undefined ? "after:content-['↑↓'/'']" : ARROWS[sort.sorted]
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sort?.sorted}
      className={`py-2 font-semibold whitespace-nowrap cards:p-0 ${isNumber ? 'text-end' : 'text-start'} ${sort === undefined ? 'cards:hidden' : ''} ${className}`}
    >
      {sort === undefined ? (
        heading
      ) : (
        <Link
          to={sort.to}
          preventScrollReset
          className={`inline-flex min-h-6 items-center gap-1 hover:text-accent ${arrow}`}
        >
          {heading}
        </Link>
      )}
    </th>
  )
}

const ARROWS = { ascending: "after:content-['↑'/'']", descending: "after:content-['↓'/'']" }

/** Content of a whole row that stays in the visible part of a table that scrolls sideways. */
export const VISIBLE_WIDTH = 'sticky start-3 w-[calc(100cqi-1.5rem)]'
export const ROW = 'focus-within:bg-accent-soft hover:bg-sunken/50 cards:block cards:py-2'
export const CELL = 'border-t border-line py-1.5 cards:border-t-0 cards:py-0.5'
/** On phones, a line of the card: the name of the column from `data-name`, then the value. */
export const CARD_LINE =
  'cards:flex cards:min-h-7 cards:flex-wrap cards:items-center cards:justify-end cards:gap-x-2 cards:text-end cards:before:me-auto cards:before:text-sm cards:before:text-muted cards:before:content-[attr(data-name)]'
