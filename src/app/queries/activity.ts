import { queryOptions } from '@tanstack/react-query'
import type { ActivityPage, ActivityQuery } from '../../contract/activity.ts'
import type { PageOptions, Reply } from '../../contract/client.ts'
import { type Block, blockText } from '../../contract/identifiers.ts'
import type { Paging } from '../../contract/paging.ts'
import { requests } from '../../contract/requests.ts'
import type { Api } from '../api.ts'
import { directoryQuery } from './directory.ts'
import { keepPreviousDataOf } from './keepPreviousDataOf.ts'

/** A page of a transaction's activity. While another page of it loads, the previous one stays. */
export function transactionActivityQuery(api: Api, txId: string, paging: Paging) {
  return activityQuery('transaction', txId, paging, (options) =>
    api.replies.transactionActivity(txId, options),
  )
}

/** A page of a block's activity. While another page of it loads, the previous one stays. */
export function blockActivityQuery(api: Api, block: Block, paging: Paging) {
  return activityQuery('block', blockText(block), paging, (options) =>
    api.replies.blockActivity(blockText(block), options),
  )
}

/** A page of a rune's activity. While another page of it loads, the previous one stays. */
export function runeActivityQuery(api: Api, rune: string, query: ActivityQuery) {
  return activityQuery('rune activity', rune, query, (options) =>
    api.replies.etchingActivity(rune, options),
  )
}

/** A page of an address's activity, of all runes or of one. */
export function addressActivityQuery(
  api: Api,
  address: string,
  { rune, ...query }: ActivityQuery & { rune: string | undefined },
) {
  return rune === undefined
    ? activityQuery('address', address, query, (options) =>
        api.replies.addressActivity(address, options),
      )
    : activityQuery('address', `${address} ${rune}`, query, (options) =>
        api.replies.etchingActivity(rune, { ...options, address }),
      )
}

function activityQuery(
  kind: 'transaction' | 'block' | 'rune activity' | 'address',
  id: string,
  { offset, limit, operation }: ActivityQuery,
  read: (options: PageOptions) => Promise<Reply<ActivityPage>>,
) {
  return queryOptions({
    queryKey: [kind, id, offset, limit, operation ?? null],
    queryFn: ({ signal }) => read({ offset, limit, operation, signal }),
    placeholderData: keepPreviousDataOf(id),
  })
}

/** A transaction's offset in the list of its block. Requested once: other services do not have it. */
export function transactionPositionQuery(api: Api, txId: string) {
  return queryOptions({
    ...directoryQuery(['transaction position', txId], (signal) =>
      api.request(requests.transactionPosition(txId), { signal }),
    ),
    retryOnMount: false,
  })
}
