import { Link } from 'react-router-dom'
import type { TransactionOutput } from '../../../contract/schemas/address.ts'
import { outputLink, transactionLink } from '../../links.ts'
import { EndpointList } from '../../lists/List.tsx'
import type { ListPage } from '../../lists/Pager.tsx'
import { Owner, RUNE_TITLE } from '../../movements/columns.tsx'
import type { EndpointQuery } from '../../query.ts'
import { amountColumn } from '../../ui/amountColumn.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Id } from '../../ui/Id.tsx'
import { Numeral } from '../../ui/numbers.tsx'

type Props = { query: EndpointQuery<ListPage<TransactionOutput>> }

/** What the outputs of a transaction hold or held, and where they were spent. */
export function OutputList({ query }: Props) {
  return (
    <EndpointList query={query} things="entries" empty={{ title: 'No output got runes' }}>
      {({ results }, isBusy) => (
        <DataTable
          caption="Outputs of the transaction"
          rows={results}
          isBusy={isBusy}
          keyOf={({ vout, rune }) => `${vout} ${rune.id}`}
          groupOf={({ output }) => output}
          columns={columnsFor(results)}
        />
      )}
    </EndpointList>
  )
}

function columnsFor(rows: TransactionOutput[]): (Column<TransactionOutput> | undefined)[] {
  return [
    {
      heading: 'Output',
      className: 'w-24 phone:col-start-1 phone:row-start-2',
      cell: ({ output, vout }, index) =>
        rows[index - 1]?.output !== output && (
          <Link to={outputLink(output)} className="quiet-link">
            <span className="wide:sr-only">Output </span>
            <Numeral value={vout} />
          </Link>
        ),
    },
    RUNE_TITLE,
    amountColumn(rows, 'Amount', ({ amount }) => amount),
    {
      heading: 'Owner',
      className: 'w-52 phone:col-span-2 phone:col-start-1 phone:row-start-3 phone:w-auto',
      cell: ({ address }) => <Owner address={address} />,
    },
    {
      heading: 'Spent by',
      className: 'w-52 phone:col-start-2 phone:row-start-2 phone:w-auto phone:text-end',
      cell: ({ spent_by }) =>
        spent_by === undefined ? (
          <Badge tone="good">Unspent</Badge>
        ) : (
          <>
            <span className="text-muted wide:sr-only">spent by </span>
            <Id text={spent_by.tx_id} to={transactionLink(spent_by.tx_id)} />
          </>
        ),
    },
  ]
}
