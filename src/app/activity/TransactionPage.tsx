import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import { parseTransactionId } from '../../contract/identifiers.ts'
import { transactionActivityPath } from '../../contract/paths.ts'
import { blockLink, readPaging, transactionLink } from '../links.ts'
import { onDemand } from '../onDemand.tsx'
import { PageHead } from '../PageHead.tsx'
import { transactionActivityQuery } from '../queries.ts'
import { useApi } from '../surroundings.ts'
import { Hash } from '../ui/Hash.tsx'
import { formatDecimal, Numeral } from '../ui/numbers.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Time } from '../ui/Time.tsx'
import { ActivityList } from './ActivityList.tsx'
import { countRecords, firstLocation, headOf, nameRunes } from './pageSummary.ts'

const BadIdentifier = onDemand(async () => (await import('./BadIdentifier.tsx')).BadIdentifier)

/** The rune activity of one transaction, a page of it at a time. */
export function TransactionPage({ id }: { id: string }) {
  const txId = parseTransactionId(id)
  if (txId === undefined) return <BadIdentifier kind="transaction" text={id} />
  return <TransactionActivity txId={txId} />
}

function TransactionActivity({ txId }: { txId: string }) {
  const api = useApi()
  const { paging, refused } = readPaging(useSearchParams()[0])
  const activity = useQuery(transactionActivityQuery(api, txId, paging))
  const page = activity.data?.value
  const location = firstLocation(page)

  return (
    <article className="space-y-5">
      <PageHead
        kind="Transaction"
        title={nameTransaction(txId, page)}
        path={transactionLink(txId, paging)}
        answerPath={transactionActivityPath(txId, paging)}
        {...headOf(activity, refused)}
      />
      <header className="space-y-1">
        <PageHeading kind="Transaction">
          <span className="text-lg sm:text-xl">
            <Hash text={txId} label="transaction id" length="full" size="inherit" />
          </span>
        </PageHeading>
        {location !== undefined && (
          <p className="text-muted">
            {location.block_height !== undefined && (
              <>
                In{' '}
                <a href={blockLink(location.block_height)} className="link">
                  block <Numeral value={location.block_height} />
                </a>
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

/** "DOG•GO•TO•THE•MOON · 4,444 records in block 840,656", as far as that was read. */
function nameTransaction(txId: string, page: ActivityPage | undefined): string {
  const height = firstLocation(page)?.block_height
  if (page === undefined || height === undefined) {
    return `Transaction ${txId.slice(0, 8)}…${txId.slice(-8)}`
  }
  return `${nameRunes(page)} · ${countRecords(page)} in block ${formatDecimal(String(height), 'en')}`
}
