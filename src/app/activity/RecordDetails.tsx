import { useQuery } from '@tanstack/react-query'
import { stringify } from 'lossless-json'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import {
  type ActivityPage,
  type ActivityRow,
  type RuneActivity,
  sidesOf,
} from '../../contract/activity.ts'
import type { Subject } from '../analysis/engine/subject.ts'
import { useApi, useAppContext } from '../appContext.ts'
import { blockLink, pagingSearch, recordAnchor, recordLink, transactionLink } from '../links.ts'
import { transactionPositionQuery } from '../queries/activity.ts'
import { CopyButton, useCopy } from '../ui/CopyButton.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { Hash } from '../ui/Hash.tsx'
import { MissingValue } from '../ui/MissingValue.tsx'
import { Amount, Numeral, useFormatCount } from '../ui/numbers.tsx'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { Time } from '../ui/Time.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { AddressLink } from './AddressLink.tsx'

type Props = {
  row: ActivityRow
  position: number
  /** The page of the list that contains the row. */
  page: ActivityPage
  subject: Subject['kind']
}

/** Every field of a record, and the raw record. */
export function RecordDetails({ row, position, page, subject }: Props) {
  const otherPosition = usePositionInOtherList({ row, position, page, subject })
  const raw = writeJson(row.raw)
  const formatCount = useFormatCount()
  return (
    <div className="grid gap-4 text-start text-sm lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      {row.kind === 'record' ? (
        <Fields record={row.record} subject={subject} otherPosition={otherPosition} />
      ) : (
        <p>{row.reason}.</p>
      )}
      <div className="min-w-0 space-y-2">
        {/* New records move those of a rune or an address: a link by position would lead to another one. */}
        {(subject === 'transaction' || subject === 'block') && (
          <CopyRecordLink position={position} />
        )}
        <p className="flex items-center gap-1 text-muted">
          Raw record <CopyButton text={raw} label="the record as JSON" />
        </p>
        <div className="max-h-128">
          <ScrollRegion label={`Record ${formatCount(position)} as JSON`}>
            <pre dir="ltr" className="font-mono text-xs whitespace-pre-wrap">
              {raw}
            </pre>
          </ScrollRegion>
        </div>
      </div>
    </div>
  )
}

/** Copies the shortest link to a record, and highlights the record as that link does. */
function CopyRecordLink({ position }: { position: number }) {
  const { origin } = useAppContext()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const link = recordLink((paging) => pathname + pagingSearch(paging), position)
  const { copied, copy, forget } = useCopy('link to this record', 'copy it from the address bar')

  function copyAndMark() {
    navigate(`${pathname}${search}#${recordAnchor(position)}`, {
      replace: true,
      preventScrollReset: true,
    })
    return copy(origin + link)
  }

  return (
    <button type="button" onClick={copyAndMark} onBlur={forget} className="button">
      {copied === undefined ? 'Copy' : 'Copied'} link to this record
    </button>
  )
}

/**
 * The record's position in another list that has it: the block's list for a transaction's record,
 * the transaction's list for a block's record. Undefined if the loaded responses do not show it.
 */
function usePositionInOtherList({ row, position, page, subject }: Props): number | undefined {
  const location = row.kind === 'record' ? row.record.location : undefined
  const txId = location?.tx_id ?? ''
  const isInTransaction = subject === 'transaction' && txId !== ''
  const { data: place } = useQuery({
    ...transactionPositionQuery(useApi(), txId),
    enabled: isInTransaction,
  })
  // Records of transactions without an index may be interleaved.
  if (location?.tx_index === undefined) return
  if (isInTransaction) return place && place.offset + position
  if (subject !== 'block') return
  const first = firstPosition(page, txId)
  return first && position - first + 1
}

/** The position of a transaction's first record; undefined if it may be on an earlier page. */
function firstPosition({ offset, results }: ActivityPage, txId: string): number | undefined {
  const index = results.findIndex(
    (row) => row.kind === 'record' && row.record.location.tx_id === txId,
  )
  const mayStartEarlier = index === 0 ? offset > 0 : results[index - 1]?.kind !== 'record'
  return mayStartEarlier ? undefined : offset + index + 1
}

function writeJson(value: unknown): string {
  try {
    return stringify(value, null, 2) ?? ''
  } catch {
    return 'The record is nested too deeply to show.' // RangeError: deeper than the stack.
  }
}

type FieldsProps = Pick<Props, 'subject'> & {
  record: RuneActivity
  otherPosition: number | undefined
}

function Fields({ record, subject, otherPosition }: FieldsProps) {
  const { rune, location } = record
  const { from, to } = sidesOf(record)
  return (
    <Facts>
      <Fact name="Rune name">
        <UntrustedText text={rune.name ?? rune.id} />
      </Fact>
      <Fact name="Amount">
        {record.amount === undefined ? (
          <MissingValue label="not given" />
        ) : (
          <>
            <Amount digits={record.amount} /> <CopyButton text={record.amount} label="amount" />
          </>
        )}
      </Fact>
      <AddressFact name="From" address={from} />
      <AddressFact name="To" address={to} />
      <TransactionFact
        txId={location.tx_id}
        record={subject === 'block' ? otherPosition : undefined}
      />
      <Fact name="Transaction index">
        {location.tx_index ?? <MissingValue label="not given" />}
      </Fact>
      <Fact name="Output index">{location.vout ?? <MissingValue label="none" />}</Fact>
      {/* By default, services name only its transaction, which is shown already. */}
      {location.output?.includes(':') && (
        <Fact name="Output">
          <Hash text={location.output} label="output" length="full" />
        </Fact>
      )}
      {location.block_height !== undefined && (
        <BlockFact
          height={location.block_height}
          record={subject === 'transaction' ? otherPosition : undefined}
        />
      )}
      {location.block_hash !== undefined && (
        <Fact name="Block hash">
          <Hash
            text={location.block_hash}
            label="block hash"
            to={blockLink({ kind: 'hash', hash: location.block_hash })}
            length="full"
          />
        </Fact>
      )}
      {location.timestamp !== undefined && (
        <Fact name="Block time">
          <Time milliseconds={location.timestamp} />
        </Fact>
      )}
    </Facts>
  )
}

type TransactionFactProps = { txId: string; record: number | undefined }

/** Links to the transaction, or to the record in it if its position is known. */
function TransactionFact({ txId, record }: TransactionFactProps) {
  const to = recordLink((paging) => transactionLink(txId, paging), record)
  return (
    <Fact name="Transaction">
      <Hash text={txId} label="transaction id" to={to} length="full" />
      {record !== undefined && (
        <>
          {' '}
          record <Numeral value={record} />
        </>
      )}
    </Fact>
  )
}

type BlockFactProps = { height: number; record: number | undefined }

/** Links to the block, or to the record in it if its position is known. */
function BlockFact({ height, record }: BlockFactProps) {
  const to = recordLink((paging) => blockLink(height, paging), record)
  return (
    <Fact name="Block">
      <Link to={to} className="link">
        <Numeral value={height} />
        {record !== undefined && (
          <>
            , record <Numeral value={record} />
          </>
        )}
      </Link>
    </Fact>
  )
}

function AddressFact({ name, address }: { name: 'From' | 'To'; address: string | undefined }) {
  return (
    <Fact name={name}>
      {address === undefined ? (
        <MissingValue label="not given" />
      ) : (
        <AddressLink
          address={address}
          label={name === 'From' ? 'sender address' : 'receiver address'}
          length="full"
        />
      )}
    </Fact>
  )
}
