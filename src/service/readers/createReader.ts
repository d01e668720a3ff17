import { DatabaseUnavailable, type Query, textOf } from '../../database/database.ts'
import { DATA_LIMITS } from '../http/admission.ts'
import type { DataVersions } from '../http/cacheHeaders.ts'
import { DATABASE_UNAVAILABLE, HttpProblem } from '../http/httpProblem.ts'
import { bytesOf, etagOf } from '../http/responseCache.ts'
import { readChainState } from '../queries/chainState.ts'
import { createIndexReader } from '../queries/indexReader.ts'
import { explorerRoutes } from '../routes/explorerRoutes.ts'
import { runesRoutes } from '../routes/runesRoutes.ts'
import { tokenRoutes } from '../tokens/tokenRoutes.ts'
import type { DataReply, DataRequest, DataSource, Reader } from './reader.ts'
import { createReaderRoutes, type Reading } from './readerRoutes.ts'

/** A reader in this thread. */
export function createReader(source: DataSource): Reader {
  const routes = createReaderRoutes()
  tokenRoutes(routes, source)
  runesRoutes(routes, source)
  explorerRoutes(routes, source)

  async function answer({ path, given, lines }: DataRequest, reading: Reading) {
    const handler = routes.find(path)
    if (lines !== undefined && handler?.readLines !== undefined) {
      return { kind: 'lines' as const, page: await handler.readLines(given, lines, reading) }
    }
    if (handler === undefined || lines !== undefined) throw new Error(`no reader for ${path}`)
    const response = await bytesOf(await handler.respond(given, reading))
    const headers = { ...response.headers, etag: etagOf(response.bytes) }
    return { kind: 'response' as const, ...response, headers }
  }

  return {
    capacity: DATA_LIMITS.maxRunning,
    async read(request): Promise<DataReply> {
      const versions: DataVersions = {}
      try {
        const reading = { ...createReading(source, versions), origin: request.origin ?? '' }
        return { ...(await answer(request, reading)), versions }
      } catch (error) {
        const problem = error instanceof DatabaseUnavailable ? DATABASE_UNAVAILABLE : error
        if (problem instanceof HttpProblem) return { kind: 'problem', problem, versions }
        return { kind: 'failure', error }
      }
    },
    connections: async () => [],
    close: async () => {},
  }
}

/** Notes the lowest version that is read. */
function createReading(
  { databases, chain }: DataSource,
  versions: DataVersions,
): Omit<Reading, 'origin'> {
  const note = (tag: keyof DataVersions, version: number | undefined) => {
    if (version !== undefined) versions[tag] = Math.min(version, versions[tag] ?? version)
  }
  return {
    readIndex: createIndexReader(databases.runes, chain, (writes) => note('tip', writes)),
    async readTokens(work) {
      // Read before the tokens are: what is written meanwhile only makes them newer.
      note('tokens', await readTokenWrites(databases.tokens.query))
      return work(databases.tokens)
    },
    async readState() {
      const state = await readChainState(databases)
      note('tip', state.tip?.writes)
      note('tokens', state.tokenWrites)
      return state
    },
  }
}

async function readTokenWrites(query: Query): Promise<number> {
  const [row] = await query("SELECT value FROM meta WHERE part = 'tokens' AND name = 'writes'")
  return row === undefined ? 0 : Number(textOf(row, 'value'))
}
