import type { TransactionDetails } from '../../../contract/schemas/chain.ts'
import { flowsOf } from '../../figures/ribbonShares.ts'
import { Flow } from '../../movements/Flow.tsx'
import { endpointQuery } from '../../query.ts'
import { Count } from '../../ui/numbers.tsx'
import { RunestoneDetails } from './RunestoneDetails.tsx'

/** What the runestone of a transaction asked for, of which something was refused, and what moved. */
export function AskedFor({ transaction }: { transaction: TransactionDetails }) {
  const { place, records } = transaction
  return (
    <div className="mt-6 grid gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <section className="min-w-0">
        <h2 className="text-lg font-semibold">What the runestone asked for</h2>
        <RunestoneDetails
          query={runestoneQuery(place.tx_id)}
          transaction={transaction}
          isFurther={records > 0}
        />
      </section>
      <section className="min-w-0">
        <h2 className="text-lg font-semibold">What moved nevertheless</h2>
        <Moved transaction={transaction} />
      </section>
    </div>
  )
}

export function runestoneQuery(txId: string) {
  return endpointQuery('decodeTransaction', { tx_id: txId })
}

function Moved({ transaction }: { transaction: TransactionDetails }) {
  if (flowsOf(transaction).length > 0) return <Flow transaction={transaction} />
  return (
    <div className="panel mt-3 px-4 py-3">
      {transaction.records === 0 ? (
        <>
          <p className="font-medium">No rune of this index moved: its inputs held none of them.</p>
          <p className="text-sm text-muted">
            Bitcoin, the fee included, moved as in any transaction.
          </p>
        </>
      ) : (
        <p className="font-medium">
          <Count
            name="transaction.movements"
            value={transaction.movements}
            one="movement"
            many="movements"
          />
          , listed below
        </p>
      )}
    </div>
  )
}
