import { type Database, type Part, type Query, textOf } from './database.ts'

/** Facts about a part of the data, by name. */
export type Meta = ReadonlyMap<string, string>

/** Undefined if the database does not have the part. */
export async function readMeta({ engine, query }: Database, part: Part): Promise<Meta | undefined> {
  if (!(await hasTable({ engine, query }, 'meta'))) return
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

/** Raises the counter of the writes to a part. Whoever reads it within a transaction knows which state it sees. */
export async function countWrite(query: Query, part: Part): Promise<void> {
  await query(
    `UPDATE meta SET value = CAST(CAST(value AS BIGINT) + 1 AS TEXT)
      WHERE part = $1 AND name = 'writes'`,
    [part],
  )
}

async function hasTable(
  { engine, query }: Pick<Database, 'engine' | 'query'>,
  table: string,
): Promise<boolean> {
  const sql = {
    sqlite: "SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = $1",
    postgres: 'SELECT 1 AS found WHERE to_regclass($1) IS NOT NULL',
  }
  return (await query(sql[engine], [table])).length > 0
}
