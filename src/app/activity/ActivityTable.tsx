// biome-ignore-all lint/a11y/noRedundantRoles: the cards below take the meaning from the elements.
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import {
  type ActivityPage,
  type ActivityRow,
  type RuneActivity,
  sidesOf,
} from '../../contract/activity.ts'
import { recordAnchor, transactionLink } from '../links.ts'
import { onDemand } from '../onDemand.tsx'
import { ForeignText } from '../ui/ForeignText.tsx'
import { Hash } from '../ui/Hash.tsx'
import { formatDecimal, Numeral } from '../ui/numbers.tsx'
import { useLanguage } from '../ui/reader.ts'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { OperationBadge } from './OperationBadge.tsx'
import { RuneName } from './RuneName.tsx'

const RecordDetails = onDemand(async () => (await import('./RecordDetails.tsx')).RecordDetails)

type Subject = 'transaction' | 'block'

const COLUMNS = [
  ['Record', 'w-19'],
  ['Operation', 'w-29'],
  ['Rune', ''],
  ['Amount', 'amount w-34'],
  ['From', 'w-43'],
  ['To', 'w-43'],
  ['Output', 'w-19'],
] as const
const TRANSACTION_COLUMN = ['Transaction', 'w-43'] as const

/** Records that are no page of their list: where each stands in it, and the order they are in. */
export type Excerpt = {
  /** Of each row its position in the list, and a page on which it is alone: those beside it tell nothing of it. */
  places: { position: number; page: ActivityPage }[]
  /** The address of the list. */
  listPath: string
  /** What stands in the heading of a column, and whether the rows are sorted by it. */
  headingOf: (column: string) => {
    children: ReactNode
    'aria-sort': 'ascending' | 'descending' | undefined
  }
}

type Props = { page: ActivityPage; subject: Subject; excerpt?: Excerpt }

/**
 * The records of one page, one a row; on narrow screens one a card. The roles repeat what the
 * elements mean, because cards are drawn with `display`, which would take the meaning away. Rows are
 * as plain as they can be: each element more in them is twenty more before the page can be seen.
 */
export function ActivityTable({ page, subject, excerpt }: Props) {
  const columns = subject === 'block' ? [...COLUMNS, TRANSACTION_COLUMN] : COLUMNS
  return (
    <div className="panel overflow-hidden">
      <ScrollRegion label="Records">
        <table
          role="table"
          className={`activity-table w-full of-${subject}`}
          onMouseOver={markSameOnPage}
          onMouseLeave={unmarkSame}
          onFocus={markSameOnPage}
          onBlur={unmarkSame}
        >
          <caption className="sr-only">
            Rune activity of the {subject}
            {!excerpt && ', newest first'}, rows {page.offset + 1} to{' '}
            {page.offset + page.results.length} of {page.total}
          </caption>
          <thead role="rowgroup" className="bg-sunken text-sm text-muted">
            <tr role="row">
              {columns.map(([column, width]) => (
                <th
                  key={column}
                  role="columnheader"
                  scope="col"
                  className={width}
                  {...(excerpt?.headingOf(column) ?? { children: column })}
                />
              ))}
              <th role="columnheader" scope="col" className="w-14">
                <span className="sr-only">Details</span>
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {page.results.map((row, index) => (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: a turned page changes what its rows say, which is faster than new ones; what a row remembers names its record.
                key={index}
                row={row}
                {...(excerpt?.places[index] ?? { position: page.offset + index + 1, page })}
                listPath={excerpt?.listPath ?? ''}
                subject={subject}
                columns={columns.length + 1}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}

function markSameOnPage({ currentTarget, target }: SyntheticEvent): void {
  import('./sameOnPage.ts').then(({ markSame }) => markSame(currentTarget, target)).catch(() => {})
}

function unmarkSame(): void {
  import('./sameOnPage.ts').then(({ unmark }) => unmark()).catch(() => {})
}

type RowProps = {
  row: ActivityRow
  position: number
  page: ActivityPage
  /** '' where the list is on this page. */
  listPath: string
  subject: Subject
  columns: number
}

function Row({ row, position, page, listPath, subject, columns }: RowProps) {
  const [opened, setOpened] = useState<number>()
  const isOpen = opened === position
  const detailsId = `details-${position}`
  const number = formatDecimal(String(position), useLanguage())
  return (
    <>
      <tr role="row" id={recordAnchor(position)}>
        <td role="cell" className="text-end">
          <a
            href={`${listPath}#${recordAnchor(position)}`}
            className="link inline-block leading-6 text-sm text-muted tabular"
          >
            {number}
          </a>
        </td>
        {row.kind === 'record' ? (
          <RecordCells record={row.record} subject={subject} />
        ) : (
          <td role="cell" colSpan={columns - 2} className="text-burn">
            Unreadable record: <ForeignText text={row.reason.slice(0, 200)} />
          </td>
        )}
        <td role="cell" className="text-end">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            aria-label={`Details of record ${position}`}
            onClick={() => setOpened(isOpen ? undefined : position)}
            className="details-button"
          />
        </td>
      </tr>
      {isOpen && (
        <tr role="row" id={detailsId} className="bg-sunken/40">
          <td role="cell" colSpan={columns}>
            <RecordDetails row={row} position={position} page={page} subject={subject} />
          </td>
        </tr>
      )}
    </>
  )
}

function RecordCells({ record, subject }: { record: RuneActivity; subject: Subject }) {
  const { operation, rune, amount, location } = record
  const { from, to } = sidesOf(record)
  return (
    <>
      <td role="cell">
        <OperationBadge operation={operation} />
      </td>
      <td role="cell">
        <RuneName rune={rune} />
      </td>
      <Cell absent="amount not given" look="amount">
        {amount === undefined ? undefined : <Numeral value={amount} />}
      </Cell>
      <Cell absent="no sender given" look="whitespace-nowrap">
        {from === undefined ? undefined : <Hash text={from} label="address" />}
      </Cell>
      <Cell absent="no receiver given" look="whitespace-nowrap">
        {to === undefined ? undefined : <Hash text={to} label="receiver address" />}
      </Cell>
      <Cell absent="no output" look="output">
        {location.vout}
      </Cell>
      {subject === 'block' && (
        <Cell look="whitespace-nowrap">
          <Hash text={location.tx_id} label="transaction id" to={transactionLink(location.tx_id)} />
        </Cell>
      )}
    </>
  )
}

type CellProps = {
  /** What is said where there is no content. */
  absent?: string
  look?: 'amount' | 'output' | 'whitespace-nowrap' | ''
  children: ReactNode
}

function Cell({ absent, look = '', children }: CellProps) {
  return (
    <td role="cell" className={children === undefined ? `absent ${look}` : look}>
      {children ?? absent}
    </td>
  )
}
