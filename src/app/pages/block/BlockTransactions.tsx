import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { BlockTransactions as Listing } from '../../../contract/directory.ts'
import { useApi } from '../../appContext.ts'
import { recordAnchor, transactionLink } from '../../links.ts'
import { blockTransactionsQuery } from '../../queries/blocks.ts'
import { Hash } from '../../ui/Hash.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { ShowAll } from '../../ui/ShowAll.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Props = {
  height: number
  /** The link to the page that has the record after `offset`. */
  linkToRecord: (offset: number) => string
}

/** The transactions of a block, requested when the reader opens them. */
export function BlockTransactions({ height, linkToRecord }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="panel px-4 py-2 noscript:hidden"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="font-semibold">Transactions with rune activity</summary>
      {isOpen && <TransactionList height={height} linkToRecord={linkToRecord} />}
    </details>
  )
}

/** The transactions of a block in the order of its records, each with a link to its first record. */
function TransactionList({ height, linkToRecord }: Props) {
  const { data, isPending } = useQuery(blockTransactionsQuery(useApi(), height))
  if (isPending) return <Skeleton lines={4} label="Loading the transactions" />
  if (data === undefined) {
    return (
      <p className="pt-2 text-muted">
        The transactions cannot be listed. Each record below links to its transaction.
      </p>
    )
  }
  return (
    <div className="max-h-96 overflow-y-auto py-2">
      <ShowAll entries={data.results} max={100}>
        {(shown) => <Entries transactions={shown} linkToRecord={linkToRecord} />}
      </ShowAll>
    </div>
  )
}

type EntriesProps = Pick<Props, 'linkToRecord'> & { transactions: Listing['results'] }

function Entries({ transactions, linkToRecord }: EntriesProps) {
  return (
    <ol className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
      {transactions.map(({ tx_id, tx_index, offset, total }) => (
        <li key={tx_id} className="flex flex-wrap items-center gap-x-3">
          {tx_index !== undefined && (
            <span className="min-w-14 text-muted tabular-nums">index {tx_index}</span>
          )}
          <span className="whitespace-nowrap">
            <Hash text={tx_id} label="transaction id" to={transactionLink(tx_id)} />
          </span>
          <Link to={`${linkToRecord(offset)}#${recordAnchor(offset + 1)}`} className="link">
            {total === 1 ? (
              'record'
            ) : (
              <>
                <Numeral value={total} /> records, starting at
              </>
            )}{' '}
            <Numeral value={offset + 1} />
          </Link>
        </li>
      ))}
    </ol>
  )
}
