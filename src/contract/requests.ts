import * as v from 'valibot'
import { type ActivityQuery, activityPageOf } from './activity.ts'
import {
  About,
  BlockTransactions,
  blockTransactionsPath,
  DIRECTORY_PATHS,
  Namesakes,
  Neighbours,
  namesakesPath,
  neighboursPath,
  SearchResults,
  searchPath,
  suggestPath,
  TransactionPosition,
  transactionPositionPath,
} from './directory.ts'
import type { Block } from './identifiers.ts'
import type { Paging } from './paging.ts'
import { blockActivityPath, PATHS, tokenPath, transactionActivityPath } from './paths.ts'
import { RunesStatus } from './runesStatus.ts'
import { Token } from './token.ts'
import { type TokenListOptions, TokenPage, tokenListPath } from './tokenList.ts'

/** A path of the service and the schema of its response. */
export type ServiceRequest<Schema extends v.GenericSchema = v.GenericSchema> = {
  path: string
  schema: Schema
}

/** The requests of the contract and of the directory, for canonical identifiers. */
export const requests = {
  token: (principal: string, locale?: string) => ({
    path: tokenPath(principal, locale),
    schema: Token,
  }),
  tokens: (options: TokenListOptions, paging: Paging) => ({
    path: tokenListPath(options, paging),
    schema: TokenPage,
  }),
  transactionActivity: (txId: string, query: ActivityQuery) => ({
    path: transactionActivityPath(txId, query),
    schema: activityPageOf(query.limit),
  }),
  blockActivity: (block: Block, query: ActivityQuery) => ({
    path: blockActivityPath(block, query),
    schema: activityPageOf(query.limit),
  }),
  runesStatus: () => ({ path: PATHS.runesStatus, schema: RunesStatus }),
  about: () => ({ path: DIRECTORY_PATHS.about, schema: About }),
  search: (query: string) => ({ path: searchPath(query), schema: SearchResults }),
  /** A search for a query that is still being typed. */
  suggest: (query: string) => ({ path: suggestPath(query), schema: SearchResults }),
  neighbours: (height: number) => ({ path: neighboursPath(height), schema: Neighbours }),
  blockTransactions: (height: number) => ({
    path: blockTransactionsPath(height),
    schema: BlockTransactions,
  }),
  transactionPosition: (txId: string) => ({
    path: transactionPositionPath(txId),
    schema: TransactionPosition,
  }),
  namesakes: (principal: string) => ({ path: namesakesPath(principal), schema: Namesakes }),
  /** Any path of the service, with any JSON as the response. */
  any: (path: string) => ({ path, schema: v.unknown() }),
}
