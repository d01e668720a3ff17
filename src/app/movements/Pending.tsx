import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import type { Parties } from '../../contract/schemas/alike.ts'
import type { Pending } from '../../contract/schemas/pending.ts'
import { Failure, useLastError } from '../errors/Failure.tsx'
import { type EndpointQuery, useAbout } from '../query.ts'
import { amountColumn } from '../ui/amountColumn.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Count, Numeral } from '../ui/numbers.tsx'
import { TableSkeleton } from '../ui/Skeleton.tsx'
import { RUNE, transactionColumn } from './columns.tsx'
import { alikeFilter, GroupLink, PartyList } from './GroupTable.tsx'
import { FROM, type Subject, TO, To } from './MovementTable.tsx'
import { TypeBadge } from './TypeBadge.tsx'

/** Transactions come all the time, and no event tells. */
export const POLL_MS = 15_000

/** What waits for a block. Undefined where the service has no node. */
export function usePending(query: EndpointQuery<Pending>): Pending | undefined {
  const source = useAbout()?.source
  const { data, error } = useQuery({
    ...query,
    enabled: source === 'node' || source === 'demo',
    refetchInterval: ({ state }) => state.error === null && POLL_MS,
  })
  return error === null ? data?.value : undefined
}

type Props = { query: EndpointQuery<Pending>; subject: Subject | 'all' }

export function PendingList({ query, subject }: Props) {
  const list = useQuery({ ...query, refetchInterval: POLL_MS })
  const error = useLastError(list)
  const pending = list.data?.value
  if (error !== null) return <Failure error={error} />
  if (pending === undefined) return <TableSkeleton />
  const { total, results } = pending
  if (total === 0) {
    return (
      <Notice icon={<Hourglass size={18} />} title="Nothing waits for a block">
        <NotShown {...pending} />
      </Notice>
    )
  }
  return (
    <>
      <p className="my-3 text-sm text-muted empty:my-0">
        {subject !== 'all' && 'Not in a block yet. They may change, or never confirm. '}
        <NotShown {...pending} />
      </p>
      <PendingRows rows={results} total={total} subject={subject} />
    </>
  )
}

type MovementsProps = { rows: PendingRow[]; total: number; subject: Subject | 'all' }

/** The first of some pending movements. */
export function PendingRows({ rows, total, subject }: MovementsProps) {
  const area = subject === 'rune' ? 'detail' : 'aside'
  return (
    <div data-pending>
      {total > rows.length && (
        <p className="my-3 text-sm text-muted">
          The first <Numeral name="pending.shown" value={rows.length} /> of{' '}
          <Numeral name="pending.total" value={total} />.
        </p>
      )}
      <DataTable
        caption="Pending movements"
        rows={rows}
        keyOf={(_, index) => String(index)}
        groupOf={txIdOf}
        columns={[
          subject === 'transaction' ? undefined : transactionColumn(rows, txIdOf, area),
          subject === 'transaction' ? TYPE_ALONE : TYPE,
          subject === 'rune' ? undefined : RUNE,
          TIMES,
          amountColumn(rows, 'Each', ({ group }) => group?.each, {
            name: 'pending.amount_each',
            area: 'meta',
          }),
          amountColumn(rows, 'Amount', ({ amount }) => amount, { name: 'pending.amount' }),
          FROM,
          RECEIVERS,
        ]}
      />
    </div>
  )
}

export type PendingRow = Pending['results'][number] & {
  /** If it stands for several movements that are alike: what they have together is in the row. */
  group?: { times: number; each: string; receivers: Parties }
}

function txIdOf({ tx_id }: PendingRow): string {
  return tx_id
}

const TYPE_ALONE: Column<PendingRow> = {
  heading: 'Type',
  area: 'name',
  cell: ({ group, ...movement }) =>
    group === undefined ? (
      <TypeBadge type={movement.type} />
    ) : (
      <GroupLink
        type={movement.type}
        movements={group.times}
        changes={alikeFilter({ ...movement, amount: group.each })}
      />
    ),
}

const TIMES: Column<PendingRow> = {
  heading: 'Times',
  area: 'aside',
  label: '',
  isNumber: true,
  className: 'w-16 font-medium',
  cell: ({ group }) =>
    group && (
      <>
        ×<Numeral name="pending.times" value={group.times} />
      </>
    ),
}

const TYPE: Column<PendingRow> = {
  heading: 'Type',
  area: 'name',
  cell: ({ type }) => <TypeBadge type={type} />,
}

const RECEIVERS: Column<PendingRow> = {
  ...TO,
  cell: ({ group, ...movement }) =>
    group === undefined || movement.type === 'burn' ? (
      <To movement={movement} />
    ) : (
      <PartyList parties={group.receivers} otherwise="no address" />
    ),
}

function NotShown({ unread, skipped }: Pick<Pending, 'unread' | 'skipped'>) {
  return (
    <>
      {unread > 0 && (
        <>
          <Count name="pending.unread" value={unread} one="transaction" /> of the mempool{' '}
          {unread === 1 ? 'is' : 'are'} still being read.{' '}
        </>
      )}
      {skipped > 0 && (
        <>
          <Count name="pending.skipped" value={skipped} one="transaction" />{' '}
          {skipped === 1 ? 'asks for too much work and is' : 'ask for too much work and are'} not
          shown.
        </>
      )}
    </>
  )
}
