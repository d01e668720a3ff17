import { Link } from 'react-router-dom'
import { type RuneActivity, sidesOf } from '../../contract/activity.ts'
import { isSendToSelf } from '../analysis/engine/findChange.ts'
import type { Subject } from '../analysis/engine/subject.ts'
import { blockLink, transactionLink } from '../links.ts'
import { Hash } from '../ui/Hash.tsx'
import { MissingValue } from '../ui/MissingValue.tsx'
import { Amount, Numeral } from '../ui/numbers.tsx'
import { Age } from '../ui/Time.tsx'
import { ActivityCell } from './ActivityCell.tsx'
import { AddressLink } from './AddressLink.tsx'
import { OperationBadge } from './OperationBadge.tsx'
import { RuneName } from './RuneName.tsx'
import { SignedAmount } from './SignedAmount.tsx'

type Props = {
  record: RuneActivity
  subject: Subject
  /** On the page of an address, whether the record is change: units that the address sent to itself. */
  isChange: boolean | undefined
}

/** The cells of a record, but for the first, with its number and the button of its details. */
export function RecordCells({ record, subject, isChange }: Props) {
  const { operation, rune, amount, location } = record
  const { tx_id, vout } = location
  const { from, to } = sidesOf(record)
  const isOwn = subject.kind === 'address' && to === subject.address
  const columns = RECORD_COLUMNS[subject.kind]
  return (
    <>
      <ActivityCell name="Operation">
        <OperationBadge operation={operation} />
      </ActivityCell>
      {columns.includes('Rune') && (
        <ActivityCell name="Rune">
          <div className="min-w-56 max-w-80 [&>a]:font-semibold [&>bdi]:font-semibold cards:w-auto cards:max-w-none cards:min-w-0 cards:flex-1 print:min-w-0">
            <RuneName rune={rune} />
          </div>
        </ActivityCell>
      )}
      {columns.includes('Block') && (
        <ActivityCell name="Block" className="text-end whitespace-nowrap">
          <BlockCell location={location} />
        </ActivityCell>
      )}
      {columns.includes('Transaction') && (
        <ActivityCell name="Transaction" className="whitespace-nowrap" identity={tx_id}>
          <Hash text={tx_id} label="transaction id" to={transactionLink(tx_id)} />
        </ActivityCell>
      )}
      <ActivityCell name="Amount" className="text-end" absent="amount not given">
        {amount &&
          (isChange === undefined ? (
            <Amount digits={amount} />
          ) : (
            <SignedAmount operation={operation} amount={amount} isChange={isChange} />
          ))}
      </ActivityCell>
      {columns.includes('From') && (
        <ActivityCell
          name="From"
          className="whitespace-nowrap"
          absent="no sender given"
          identity={from}
        >
          {from && <AddressLink address={from} />}
        </ActivityCell>
      )}
      <ActivityCell
        name="To"
        className="whitespace-nowrap"
        absent="no receiver given"
        identity={isOwn ? undefined : to}
      >
        {to &&
          (isOwn ? (
            <span className="text-muted">this address</span>
          ) : (
            <>
              <AddressLink address={to} label="receiver address" />
              {isChange === undefined && isSendToSelf(record) && (
                <span className="block text-xs text-muted">change</span>
              )}
            </>
          ))}
      </ActivityCell>
      {columns.includes('Output') && (
        <ActivityCell
          name="Output"
          className="text-end tabular-nums"
          absent="no output"
          identity={`${tx_id}:${vout}`}
        >
          {vout}
        </ActivityCell>
      )}
    </>
  )
}

/**
 * A rune's list needs no column for the rune, and an address's none for the sender, which is the address.
 * Only lists over several blocks need one for the block, and only those of a transaction one for the output.
 */
export const RECORD_COLUMNS: Record<Subject['kind'], string[]> = {
  transaction: ['Record', 'Operation', 'Rune', 'Amount', 'From', 'To', 'Output'],
  block: ['Record', 'Operation', 'Rune', 'Transaction', 'Amount', 'From', 'To'],
  rune: ['Record', 'Operation', 'Block', 'Transaction', 'Amount', 'From', 'To'],
  address: ['Record', 'Operation', 'Rune', 'Block', 'Transaction', 'Amount', 'To'],
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
