/** What a column holds: whole numbers of 32 or of 64 bits, text, or bytes. */
export type ColumnType = 'int' | 'long' | 'text' | 'bytes'
type Column = { type: ColumnType; isOptional: boolean }
export type Columns = Readonly<Record<string, Column>>

export const int = { type: 'int', isOptional: false } as const
export const long = { type: 'long', isOptional: false } as const
export const text = { type: 'text', isOptional: false } as const
export const bytes = { type: 'bytes', isOptional: false } as const

export function nullable<const Type extends ColumnType>({ type }: { type: Type }) {
  return { type, isOptional: true } as const
}

/** A table as `schema.ts` declares it. It can be sent to a thread. */
export type Table<Declared extends Columns = Columns> = {
  name: string
  columns: Declared
  /** The columns of its primary key. */
  key: readonly string[]
  /** The statements that create its indexes, in SQL. */
  indexes: readonly string[]
}

export function table<const Declared extends Columns>(
  name: string,
  { key, indexes = [] }: { key: readonly (keyof Declared & string)[]; indexes?: string[] },
  columns: Declared,
): Table<Declared> {
  return { name, columns, key, indexes }
}

type Values = { int: number; long: number; text: string; bytes: Uint8Array }
type ValueOf<Of extends Column> =
  | Values[Of['type']]
  | (Of['isOptional'] extends false ? never : undefined)

/** A row to write: a value for each column of its table. */
export type NewRow<Of extends Table = Table> = {
  [Name in keyof Of['columns']]: ValueOf<Of['columns'][Name]>
}

/** The statement that creates a table; `types` are those of the engine. */
export function tableStatement(
  { name, columns, key }: Table,
  types: Record<ColumnType, string>,
): string {
  const declared = Object.entries(columns).map(
    ([column, { type, isOptional }]) => `${column} ${types[type]}${isOptional ? '' : ' NOT NULL'}`,
  )
  return `CREATE TABLE IF NOT EXISTS ${name} (${declared.join(', ')}, PRIMARY KEY (${key}))`
}

/** What follows the values of a statement that inserts: rows with the same key are updated, but for fixed columns. */
export function conflictClause({ key, columns }: Table, fixed: readonly string[]): string {
  const same = new Set([...key, ...fixed])
  const updates = Object.keys(columns)
    .filter((name) => !same.has(name))
    .map((name) => `${name} = excluded.${name}`)
  return ` ON CONFLICT (${key}) DO UPDATE SET ${updates}`
}
