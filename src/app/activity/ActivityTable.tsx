// biome-ignore-all lint/a11y/noRedundantRoles: phones show rows as cards, and CSS `display` removes the implicit roles.
import { lazy, memo, type ReactNode, Suspense, type SyntheticEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  type ActivityPage,
  type ActivityRow,
  type RuneActivity,
  sidesOf,
} from '../../contract/activity.ts'
import type { Subject } from '../analysis/engine/subject.ts'
import { blockLink, recordAnchor, transactionLink } from '../links.ts'
import { Hash } from '../ui/Hash.tsx'
import { useLanguage } from '../ui/language.ts'
import { MissingValue } from '../ui/MissingValue.tsx'
import { Amount, formatDecimal, Numeral } from '../ui/numbers.tsx'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Age } from '../ui/Time.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { AddressLink } from './AddressLink.tsx'
import { OperationBadge } from './OperationBadge.tsx'
import { RuneName } from './RuneName.tsx'
import { findChange, SignedAmount } from './SignedAmount.tsx'

/** Lazy, because few readers open the details. */
const RecordDetails = lazy(async () => ({
  default: (await import('./RecordDetails.tsx')).RecordDetails,
}))

/** Records from several pages of a list, such as those that match a filter. */
export type Excerpt = {
  /**
   * Each row's position in the list, and a page that contains only this row: rows that are adjacent
   * here may not be adjacent in the list.
   */
  sources: { position: number; page: ActivityPage }[]
  /** The path of the list. */
  listPath: string
  /** The link that sorts by a column, and the current sort direction if the rows are sorted by it. */
  headingOf: (column: string) => {
    to?: string
    sorted?: 'ascending' | 'descending' | undefined
  }
}

type Props = {
  page: ActivityPage
  subject: Subject
  /** Positions of the records that the URL's hash names. */
  marked?: number[] | undefined
  excerpt?: Excerpt
}

/** A table of the records of one page. On phones, each record is a card. */
export const ActivityTable = memo(function ActivityTable({
  page,
  subject,
  marked = [],
  excerpt,
}: Props) {
  const columns = COLUMNS[subject.kind]
  const changes = subject.kind === 'address' ? findChange(page, subject.address) : undefined
  return (
    <div className="panel overflow-hidden">
      <ScrollRegion label="Records">
        <table
          role="table"
          className="w-full wrap-break-word cards:block cards:wrap-anywhere print:text-[8pt]"
          onMouseOver={markSame}
          onMouseLeave={unmarkSame}
          onFocus={markSame}
          onBlur={unmarkSame}
        >
          <caption className="sr-only">
            Rune activity of the {subject.kind}
            {!excerpt && ', newest first'}, records {page.offset + 1} to{' '}
            {page.offset + page.results.length} of {page.total}
          </caption>
          <thead
            role="rowgroup"
            // Cards label their own values. They need the headings only for sorting.
            className={`bg-sunken text-sm text-muted ${excerpt ? 'cards:block' : 'cards:hidden'}`}
          >
            <tr role="row" className="cards:flex cards:flex-wrap cards:gap-x-4 cards:p-2">
              {columns.map((column) => (
                <Heading key={column} column={column} {...excerpt?.headingOf(column)} />
              ))}
              <th role="columnheader" scope="col" className="print:hidden">
                <span className="sr-only">Details</span>
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup" className="cards:block cards:divide-y cards:divide-line">
            {page.results.map((row, index) => {
              const source = excerpt?.sources[index] ?? { position: page.offset + index + 1, page }
              return (
                <Row
                  key={source.position}
                  row={row}
                  {...source}
                  isMarked={marked.includes(source.position)}
                  listPath={excerpt?.listPath}
                  subject={subject}
                  isChange={changes?.has(index)}
                />
              )
            })}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
})

/**
 * A rune's list needs no column for the rune, and an address's none for the sender, which is the address.
 * Only lists over several blocks need one for the block. What and when come before the amount, because
 * a long amount can push the columns after it out of the window.
 */
const COLUMNS: Record<Subject['kind'], string[]> = {
  transaction: ['Record', 'Operation', 'Rune', 'Amount', 'From', 'To', 'Output'],
  block: ['Record', 'Operation', 'Rune', 'Transaction', 'Amount', 'From', 'To', 'Output'],
  rune: ['Record', 'Operation', 'Block', 'Transaction', 'Amount', 'From', 'To'],
  address: ['Record', 'Operation', 'Rune', 'Block', 'Transaction', 'Amount', 'To'],
}

type HeadingProps = { column: string } & Partial<ReturnType<Excerpt['headingOf']>>

function Heading({ column, to, sorted }: HeadingProps) {
  const sortIcon = sorted === undefined ? 'icon-arrow-up-down' : SORT_ICONS[sorted]
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sorted}
      className={`px-2 py-2 font-semibold whitespace-nowrap first:ps-3 cards:p-0 cards:first:ps-0 print:px-1 ${['Record', 'Amount', 'Output', 'Block'].includes(column) ? 'text-end' : 'text-start'}`}
    >
      {to === undefined ? (
        column
      ) : (
        <Link
          to={to}
          preventScrollReset
          className="inline-flex min-h-6 items-center gap-1 hover:text-accent"
        >
          {column}
          <span className={`${sortIcon} size-3.5`} />
        </Link>
      )}
    </th>
  )
}

const SORT_ICONS = { ascending: 'icon-arrow-up', descending: 'icon-arrow-down' }

type RowProps = {
  row: ActivityRow
  position: number
  page: ActivityPage
  isMarked: boolean
  /** Undefined if the table is a page of the list itself. */
  listPath: string | undefined
  subject: Subject
  /** On the page of an address, whether the record is change: units that the address sent to itself. */
  isChange: boolean | undefined
}

function Row({ row, position, page, isMarked, listPath, subject, isChange }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const detailsId = `details-${position}`
  // The details have a column too.
  const columns = COLUMNS[subject.kind].length + 1
  return (
    <>
      <tr
        role="row"
        id={recordAnchor(position)}
        aria-current={isMarked || undefined}
        className="scroll-mt-[35vh] target:bg-accent-soft focus-within:bg-accent-soft hover:bg-sunken/50 aria-current:bg-accent-soft cards:block cards:py-2"
      >
        <Cell name="Record" look="text-end">
          <RecordNumber position={position} listPath={listPath} />
        </Cell>
        {row.kind === 'record' ? (
          <RecordCells record={row.record} subject={subject} isChange={isChange} />
        ) : (
          <td role="cell" colSpan={columns - 2} className={`${CELL} text-burn cards:block`}>
            <UntrustedText text={row.reason} />
          </td>
        )}
        <Cell look="text-end print:hidden">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            aria-label={`Details of record ${position}`}
            onClick={() => setOpen(!isOpen)}
            className="inline-flex min-h-7 min-w-7 items-center justify-center gap-1 rounded-sm text-sm text-muted after:icon-chevron-down after:size-4 hover:bg-sunken hover:text-accent aria-expanded:after:rotate-180 cards:before:content-['Details']"
          />
        </Cell>
      </tr>
      {isOpen && (
        <tr role="row" id={detailsId} className="bg-sunken/40 cards:block">
          <td role="cell" colSpan={columns} className={`${CELL} cards:block`}>
            <Suspense fallback={<Skeleton lines={4} label="Loading the details" />}>
              <RecordDetails row={row} position={position} page={page} subject={subject.kind} />
            </Suspense>
          </td>
        </tr>
      )}
    </>
  )
}

function RecordNumber({ position, listPath }: Pick<RowProps, 'position' | 'listPath'>) {
  const look = 'link inline-block leading-6 text-sm text-muted tabular-nums whitespace-nowrap'
  const text = formatDecimal(String(position), useLanguage())
  const anchor = `#${recordAnchor(position)}`
  return listPath === undefined ? (
    // A plain link, because router navigation does not set `:target`.
    <a href={anchor} className={look}>
      {text}
    </a>
  ) : (
    <Link to={listPath + anchor} className={look}>
      {text}
    </Link>
  )
}

type RecordCellsProps = Pick<RowProps, 'subject' | 'isChange'> & { record: RuneActivity }

function RecordCells({ record, subject, isChange }: RecordCellsProps) {
  const { operation, rune, amount, location } = record
  const { tx_id, vout } = location
  const { from, to } = sidesOf(record)
  const columns = COLUMNS[subject.kind]
  return (
    <>
      <Cell name="Operation">
        <OperationBadge operation={operation} />
      </Cell>
      {columns.includes('Rune') && (
        <Cell name="Rune">
          <div className="w-max max-w-80 [&>a]:font-semibold [&>bdi]:font-semibold cards:w-auto cards:max-w-none cards:min-w-0 cards:flex-1 print:w-auto">
            <RuneName rune={rune} />
          </div>
        </Cell>
      )}
      {columns.includes('Block') && (
        <Cell name="Block" look="text-end whitespace-nowrap">
          <BlockCell location={location} />
        </Cell>
      )}
      {columns.includes('Transaction') && (
        <Cell name="Transaction" look="whitespace-nowrap" identity={tx_id}>
          <Hash text={tx_id} label="transaction id" to={transactionLink(tx_id)} />
        </Cell>
      )}
      <Cell name="Amount" look="text-end" absent="amount not given">
        {amount &&
          (isChange === undefined ? (
            <Amount digits={amount} />
          ) : (
            <SignedAmount operation={operation} amount={amount} isChange={isChange} />
          ))}
      </Cell>
      {columns.includes('From') && (
        <Cell name="From" look="whitespace-nowrap" absent="no sender given" identity={from}>
          {from && <AddressLink address={from} />}
        </Cell>
      )}
      <Cell name="To" look="whitespace-nowrap" absent="no receiver given" identity={to}>
        {to && <Receiver address={to} subject={subject} />}
      </Cell>
      {columns.includes('Output') && (
        <Cell
          name="Output"
          look="text-end tabular-nums"
          absent="no output"
          identity={`${tx_id}:${vout}`}
        >
          {vout}
        </Cell>
      )}
    </>
  )
}

/** The address that receives. On its own page it is no link. */
function Receiver({ address, subject }: { address: string; subject: Subject }) {
  if (subject.kind === 'address' && subject.address === address) {
    return <span className="text-muted">this address</span>
  }
  return <AddressLink address={address} label="receiver address" />
}

function BlockCell({ location: { block_height, timestamp } }: Pick<RuneActivity, 'location'>) {
  if (block_height === undefined) return <MissingValue label="not given" />
  return (
    <>
      <Link to={blockLink(block_height)} className="link">
        <Numeral value={block_height} />
      </Link>
      {timestamp !== undefined && (
        <span className="block text-muted">
          <Age milliseconds={timestamp} />
        </span>
      )}
    </>
  )
}

// On phones, a line of the card: the name, then the value.
const CELL =
  'border-t border-line px-2 py-1.5 first:ps-3 last:pe-3 cards:border-t-0 cards:px-3 cards:py-0.5 print:px-1'
const CARD_LINE =
  'cards:flex cards:min-h-7 cards:flex-wrap cards:items-center cards:justify-end cards:gap-x-2 cards:text-end cards:before:me-auto cards:before:text-sm cards:before:text-muted cards:before:content-[attr(data-name)]'
const SAME =
  'data-same:bg-accent-soft data-same:outline-1 data-same:-outline-offset-1 data-same:outline-accent'

type CellProps = {
  name?: string
  look?: string
  /** The label of a cell without children. Cards omit the line; the details show it. */
  absent?: string
  /** The address, transaction or output in the cell. Cells that share it are highlighted together. */
  identity?: string | undefined
  children: ReactNode
}

function Cell({ name, look = '', absent, identity, children }: CellProps) {
  const isAbsent = children === undefined || children === ''
  return (
    <td
      role="cell"
      data-name={name}
      data-identity={isAbsent ? undefined : identity}
      className={`${CELL} ${SAME} ${look} ${isAbsent ? 'cards:hidden' : CARD_LINE}`}
    >
      {isAbsent ? <MissingValue {...(absent && { label: absent })} /> : children}
    </td>
  )
}

/**
 * Highlights the cells that share the address, transaction or output under the pointer or focus.
 * Done in the DOM, because rendering all rows on every pointer move would be slow.
 */
function markSame({ currentTarget, target }: SyntheticEvent<HTMLElement>): void {
  unmarkSame({ currentTarget })
  const identity = target instanceof Element ? target.closest('td')?.dataset.identity : undefined
  if (identity === undefined) return
  const same = [...currentTarget.querySelectorAll('td')].filter(
    ({ dataset }) => dataset.identity === identity,
  )
  if (same.length > 1) for (const { dataset } of same) dataset.same = ''
}

function unmarkSame({ currentTarget }: Pick<SyntheticEvent<HTMLElement>, 'currentTarget'>): void {
  for (const cell of currentTarget.querySelectorAll<HTMLElement>('[data-same]')) {
    delete cell.dataset.same
  }
}
