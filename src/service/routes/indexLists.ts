import type * as v from 'valibot'
import type { Endpoint, Parameters, ValuesOf } from '../../contract/endpoint.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import { hexOf } from '../../database/database.ts'
import type { Routes } from '../http/createRoutes.ts'
import type { List } from '../http/exportList.ts'
import type { Index } from '../queries/indexReader.ts'
import type { Service } from '../service.ts'

type ReadList<Given extends Parameters> = (
  index: Index,
  values: ValuesOf<Given> & Paging,
) => Promise<{
  page: Paging & { total: number; results: unknown[] }
  /** Whether it can no longer change. */
  isFinal?: boolean
}>

type AddList = <Given extends Parameters>(
  endpoint: Endpoint<Given>,
  row: v.GenericSchema,
  read: ReadList<Given>,
) => void

/** Adds lists that are read from the index, and that depend on its newest block. */
export function createIndexLists(
  { list }: Routes,
  { readIndex, databases }: Service,
): { history: AddList; ranking: AddList } {
  /** Whether the block that was the newest is still in the chain. */
  async function isInChain(version: string): Promise<boolean> {
    const [height, hash] = version.split(' ')
    const [row] = await databases.runes.query('SELECT hash FROM blocks WHERE height = $1', [
      Number(height),
    ])
    return row !== undefined && hexOf(row, 'hash') === hash
  }

  const addList =
    (history: Pick<List, 'isCurrent'>): AddList =>
    (endpoint, row, read) =>
      list(endpoint, {
        ...history,
        row,
        readPage: (values) =>
          readIndex(async (index) => {
            const { page, isFinal = false } = await read(index, values)
            const version = `${index.tip.height} ${index.tip.hash}`
            return { page, tags: [isFinal ? 'final' : 'tip'], version }
          }),
      })

  return { history: addList({ isCurrent: isInChain }), ranking: addList({}) }
}
