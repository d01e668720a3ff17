import { type Store, textOf } from './database.ts'

/**
 * Creates the missing indexes in a PostgreSQL database without blocking an indexer's writes. Returns a
 * sentence for each.
 */
export async function createIndexes(database: Store): Promise<string[]> {
  const done: string[] = []
  for (const index of INDEXES) {
    if (await createIndex(database, index)) {
      done.push(`Created an index on ${describe(index)}.`)
    }
  }
  return done
}

/** `where` limits an index to some rows; such an index is recognised by its name. */
type Index = { name: string; table: string; columns: string[]; where?: string }

/**
 * The indexes that our queries need and an indexer's database lacks. Without them, finding a block by hash
 * scans the ledger, and a page of a rune or an address sorts its whole history. Every query compares the
 * first column with one value.
 */
const INDEXES: Index[] = [
  { name: 'ledger_block_hash', table: 'ledger', columns: ['block_hash'] },
  {
    name: 'ledger_rune',
    table: 'ledger',
    columns: ['rune_id', 'block_height DESC', 'tx_index DESC', 'event_index DESC'],
  },
  {
    name: 'ledger_address',
    table: 'ledger',
    columns: ['address', 'block_height DESC', 'tx_index DESC', 'event_index DESC'],
  },
  {
    name: 'ledger_address_rune',
    table: 'ledger',
    columns: ['address', 'rune_id', 'block_height DESC', 'tx_index DESC', 'event_index DESC'],
  },
  {
    name: 'ledger_rune_burns',
    table: 'ledger',
    columns: ['rune_id', 'block_height DESC', 'tx_index DESC', 'event_index DESC'],
    where: "operation = 'burn'",
  },
  {
    name: 'ledger_address_burns',
    table: 'ledger',
    columns: ['address', 'rune_id', 'block_height'],
    where: "operation = 'burn'",
  },
  {
    name: 'supply_changes_operations',
    table: 'supply_changes',
    columns: ['rune_id', 'total_operations'],
  },
  {
    name: 'balance_changes_rune',
    table: 'balance_changes',
    columns: ['rune_id', 'address', 'block_height'],
  },
  {
    name: 'balance_changes_address',
    table: 'balance_changes',
    columns: ['address', 'rune_id', 'block_height'],
  },
]

/** Returns false if there is an equivalent index under any name, or no such table. */
async function createIndex(database: Store, index: Index): Promise<boolean> {
  const { name, table, columns, where } = index
  const rows = await database.query(READ_INDEXES, [table])
  const equivalent = rows.filter((row) =>
    where === undefined
      ? row.is_partial === 0 && beginsWith(textOf(row, 'columns'), columns)
      : row.is_partial === 1 && row.name === name,
  )
  if (equivalent.some(({ state }) => state === 'valid')) return false
  // An interrupted creation leaves an invalid index.
  for (const row of equivalent) {
    await database.query(`DROP INDEX CONCURRENTLY ${textOf(row, 'name')}`, [])
  }
  if (!(await database.hasTable(table))) return false
  await database.query(`CREATE INDEX CONCURRENTLY ${name} ON ${describe(index)}`, [])
  return true
}

function describe({ table, columns, where }: Index): string {
  return `${table} (${columns.join(', ')})${where === undefined ? '' : ` WHERE ${where}`}`
}

// The columns as in CREATE INDEX: `rune_id, block_height DESC`. Expressions have no name.
const READ_INDEXES = `
  SELECT CAST(CAST(i.indexrelid AS regclass) AS TEXT) AS name,
         CASE WHEN i.indisvalid THEN 'valid' ELSE 'broken' END AS state,
         CASE WHEN i.indpred IS NULL THEN 0 ELSE 1 END AS is_partial,
         string_agg(coalesce(a.attname, '?') || CASE i.indoption[place] WHEN 0 THEN ''
             WHEN 3 THEN ' DESC' ELSE ' with other nulls' END, ', ' ORDER BY place) AS columns
    FROM pg_index i
    JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_am m ON m.oid = c.relam AND m.amname = 'btree'
   CROSS JOIN LATERAL generate_series(0, i.indnkeyatts - 1) AS place
    LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[place]
   WHERE i.indrelid = to_regclass($1)
   GROUP BY i.indexrelid, i.indisvalid, i.indpred IS NULL`

/**
 * Whether an index begins with `wanted`. The direction of the first column does not matter, and the others
 * may all be reversed, because an index is also read backwards.
 */
function beginsWith(columns: string, [first, ...others]: string[]): boolean {
  const [ownFirst, ...ownOthers] = columns.split(', ')
  const own = ownOthers.slice(0, others.length).join()
  const isOrdered = own === others.join() || own === others.map(reverse).join()
  return isOrdered && ownFirst?.split(' ')[0] === first
}

function reverse(column: string): string {
  return column.endsWith(' DESC') ? column.slice(0, -' DESC'.length) : `${column} DESC`
}
