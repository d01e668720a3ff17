import type { Query, SqlValue } from './database.ts'

export type RowWriter = ReturnType<typeof createRowWriter>

// SQLite takes 32,766 parameters in a statement, PostgreSQL 65,535.
const MOST_PARAMETERS = 30_000
const MOST_ROWS = 100

/** Collects rows and writes many with one statement, which is what makes filling a database fast. */
export function createRowWriter(query: Query) {
  const waiting = new Map<string, { columns: readonly string[]; rows: SqlValue[][] }>()

  async function write(table: string): Promise<void> {
    const { columns = [], rows = [] } = waiting.get(table) ?? {}
    waiting.delete(table)
    const places = rows.map((row, at) => placesOf(row.length, at * row.length))
    await query(`INSERT INTO ${table} (${columns}) VALUES ${places}`, rows.flat())
  }

  /** A writer of rows into `table`: the named columns of `values`, null where there is none. */
  function into<Column extends string>(table: string, columns: readonly Column[]) {
    const most = Math.min(MOST_ROWS, Math.floor(MOST_PARAMETERS / columns.length))
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

function placesOf(count: number, before: number): string {
  const places = Array.from({ length: count }, (_, index) => `$${before + index + 1}`)
  return `(${places})`
}
