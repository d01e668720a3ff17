import { NodeError } from '../../bitcoin/node.ts'
import { ENDPOINTS } from '../../contract/endpoints.ts'
import type { Block } from '../../contract/identifiers.ts'
import { AddressBalance, RuneOutput, TransactionOutput } from '../../contract/schemas/address.ts'
import { BlockSummary } from '../../contract/schemas/chain.ts'
import {
  AddressMovement,
  AddressTotals,
  Movement,
  RuneTotals,
} from '../../contract/schemas/movement.ts'
import { RuneHolder, RuneSummary } from '../../contract/schemas/rune.ts'
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
  expectRune,
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
import { type PendingMovement, readPending } from '../queries/pending.ts'
import { readRuneDetails, readRuneList } from '../queries/runes.ts'
import { search } from '../queries/search.ts'
import { readByAddress, readByRune } from '../queries/totals.ts'
import { readTransactionDetails } from '../queries/transactions.ts'
import type { Service } from '../service.ts'
import { createIndexLists } from './indexLists.ts'

/** The endpoints under /explorer/v1 that answer from the index. */
export function explorerRoutes(routes: Routes, service: Service): void {
  aboutRoutes(routes, service)
  chainRoutes(routes, service)
  runeRoutes(routes, service)
  addressRoutes(routes, service)
  pendingRoutes(routes, service)
  decodeRoutes(routes, service)
}

function aboutRoutes({ get }: Routes, service: Service): void {
  const { databases, chain, version, source, node, tokenService, readIndex } = service
  get(ENDPOINTS.about, async () => {
    const state = await chain.read()
    const about = await readAbout({
      databases,
      state,
      version,
      source,
      hasNode: node !== undefined,
      hasTokenService: tokenService !== undefined,
    })
    // Without tags while the first pass moves on.
    return jsonResponse(about, ...(state.isReadable ? (['tip', 'tokens'] as const) : []))
  })
  get(ENDPOINTS.search, async ({ q, ...options }) => {
    const { isReadable } = await chain.read()
    const found = await search(isReadable ? readIndex : undefined, databases.tokens, q, options)
    // Without tags, because few searches are repeated.
    return jsonResponse(found)
  })
  get(ENDPOINTS.nameUnlocks, async () =>
    jsonResponse(await readIndex(async (index) => readNameUnlocks(index)), 'tip'),
  )
  get(ENDPOINTS.nameStatus, async ({ name }) =>
    jsonResponse(await readIndex((index) => readNameStatus(index, name)), 'tip'),
  )
}

function chainRoutes(routes: Routes, service: Service): void {
  const { get } = routes
  const { readIndex } = service
  const { history, ranking } = createIndexLists(routes, service)
  history(ENDPOINTS.blocks, BlockSummary, async (index, query) => ({
    page: await readBlocks(index, query),
  }))
  get(ENDPOINTS.blockDetails, async ({ block }) =>
    jsonResponse(await readIndex((index) => readBlockDetails(index, block)), 'tip'),
  )
  history(ENDPOINTS.blockMovements, Movement, inBlock(readBlockMovements))
  history(ENDPOINTS.blockByAddress, AddressTotals, inBlock(readByAddress))
  history(ENDPOINTS.blockByRune, RuneTotals, inBlock(readByRune))
  get(ENDPOINTS.transactionDetails, async ({ tx_id }) =>
    jsonResponse(await readIndex((index) => readTransactionDetails(index, tx_id)), 'tip'),
  )
  history(ENDPOINTS.transactionMovements, Movement, inTransaction(readMovements))
  history(ENDPOINTS.transactionByAddress, AddressTotals, inTransaction(readByAddress))
  history(ENDPOINTS.transactionByRune, RuneTotals, inTransaction(readByRune))
  // Never final, and no history: a new block can spend an output of any age.
  ranking(ENDPOINTS.transactionOutputs, TransactionOutput, async (index, { tx_id, ...paging }) => ({
    page: await readTransactionOutputs(index, await expectTransaction(index, tx_id), paging),
  }))
}

/** Reads a list of a block, which can no longer change if the block is final. */
function inBlock<Query, Page>(
  read: (index: Index, block: LocatedBlock, query: Query) => Promise<Page>,
) {
  return async (index: Index, query: Query & { block: Block }) => {
    const located = await expectBlock(index, query.block)
    const page = await read(index, located, query)
    return { page, isFinal: isFinal(located.height, index.tip) }
  }
}

/** The same of a transaction. */
function inTransaction<Query, Page>(
  read: (index: Index, transaction: LocatedTransaction, query: Query) => Promise<Page>,
) {
  return async (index: Index, query: Query & { tx_id: string }) => {
    const located = await expectTransaction(index, query.tx_id)
    const page = await read(index, located, query)
    return { page, isFinal: isFinal(located.height, index.tip) }
  }
}

function runeRoutes(routes: Routes, service: Service): void {
  const { get } = routes
  const { readIndex } = service
  const { history, ranking } = createIndexLists(routes, service)
  ranking(ENDPOINTS.runes, RuneSummary, async (index, query) => ({
    page: await readRuneList(index, query),
  }))
  get(ENDPOINTS.runeDetails, async ({ rune }) =>
    jsonResponse(await readIndex((index) => readRuneDetails(index, rune)), 'tip'),
  )
  history(ENDPOINTS.runeMovements, Movement, async (index, { rune, ...query }) => ({
    page: await readRuneMovements(index, rune, query),
  }))
  ranking(ENDPOINTS.runeHolders, RuneHolder, async (index, { rune, ...paging }) => ({
    page: await readHolderChanges(index, rune, paging),
  }))
  get(ENDPOINTS.runeHistory, async ({ rune, ...query }) =>
    jsonResponse(await readIndex((index) => readHistory(index, rune, query)), 'tip'),
  )
}

function addressRoutes(routes: Routes, service: Service): void {
  const { get } = routes
  const { readIndex } = service
  const { history, ranking } = createIndexLists(routes, service)
  get(ENDPOINTS.addressDetails, async ({ address }) =>
    jsonResponse(await readIndex((index) => readAddressDetails(index, address)), 'tip'),
  )
  ranking(ENDPOINTS.addressBalances, AddressBalance, async (index, { address, ...query }) => ({
    page: await readBalanceShares(index, address, query),
  }))
  history(ENDPOINTS.addressMovements, AddressMovement, async (index, { address, ...query }) => ({
    page: await readAddressMovements(index, address, query),
  }))
  ranking(ENDPOINTS.addressOutputs, RuneOutput, async (index, { address, ...paging }) => ({
    page: await readAddressOutputs(index, address, paging),
  }))
  get(ENDPOINTS.outputDetails, async ({ output }) =>
    jsonResponse(await readIndex((index) => readOutput(index, output)), 'tip'),
  )
}

function pendingRoutes({ get }: Routes, { readIndex, mempool }: Service): void {
  const read = async (choose: (index: Index) => Promise<(it: PendingMovement) => boolean>) => {
    if (mempool === undefined) throw notFound(NO_MEMPOOL)
    const pending = await mempool.read().catch(toProblem)
    // Without tags: no block says when it changes.
    return jsonResponse(
      await readIndex(async (index) => readPending(index, pending, await choose(index))),
    )
  }
  get(ENDPOINTS.runePending, ({ rune }) =>
    read(async (index) => {
      const { row } = await expectRune(index, rune)
      const id = `${row.rune_height}:${row.rune_tx_index}`
      return (movement) => movement.rune === id
    }),
  )
  get(ENDPOINTS.addressPending, ({ address }) =>
    read(
      async () =>
        ({ from, to }) =>
          address === from || address === to,
    ),
  )
}

const NO_MEMPOOL = 'pending movements need a Bitcoin node, and this service has none'

function decodeRoutes({ get }: Routes, { readIndex, node, bundledTransaction }: Service): void {
  get(ENDPOINTS.decodeScript, async ({ script, outputs }) =>
    jsonResponse(await readIndex((index) => decodeHex(index, script, outputs)), 'tip'),
  )
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
