import * as v from 'valibot'
import { activityPageOf } from './activity.ts'
import {
  About,
  BlockTransactions,
  blockTransactionsPath,
  DIRECTORY_PATHS,
  Namesakes,
  Neighbours,
  namesakesPath,
  neighboursPath,
  Place,
  placePath,
  SearchResults,
  searchPath,
  suggestPath,
} from './directory.ts'
import type { Block } from './identifiers.ts'
import type { Paging } from './paging.ts'
import { blockActivityPath, tokenPath, transactionActivityPath } from './paths.ts'
import { Token } from './token.ts'

/** What to request, and the schema that reads the response. */
export type ServiceRequest<Schema extends v.GenericSchema = v.GenericSchema> = {
  path: string
  schema: Schema
}

/** The requests of the contract and of the directory. Identifiers are in their canonical form. */
export const requests = {
  token: (principal: string, locale?: string) => ({
    path: tokenPath(principal, locale),
    schema: Token,
  }),
  transactionActivity: (txId: string, paging: Paging) => ({
    path: transactionActivityPath(txId, paging),
    schema: activityPageOf(paging.limit),
  }),
  blockActivity: (block: Block, paging: Paging) => ({
    path: blockActivityPath(block, paging),
    schema: activityPageOf(paging.limit),
  }),
  about: () => ({ path: DIRECTORY_PATHS.about, schema: About }),
  search: (query: string) => ({ path: searchPath(query), schema: SearchResults }),
  /** A search for a text that is still being typed. */
  suggest: (query: string) => ({ path: suggestPath(query), schema: SearchResults }),
  neighbours: (height: number) => ({ path: neighboursPath(height), schema: Neighbours }),
  blockTransactions: (height: number) => ({
    path: blockTransactionsPath(height),
    schema: BlockTransactions,
  }),
  place: (txId: string) => ({ path: placePath(txId), schema: Place }),
  namesakes: (principal: string) => ({ path: namesakesPath(principal), schema: Namesakes }),
  /** Any path of the service, read as any JSON. */
  any: (path: string) => ({ path, schema: v.unknown() }),
}
