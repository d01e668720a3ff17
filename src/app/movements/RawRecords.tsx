import { Link } from 'react-router-dom'
import type { ActivityPage, ActivityRow, RuneActivity } from '../../contract/schemas/activity.ts'
import { sidesOf } from '../../contract/schemas/activity.ts'
import { outputLink } from '../links.ts'
import { EndpointList } from '../lists/List.tsx'
import type { EndpointQuery } from '../query.ts'
import { RuneName } from '../runes/RuneName.tsx'
import { amountColumn } from '../ui/amountColumn.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Count, Numeral } from '../ui/numbers.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { Owner, RUNE, transactionColumn } from './columns.tsx'
import type { Subject } from './MovementTable.tsx'

type Props = {
  query: EndpointQuery<ActivityPage>
  subject: Subject
  /** How many records there are now, if new ones would move the rows. */
  currentTotal?: number
}

export function RawRecords({ query, subject, currentTotal }: Props) {
  return (
    <EndpointList
      query={query}
      things="records"
      currentTotal={currentTotal}
      empty={{ title: 'No records' }}
    >
      {(page, isBusy) => <RecordTable page={page} isBusy={isBusy} subject={subject} />}
    </EndpointList>
  )
}

type TableProps = { page: ActivityPage; isBusy: boolean; subject: Subject }

function RecordTable({ page, isBusy, subject }: TableProps) {
  const records = page.results.flatMap((row) => (row.kind === 'record' ? [row.record] : []))
  const unreadable = page.results.flatMap((row) => (row.kind === 'unreadable' ? [row] : []))
  const isOfTransaction = subject === 'transaction'
  return (
    <>
      {unreadable.length > 0 && <Unreadable rows={unreadable} />}
      {records.length > 0 && (
        <DataTable
          caption={`Records of the ${subject}`}
          rows={records}
          isBusy={isBusy}
          keyOf={(_, index) => String(page.offset + index)}
          groupOf={isOfTransaction ? undefined : ({ location }) => location.tx_id}
          columns={[
            isOfTransaction
              ? undefined
              : transactionColumn(records, ({ location }) => location.tx_id),
            OPERATION,
            subject === 'rune' ? undefined : RUNE_WITHOUT_SYMBOL,
            amountColumn(records, 'Amount', ({ amount }) => amount, { name: 'record.amount' }),
            FROM,
            TO,
            OUTPUT,
          ]}
        />
      )}
    </>
  )
}

const RUNE_WITHOUT_SYMBOL: Column<RuneActivity> = {
  ...RUNE,
  cell: ({ rune }) => <RuneName rune={rune} hasSymbol={false} />,
}

const OPERATION: Column<RuneActivity> = {
  heading: 'Operation',
  area: 'name',
  className: 'w-28',
  cell: ({ operation }) => (
    <code className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-xs">
      <UntrustedText text={operation} />
    </code>
  ),
}

const FROM: Column<RuneActivity> = {
  heading: 'From',
  area: 'meta',
  className: 'w-48',
  cell: (record) => sidesOf(record).from && <Owner address={sidesOf(record).from} />,
}

const TO: Column<RuneActivity> = {
  heading: 'To',
  area: 'meta',
  className: 'w-48',
  cell: (record) => sidesOf(record).to && <Owner address={sidesOf(record).to} />,
}

const OUTPUT: Column<RuneActivity> = {
  heading: 'Output',
  area: 'none',
  isNumber: true,
  className: 'w-20 text-muted tabular-nums',
  cell: ({ location: { tx_id, vout } }) =>
    vout !== undefined && (
      <Link to={outputLink(`${tx_id}:${vout}`)} className="quiet-link">
        <Numeral name="record.vout" value={vout} />
      </Link>
    ),
}

/** Records that do not have the form of the contract. One never costs the page. */
function Unreadable({ rows }: { rows: Extract<ActivityRow, { kind: 'unreadable' }>[] }) {
  return (
    <details className="mb-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      <summary>
        <Count name="list.unreadable" value={rows.length} one="record" /> cannot be read
      </summary>
      {rows.map(({ reason, raw }) => {
        const text = JSON.stringify(raw, null, 2)
        return (
          <div key={text} className="mt-2">
            <p>{reason}.</p>
            <pre className="mt-1 max-h-60 overflow-auto font-mono text-xs whitespace-pre-wrap text-ink">
              {text}
            </pre>
          </div>
        )
      })}
    </details>
  )
}
