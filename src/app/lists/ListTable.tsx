// biome-ignore-all lint/a11y/noRedundantRoles: phones show rows as cards, and CSS `display` removes the implicit roles.
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { MissingValue } from '../ui/MissingValue.tsx'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'

export type ListColumn<Entry> = {
  name: string
  isNumber?: boolean
  /** For columns that can sort the list. */
  sort?: Sort
  /** Says why a cell without a value is empty, to screen readers. Cards leave it out. */
  absent?: string
  cell: (entry: Entry) => ReactNode
}

/** The link that sorts by a column, and the direction if the list is sorted by it. */
export type Sort = { to: string; sorted: 'ascending' | 'descending' | undefined }

type Props<Entry> = {
  caption: string
  columns: ListColumn<Entry>[]
  entries: Entry[]
  keyOf: (entry: Entry) => string | number
}

/** A table with a page of a list. On phones, each entry is a card with its first cell as the title. */
export function ListTable<Entry>({ caption, columns, entries, keyOf }: Props<Entry>) {
  return (
    <div className="panel overflow-hidden">
      <ScrollRegion label={caption}>
        <table role="table" className="w-full wrap-break-word cards:block">
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="bg-sunken text-sm text-muted cards:block">
            <tr role="row" className="cards:flex cards:flex-wrap cards:gap-x-4 cards:px-3">
              {columns.map((column) => (
                <Heading key={column.name} {...column} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="cards:block cards:divide-y cards:divide-line">
            {entries.map((entry) => (
              <tr
                key={keyOf(entry)}
                role="row"
                className="hover:bg-sunken/50 focus-within:bg-sunken/50 cards:block cards:py-2"
              >
                {columns.map((column, index) => (
                  <Cell key={column.name} column={column} isTitle={index === 0}>
                    {column.cell(entry)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}

type HeadingProps = { name: string; isNumber?: boolean; sort?: Sort }

/** Cards label their own values: they need only the headings that sort. */
function Heading({ name, isNumber = false, sort }: HeadingProps) {
  const SortIcon = sort?.sorted === undefined ? ArrowUpDown : SORT_ICONS[sort.sorted]
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sort?.sorted}
      className={`px-2 py-2 font-semibold whitespace-nowrap first:ps-3 last:pe-3 cards:px-0 cards:first:ps-0 ${isNumber ? 'text-end' : 'text-start'} ${sort === undefined ? 'cards:hidden' : ''}`}
    >
      {sort === undefined ? (
        name
      ) : (
        <Link
          to={sort.to}
          preventScrollReset
          className="inline-flex min-h-6 items-center gap-1 hover:text-accent"
        >
          {name}
          <SortIcon aria-hidden="true" className="size-3.5" />
        </Link>
      )}
    </th>
  )
}

const SORT_ICONS = { ascending: ArrowUp, descending: ArrowDown }

const CELL =
  'border-t border-line px-2 py-1.5 first:ps-3 last:pe-3 cards:border-t-0 cards:px-3 cards:py-0.5'
// On phones, a line of the card: the name, then the value.
const CARD_LINE =
  'cards:flex cards:min-h-7 cards:flex-wrap cards:items-center cards:justify-end cards:gap-x-2 cards:text-end cards:before:me-auto cards:before:text-sm cards:before:text-muted cards:before:content-[attr(data-name)]'
const CARD_TITLE = 'cards:block'

type CellProps<Entry> = { column: ListColumn<Entry>; isTitle: boolean; children: ReactNode }

function Cell<Entry>({ column, isTitle, children }: CellProps<Entry>) {
  const { name, isNumber = false, absent } = column
  const isAbsent = children === undefined || children === '' || children === false
  const card = isTitle ? CARD_TITLE : isAbsent ? 'cards:hidden' : CARD_LINE
  return (
    <td
      role="cell"
      data-name={name}
      className={`${CELL} ${card} ${isNumber ? 'text-end tabular-nums' : ''}`}
    >
      {isAbsent ? <MissingValue {...(absent !== undefined && { label: absent })} /> : children}
    </td>
  )
}
