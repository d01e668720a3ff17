import * as v from 'valibot'
import { type ActivityQuery, activityPageOf } from './activity.ts'
import { BalancePage, Holder, HolderPage } from './balances.ts'
import {
  About,
  type BlockListOptions,
  BlockPage,
  BlockTransactions,
  blockListPath,
  blockTransactionsPath,
  DIRECTORY_PATHS,
  Namesakes,
  Neighbours,
  namesakesPath,
  neighboursPath,
  type SearchOptions,
  SearchResults,
  searchPath,
  suggestPath,
  TransactionPosition,
  transactionPositionPath,
} from './directory.ts'
import { Etching, EtchingPage } from './etching.ts'
import type { Block, RuneIdentifier } from './identifiers.ts'
import type { Paging } from './paging.ts'
import {
  addressActivityPath,
  balancesPath,
  blockActivityPath,
  etchingActivityPath,
  etchingPath,
  etchingsPath,
  holderPath,
  holdersPath,
  tokenPath,
  transactionActivityPath,
} from './paths.ts'
import { ListedRune, type RuneListOptions, RunePage, runeListPath, runePath } from './runeList.ts'
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
  etchings: (paging: Paging) => ({ path: etchingsPath(paging), schema: EtchingPage }),
  etching: (rune: RuneIdentifier) => ({ path: etchingPath(rune), schema: Etching }),
  etchingActivity: (
    rune: RuneIdentifier,
    query: ActivityQuery & { address?: string | undefined },
  ) => ({ path: etchingActivityPath(rune, query), schema: activityPageOf(query.limit) }),
  holders: (rune: RuneIdentifier, paging: Paging) => ({
    path: holdersPath(rune, paging),
    schema: HolderPage,
  }),
  holder: (rune: RuneIdentifier, address: string) => ({
    path: holderPath(rune, address),
    schema: Holder,
  }),
  balances: (address: string, paging: Paging) => ({
    path: balancesPath(address, paging),
    schema: BalancePage,
  }),
  addressActivity: (address: string, query: ActivityQuery) => ({
    path: addressActivityPath(address, query),
    schema: activityPageOf(query.limit),
  }),
  about: () => ({ path: DIRECTORY_PATHS.about, schema: About }),
  search: (query: string, options: SearchOptions) => ({
    path: searchPath(query, options),
    schema: SearchResults,
  }),
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
  runes: (options: RuneListOptions, paging: Paging) => ({
    path: runeListPath(options, paging),
    schema: RunePage,
  }),
  rune: (rune: RuneIdentifier) => ({ path: runePath(rune), schema: ListedRune }),
  blocks: (options: BlockListOptions, paging: Paging) => ({
    path: blockListPath(options, paging),
    schema: BlockPage,
  }),
  namesakes: (principal: string) => ({ path: namesakesPath(principal), schema: Namesakes }),
  /** Any path of the service, with any JSON as the response. */
  any: (path: string) => ({ path, schema: v.unknown() }),
}
