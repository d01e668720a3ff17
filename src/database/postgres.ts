import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import {
  DatabaseError,
  DatabaseLocked,
  DatabaseReadOnly,
  DatabaseUnavailable,
  type Dialect,
  DuplicateRow,
  type Engine,
  type Insertion,
  type Query,
  type Role,
  type Row,
  type SqlValue,
  type Store,
  type StoreLimits,
} from './database.ts'
import { conflictClause, type Table, tableStatement } from './table.ts'

const CONNECT_TIMEOUT_MS = 5000

// After the database could not be reached, queries fail at once for this long.
const RETRY_DELAY_MS = 1000

/** Those of Cairn's own work, which has no time limit. */
const LIMITS: Record<Exclude<Role, 'reader'>, StoreLimits> = {
  // One connection reads, one writes meanwhile, and one holds the lock.
  follower: { connections: 3, timeoutMs: 0 },
  batches: { connections: 1, timeoutMs: 0 },
  // Fails rather than waits.
  status: { connections: 1, timeoutMs: 2000 },
  // One connection writes, the other holds the lock.
  import: { connections: 2, timeoutMs: 0 },
}

export const postgres: Engine = {
  open: (address, role, limits) => openPostgres(address, role === 'reader' ? limits : LIMITS[role]),
  concurrency: ({ connections }) => connections,
}

/**
 * Opens PostgreSQL at an address, which may name several hosts (`postgres://user@one:5432,two/name`).
 * Queries go to one host until it fails, then to the next, so that successive reads see the same host.
 * Connects on the first query, and replaces broken connections. TLS and other options are parameters
 * of the address, as in `pg`.
 * @throws {DatabaseError} if the address is malformed.
 */
function openPostgres(url: string, options: StoreLimits): Store {
  const pools = addressesOf(url).map((address) => openPool(address, options))
  const names = new Map<string, string>()
  let current = 0
  let unreachableUntil = 0

  /** Tries every host, and the first one twice, because its connections may have broken unnoticed. */
  async function onSomeHost<Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
    if (performance.now() < unreachableUntil) throw unavailable()
    for (let tries = 0; ; tries++) {
      const at = current
      const pool = pools[at]
      if (pool === undefined) throw new Error('a host has a pool')
      try {
        return await work(pool)
      } catch (cause) {
        if (!isHostFailure(cause)) throw explain(cause)
        if (current === at) current = (at + 1) % pools.length
        if (tries < pools.length) continue
        // A read-only host is still available for reads.
        if (!isReadOnly(cause)) unreachableUntil = performance.now() + RETRY_DELAY_MS
        throw unavailable(cause)
      }
    }
  }

  /** PostgreSQL parses a named statement once per connection. Texts have no values, so there are few. */
  function nameOf(sql: string): string {
    const name = names.get(sql) ?? `cairn_${names.size}`
    names.set(sql, name)
    return name
  }

  const query: Query = (sql, values = []) =>
    onSomeHost((pool) => rowsOf(pool, { name: nameOf(sql), text: sql, values }))

  return {
    location: 'the database',
    isBlocking: false,
    dialect: DIALECT,
    query,
    hasTable: async (query, name) => (await query(FIND_TABLE, [name])).length > 0,
    createTable: async (query, table) => void (await query(tableStatement(table, TYPES))),
    insert: insertColumns,
    tidyUp: async (tables) => void (await query(`VACUUM ANALYZE ${namesOf(tables)}`)),
    mayWrite: (table) => mayWrite(query, table),
    waitForWriters,
    howToDelete: (part, tables) =>
      `Drop the tables (DROP TABLE ${namesOf(tables)}; DELETE FROM meta WHERE part = '${part}';)`,
    readTransaction: async (work) =>
      withClient(await onSomeHost(beginReading), async (client) => {
        const query = queryOn(client, nameOf)
        const result = await work(query)
        await query('COMMIT')
        return result
      }),
    connections: () => ({
      open: sumOf(pools, ({ totalCount }) => totalCount),
      idle: sumOf(pools, ({ idleCount }) => idleCount),
      waiting: sumOf(pools, ({ waitingCount }) => waitingCount),
    }),
    transaction: async (work) =>
      withClient(await onSomeHost((pool) => pool.connect()), (client) =>
        inTransaction(client, nameOf, work),
      ),
    lock: async (part) => {
      const client = await onSomeHost((pool) => pool.connect())
      await lock(client, part).catch((cause) => {
        client.release(true)
        throw cause
      })
      return () => client.release(true)
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

const DIALECT: Dialect = {
  hex: (column) => `encode(${column}, 'hex')`,
  packedRows: (columns) => `CAST(json_agg(json_build_array(${columns})) AS TEXT)`,
}

const FIND_TABLE = 'SELECT 1 AS found WHERE to_regclass($1) IS NOT NULL'

/** Text is ordered by bytes, as in SQLite: amounts and search terms rely on it. */
const TYPES = { int: 'INTEGER', long: 'BIGINT', text: 'TEXT COLLATE "C"', bytes: 'BYTEA' }
const ARRAY_TYPES = { int: 'INTEGER[]', long: 'BIGINT[]', text: 'TEXT[]', bytes: 'BYTEA[]' }

/** A column a parameter, which is faster than a value a parameter. */
async function insertColumns(query: Query, insertion: Insertion): Promise<void> {
  const { table, values, replacing } = insertion
  if (values.length === 0) return
  const conflict = replacing === undefined ? '' : conflictClause(table, replacing.fixed)
  const columns = Object.entries(table.columns)
  const arrays = columns.map(([, { type }], index) => `CAST($${index + 1} AS ${ARRAY_TYPES[type]})`)
  const texts = columns.map((_, column) =>
    arrayText(values.filter((_, index) => index % columns.length === column)),
  )
  await query(
    `INSERT INTO ${table.name} (${Object.keys(table.columns)}) SELECT * FROM unnest(${arrays})${conflict}`,
    texts,
  )
}

/** An array literal. Text is quoted, because it may contain anything. */
function arrayText(values: SqlValue[]): string {
  const elements = values.map((value) => {
    if (value === null) return 'NULL'
    if (typeof value === 'number') return String(value)
    if (value instanceof ArrayBuffer) throw new TypeError('bytes are written from an Uint8Array')
    if (typeof value !== 'string') return `"\\\\x${Buffer.from(value).toString('hex')}"`
    return `"${value.replace(/[\\"]/g, '\\$&')}"`
  })
  return `{${elements.join()}}`
}

function namesOf(tables: readonly Table[]): string {
  return tables.map(({ name }) => name).join(', ')
}

/** The owner of the table, or a role that can create it. */
async function mayWrite(query: Query, { name }: Table): Promise<boolean> {
  const [row] = await query(
    `SELECT CAST(current_setting('transaction_read_only') = 'off' AND coalesce(
       (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass($1)),
       has_schema_privilege(current_schema(), 'CREATE')) AS TEXT) AS allowed`,
    [name],
  )
  return row?.allowed === 'true'
}

async function waitForWriters(query: Query): Promise<void> {
  await query("SELECT CAST(pg_advisory_xact_lock(hashtext('cairn tables')) AS TEXT)")
  // to_regclass() does not find new tables of others in a transaction that has read no table since.
  await query('SELECT 1 AS found FROM pg_class LIMIT 1')
}

/** One address for each host. */
function addressesOf(url: string): string[] {
  const [, begin, hosts = '', end] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  const addresses = hosts.split(',').map((host) => `${begin}${host}${end}`)
  if (begin === undefined || !addresses.every((address) => URL.canParse(address))) {
    throw new DatabaseError('The address of the PostgreSQL database is malformed.')
  }
  return addresses
}

function openPool(connectionString: string, { connections, timeoutMs }: StoreLimits): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'cairn',
    types: { getTypeParser },
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // The server cancels a slow statement. `query_timeout` is for connections that broke unnoticed.
    ...(timeoutMs > 0 && { statement_timeout: timeoutMs, query_timeout: timeoutMs + 1000 }),
  })
  // If a connection breaks, the running query fails, and the next query opens another connection.
  const ignore = () => {}
  return pool.on('error', ignore).on('connect', (client) => client.on('error', ignore))
}

/** Whole numbers of 64 bits, such as counts, are numbers: none here exceeds 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)

function sumOf(pools: pg.Pool[], count: (pool: pg.Pool) => number): number {
  return pools.reduce((sum, pool) => sum + count(pool), 0)
}

type Statement = { text: string; values: readonly SqlValue[]; name?: string }

async function rowsOf(connection: pg.Pool | pg.PoolClient, statement: Statement): Promise<Row[]> {
  const values = statement.values.map(storable)
  const { rows } = await connection.query<Row>({ ...statement, values })
  return rows
}

/** PostgreSQL text cannot contain the null character. */
function storable(value: SqlValue): SqlValue {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value
}

/**
 * An error of the database closes the connection, which rolls back its transaction. After another one, such as
 * a 404 that is thrown inside, the connection is as good as before.
 */
async function withClient<Result>(
  client: pg.PoolClient,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (cause) {
    const isOfDatabase = DATABASE_ERRORS.some((kind) => cause instanceof kind)
    client.release(isOfDatabase || !(await rollBack(client)))
    throw cause
  }
}

const DATABASE_ERRORS = [pg.DatabaseError, DatabaseUnavailable, DatabaseReadOnly, DuplicateRow]

function rollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  )
}

async function inTransaction<Result>(
  client: pg.PoolClient,
  nameOf: (sql: string) => string,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const query = queryOn(client, nameOf)
  await query('BEGIN')
  const result = await work(query)
  await query('COMMIT')
  return result
}

/** A connection with an open transaction that reads one state of the data. */
async function beginReading(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return client
  } catch (cause) {
    client.release(true)
    throw cause
  }
}

function queryOn(client: pg.PoolClient, nameOf?: (sql: string) => string): Query {
  return async (text, values = []) => {
    const name = nameOf?.(text)
    try {
      return await rowsOf(client, { text, values, ...(name !== undefined && { name }) })
    } catch (cause) {
      throw explain(cause)
    }
  }
}

const LOCK_TRIES = 20
const LOCK_RETRY_DELAY_MS = 250

/**
 * Takes a session lock, which the server releases when the connection ends. If the previous program
 * was killed, its connection ends only after the running statement, so this retries for five seconds.
 */
async function lock(client: pg.PoolClient, part: string): Promise<void> {
  for (let tries = 1; tries <= LOCK_TRIES; tries++) {
    const [row] = await queryOn(client)(
      'SELECT CAST(pg_try_advisory_lock(hashtext($1)) AS TEXT) AS taken',
      [`cairn ${part}`],
    )
    if (row?.taken === 'true') return
    await setTimeout(LOCK_RETRY_DELAY_MS)
  }
  throw new DatabaseLocked()
}

/** Whether the query may succeed on another host or a new connection. */
function isHostFailure(cause: unknown): boolean {
  // Not a response of the server: the connection broke or was never opened.
  if (!(cause instanceof pg.DatabaseError)) return !(cause instanceof TypeError)
  // 08: connection; 53300: too many connections; 57P: shutting down or starting; 25006: read-only.
  return /^(08|53300|57P|25006)/.test(cause.code ?? '')
}

function explain(cause: unknown): unknown {
  if (isHostFailure(cause) || isTransient(cause)) return unavailable(cause)
  if (!(cause instanceof pg.DatabaseError)) return cause
  // A unique violation, and insufficient privilege.
  if (cause.code === '23505') return new DuplicateRow(cause.message, { cause })
  if (cause.code === '42501') return new DatabaseReadOnly(cause.message, { cause })
  return cause
}

function isReadOnly(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && cause.code === '25006'
}

/** Out of resources or time, or in conflict with another transaction: a retry may succeed. */
function isTransient(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && /^(40|53|55P03|57|58)/.test(cause.code ?? '')
}

function unavailable(cause?: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable('The database cannot be read now.', { cause })
}
