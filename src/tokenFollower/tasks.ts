import type { Query, Store } from '../database/database.ts'
import { insertRows, LIST, selectIn } from '../database/rows.ts'
import type { NewRow } from '../database/table.ts'
import { tokenTasks } from '../database/tokenSchema.ts'

/** A time to read something of a contract. */
export type Task = NewRow<typeof tokenTasks>

export const [MINUTE, HOUR, DAY, WEEK] = [60, 3600, 86_400, 604_800] as const

/** What was not read yet. `due_at`: Unix seconds. */
export function newTask(principal: string, kind: Task['kind'], due_at: number): Task {
  const never = { read_at: undefined, read_height: undefined, named_height: undefined }
  return { principal, kind, due_at, failures: 0, ...never }
}

/**
 * Tells of the newest block that names each of these contracts, so that its supply is read after it. What is not known
 * to be a token yet may be read just now.
 */
export async function nameTokens(
  store: Store,
  heights: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const rows = [...heights].map(([principal, named_height]) => ({
    ...newTask(principal, 'supply', now + HOUR),
    named_height,
  }))
  const fixed = ['due_at', 'failures', 'read_at', 'read_height']
  await insertRows(store, tokenTasks, rows, { fixed })
  await bringForward(store.query, [...heights.keys()])
}

/** Reads supplies after the blocks that name their tokens, but once a minute at most, and slow contracts weekly. */
export async function bringForward(query: Query, principals: readonly string[]): Promise<void> {
  await selectIn(
    query,
    `UPDATE token_tasks SET due_at = read_at + ${MINUTE}
      WHERE kind = 'supply' AND named_height > read_height
        AND due_at > read_at + ${MINUTE} AND due_at - read_at < ${WEEK} AND principal IN (${LIST})`,
    principals,
  )
}

/** After a reorganisation: the facts of tokens that the undone blocks name are read at once. */
export async function readAgain(
  query: Query,
  principals: readonly string[],
  ancestor: number,
): Promise<void> {
  await query('UPDATE token_tasks SET read_height = $1 WHERE read_height > $1', [ancestor])
  await selectIn(
    query,
    `UPDATE token_tasks SET due_at = 0
      WHERE kind = 'facts' AND due_at > 0 AND due_at - read_at < ${WEEK} AND principal IN (${LIST})`,
    principals,
  )
}
