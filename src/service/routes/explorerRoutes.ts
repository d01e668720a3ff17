import { NodeError } from '../../bitcoin/node.ts'
import { ENDPOINTS } from '../../contract/endpoints.ts'
import type { Block } from '../../contract/identifiers.ts'
import type { Routes } from '../http/createRoutes.ts'
import { notFound, unavailable } from '../http/httpProblem.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import { readAbout } from '../queries/about.ts'
import {
  readAddressDetails,
  readAddressOutputs,
  readOutput,
  readTransactionOutputs,
} from '../queries/addresses.ts'
import { readBalanceShares, readHolderChanges } from '../queries/balances.ts'
import { readBlockDetails, readBlocks } from '../queries/blocks.ts'
import { decodeHex, decodeTransaction } from '../queries/decode.ts'
import { readHistory } from '../queries/history.ts'
import { type Index, isFinal } from '../queries/indexReader.ts'
import {
  expectBlock,
  expectTransaction,
  type LocatedBlock,
  type LocatedTransaction,
  locateTransaction,
} from '../queries/locate.ts'
import {
  readAddressMovements,
  readBlockMovements,
  readMovements,
  readRuneMovements,
} from '../queries/movements.ts'
import { readNameStatus, readNameUnlocks } from '../queries/names.ts'
import { type PendingOwner, readPending } from '../queries/pending.ts'
import { readRuneDetails, readRuneList } from '../queries/runes.ts'
import { search } from '../queries/search.ts'
import { readByAddress, readByRune } from '../queries/totals.ts'
import { readTransactionDetails } from '../queries/transactions.ts'
import type { Service } from '../service.ts'
import { createIndexRoutes, type IndexRoutes } from './indexRoutes.ts'

/** The endpoints under /explorer/v1 that answer from the index. */
export function explorerRoutes(routes: Routes, service: Service): void {
  const indexRoutes = createIndexRoutes(routes, service)
  aboutRoutes(indexRoutes, service)
  chainRoutes(indexRoutes)
  runeRoutes(indexRoutes)
  addressRoutes(indexRoutes)
  pendingRoutes(indexRoutes, service)
  decodeRoutes(indexRoutes, service)
}

function aboutRoutes({ get, value }: IndexRoutes, service: Service): void {
  const { databases, chain, readIndex } = service
  get(ENDPOINTS.about, async () => {
    const state = await chain.read()
    const about = await readAbout(service, state)
    // Without tags while the first pass moves on.
    return jsonResponse(about, ...(state.isReadable ? ABOUT_TAGS : []))
  })
  get(ENDPOINTS.search, async ({ q, ...options }) => {
    const { isReadable } = await chain.read()
    const found = await search(isReadable ? readIndex : undefined, databases.tokens, q, options)
    // Without tags, because few searches are repeated.
    return jsonResponse(found)
  })
  value(ENDPOINTS.nameUnlocks, async (index) => readNameUnlocks(index))
  value(ENDPOINTS.nameStatus, (index, { name }) => readNameStatus(index, name))
}

const ABOUT_TAGS = ['tip', 'tokens', 'follower'] as const

function chainRoutes({ history, ranking, value }: IndexRoutes): void {
  history(ENDPOINTS.blocks, readBlocks)
  value(ENDPOINTS.blockDetails, (index, { block }) => readBlockDetails(index, block))
  history(ENDPOINTS.blockMovements, inBlock(readBlockMovements))
  history(ENDPOINTS.blockByAddress, inBlock(readByAddress))
  history(ENDPOINTS.blockByRune, inBlock(readByRune))
  value(ENDPOINTS.transactionDetails, (index, { tx_id }) => readTransactionDetails(index, tx_id))
  history(ENDPOINTS.transactionMovements, inTransaction(readMovements))
  history(ENDPOINTS.transactionByAddress, inTransaction(readByAddress))
  history(ENDPOINTS.transactionByRune, inTransaction(readByRune))
  // Never final, and no history: a new block can spend an output of any age.
  ranking(ENDPOINTS.transactionOutputs, async (index, { tx_id, ...paging }) =>
    readTransactionOutputs(index, await expectTransaction(index, tx_id), paging),
  )
}

/** Reads a list of a block, which can no longer change if the block is final. */
function inBlock<Query, Page>(
  read: (index: Index, block: LocatedBlock, query: Query) => Promise<Page>,
) {
  return async (index: Index, query: Query & { block: Block }) => {
    const located = await expectBlock(index, query.block)
    const page = await read(index, located, query)
    return { ...page, isFinal: isFinal(located.height, index.tip) }
  }
}

/** The same of a transaction. */
function inTransaction<Query, Page>(
  read: (index: Index, transaction: LocatedTransaction, query: Query) => Promise<Page>,
) {
  return async (index: Index, query: Query & { tx_id: string }) => {
    const located = await expectTransaction(index, query.tx_id)
    const page = await read(index, located, query)
    return { ...page, isFinal: isFinal(located.height, index.tip) }
  }
}

function runeRoutes({ history, ranking, value }: IndexRoutes): void {
  ranking(ENDPOINTS.runes, readRuneList)
  value(ENDPOINTS.runeDetails, (index, { rune }) => readRuneDetails(index, rune))
  history(ENDPOINTS.runeMovements, readRuneMovements)
  ranking(ENDPOINTS.runeHolders, readHolderChanges)
  value(ENDPOINTS.runeHistory, readHistory)
}

function addressRoutes({ history, ranking, value }: IndexRoutes): void {
  value(ENDPOINTS.addressDetails, (index, { address }) => readAddressDetails(index, address))
  ranking(ENDPOINTS.addressBalances, readBalanceShares)
  history(ENDPOINTS.addressMovements, readAddressMovements)
  ranking(ENDPOINTS.addressOutputs, readAddressOutputs)
  value(ENDPOINTS.outputDetails, (index, { output }) => readOutput(index, output))
}

function pendingRoutes({ get }: IndexRoutes, { readIndex, mempool }: Service): void {
  async function respond(owner: PendingOwner): Promise<Response> {
    if (mempool === undefined) throw notFound(NO_MEMPOOL)
    const pending = await mempool.read().catch(toProblem)
    // Without tags: no block says when it changes.
    return jsonResponse(await readIndex((index) => readPending(index, pending, owner)))
  }
  get(ENDPOINTS.runePending, respond)
  get(ENDPOINTS.addressPending, respond)
}

const NO_MEMPOOL = 'pending movements need a Bitcoin node, and this service has none'

function decodeRoutes({ get, value }: IndexRoutes, service: Service): void {
  const { readIndex, node, bundledTransaction } = service
  value(ENDPOINTS.decodeScript, (index, { script, outputs }) => decodeHex(index, script, outputs))
  get(ENDPOINTS.decodeTransaction, async ({ tx_id }) => {
    const located = await readIndex((index) => locateTransaction(index, tx_id))
    const bytes =
      bundledTransaction?.(tx_id) ??
      (located && (await node?.rawTransaction(tx_id, located.blockHash).catch(toProblem)))
    if (bytes === undefined) throw notFound(NOT_AT_HAND)
    return jsonResponse(await readIndex((index) => decodeTransaction(index, tx_id, bytes)), 'tip')
  })
}

function toProblem(error: unknown): never {
  throw error instanceof NodeError ? unavailable(error.message) : error
}

const NOT_AT_HAND =
  'the bytes of this transaction are not at hand; a service with a Bitcoin node can decode transactions that moved runes'
