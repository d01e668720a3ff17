import { ENDPOINTS } from '../../contract/endpoints.ts'
import type { Routes } from '../http/createRoutes.ts'
import { notFound } from '../http/httpProblem.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import type { ReadResponse } from '../http/responseCache.ts'
import { createNodeGuard } from '../node/createNodeGuard.ts'
import type { NodeQueries } from '../node/nodeQueries.ts'
import { decodeConfirmed, NOT_AT_HAND } from '../queries/decode.ts'
import type { PendingOwner } from '../queries/pending.ts'
import type { Service } from '../service.ts'

/** The endpoints under /explorer/v1 that need the node: pending movements, and the bytes of transactions. */
export function nodeRoutes(routes: Routes, service: Service): void {
  pendingRoutes(routes, service)
  decodeRoute(routes, service)
  feeRoute(routes, service)
}

function pendingRoutes({ get }: Routes, service: Service): void {
  const { nodeQueries } = service
  const guard = createNodeGuard(service, PENDING_AWAY)
  async function respond(ask: (queries: NodeQueries) => Promise<ReadResponse>) {
    if (nodeQueries === undefined) throw notFound(NO_MEMPOOL)
    return guard(() => ask(nodeQueries))
  }
  const ofOwner = (owner: PendingOwner) => respond((queries) => queries.pending(owner))
  get(ENDPOINTS.runePending, ofOwner)
  get(ENDPOINTS.addressPending, ofOwner)
  get(ENDPOINTS.pending, () => ofOwner({ all: true }))
  get(ENDPOINTS.pendingTransaction, ({ tx_id }) =>
    respond((queries) => queries.pendingTransaction(tx_id)),
  )
  get(ENDPOINTS.spends, ({ output: { values } }) =>
    respond((queries) => queries.spends(values.map(({ text }) => text))),
  )
}

const NO_MEMPOOL =
  'this service does not see unconfirmed transactions: that needs a Bitcoin node, and it has none'
const PENDING_AWAY =
  'the Bitcoin node does not answer right now; pending movements are shown again when it does'

function decodeRoute({ get }: Routes, service: Service): void {
  const { nodeQueries, bundledTransaction, readIndex } = service
  const guard = createNodeGuard(service, DECODE_AWAY)
  get(ENDPOINTS.decodeTransaction, async ({ tx_id }) => {
    const bytes = bundledTransaction?.(tx_id)
    if (bytes !== undefined) {
      return jsonResponse(await readIndex((index) => decodeConfirmed(index, tx_id, bytes)), 'tip')
    }
    if (nodeQueries === undefined) throw notFound(NOT_AT_HAND)
    return guard(() => nodeQueries.decode(tx_id))
  })
}

const DECODE_AWAY =
  'the Bitcoin node does not answer right now; transactions can be decoded again when it does'

function feeRoute({ get }: Routes, service: Service): void {
  const { nodeQueries } = service
  const guard = createNodeGuard(service, FEE_AWAY)
  get(ENDPOINTS.transactionFee, async ({ tx_id }) => {
    if (nodeQueries === undefined) throw notFound(NO_FEES)
    return guard(() => nodeQueries.fee(tx_id))
  })
}

const NO_FEES = 'this service does not know fees: that needs a Bitcoin node, and it has none'
const FEE_AWAY = 'the Bitcoin node does not answer right now; fees are shown again when it does'
