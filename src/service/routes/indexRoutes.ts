import type { Endpoint, Parameters, ValuesOf } from '../../contract/endpoint.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import { hexOf } from '../../database/database.ts'
import { jsonResponse, withBlockHeight } from '../http/jsonResponse.ts'
import type { Index } from '../queries/indexReader.ts'
import type { DataSource } from '../readers/reader.ts'
import type { ListReader, ReaderRoutes } from '../readers/readerRoutes.ts'

/** A page, whether it can no longer change, and whether new entries may be anywhere in it, even in a history. */
type Page = { total: number; results: unknown[]; isFinal?: boolean; isRanked?: boolean }

type AddList = <Given extends Parameters>(
  endpoint: Endpoint<Given>,
  read: (index: Index, values: ValuesOf<Given> & Paging) => Promise<Page>,
) => void

export type IndexRoutes = ReturnType<typeof createIndexRoutes>

/** Adds routes that are read from the index, and that depend on its newest block. */
export function createIndexRoutes({ get, list }: ReaderRoutes, { databases }: DataSource) {
  /** Whether the block that was the newest is still in the chain. */
  async function isInChain(version: string): Promise<boolean> {
    const [height, hash] = version.split(' ')
    if (hash === undefined) return false
    const [row] = await databases.runes.query('SELECT hash FROM blocks WHERE height = $1', [
      Number(height),
    ])
    return row !== undefined && hexOf(row, 'hash') === hash
  }

  const addList =
    (history: Pick<ListReader<unknown>, 'isCurrent'>): AddList =>
    (endpoint, read) =>
      list(endpoint, {
        ...history,
        readPage: (values, { readIndex }) =>
          readIndex(async (index) => {
            const { isFinal = false, isRanked = false, ...page } = await read(index, values)
            const version = isRanked ? index.tip.hash : `${index.tip.height} ${index.tip.hash}`
            const height = isFinal ? undefined : index.tip.height
            return { page, tags: [isFinal ? 'final' : 'tip'], version, height }
          }),
      })

  return {
    get,
    history: addList({ isCurrent: isInChain }),
    ranking: addList({}),
    /** Adds an endpoint that is not a list. */
    value<Given extends Parameters>(
      endpoint: Endpoint<Given>,
      read: (index: Index, values: ValuesOf<Given>) => Promise<object>,
    ): void {
      get(endpoint, (values, { readIndex }) =>
        readIndex(async (index) => {
          const body = await read(index, values)
          return withBlockHeight(jsonResponse(body, 'tip'), index.tip.height)
        }),
      )
    },
  }
}
