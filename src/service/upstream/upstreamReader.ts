import pLimit from 'p-limit'
import * as v from 'valibot'
import type {
  ActivityPage,
  ActivityQuery,
  ActivityRow,
  RuneActivity,
} from '../../contract/activity.ts'
import { createClient, type PageOptions, type Reply } from '../../contract/client.ts'
import type { Coverage } from '../../contract/coverageHeader.ts'
import { type Block, blockText, parsePrincipal } from '../../contract/identifiers.ts'
import { tryParse } from '../../contract/json.ts'
import type { Paging } from '../../contract/paging.ts'
import { blockActivityPath, transactionActivityPath } from '../../contract/paths.ts'
import { ProblemBody } from '../../contract/problems.ts'
import { readAll } from '../../contract/readAll.ts'
import { RequestError } from '../../contract/requestError.ts'
import { requests } from '../../contract/requests.ts'
import {
  type ListedToken,
  type TokenListOptions,
  type TokenPage,
  tokenListPath,
} from '../../contract/tokenList.ts'
import type { Part } from '../database/database.ts'
import { parseDigits, parseExactly } from '../exactJson.ts'
import { boundJson } from './boundJson.ts'
import { createCircuitBreaker } from './circuitBreaker.ts'
import { createRequestBudget, OverBudget, type Priority } from './requestBudget.ts'
import { createServiceFetch } from './serviceFetch.ts'

/** The data of another service, or the problem that it states. */
export type UpstreamResult<Value> = { kind: 'found'; value: Value } | Refusal
export type Refusal = { kind: 'refused'; status: 400 | 404 | 422; problem: ProblemBody }

/** The records of a page. `limit` is the size that was applied, at most the requested one. */
export type RecordPage = Paging & {
  total: number
  records: RuneActivity[]
  coverage: Coverage | undefined
}

export type UpstreamReader = ReturnType<typeof createUpstreamReader>

type Options = {
  url: string
  /** For a whole page, however many requests it takes. */
  timeoutMs: number
  /** Sent with every request. */
  headers: Record<string, string>
  requestsPerMinute: number
  monotonicMs: () => number
  observe: Observe
}

/** Runs a request for this part of the data and measures it. */
export type Observe = <Result>(part: Part, request: () => Promise<Result>) => Promise<Result>

const MAX_CONCURRENT_REQUESTS = 20
const MAX_WAITING_REQUESTS = 200
const MAX_CONCURRENT_PAGES = 4
/** How many pages of the other service may make up one page of this service. */
const MAX_PAGES = 60

/**
 * Reads from another, untrusted service that implements the contract: responses are bounded and must
 * match the request, and no address in them is followed. Every method rejects with a RequestError;
 * during a pause or over the budget, without sending anything. Its status is 501 if the service
 * ignores a filter.
 */
export function createUpstreamReader(options: Options) {
  const { url, timeoutMs, headers, requestsPerMinute, monotonicMs, observe } = options
  const breaker = createCircuitBreaker(monotonicMs)
  const budget = createRequestBudget(requestsPerMinute, monotonicMs)
  const limited = pLimit(MAX_CONCURRENT_REQUESTS)
  const serviceFetch = createServiceFetch(headers)
  const fetch = (address: string, init: RequestInit) =>
    limited(() => {
      breaker.throwIfOpen()
      budget.take()
      return serviceFetch(address, init)
    })
  const open = (parse: (text: string) => unknown) =>
    createClient({ baseUrl: url, fetch, parse: (text) => boundJson(parse(text)) })
  const [tokens, activity] = [open(parseExactly), open(parseDigits)]

  function readerOf(part: Part) {
    return async <Value>(
      key: string,
      priority: Priority,
      request: (signal: AbortSignal) => Promise<Value>,
    ) => {
      if (limited.pendingCount >= MAX_WAITING_REQUESTS) throw TOO_MANY_WAITING
      return breaker.run(key, async () => {
        budget.throwIfSpent(priority)
        return observe(part, () => resultOf(request(signalAfter(timeoutMs))))
      })
    }
  }
  const [readTokens, readRunes] = [readerOf('tokens'), readerOf('runes')]

  const filters = new Set<string>()

  /**
   * A service that does not know a filter ignores it, and its total would be wrong even if all records of
   * a page match. A service that knows it refuses an unknown operation.
   */
  async function requireFilter(list: string, unfilteredPath: string): Promise<void> {
    if (filters.has(list)) return
    const path = `${unfilteredPath}&operation_type=unknown`
    const result = await readRunes(path, 'reader', (signal) =>
      activity.request(requests.any(path), { signal }),
    )
    if (result.kind === 'found' || result.status !== 400) throw NO_FILTER
    filters.add(list)
  }

  return {
    url,
    token: (principal: string, locale: string | undefined, priority: Priority) =>
      readTokens(`${principal} ${locale}`, priority, async (signal) => {
        const reply = await tokens.replies.token(principal, { locale, signal })
        // The schema accepts any object, but every service sends this field.
        if (reply.value.sender_address === principal.split('.')[0]) return reply
        throw unreadable('The service did not send the requested token.')
      }),
    tokens: (list: TokenListOptions, paging: Paging, priority: Priority) =>
      readTokens(tokenListPath(list, paging), priority, async (signal) => {
        const reply = await tokens.replies.tokens({ ...list, ...paging, signal })
        if (isRequestedList(reply.value, list, paging)) return reply
        throw unreadable('The service did not send the requested list.')
      }),
    transactionActivity: async (txId: string, query: ActivityQuery, priority: Priority) => {
      const path = transactionActivityPath(txId, FIRST)
      if (query.operation !== undefined) await requireFilter('transaction', path)
      return readRunes(transactionActivityPath(txId, query), priority, (signal) =>
        readRecords((page) => activity.replies.transactionActivity(txId, page), {
          ...query,
          signal,
          isOfList: ({ location }) => location.tx_id === txId,
        }),
      )
    },
    blockActivity: async (block: Block, query: ActivityQuery, priority: Priority) => {
      const path = blockActivityPath(block, FIRST)
      if (query.operation !== undefined) await requireFilter('block', path)
      return readRunes(blockActivityPath(block, query), priority, (signal) =>
        readRecords((page) => activity.replies.blockActivity(blockText(block), page), {
          ...query,
          signal,
          isOfList: ({ location }) =>
            block.kind === 'height'
              ? location.block_height === block.height
              : location.block_hash === block.hash,
        }),
      )
    },
  }
}

function isRequestedList(page: TokenPage, list: TokenListOptions, paging: Paging): boolean {
  const { offset, limit, total, results } = page
  if (offset !== paging.offset || limit > paging.limit || results.length > limit) return false
  return offset + results.length <= total && results.every((token) => isListed(token, list))
}

/** Services may differ in how they compare names and symbols, but not in what these contain. */
function isListed(token: ListedToken, { name = '', symbol = '', address }: TokenListOptions) {
  const principal = parsePrincipal(token.contract_principal)
  const sender = principal?.principal.split('.')[0]
  if (principal === undefined || token.sender_address !== sender) return false
  if (address && sender !== address) return false
  const contains = (text = '', part: string) => text.toLowerCase().includes(part.toLowerCase())
  return contains(token.name, name) && contains(token.symbol, symbol)
}

const FIRST: Paging = { offset: 0, limit: 1 }

const NO_FILTER = new RequestError(
  'refused',
  'The service cannot filter a list by operation. Leave out operation_type.',
  { status: 501 },
)

const TOO_MANY_WAITING = new RequestError(
  'unavailable',
  'Too many requests are waiting for the service.',
)

type List = ActivityQuery & { signal: AbortSignal; isOfList: (record: RuneActivity) => boolean }

/** Reads the requested page, from several smaller ones if necessary. */
async function readRecords(
  read: (options: PageOptions) => Promise<Reply<ActivityPage>>,
  { offset, limit, operation, signal, isOfList }: List,
): Promise<RecordPage> {
  const readPage = async (paging: Paging, signal: AbortSignal | undefined) => {
    const reply = await read({ ...paging, operation, signal })
    if (reply.value.offset === paging.offset) return reply
    throw unreadable('The service did not send the requested page.')
  }
  const isRequested = (record: RuneActivity) =>
    isOfList(record) && (operation === undefined || record.operation === operation)
  const options = { offset, limit, count: limit, concurrency: MAX_CONCURRENT_PAGES, signal }
  const records: RuneActivity[] = []
  let [total, pages] = [0, 0]
  let coverage: Coverage | undefined
  try {
    for await (const { page, rows } of readAll(readPage, options)) {
      total = page.value.total
      coverage ??= page.coverage
      for (const row of rows) records.push(recordOf(row, isRequested))
      pages += 1
      if (pages === MAX_PAGES) break
    }
  } catch (error) {
    // The page ends where the budget ended.
    if (!(error instanceof OverBudget) || records.length === 0) throw error
  }
  const isCut = records.length < Math.min(limit, total - offset)
  const applied = isCut ? records.length : limit
  return { offset, limit: applied, total, records: records.slice(0, limit), coverage }
}

function recordOf(row: ActivityRow, isRequested: List['isOfList']): RuneActivity {
  if (row.kind === 'unreadable') throw unreadable(`A record cannot be read: ${row.reason}.`)
  if (isRequested(row.record)) return row.record
  throw unreadable('The service sent a record that does not match the request.')
}

async function resultOf<Value>(request: Promise<Value>): Promise<UpstreamResult<Value>> {
  try {
    return { kind: 'found', value: await request }
  } catch (error) {
    const refusal = error instanceof RequestError ? refusalOf(error) : undefined
    if (refusal === undefined) throw error
    return refusal
  }
}

function refusalOf({ status, text = '' }: RequestError): Refusal | undefined {
  if (status !== 400 && status !== 404 && status !== 422) return
  const parsed = v.safeParse(ProblemBody, tryParse(text))
  return parsed.success ? { kind: 'refused', status, problem: parsed.output } : undefined
}

function signalAfter(timeoutMs: number): AbortSignal {
  const abort = new AbortController()
  const error = new RequestError('timeout', 'The service did not respond in time.')
  setTimeout(() => abort.abort(error), timeoutMs).unref()
  return abort.signal
}

function unreadable(message: string): RequestError {
  return new RequestError('unreadable', message)
}
