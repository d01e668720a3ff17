import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TransactionDetails } from '../../../contract/schemas/chain.ts'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import type { ListPage } from '../../lists/Pager.tsx'
import { SearchLink } from '../../lists/SearchLink.tsx'
import { MovementPanel } from '../../movements/MovementPanel.tsx'
import { MovementTable } from '../../movements/MovementTable.tsx'
import { OutputTable } from '../../movements/OutputList.tsx'
import { INPUTS, inputsQuery, OUTPUTS, outputsQuery } from '../../movements/TransactionOutputs.tsx'
import { type EndpointQuery, endpointQuery } from '../../query.ts'
import type { Load } from '../../source.ts'
import { Count } from '../../ui/numbers.tsx'
import { TableSkeleton } from '../../ui/Skeleton.tsx'
import { runestoneQuery } from './AskedFor.tsx'
import { INPUTS_VIEW } from './PendingInputs.tsx'
import { RunestoneDetails } from './RunestoneDetails.tsx'

/** A transaction with so few movements has all its parts on one page, without tabs and filters. */
const MAX_MOVEMENTS = 3
const PAGING = { offset: 0, limit: 10 }

export function hasFewMovements({ movements, records, refusals }: TransactionDetails): boolean {
  return records > 0 && movements <= MAX_MOVEMENTS && refusals.length === 0
}

function queriesOf(txId: string) {
  const query = { txId, paging: PAGING }
  return {
    movements: endpointQuery('transactionMovements', { tx_id: txId, change: 'hide', ...PAGING }),
    inputs: inputsQuery(query),
    outputs: outputsQuery(query),
    runestone: runestoneQuery(txId),
  }
}

export async function loadShort(load: Load, txId: string): Promise<void> {
  const { movements, inputs, outputs, runestone } = queriesOf(txId)
  await Promise.all([load(movements), load(inputs), load(outputs), load(runestone)])
}

export function ShortTransaction({ transaction }: { transaction: TransactionDetails }) {
  const queries = queriesOf(transaction.place.tx_id)
  const runestone = useQuery(queries.runestone)
  return (
    <>
      {transaction.movements > 0 && (
        <Part title="Movements" query={queries.movements}>
          {(page) => (
            <>
              <MovementTable subject="transaction" page={page} isBusy={false} />
              <MovementPanel page={page} />
            </>
          )}
        </Part>
      )}
      <Part title="Inputs" view={INPUTS_VIEW} query={queries.inputs}>
        {({ results }) => <OutputTable {...INPUTS} rows={results} isFurther />}
      </Part>
      <Part title="Outputs" view="outputs" query={queries.outputs}>
        {({ results }) => <OutputTable {...OUTPUTS} rows={results} isFurther />}
      </Part>
      {runestone.error?.kind !== 'not-found' && (
        <section>
          <Heading>Runestone</Heading>
          <RunestoneDetails query={queries.runestone} transaction={transaction} isFurther />
        </section>
      )}
      <p className="mt-5 flex gap-4 text-sm">
        <SearchLink changes={{ view: 'by-address' }} className="quiet-link">
          By address
        </SearchLink>
        <SearchLink changes={{ view: 'raw' }} className="quiet-link">
          <Count name="transaction.records" value={transaction.records} one="raw record" />
        </SearchLink>
      </p>
    </>
  )
}

function Heading({ children }: { children: string }) {
  return <h2 className="mt-6 mb-2 text-lg font-semibold tracking-tight">{children}</h2>
}

type PartProps<Page> = {
  title: string
  /** The view with all of them. */
  view?: string
  query: EndpointQuery<Page>
  children: (page: Page) => ReactNode
}

/** The first rows of a list; nothing where it is empty. */
function Part<Page extends ListPage>({ title, view, query, children }: PartProps<Page>) {
  const list = useQuery(query)
  if (list.data?.value.total === 0) return null
  return (
    <section>
      <Heading>{title}</Heading>
      <WhenLoaded query={list} skeleton={<TableSkeleton rows={2} />}>
        {(page) => (
          <>
            {children(page)}
            {view !== undefined && page.total > page.results.length && (
              <p className="mt-2 text-sm">
                <SearchLink changes={{ view }} className="quiet-link font-medium">
                  All <Count name="list.total" value={page.total} one="entry" many="entries" /> →
                </SearchLink>
              </p>
            )}
          </>
        )}
      </WhenLoaded>
    </section>
  )
}
