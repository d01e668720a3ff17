import {
  type ClientOptions,
  type Reply,
  type RequestOptions,
  readReply,
  send,
} from './connection.ts'
import { type Endpoint, type Given, pathWith, type ReplyOf, readParameters } from './endpoint.ts'
import { ENDPOINTS, type EndpointName } from './endpoints.ts'
import { RequestError } from './requestError.ts'

export {
  type ClientOptions,
  type RawReply,
  type Reply,
  type RequestOptions,
  readReply,
} from './connection.ts'
export { ENDPOINTS, type EndpointName } from './endpoints.ts'
export { type JsonObject, type JsonValue, readNumber } from './json.ts'
export type { ProblemKind } from './problems.ts'
export { RequestError, type RequestErrorKind } from './requestError.ts'
export { type ActivityRow, type Operation, type RuneActivity, sidesOf } from './schemas/activity.ts'
export type { RuneEtching } from './schemas/etching.ts'
export type { Movement } from './schemas/movement.ts'
export { MAX_LIMIT } from './schemas/page.ts'
export type { RuneSummary } from './schemas/rune.ts'
export type { ListedToken, Token } from './schemas/token.ts'

type Table = typeof ENDPOINTS
/** The endpoints whose responses are pages of a list. */
export type ListName = {
  [Name in EndpointName]: ReplyOf<Table[Name]> extends Page ? Name : never
}[EndpointName]
type Page = { offset: number; limit: number; total: number; results: unknown[] }
type RowOf<Name extends ListName> = ReplyOf<Table[Name]>['results'][number]

export type Client = ReturnType<typeof createClient>

/**
 * Creates a typed client for a service that implements the contract. It neither retries nor times out; pass
 * a `fetch` that does. Everything rejects with a RequestError, or with the reason of an aborted signal.
 */
export function createClient(options: ClientOptions) {
  /** Requests an endpoint, and resolves to the whole response. */
  async function request<Name extends EndpointName>(
    name: Name,
    given: Given<Table[Name]>,
    requestOptions: RequestOptions = {},
  ): Promise<Reply<ReplyOf<Table[Name]>>> {
    const { reply } = ENDPOINTS[name]
    const path = pathTo(name, given)
    return readReply(await send(options, path, requestOptions), reply, options.parse)
  }

  return {
    baseUrl: options.baseUrl,
    request,
    /** Requests an endpoint, and resolves to the value of the response. */
    get: async <Name extends EndpointName>(
      name: Name,
      given: Given<Table[Name]>,
      requestOptions?: RequestOptions,
    ): Promise<ReplyOf<Table[Name]>> => (await request(name, given, requestOptions)).value,
    /** All entries of a list from `offset` on, requested page by page while you iterate. */
    async *all<Name extends ListName>(
      name: Name,
      given: Given<Table[Name]>,
      requestOptions?: RequestOptions,
    ): AsyncGenerator<RowOf<Name>, void, undefined> {
      let paging = {}
      for (;;) {
        const { value } = await request(name, { ...given, ...paging }, requestOptions)
        yield* value.results
        const offset = value.offset + value.limit
        if (offset >= value.total) return
        paging = { offset, limit: value.limit }
      }
    },
  }
}

/**
 * The canonical path of a request.
 * @throws {RequestError} if a parameter is malformed: it is never requested, because it could change the path.
 */
export function pathTo<Name extends EndpointName>(name: Name, given: Given<Table[Name]>): string {
  const endpoint: Endpoint = ENDPOINTS[name]
  const { values, refused } = readParameters(endpoint, given)
  const [first] = refused
  if (values !== undefined) return pathWith(endpoint, values)
  throw new RequestError('bad-request', `${JSON.stringify(first?.text)} is not ${first?.accepted}.`)
}
