#!/usr/bin/env node
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { version } from '../../package.json'
import { createApp } from './app.ts'
import { type CommandLine, readCommandLine } from './commandLine.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type Database, DatabaseError, DatabaseUnavailable } from './database/database.ts'
import { expectTables, openDatabase } from './database/openDatabase.ts'
import { startServer } from './http/server.ts'
import { RUN_AGAIN, runImport } from './import/runImport.ts'
import { createLogger, type Logger } from './observability/logger.ts'
import { createMetrics, measureProcess } from './observability/metrics.ts'
import { PACKAGE_FOLDER } from './packageFolder.ts'
import { findExamples } from './queries/findExamples.ts'
import { runPrepare } from './runPrepare.ts'
import { loadSnapshot, snapshotVersion } from './snapshot/loadSnapshot.ts'

const SNAPSHOT = join(PACKAGE_FOLDER, 'src/service/snapshot/data')
const EXPLORER = join(PACKAGE_FOLDER, 'build/explorer')
const CLOSE_DATABASES_TIMEOUT_MS = 1000

// Variables that are already set keep their values.
if (existsSync('.env')) process.loadEnvFile()
try {
  await run(readCommandLine(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DatabaseError)) throw error
  fail(error.message)
}

async function run(command: CommandLine): Promise<void> {
  switch (command.kind) {
    case 'start':
      return await start(readConfig(process.env))
    case 'prepare':
      return await runPrepare(readConfig(process.env))
    case 'import':
      exitImportOnSignals()
      process.exitCode = await runImport(command.args, process.env)
      return
    case 'help':
      return console.log(command.text)
    case 'refused':
      return fail(command.sentence)
  }
}

function exitImportOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // The databases roll back the open transaction.
      console.log(`\nInterrupted. ${RUN_AGAIN}`)
      process.exit(130)
    })
  }
}

async function start(config: Config): Promise<void> {
  const databases = await openDatabases(config)
  const explorer = existsSync(EXPLORER) ? EXPLORER : undefined
  const [logger, metrics] = [createLogger(config.logLevel), createMetrics()]
  exitOnUncaughtErrors(logger)
  measureProcess(metrics)
  const app = createApp({ ...config, ...databases, version, explorer, metrics, logger })
  const { host, port } = config
  const server = await startServer({ fetch: app.fetch, host, port, logger }).catch(
    (error: NodeJS.ErrnoException) => fail(explainListening(error, host, port)),
  )

  announce(server.address, await readExamplePaths(databases))
  logger.info({ version, port: server.address.port }, 'started')
  // If it fails, the next request for balances does it again.
  app
    .findBurns()
    .catch((error) => logger.warn({ error }, 'could not determine whether balances deduct burns'))
  stopOnSignals(logger, async () => {
    await server.stop()
    const open = [app, ...new Set(Object.values(databases))]
    const closed = Promise.all(open.map((it) => it.close()))
    // No client waits for a query that still runs.
    await Promise.race([closed, setTimeout(CLOSE_DATABASES_TIMEOUT_MS)])
  })
}

/** Exits, because the state is undefined after an uncaught error. A supervisor restarts the process. */
function exitOnUncaughtErrors(logger: Logger): void {
  // Also emitted for unhandled rejections.
  process.on('uncaughtException', (error) => {
    logger.fatal({ error }, 'uncaught error')
    process.exit(1)
  })
}

/** The first signal shuts down gracefully, the second exits at once. */
function stopOnSignals(logger: Logger, stop: () => Promise<void>): void {
  let began: number | undefined
  async function onSignal(signal: NodeJS.Signals): Promise<void> {
    // A terminal signals both npm and this process, and npm forwards its signal: count both as one.
    if (began !== undefined && performance.now() - began < 500) return
    if (began !== undefined) process.exit(1)
    began = performance.now()
    logger.info({ signal }, 'stopping')
    await stop()
    logger.info('stopped')
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
}

/** Opens the databases of tokens and runes, which may be the same. Fills a new SQLite database. */
async function openDatabases({ databaseUrl, runesDatabaseUrl, postgres, snapshot }: Config) {
  const database = openDatabase(databaseUrl, postgres)
  const runesDatabase: Database =
    runesDatabaseUrl === databaseUrl ? database : openDatabase(runesDatabaseUrl, postgres)
  if ('fillOrMigrate' in database) {
    await database.fillOrMigrate(snapshotVersion(SNAPSHOT), async (query) => {
      if (snapshot !== 'filled') return
      console.log('Filling the database from the snapshot. This takes a few seconds.')
      await loadSnapshot(query, SNAPSHOT)
    })
  } else await expectTables(database, 'tokens')
  if (!('fillOrMigrate' in runesDatabase)) await expectTables(runesDatabase, 'runes')
  return { database, runesDatabase }
}

/** Pages to open first; none while a database cannot be reached. */
async function readExamplePaths(
  databases: Awaited<ReturnType<typeof openDatabases>>,
): Promise<string[]> {
  const { database: tokens, runesDatabase: runes } = databases
  try {
    const { tokens: principals, transactions, blocks } = await findExamples({ tokens, runes })
    return [
      ...principals.slice(0, 1).map((principal) => `/token/${principal}`),
      ...transactions.slice(0, 1).map((txId) => `/tx/${txId}`),
      ...blocks.slice(0, 1).map((height) => `/block/${height}`),
    ]
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return []
    throw error
  }
}

function announce({ address, port }: AddressInfo, examples: string[]): void {
  const host = address.includes(':') ? `[${address}]` : address
  const origin = `http://${host}:${port}`
  const links = examples.map((path) => `  ${origin}${path}`)
  const list = links.length > 0 ? ['', 'Examples:', ...links] : []
  console.log(['', `Cairn is at ${origin}`, ...list].join('\n'))
}

function explainListening(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop the program that uses it, or choose another port with PORT.`
  }
  if (error.code === 'EACCES')
    return `No permission to listen on port ${port}. Choose a port above 1023 with PORT.`
  return `Cannot listen on ${host}:${port} (${error.code}). Check HOST and PORT.`
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
