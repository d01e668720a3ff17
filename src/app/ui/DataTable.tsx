// biome-ignore-all lint/a11y/noRedundantRoles: on phones, CSS `display` removes the implicit roles.
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useScrollToCurrent } from './useScrollToCurrent.ts'

/** The link that sorts by a column, and whether and how it is sorted by it. */
export type Sort = { to: string; direction: 'ascending' | 'descending' | undefined }

/**
 * Where the values of a column are in a row on phones; `phone-row` in theme.css places them. Values of one area
 * follow each other.
 */
export type Area =
  /** What the row is about, at its beginning. */
  | 'name'
  /** The end of the first line. */
  | 'amount'
  /** The second line. */
  | 'detail'
  /** The end of the second line; in a table without amounts, of the first. */
  | 'aside'
  /** A line of its own. */
  | 'line'
  /** The last lines. */
  | 'meta'
  /** Phones do not show it. */
  | 'none'

export type Column<Row> = {
  heading: string
  area: Area
  /**
   * On phones, the heading is before each value that is not a name or an amount. A shorter word for it, or an
   * empty string if the value says by itself what it is.
   */
  label?: string
  isNumber?: boolean
  /** Whether the table may be wider than a large screen because of it. */
  isWide?: boolean
  /** Whether tablets have no room for it, unless the table is sorted by it. */
  isMinor?: boolean
  sort?: Sort
  /** Utilities for its cells; widths are those on large screens. */
  className?: string
  /** A column whose cells are all empty is left out. */
  cell: (row: Row, index: number) => ReactNode
}

export const LIST_ID = 'list'

type Props<Row> = {
  caption: string
  columns: (Column<Row> | undefined)[]
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string
  /** Rows of one group are not separated, such as the movements of a transaction. */
  groupOf?: ((row: Row) => string) | undefined
  /** Whether the rows are from an earlier request. */
  isBusy?: boolean
  /** Whether it is not the first table of its page, to which readers can skip. */
  isFurther?: boolean | undefined
  onOpen?: (index: number) => void
  openIndex?: number | undefined
}

export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, keyOf, groupOf, isBusy, isFurther, onOpen, openIndex } = props
  const shown = columns
    .filter((column) => column !== undefined)
    .filter(({ cell }) => rows.some((row, index) => isShown(cell(row, index))))
  // Then it scrolls sideways, and its head does not stick.
  const isWide = shown.some((column) => column.isWide)
  const isSortable = shown.some(({ sort }) => sort !== undefined)
  const heads = useScrollToCurrent<HTMLTableRowElement>(
    shown.find(({ sort }) => sort?.direction !== undefined)?.heading,
  )
  return (
    <section
      id={isFurther ? undefined : LIST_ID}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className={`panel relative scroll-fade scroll-mt-16 overflow-x-auto overscroll-x-contain print:overflow-visible ${isWide ? '' : 'xl:not-in-data-wide:overflow-clip'}`}
    >
      <table
        role="table"
        aria-busy={isBusy}
        data-wide={isWide || undefined}
        className={`w-full border-collapse text-sm wrap-break-word transition-opacity duration-120 ${isBusy ? 'opacity-60' : ''} phone:block phone:text-base`}
      >
        <caption className="sr-only">{caption}</caption>
        {/* Rows of phones have no heads, but those that sort are above them. */}
        <thead
          role="rowgroup"
          className={isSortable ? 'phone:block phone:border-b phone:border-line' : 'phone:sr-only'}
        >
          <tr
            ref={heads}
            role="row"
            className="fade-end phone:flex phone:gap-1.5 phone:overflow-x-auto phone:overscroll-x-contain phone:px-4 phone:py-2 phone:[scrollbar-width:none]"
          >
            {shown.map((column) => (
              <Heading key={column.heading} {...column} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="phone:block">
          {rows.map((row, index) => {
            const previous = rows[index - 1]
            const isFirst =
              groupOf === undefined || previous === undefined || groupOf(previous) !== groupOf(row)
            return (
              <tr
                key={keyOf(row, index)}
                role="row"
                data-open={index === openIndex || undefined}
                onClick={onOpen && ((event) => isRowClick(event) && onOpen(index))}
                className={`group scroll-mt-24 scroll-mb-4 hover:bg-sunken data-open:bg-sunken has-aria-[current]:bg-sunken ${isFirst && index > 0 ? 'border-t border-line' : ''} ${onOpen ? 'cursor-pointer' : ''} phone-row`}
              >
                {shown.map((column) => (
                  <td
                    key={column.heading}
                    role="cell"
                    data-area={column.area}
                    data-label={labelOf(column)}
                    className={`h-10 px-4 py-1 in-data-wide:px-3 tablet:px-2 tablet:first:ps-3 tablet:last:pe-3 align-middle whitespace-nowrap print:whitespace-normal md:in-data-[density=compact]:h-8 md:in-data-[density=compact]:py-0 ${column.isNumber ? 'text-end' : 'text-start'} ${widthsOf(column)}`}
                  >
                    {column.cell(row, index)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** What phones show before a value. Assistive technology reads the head of its column. */
function labelOf<Row>({ area, heading, label = heading }: Column<Row>): string | undefined {
  return area === 'name' || area === 'amount' || label === '' ? undefined : label
}

function widthsOf<Row>({ isMinor, sort, className = '' }: Column<Row>): string {
  return `${isMinor && sort?.direction === undefined ? 'tablet:hidden' : ''} ${className}`
}

function isShown(node: ReactNode): boolean {
  return node !== undefined && node !== null && node !== false
}

/** Links and buttons in a row, and selected text, do what they do everywhere. */
function isRowClick({ target, defaultPrevented }: MouseEvent): boolean {
  if (defaultPrevented || !(target instanceof Element)) return false
  if (target.closest('a, button, input, label, summary') !== null) return false
  return getSelection()?.isCollapsed ?? true
}

const SORT_ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }

/** Where the table scrolls sideways, a head cannot stick to the window. */
function Heading<Row>(column: Column<Row>) {
  const { heading, isNumber, sort } = column
  const look = `xl:not-in-data-wide:sticky xl:not-in-data-wide:top-14 z-1 h-9 border-b border-line bg-surface px-4 in-data-wide:px-3 tablet:px-2 tablet:first:ps-3 tablet:last:pe-3 text-xs font-medium whitespace-nowrap text-muted ${isNumber ? 'text-end' : 'text-start'} ${widthsOf(column)}`
  if (sort === undefined) {
    return (
      <th role="columnheader" scope="col" className={`${look} phone:sr-only`}>
        {heading}
      </th>
    )
  }
  const Icon = SORT_ICONS[sort.direction ?? 'none']
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sort.direction}
      className={`${look} phone:static phone:block! phone:h-auto phone:w-auto phone:max-w-none phone:min-w-0 phone:shrink-0 phone:border-0 phone:p-0`}
    >
      <Link
        to={sort.to}
        preventScrollReset
        className={`inline-flex min-h-6 items-center gap-1 hover:text-ink phone:chip ${sort.direction ? 'text-ink phone:border-ink' : ''}`}
      >
        {heading}
        <Icon size={12} aria-hidden="true" className={sort.direction ? '' : 'opacity-50'} />
      </Link>
    </th>
  )
}
