import { stringify } from 'lossless-json'
import type * as v from 'valibot'
import {
  type Endpoint,
  isInPath,
  type Parameters,
  readParameters,
  type ValuesOf,
} from '../../contract/endpoint.ts'
import { DEFAULT_PAGING, type Paging } from '../../contract/schemas/page.ts'
import type { Database } from '../../database/database.ts'
import type { CacheTag } from '../http/cacheHeaders.ts'
import { csvColumns, csvLine } from '../http/csv.ts'
import { badRequest } from '../http/httpProblem.ts'
import { jsonResponse, withBlockHeight } from '../http/jsonResponse.ts'
import type { ChainState } from '../queries/chainState.ts'
import type { IndexReader } from '../queries/indexReader.ts'
import type { DataRequest, ExportPage, ParameterTexts } from './reader.ts'

/** Reads the data for one response, and notes their versions. */
export type Reading = {
  readIndex: IndexReader
  readTokens: <Result>(work: (tokens: Database) => Promise<Result>) => Promise<Result>
  readState: () => Promise<ChainState>
  /** The beginning of addresses of the service itself. */
  origin: string
}

/** A page of a list, what it depends on, and the version of the data that it was read from. */
type ListPage = {
  page: { total: number; results: unknown[] }
  tags: CacheTag[]
  version: string
  /** The newest block of the index, if the page depends on it. */
  height?: number | undefined
}

export type ListReader<Values> = {
  readPage(values: Values, reading: Reading): Promise<ListPage>
  /**
   * Only of a history, where new entries come before the others, which stay as they are: whether the data of
   * a version are still the same, beside newer ones.
   */
  isCurrent?(version: string): Promise<boolean>
}

type Lines = NonNullable<DataRequest['lines']>

type Handler = {
  respond(given: ParameterTexts, reading: Reading): Promise<Response>
  readLines?(given: ParameterTexts, lines: Lines, reading: Reading): Promise<ExportPage>
}

/** Collects how a reader answers endpoints. */
export type ReaderRoutes = ReturnType<typeof createReaderRoutes>

export function createReaderRoutes() {
  const handlers = new Map<string, Handler>()

  function get<Given extends Parameters>(
    endpoint: Endpoint<Given>,
    respond: (values: ValuesOf<Given>, reading: Reading) => Promise<Response>,
  ): void {
    handlers.set(endpoint.path, {
      respond: (given, reading) => respond(acceptedValues(endpoint, given), reading),
    })
  }

  function list<Given extends Parameters>(
    endpoint: Endpoint<Given>,
    { readPage, isCurrent = async () => false }: ListReader<ValuesOf<Given> & Paging>,
  ): void {
    handlers.set(endpoint.path, {
      async respond(given, reading) {
        const values = { ...DEFAULT_PAGING, ...acceptedValues(endpoint, given) }
        const { page, tags, height } = await readPage(values, reading)
        const body = { limit: values.limit, offset: values.offset, ...page }
        return withBlockHeight(jsonResponse(body, ...tags), height)
      },
      async readLines(given, lines, reading) {
        const values = { ...acceptedValues(endpoint, given), ...lines.paging }
        const { page, version } = await readPage(values, reading)
        const { total, results } = page
        const { since = version } = lines
        return {
          lines: new TextEncoder().encode(linesOf(endpoint.reply, results, lines)),
          rows: results.length,
          total,
          version,
          isCurrent: since === version || (await isCurrent(since)),
        }
      },
    })
  }

  return { get, list, find: (path: string) => handlers.get(path) }
}

function linesOf(reply: v.GenericSchema, rows: unknown[], { format, isForExcel }: Lines): string {
  if (format === 'ndjson') return rows.map((row) => `${stringify(row)}\n`).join('')
  const columns = csvColumns(reply)
  return rows.map((row) => csvLine(columns, row, isForExcel)).join('')
}

/** @throws {HttpProblem} 400 for a parameter that is refused. */
export function acceptedValues<Given extends Parameters>(
  endpoint: Pick<Endpoint<Given>, 'path' | 'parameters'>,
  given: ParameterTexts,
): ValuesOf<Given> {
  const { values, refused } = readParameters(endpoint, given)
  const [first] = refused
  if (values !== undefined) return values
  const part = isInPath(endpoint.path, first?.name ?? '') ? 'params' : 'querystring'
  throw badRequest(`${part}/${first?.name} must be ${first?.accepted}`)
}
