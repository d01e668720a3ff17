import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { parseTransactionId } from '../../contract/identifiers.ts'
import { blockLink, readPaging, transactionLink } from '../links.ts'
import { transactionActivityQuery } from '../queries.ts'
import { Hash } from '../ui/Hash.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Time } from '../ui/Time.tsx'
import { useApi } from '../useApi.ts'
import { ActivityList } from './ActivityList.tsx'
import { BadIdentifier } from './BadIdentifier.tsx'
import { firstLocation } from './pageSummary.ts'

/** The rune activity of one transaction, a page of it at a time. */
export function TransactionPage() {
  const { txId: text = '' } = useParams()
  const txId = parseTransactionId(text)
  if (txId === undefined) return <BadIdentifier kind="transaction" text={text} />
  return <TransactionActivity txId={txId} />
}

function TransactionActivity({ txId }: { txId: string }) {
  const api = useApi()
  const { paging, refused } = readPaging(useSearchParams()[0])
  const activity = useQuery(transactionActivityQuery(api, txId, paging))
  const location = firstLocation(activity.data?.value)

  return (
    <article className="space-y-5">
      <header className="space-y-1">
        <PageHeading title={`Transaction ${txId.slice(0, 8)}…${txId.slice(-8)}`} kind="Transaction">
          <span className="text-lg sm:text-xl">
            <Hash text={txId} label="transaction id" length="full" size="inherit" />
          </span>
        </PageHeading>
        {location !== undefined && (
          <p className="text-muted">
            {location.block_height !== undefined && (
              <>
                In{' '}
                <Link to={blockLink(location.block_height)} className="link">
                  block <Numeral value={location.block_height} />
                </Link>
                {location.tx_index !== undefined && <> at position {location.tx_index}</>}
              </>
            )}
            {location.timestamp !== undefined && (
              <>
                {' · '}
                <Time milliseconds={location.timestamp} />
              </>
            )}
          </p>
        )}
      </header>
      <ActivityList
        key={txId}
        subject="transaction"
        activity={activity}
        paging={paging}
        refused={refused}
        linkTo={(page) => transactionLink(txId, page)}
        queryFor={(page) => transactionActivityQuery(api, txId, page)}
      />
    </article>
  )
}
