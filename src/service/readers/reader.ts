import type { About } from '../../contract/schemas/chain.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import type { Connections, Databases, Part } from '../../database/database.ts'
import type { DataVersions } from '../http/cacheHeaders.ts'
import type { HttpProblem } from '../http/httpProblem.ts'
import type { ReadResponse } from '../http/responseCache.ts'
import type { Logger } from '../observability/logger.ts'
import type { ChainReader } from '../queries/chainState.ts'
import type { ApplyTransaction } from '../queries/decodeBody.ts'
import type { Settings } from '../settings.ts'

export type ExportFormat = 'csv' | 'ndjson'

/** The texts of parameters by name. */
export type ParameterTexts = Readonly<Record<string, string>>

/** A request for data: the path of an endpoint, with its parameters. */
export type DataRequest = {
  path: string
  given: ParameterTexts
  /** The beginning of addresses of the service itself, if the response has some. */
  origin?: string | undefined
  /** Asks for the rows of a list as lines of an export. A page may be longer than the parameter `limit` allows. */
  lines?:
    | { format: ExportFormat; isForExcel: boolean; paging: Paging; since: string | undefined }
    | undefined
}

/** Lines of an export. */
export type ExportPage = {
  lines: Uint8Array<ArrayBuffer>
  rows: number
  /** The number of rows in the whole list. */
  total: number
  /** The version of the data that they were read from. */
  version: string
  /** Whether the list of the version `since` is still the same, beside rows that were added before the others. */
  isCurrent: boolean
}

/** What a reader makes of a request, with the versions of the data that it read. */
export type DataReply =
  | (ReadResponse & { kind: 'response' })
  | { kind: 'lines'; page: ExportPage; versions: DataVersions }
  | { kind: 'problem'; problem: HttpProblem; versions: DataVersions }
  | { kind: 'failure'; error: unknown }

/** Answers requests for data, queries and JSON included. */
export type Reader = {
  /** How many requests it can answer at once. */
  capacity: number
  /**
   * Does not start work whose signal has aborted.
   * @throws {HttpProblem} 503 if the thread of the reader died. @throws {ConnectionClosed}
   */
  read(request: DataRequest, signal: AbortSignal): Promise<DataReply>
  /** The connections of its own, by database. */
  connections(): Promise<(Connections & { part: Part })[]>
  close(): Promise<void>
}

export type ReaderHooks = {
  logger: Logger
  /** Called with the duration of each query. */
  observe: (outcome: string, seconds: number) => void
}

/** What readers know besides the data. It can be sent to a thread. */
export type ReaderFacts = Pick<Settings, 'TOKEN_LIST'> & {
  version: string
  source: About['source']
}

/** What the routes of data use, in whichever thread they run. */
export type DataSource = ReaderFacts & {
  databases: Databases
  chain: ChainReader
  /** Undefined in tests that need none. */
  applyTransaction?: ApplyTransaction | undefined
}
