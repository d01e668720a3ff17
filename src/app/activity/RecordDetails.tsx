import { stringify } from 'lossless-json'
import { useLocation } from 'react-router-dom'
import type { ActivityRow, RuneActivity } from '../../contract/activity.ts'
import { blockLink, recordAnchor, transactionLink } from '../links.ts'
import { useSurroundings } from '../surroundings.ts'
import { Absent } from '../ui/Absent.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { ForeignText } from '../ui/ForeignText.tsx'
import { Hash } from '../ui/Hash.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { Time } from '../ui/Time.tsx'

type Props = { row: ActivityRow; position: number }

/** Every field of a record (SPEC 2.4, 2.5), and the record as it came. */
export function RecordDetails({ row, position }: Props) {
  const { origin } = useSurroundings()
  const { pathname, search } = useLocation()
  const link = `${origin}${pathname}${search}#${recordAnchor(position)}`
  const raw = writeJson(row.raw)
  return (
    <div className="grid gap-4 text-start text-sm lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      {row.kind === 'record' ? (
        <Fields record={row.record} />
      ) : (
        <p>This record could not be read.</p>
      )}
      <div className="min-w-0">
        <p className="flex items-center gap-1 text-muted">
          A link to this record <CopyButton text={link} label="the link to this record" />
        </p>
        <p className="flex items-center gap-1 text-muted">
          As the service sent it <CopyButton text={raw} label="the record as JSON" />
        </p>
        <pre dir="ltr" className="max-h-80 overflow-y-auto font-mono text-xs whitespace-pre-wrap">
          {raw}
        </pre>
      </div>
    </div>
  )
}

function writeJson(value: unknown): string {
  try {
    return stringify(value, null, 2) ?? ''
  } catch {
    return 'The record is nested too deeply to be shown.' // RangeError: deeper than the stack.
  }
}

function Fields({ record: { rune, location, ...record } }: { record: RuneActivity }) {
  return (
    <Facts>
      <Fact name="Rune name">
        <ForeignText text={rune.name ?? rune.id} />
      </Fact>
      <Fact name="Amount">
        {record.amount === undefined ? (
          <Absent label="not given" />
        ) : (
          <>
            <Numeral value={record.amount} /> <CopyButton text={record.amount} label="amount" />
          </>
        )}
      </Fact>
      <AddressFact name="Address" address={record.address} />
      <AddressFact name="Receiver address" address={record.receiver_address} />
      <Fact name="Transaction">
        <Hash
          text={location.tx_id}
          label="transaction id"
          to={transactionLink(location.tx_id)}
          length="full"
        />
      </Fact>
      <Fact name="Position in the block">{location.tx_index ?? <Absent label="not given" />}</Fact>
      <Fact name="Output index">{location.vout ?? <Absent label="none" />}</Fact>
      {location.output !== undefined && (
        <Fact name="Output">
          <Hash text={location.output} label="output" length="full" />
        </Fact>
      )}
      {location.block_height !== undefined && (
        <Fact name="Block">
          <a href={blockLink(location.block_height)} className="link">
            <Numeral value={location.block_height} />
          </a>
        </Fact>
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
