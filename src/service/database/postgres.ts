import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import {
  AT_WORK,
  type CountedTable,
  countOrEstimate,
  DatabaseError,
  DatabaseUnavailable,
  type Query,
  type Row,
  type SqlValue,
  type Store,
} from './database.ts'
import { readDataVersion } from './dataVersion.ts'

export type PostgresOptions = {
  /** The most connections to one host. */
  connections: number
  /** Milliseconds that one query may take; 0 is as long as it needs. */
  timeout: number
}

const CONNECT_TIMEOUT = 5000

// Milliseconds for which a database that could not be reached is not asked again.
const RETRY_DELAY_MS = 1000

/**
 * Opens a PostgreSQL by its address, which may name several hosts (`postgres://user@one:5432,two/name`):
 * the first that answers is asked until it fails, then the next, so that what is read in a row comes
 * from one. Nothing is connected before the first query, and connections that broke are made anew.
 * TLS and the rest are parameters of the address, as `pg` reads them.
 * @throws {DatabaseError} when it is no such address.
 */
export function openPostgres(url: string, options: PostgresOptions): Store {
  const pools = addressesOf(url).map((address) => openPool(address, options))
  const names = new Map<string, string>()
  let current = 0
  let unreachableUntil = 0

  /** A host that cannot be reached costs a try: connections that broke unnoticed, one more. */
  async function onSomeHost<Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
    if (performance.now() < unreachableUntil) throw unavailable()
    for (let tries = 0; ; tries++) {
      const at = current
      const pool = pools[at]
      if (pool === undefined) throw new Error('a host has a pool')
      try {
        return await work(pool)
      } catch (cause) {
        if (!isOfThisHost(cause)) throw isPassing(cause) ? unavailable(cause) : cause
        if (current === at) current = (at + 1) % pools.length
        if (tries < pools.length) continue
        // One that is only not to be written to is there for those who read.
        if (!isReadOnly(cause)) unreachableUntil = performance.now() + RETRY_DELAY_MS
        throw unavailable(cause)
      }
    }
  }

  /** Statements with a name are parsed once for each connection. */
  function nameOf(sql: string): string {
    const name = names.get(sql) ?? `cairn_${names.size}`
    names.set(sql, name)
    return name
  }

  const query: Query = (sql, values) =>
    onSomeHost((pool) => rowsOf(pool, { name: nameOf(sql), text: sql, values }))

  return {
    query,
    readTransaction: async (work) =>
      withClient(await onSomeHost(beginReading), async (client) => {
        const query = queryOn(client, nameOf)
        const result = await work(query)
        await query('COMMIT', [])
        return result
      }),
    count: async (table) => countOrEstimate(query, table, await readEstimate(query, table)),
    dataVersion: (part) => readDataVersion(query, part),
    connections: () => ({
      open: sumOf(pools, ({ totalCount }) => totalCount),
      idle: sumOf(pools, ({ idleCount }) => idleCount),
      waiting: sumOf(pools, ({ waitingCount }) => waitingCount),
    }),
    transaction: async (work) =>
      withClient(await onSomeHost((pool) => pool.connect()), (client) =>
        inTransaction(client, work),
      ),
    alone: async (part, work) =>
      withClient(await onSomeHost((pool) => pool.connect()), async (client) => {
        await lock(client, part)
        return work((inside) => inTransaction(client, inside))
      }),
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

/**
 * The planner's estimate is what the last VACUUM or ANALYZE noted; −1 before the first. Engines that
 * speak PostgreSQL's protocol and keep no estimate count the whole table.
 */
async function readEstimate(query: Query, table: CountedTable): Promise<number> {
  const [row] = await query(
    'SELECT CAST(CAST(reltuples AS BIGINT) AS TEXT) AS total FROM pg_class WHERE oid = to_regclass($1)',
    [table],
  )
  return Number(row?.total)
}

/** The addresses of the hosts that one address names. */
function addressesOf(url: string): string[] {
  const [, begin, hosts = '', end] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  const addresses = hosts.split(',').map((host) => `${begin}${host}${end}`)
  if (begin === undefined || !addresses.every((address) => URL.canParse(address))) {
    throw new DatabaseError('The address of the PostgreSQL database cannot be read.')
  }
  return addresses
}

function openPool(connectionString: string, { connections, timeout }: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'cairn',
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    // The second is for a connection that died without a word: the server ends a slow statement before.
    ...(timeout > 0 && { statement_timeout: timeout, query_timeout: timeout + 1000 }),
  })
  // A connection may break at any time: the query that is under way says so, and the next opens another.
  const ignore = () => {}
  return pool.on('error', ignore).on('connect', (client) => client.on('error', ignore))
}

function sumOf(pools: pg.Pool[], count: (pool: pg.Pool) => number): number {
  return pools.reduce((sum, pool) => sum + count(pool), 0)
}

type Statement = { text: string; values: readonly SqlValue[]; name?: string }

async function rowsOf(connection: pg.Pool | pg.PoolClient, statement: Statement): Promise<Row[]> {
  const values = statement.values.map(storable)
  const { rows } = await connection.query<Row>({ ...statement, values })
  return rows
}

/** PostgreSQL's texts hold every character but the zero. */
function storable(value: SqlValue): SqlValue {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value
}

/** Whatever goes wrong ends the connection, and with it all that was begun on it. */
async function withClient<Result>(
  client: pg.PoolClient,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (cause) {
    client.release(true)
    throw cause
  }
}

async function inTransaction<Result>(
  client: pg.PoolClient,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const query = queryOn(client)
  await query('BEGIN', [])
  const result = await work(query)
  await query('COMMIT', [])
  return result
}

/** A connection on which a transaction has begun that reads one state of the data. */
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
  return async (text, values) => {
    const name = nameOf?.(text)
    try {
      return await rowsOf(client, { text, values, ...(name !== undefined && { name }) })
    } catch (cause) {
      throw isOfThisHost(cause) || isPassing(cause) ? unavailable(cause) : cause
    }
  }
}

const LOCK_TRIES = 20
const LOCK_PAUSE = 250

/**
 * A lock of the session: the server lets go of it when the connection ends. For a program that was
 * killed that takes as long as the statement under way, so it is tried for a while.
 */
async function lock(client: pg.PoolClient, part: string): Promise<void> {
  for (let tries = 1; tries <= LOCK_TRIES; tries++) {
    const [row] = await queryOn(client)(
      'SELECT CAST(pg_try_advisory_lock(hashtext($1)) AS TEXT) AS taken',
      [`cairn ${part}`],
    )
    if (row?.taken === 'true') return
    await setTimeout(LOCK_PAUSE)
  }
  throw new DatabaseError(AT_WORK)
}

/** Whether another host, or a new connection to the same, may do better. */
function isOfThisHost(cause: unknown): boolean {
  // What is no answer of the server is a connection that broke, or never came about.
  if (!(cause instanceof pg.DatabaseError)) return !(cause instanceof TypeError)
  // 08: connection; 53300: too many; 57P: shutting down or starting; 25006: a replica, asked to write.
  return /^(08|53300|57P|25006)/.test(cause.code ?? '')
}

function isReadOnly(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && cause.code === '25006'
}

/** Out of resources or time, or in the way of another: asked again later it may do. */
function isPassing(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && /^(40|53|55P03|57|58)/.test(cause.code ?? '')
}

function unavailable(cause?: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable('The database cannot be read now.', { cause })
}
