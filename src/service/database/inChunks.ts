import type { Query, Row } from './database.ts'

const SIZE = 512

/** The parameters of a statement for `inChunks`: `WHERE id IN (${LIST})`. */
export const LIST = Array.from({ length: SIZE }, (_, index) => `$${index + 1}`).join(', ')

/** Runs a statement with `LIST` for any number of values. Returns the rows of all runs. */
export async function inChunks(
  query: Query,
  sql: string,
  values: Iterable<string>,
): Promise<Row[]> {
  const [rows, rest]: [Row[], (string | null)[]] = [[], [...new Set(values)]]
  while (rest.length > 0) {
    const chunk = rest.splice(0, SIZE)
    const padded = Array.from({ length: SIZE }, (_, index) => chunk[index] ?? null)
    rows.push(...(await query(sql, padded)))
  }
  return rows
}
