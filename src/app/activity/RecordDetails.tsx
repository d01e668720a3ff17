import { useQuery } from '@tanstack/react-query'
import { stringify } from 'lossless-json'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { ActivityPage, ActivityRow, RuneActivity } from '../../contract/activity.ts'
import { useApi, useAppContext } from '../appContext.ts'
import { blockLink, pagingSearch, recordAnchor, recordLink, transactionLink } from '../links.ts'
import { placeQuery } from '../queries.ts'
import { Absent } from '../ui/Absent.tsx'
import { CopyButton, useCopy } from '../ui/CopyButton.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { Hash } from '../ui/Hash.tsx'
import { Amount, Numeral } from '../ui/numbers.tsx'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { Time } from '../ui/Time.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'

type Props = {
  row: ActivityRow
  position: number
  /** The page that it stands on, of a transaction or a block. */
  page: ActivityPage
  subject: 'transaction' | 'block'
}

/** Every field of a record (SPEC 2.4, 2.5), and the record as it came. */
export function RecordDetails({ row, position, page, subject }: Props) {
  const elsewhere = usePositionElsewhere({ row, position, page, subject })
  const raw = writeJson(row.raw)
  return (
    <div className="grid gap-4 text-start text-sm lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      {row.kind === 'record' ? (
        <Fields record={row.record} subject={subject} elsewhere={elsewhere} />
      ) : (
        <p>{row.reason}.</p>
      )}
      <div className="min-w-0 space-y-2">
        <CopyRecordLink position={position} />
        <p className="flex items-center gap-1 text-muted">
          As the service sent it <CopyButton text={raw} label="the record as JSON" />
        </p>
        <div className="max-h-80">
          <ScrollRegion label={`Record ${position} as JSON`}>
            <pre dir="ltr" className="font-mono text-xs whitespace-pre-wrap">
              {raw}
            </pre>
          </ScrollRegion>
        </div>
      </div>
    </div>
  )
}

/** Copies the shortest link that opens a record for everyone, and marks the record that it names. */
function CopyRecordLink({ position }: { position: number }) {
  const { origin } = useAppContext()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const link = recordLink((paging) => pathname + pagingSearch(paging), position)
  const { copied, copy, forget } = useCopy('the link to this record')

  function copyAndMark() {
    navigate(`${pathname}${search}#${recordAnchor(position)}`, {
      replace: true,
      preventScrollReset: true,
    })
    return copy(origin + link)
  }

  return (
    <button type="button" onClick={copyAndMark} onBlur={forget} className="button">
      {copied === undefined ? 'Copy' : 'Copied'} the link to this record
    </button>
  )
}

/**
 * The position of the record in the other list that has it: of a transaction's record in the block, of
 * a block's record in the transaction. Undefined where that is not known from what was read.
 */
function usePositionElsewhere({ row, position, page, subject }: Props): number | undefined {
  const location = row.kind === 'record' ? row.record.location : undefined
  const txId = location?.tx_id ?? ''
  const isInTransaction = subject === 'transaction' && txId !== ''
  const { data: place } = useQuery({ ...placeQuery(useApi(), txId), enabled: isInTransaction })
  // Transactions whose place in the block is not known may stand mixed with each other.
  if (location?.tx_index === undefined) return
  if (isInTransaction) return place && place.offset + position
  const first = firstPosition(page, txId)
  return first && position - first + 1
}

/** The position in the block of a transaction's first record; undefined where it may be on an earlier page. */
function firstPosition({ offset, results }: ActivityPage, txId: string): number | undefined {
  const index = results.findIndex(
    (row) => row.kind === 'record' && row.record.location.tx_id === txId,
  )
  const isBegun = index === 0 ? offset > 0 : results[index - 1]?.kind !== 'record'
  return isBegun ? undefined : offset + index + 1
}

function writeJson(value: unknown): string {
  try {
    return stringify(value, null, 2) ?? ''
  } catch {
    return 'The record is nested too deeply to be shown.' // RangeError: deeper than the stack.
  }
}

type FieldsProps = Pick<Props, 'subject'> & {
  record: RuneActivity
  elsewhere: number | undefined
}

function Fields({ record: { rune, location, ...record }, subject, elsewhere }: FieldsProps) {
  return (
    <Facts>
      <Fact name="Rune name">
        <UntrustedText text={rune.name ?? rune.id} />
      </Fact>
      <Fact name="Amount">
        {record.amount === undefined ? (
          <Absent label="not given" />
        ) : (
          <>
            <Amount digits={record.amount} /> <CopyButton text={record.amount} label="amount" />
          </>
        )}
      </Fact>
      <AddressFact name="Address" address={record.address} />
      <AddressFact name="Receiver address" address={record.receiver_address} />
      <TransactionFact txId={location.tx_id} record={subject === 'block' ? elsewhere : undefined} />
      <Fact name="Position in the block">{location.tx_index ?? <Absent label="not given" />}</Fact>
      <Fact name="Output index">{location.vout ?? <Absent label="none" />}</Fact>
      {location.output !== undefined && (
        <Fact name="Output">
          <Hash text={location.output} label="output" length="full" />
        </Fact>
      )}
      {location.block_height !== undefined && (
        <BlockFact
          height={location.block_height}
          record={subject === 'transaction' ? elsewhere : undefined}
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

/** The way to the transaction, to this very record where its position there is known. */
function TransactionFact({ txId, record }: TransactionFactProps) {
  const to =
    record === undefined
      ? transactionLink(txId)
      : recordLink((paging) => transactionLink(txId, paging), record)
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

/** The way to the block, to this very record where its position there is known. */
function BlockFact({ height, record }: BlockFactProps) {
  const to =
    record === undefined
      ? blockLink(height)
      : recordLink((paging) => blockLink(height, paging), record)
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

function AddressFact({ name, address }: { name: string; address: string | undefined }) {
  return (
    <Fact name={name}>
      {address === undefined ? (
        <Absent label="not given" />
      ) : (
        <Hash text={address} label={name.toLowerCase()} length="full" />
      )}
    </Fact>
  )
}
