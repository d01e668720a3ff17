import type { Query, SqlValue } from './database.ts'

export type RowWriter = ReturnType<typeof createRowWriter>

// SQLite takes 32,766 parameters in a statement, PostgreSQL 65,535.
const MAX_PARAMETERS = 30_000
const MAX_ROWS = 128

/** Collects rows and writes many with one statement, which is what makes filling a database fast. */
export function createRowWriter(query: Query) {
  const waiting = new Map<string, { columns: readonly string[]; rows: SqlValue[][] }>()

  async function write(table: string): Promise<void> {
    const { columns = [], rows = [] } = waiting.get(table) ?? {}
    waiting.delete(table)
    // In powers of two: so there are few statements, which the engine keeps.
    while (rows.length > 0) {
      const some = rows.splice(0, 2 ** Math.floor(Math.log2(rows.length)))
      await query(insertOf(table, columns, some.length), some.flat())
    }
  }

  /** A writer of rows into `table`: the named columns of `values`, null where there is none. */
  function into<Column extends string>(table: string, columns: readonly Column[]) {
    const most = Math.min(MAX_ROWS, Math.floor(MAX_PARAMETERS / columns.length))
    return async (values: { [name in Column]?: SqlValue | undefined }): Promise<void> => {
      const rows = waiting.get(table)?.rows ?? []
      waiting.set(table, { columns, rows })
      rows.push(columns.map((column) => values[column] ?? null))
      if (rows.length >= most) await write(table)
    }
  }

  /** Writes what still waits. */
  async function flush(): Promise<void> {
    for (const table of [...waiting.keys()]) await write(table)
  }

  return { into, flush }
}

const inserts = new Map<string, string>()

/** The same string for the same statement: a long one costs more to write and compare than to run. */
function insertOf(table: string, columns: readonly string[], rows: number): string {
  const key = `${table} (${columns}) ${rows}`
  const places = (before: number) =>
    `(${columns.map((_, index) => `$${before + index + 1}`).join(', ')})`
  const known = inserts.get(key)
  if (known !== undefined) return known
  const values = Array.from({ length: rows }, (_, row) => places(row * columns.length))
  const sql = `INSERT INTO ${table} (${columns}) VALUES ${values}`
  inserts.set(key, sql)
  return sql
}
