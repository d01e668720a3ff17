import { useQuery } from '@tanstack/react-query'
import { definePage } from '../../definePage.tsx'
import { Failure } from '../../errors/Failure.tsx'
import { PendingList, usePending } from '../../movements/Pending.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery } from '../../query.ts'
import type { Loaded } from '../../source.ts'
import { Unknown } from '../../ui/Notice.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { CrumbLink, PageHeader } from '../../ui/PageHeader.tsx'
import { countStat, StatStrip } from '../../ui/StatStrip.tsx'

const pendingQuery = endpointQuery('pending', {})

export const { loader, Component, handle } = definePage({
  parameters: [],
  read: () => ({}),
  loader: async (_, load) => pendingHead(await load(pendingQuery)),
  dataPath: () => pendingQuery.queryKey[1],
  Component: PendingPage,
})

function pendingHead({ error }: Loaded<unknown>): Head {
  return {
    title: 'Pending',
    description: 'What the transactions that are in no block yet would do to runes.',
    path: '/pending',
    dataPath: pendingQuery.queryKey[1],
    ...pageStatus(error),
  }
}

function PendingPage() {
  const list = useQuery(pendingQuery)
  const pending = usePending(pendingQuery)
  return (
    <>
      <PageHead {...pendingHead(list)} />
      <PageHeader
        crumb={<CrumbLink to="/blocks">Blocks</CrumbLink>}
        title="Pending"
        meta={
          pending !== undefined && (
            <span>
              As one node sees them after block{' '}
              <Numeral name="index.block_height" value={pending.newest_block.block_height} />. They
              may change or never confirm.
            </span>
          )
        }
      />
      {pending !== undefined && (
        <StatStrip
          stats={[
            countStat('Rune transactions', {
              name: 'pending.transactions',
              count: pending.transactions,
            }),
            countStat('Transfers', { name: 'pending.transfers', count: pending.counts.transfers }),
            countStat('Mints', { name: 'pending.mints', count: pending.counts.mints }),
            countStat('Burns', { name: 'pending.burns', count: pending.counts.burns }),
          ]}
        />
      )}
      {list.error?.kind === 'not-found' ? (
        <Unknown title="This service does not see unconfirmed transactions">
          That needs a Bitcoin node, and it has none.
        </Unknown>
      ) : list.error !== null && list.data === undefined ? (
        <Failure error={list.error} />
      ) : (
        <div className="mt-4">
          <PendingList query={pendingQuery} subject="all" />
          <p className="mt-3 text-sm text-muted">
            Etchings are not shown: blocks prove their commitments.
          </p>
        </div>
      )}
    </>
  )
}
