import type { Query, Row } from '../database/database.ts'

const MAX_VALUES = 512

/**
 * Runs a statement for many values, some hundred at a time; `sqlOf` gets the list for `IN (…)`. Lists
 * are filled up to a power of two, so that there are few different statements to prepare.
 */
export async function inChunks(
  query: Query,
  values: string[],
  sqlOf: (list: string) => string,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let from = 0; from < values.length; from += MAX_VALUES) {
    const chunk = values.slice(from, from + MAX_VALUES)
    const size = 2 ** Math.ceil(Math.log2(chunk.length))
    const list = Array.from({ length: size }, (_, index) => `$${index + 1}`).join(', ')
    const filled = Array.from({ length: size }, (_, index) => chunk[index] ?? null)
    for (const row of await query(sqlOf(list), filled)) rows.push(row)
  }
  return rows
}
