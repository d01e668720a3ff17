import type { ActivityQuery } from './activity.ts'
import {
  type ClientOptions,
  createConnection,
  type Reply,
  type RequestOptions,
} from './connection.ts'
import {
  parseBitcoinAddress,
  parseBlock,
  parsePrincipal,
  parseRune,
  parseTransactionId,
} from './identifiers.ts'
import type { Paging } from './paging.ts'
import { type List, readAll } from './readAll.ts'
import { RequestError } from './requestError.ts'
import { requests } from './requests.ts'
import type { TokenListOptions } from './tokenList.ts'

export {
  ActivityPage,
  type ActivityQuery,
  type ActivityRow,
  type Operation,
  Rune,
  RuneActivity,
  RuneLocation,
  sidesOf,
} from './activity.ts'
export { Balance, BalancePage, Holder, HolderPage } from './balances.ts'
export {
  type ClientOptions,
  type RawReply,
  type Reply,
  type RequestOptions,
  readReply,
} from './connection.ts'
export { Etching, EtchingPage, MintTerms, RuneSupply } from './etching.ts'
export { type JsonObject, type JsonValue, readNumber } from './json.ts'
export { MAX_LIMIT } from './paging.ts'
export type { ProblemKind } from './problems.ts'
export { RequestError, type RequestErrorKind } from './requestError.ts'
export { Token, TokenAttribute, TokenLocalization, TokenMetadata } from './token.ts'
export { ListedToken, type TokenListOptions, TokenPage } from './tokenList.ts'

export type TokenOptions = RequestOptions & { locale?: string | undefined }
export type ListOptions = RequestOptions & Partial<Paging>
/** With an `operation`, the list has only the records with it, and `total` counts those. */
export type PageOptions = RequestOptions & Partial<ActivityQuery>
/** With an `address`, the list has only the records that have it. */
export type RuneActivityOptions = PageOptions & { address?: string | undefined }

export type Client = ReturnType<typeof createClient>

/**
 * Creates a typed client for a service that implements the contract. Hashes are accepted with or without
 * `0x`, hashes and rune names in upper or lower case, a block by height or hash, a rune by id, number or
 * name. Every method rejects with a RequestError, or with the reason of an aborted signal. The client neither retries
 * nor times out; pass a `fetch` that does.
 */
export function createClient(options: ClientOptions) {
  const connection = createConnection(options)
  const replies = createReplies(connection)
  return {
    baseUrl: connection.baseUrl,
    request: connection.request,
    /**
     * The same methods, except those whose names begin with `all`, resolving to the whole response
     * instead of its value.
     */
    replies,
    /** A token, in one of its locales or the default one. */
    token: toValue(replies.token),
    /** A page of a list of tokens. */
    tokens: toValue(replies.tokens),
    /** A page of a transaction's activity, last record first. */
    transactionActivity: toValue(replies.transactionActivity),
    /** A page of a block's activity, newest first. */
    blockActivity: toValue(replies.blockActivity),
    /** A page of the runes, newest first. */
    etchings: toValue(replies.etchings),
    /** A rune with its supply. */
    etching: toValue(replies.etching),
    /** A page of a rune's activity, newest first. */
    etchingActivity: toValue(replies.etchingActivity),
    /** A page of a rune's holders, largest balance first. */
    holders: toValue(replies.holders),
    /** How much of a rune an address holds. */
    holder: toValue(replies.holder),
    /** A page of an address's balances, largest first. */
    balances: toValue(replies.balances),
    /** A page of an address's activity, newest first. */
    addressActivity: toValue(replies.addressActivity),
    /** All records of a transaction from `offset` on, requested page by page while you iterate. */
    allTransactionActivity: (txId: string, options: PageOptions = {}) =>
      rowsOf((page) => replies.transactionActivity(txId, page), options),
    /** The same for a block. */
    allBlockActivity: (block: number | string, options: PageOptions = {}) =>
      rowsOf((page) => replies.blockActivity(block, page), options),
    /** The same for a rune. */
    allEtchingActivity: (rune: number | string, options: RuneActivityOptions = {}) =>
      rowsOf((page) => replies.etchingActivity(rune, page), options),
    /** The same for an address. */
    allAddressActivity: (address: string, options: PageOptions = {}) =>
      rowsOf((page) => replies.addressActivity(address, page), options),
    /** All runes from `offset` on. */
    allEtchings: (options: ListOptions = {}) => rowsOf(replies.etchings, options),
    /** All holders of a rune from `offset` on. */
    allHolders: (rune: number | string, options: ListOptions = {}) =>
      rowsOf((page) => replies.holders(rune, page), options),
    /** All balances of an address from `offset` on. */
    allBalances: (address: string, options: ListOptions = {}) =>
      rowsOf((page) => replies.balances(address, page), options),
  }
}

function createReplies({ request, requestPage }: ReturnType<typeof createConnection>) {
  return {
    token: async (principal: string, { locale, signal }: TokenOptions = {}) => {
      if (parsePrincipal(principal) === undefined) refuse(principal, 'a contract principal')
      return request(requests.token(principal, locale), { signal })
    },
    tokens: async (options: TokenListOptions & ListOptions = {}) =>
      requestPage((paging) => requests.tokens(options, paging), options),
    transactionActivity: async (txId: string, options: PageOptions = {}) => {
      const id =
        parseTransactionId(txId) ?? refuse(txId, 'a transaction id of 64 hexadecimal digits')
      const { operation } = options
      return requestPage(
        (paging) => requests.transactionActivity(id, { ...paging, operation }),
        options,
      )
    },
    blockActivity: async (block: number | string, options: PageOptions = {}) => {
      const parsed = parseBlock(String(block)) ?? refuse(block, 'a block’s height or hash')
      const { operation } = options
      return requestPage(
        (paging) => requests.blockActivity(parsed, { ...paging, operation }),
        options,
      )
    },
    etchings: async (options: ListOptions = {}) => requestPage(requests.etchings, options),
    etching: async (rune: number | string, options: RequestOptions = {}) =>
      request(requests.etching(runeOf(rune)), options),
    etchingActivity: async (rune: number | string, options: RuneActivityOptions = {}) => {
      const parsed = runeOf(rune)
      const { operation } = options
      const address = options.address === undefined ? undefined : addressOf(options.address)
      return requestPage(
        (paging) => requests.etchingActivity(parsed, { ...paging, operation, address }),
        options,
      )
    },
    holders: async (rune: number | string, options: ListOptions = {}) => {
      const parsed = runeOf(rune)
      return requestPage((paging) => requests.holders(parsed, paging), options)
    },
    holder: async (rune: number | string, address: string, options: RequestOptions = {}) =>
      request(requests.holder(runeOf(rune), addressOf(address)), options),
    balances: async (address: string, options: ListOptions = {}) => {
      const parsed = addressOf(address)
      return requestPage((paging) => requests.balances(parsed, paging), options)
    },
    addressActivity: async (address: string, options: PageOptions = {}) => {
      const parsed = addressOf(address)
      const { operation } = options
      return requestPage(
        (paging) => requests.addressActivity(parsed, { ...paging, operation }),
        options,
      )
    },
  }
}

function runeOf(text: number | string) {
  return parseRune(String(text)) ?? refuse(text, 'the id, the number or the name of a rune')
}

function addressOf(text: string): string {
  return parseBitcoinAddress(text) ?? refuse(text, 'a Bitcoin address')
}

/** A malformed identifier is never requested, because it could change the path. */
function refuse(given: number | string, accepted: string): never {
  throw new RequestError('bad-request', `${JSON.stringify(given)} is not ${accepted}.`)
}

function toValue<Parameters extends unknown[], Value>(
  read: (...parameters: Parameters) => Promise<Reply<Value>>,
) {
  return async (...parameters: Parameters): Promise<Value> => (await read(...parameters)).value
}

async function* rowsOf<Row, Options extends ListOptions>(
  read: (options: Options) => Promise<Reply<List<Row>>>,
  options: Options,
): AsyncGenerator<Row, void, undefined> {
  const pages = readAll((paging, signal) => read({ ...options, ...paging, signal }), options)
  for await (const { rows } of pages) yield* rows
}
