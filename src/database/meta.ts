import { type Database, type Part, type Query, textOf } from './database.ts'
import { SCHEMA_VERSION } from './schema.ts'

/** Facts about a part of the data, by name. */
export type Meta = ReadonlyMap<string, string>

/** Undefined if the database does not have the part. */
export async function readMeta(
  { hasTable, query }: Pick<Database, 'hasTable' | 'query'>,
  part: Part,
): Promise<Meta | undefined> {
  if (!(await hasTable(query, 'meta'))) return
  const rows = await query('SELECT name, value FROM meta WHERE part = $1', [part])
  if (rows.length === 0) return
  return new Map(rows.map((row) => [textOf(row, 'name'), textOf(row, 'value')]))
}

export async function writeMeta(
  query: Query,
  part: Part,
  facts: Record<string, string>,
): Promise<void> {
  for (const [name, value] of Object.entries(facts)) {
    await query(
      `INSERT INTO meta (part, name, value) VALUES ($1, $2, $3)
       ON CONFLICT (part, name) DO UPDATE SET value = excluded.value`,
      [part, name, value],
    )
  }
}

/** Whether an index can be read: the first pass goes without the indexes that only readers need. */
export function isReadable(meta: Meta | undefined): boolean {
  return meta?.get('indexes') === 'complete' && meta.get('version') === SCHEMA_VERSION
}

/** Raises the counter of the writes to a part. Whoever reads it within a transaction knows which state it sees. */
export async function countWrite(query: Query, part: Part): Promise<void> {
  await query(
    `INSERT INTO meta (part, name, value) VALUES ($1, 'writes', '1')
     ON CONFLICT (part, name) DO UPDATE SET value = CAST(CAST(meta.value AS BIGINT) + 1 AS TEXT)`,
    [part],
  )
}
