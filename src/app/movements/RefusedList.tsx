import type { ReactNode } from 'react'
import type { Refusal } from '../../contract/schemas/refusal.ts'
import { EndpointList } from '../lists/List.tsx'
import type { ListPage } from '../lists/Pager.tsx'
import type { EndpointQuery } from '../query.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { BLOCK, Owner, TIME, transactionColumn } from './columns.tsx'
import { RefusalBadge, RefusedThing, reasonText } from './Refusals.tsx'

type Props<Page> = {
  subject: keyof typeof TABLES
  query: EndpointQuery<Page>
  /** What they have in common. */
  children: ReactNode
}

/** What runestones asked for and did not get: for an address, or of a rune. */
export function RefusedList<Page extends ListPage<Refusal>>(props: Props<Page>) {
  const { subject, query, children } = props
  return (
    <>
      <p className="mt-4 text-sm text-muted">{children}</p>
      <EndpointList query={query} things="refusals" empty={{ title: 'Nothing was refused' }}>
        {({ results }, isBusy) => <RefusalTable subject={subject} rows={results} isBusy={isBusy} />}
      </EndpointList>
    </>
  )
}

const THING: Column<Refusal> = {
  heading: 'Rune',
  area: 'name',
  className: 'min-w-76 max-w-96 tablet:min-w-40 tablet:max-w-44 phone:min-w-0',
  cell: (refusal) => (
    <span className="tablet:whitespace-normal">
      <RefusedThing refusal={refusal} />
    </span>
  ),
}

const OUTCOME: Column<Refusal> = {
  heading: 'Outcome',
  area: 'detail',
  label: '',
  cell: (refusal) => <RefusalBadge refusal={refusal} />,
}

const OWNER: Column<Refusal> = {
  heading: 'Address',
  area: 'name',
  className: 'w-48',
  cell: ({ address }) => <Owner address={address} />,
}

const WHY: Column<Refusal> = {
  heading: 'Why',
  area: 'line',
  label: '',
  className: 'w-full min-w-64 tablet:min-w-44',
  cell: (refusal) => <span className="whitespace-normal">{reasonText(refusal)}</span>,
}

const TABLES = {
  address: { caption: 'Refused mints and etchings', columns: [THING, OUTCOME] },
  rune: { caption: 'Refused mints of the rune', columns: [OWNER] },
}

type TableProps = { subject: keyof typeof TABLES; rows: Refusal[]; isBusy: boolean }

function RefusalTable({ subject, rows, isBusy }: TableProps) {
  const { caption, columns } = TABLES[subject]
  return (
    <DataTable
      caption={caption}
      rows={rows}
      isBusy={isBusy}
      keyOf={({ place, part }) => `${place.tx_id} ${part}`}
      groupOf={({ place }) => place.tx_id}
      columns={[
        ...columns,
        WHY,
        BLOCK,
        TIME,
        transactionColumn(rows, ({ place }) => place.tx_id, 'meta'),
      ]}
    />
  )
}
