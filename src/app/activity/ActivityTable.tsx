// biome-ignore-all lint/a11y/noRedundantRoles: the cards below take the meaning from the elements.
import { useState } from 'react'
import type { ActivityPage, ActivityRow, Rune, RuneActivity } from '../../contract/activity.ts'
import { blockLink, runeBlock, transactionLink } from '../links.ts'
import { onDemand } from '../onDemand.tsx'
import { Absent } from '../ui/Absent.tsx'
import { ForeignText } from '../ui/ForeignText.tsx'
import { Hash } from '../ui/Hash.tsx'
import { Icon } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { OperationBadge } from './OperationBadge.tsx'

const RecordDetails = onDemand(async () => (await import('./RecordDetails.tsx')).RecordDetails)

type Subject = 'transaction' | 'block'

const COLUMNS = ['Operation', 'Rune', 'Amount', 'From', 'To', 'Output'] as const

/**
 * The records of one page, one a row; on narrow screens one a card. The roles repeat what the
 * elements mean, because cards are drawn with `display`, which would take the meaning away.
 */
export function ActivityTable({ page, subject }: { page: ActivityPage; subject: Subject }) {
  const columns = subject === 'block' ? [...COLUMNS, 'Transaction'] : COLUMNS
  // Keyed by the position in the whole list, so that no row's open details stay when the page turns.
  const rows = page.results.map((row, index) => ({ row, position: page.offset + index + 1 }))
  return (
    <div className="panel overflow-hidden">
      <ScrollRegion label="Records">
        <table role="table" className="activity-table w-full text-start">
          <caption className="sr-only">
            Rune activity of the {subject}, newest first, rows {page.offset + 1} to{' '}
            {page.offset + page.results.length} of {page.total}
          </caption>
          <thead role="rowgroup" className="border-b border-line bg-sunken text-sm text-muted">
            <tr role="row">
              {columns.map((column) => (
                <th
                  key={column}
                  role="columnheader"
                  scope="col"
                  className={`px-3 py-2 font-medium whitespace-nowrap ${column === 'Amount' ? 'text-end' : 'text-start'}`}
                >
                  {column}
                </th>
              ))}
              <th role="columnheader" scope="col" className="px-3 py-2">
                <span className="sr-only">Details</span>
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup" className="divide-y divide-line">
            {rows.map(({ row, position }) => (
              <Row
                key={position}
                row={row}
                position={position}
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

type RowProps = { row: ActivityRow; position: number; subject: Subject; columns: number }

function Row({ row, position, subject, columns }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const detailsId = `record-${position}`
  return (
    <>
      <tr role="row" className="align-middle hover:bg-sunken/50">
        {row.kind === 'record' ? (
          <RecordCells record={row.record} subject={subject} />
        ) : (
          <td role="cell" colSpan={columns - 1} className="px-3 py-1.5 text-burn">
            Unreadable record: <ForeignText text={row.reason.slice(0, 200)} />
          </td>
        )}
        <td role="cell" className="px-3 py-1.5 text-end">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            aria-label={`Details of record ${position}`}
            onClick={() => setOpen(!isOpen)}
            className="group inline-flex min-h-7 min-w-7 items-center justify-center gap-1 rounded text-sm text-muted hover:bg-sunken hover:text-accent"
          >
            <span className="min-[44rem]:sr-only">Details</span>
            <span className="group-aria-expanded:rotate-180">
              <Icon name="expand" />
            </span>
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr role="row" id={detailsId} className="bg-sunken/40">
          <td role="cell" colSpan={columns} className="px-3 py-2">
            <RecordDetails row={row} />
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
      <td role="cell" data-label="Operation" className="px-3 py-1.5">
        <OperationBadge operation={operation} />
      </td>
      <td role="cell" data-label="Rune" className="px-3 py-1.5">
        <RuneName rune={rune} />
      </td>
      <td role="cell" data-label="Amount" className="px-3 py-1.5 text-end">
        {amount === undefined ? <Absent label="amount not given" /> : <Numeral value={amount} />}
      </td>
      <td role="cell" data-label="From" className="px-3 py-1.5">
        {from === undefined ? (
          <Absent label="no sender given" />
        ) : (
          <Hash text={from} label="address" />
        )}
      </td>
      <td role="cell" data-label="To" className="px-3 py-1.5">
        {to === undefined ? (
          <Absent label="no receiver given" />
        ) : (
          <Hash text={to} label="receiver address" />
        )}
      </td>
      <td role="cell" data-label="Output" className="px-3 py-1.5 tabular-nums">
        {location.vout ?? <Absent label="no output" />}
      </td>
      {subject === 'block' && (
        <td role="cell" data-label="Transaction" className="px-3 py-1.5">
          <Hash text={location.tx_id} label="transaction id" to={transactionLink(location.tx_id)} />
        </td>
      )}
    </>
  )
}

/**
 * Who gave and who got: a `receive` names its receiver in `address`, all others the address that
 * acted.
 */
function sidesOf({ operation, address, receiver_address }: RuneActivity) {
  return operation === 'receive'
    ? { from: undefined, to: receiver_address ?? address }
    : { from: address, to: receiver_address }
}

function RuneName({ rune }: { rune: Rune }) {
  const block = runeBlock(rune.id)
  return (
    <span className="inline-block min-w-40">
      <span className="font-medium">
        <ForeignText text={rune.spaced_name ?? rune.name ?? rune.id} />
      </span>{' '}
      <span className="text-sm whitespace-nowrap text-muted">
        {rune.number !== undefined && `#${rune.number} · `}
        {block === undefined ? (
          rune.id
        ) : (
          <Link to={blockLink(block)} className="link" title="The block of its etching">
            {rune.id}
          </Link>
        )}
      </span>
    </span>
  )
}
