#!/usr/bin/env node
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { SingleBar } from 'cli-progress'
import { version } from '../../package.json'
import { DatabaseError, type Store } from '../database/database.ts'
import type {
  RuneFollowerThreadEvent,
  TokenFollowerThreadEvent,
} from '../following/followerEvents.ts'
import { createProgressPrinter, type FollowerActivity } from '../following/printProgress.ts'
import type { RunningFollower } from '../following/superviseThread.ts'
import { watchFollower } from '../following/watchFollower.ts'
import { startFollower } from '../indexer/startFollower.ts'
import { verifyIndex } from '../indexer/verifyIndex.ts'
import { PACKAGE_FOLDER } from '../packageFolder.ts'
import { startTokenFollower } from '../tokenFollower/startTokenFollower.ts'
import { createApp } from './app.ts'
import { type CommandLine, readCommandLine } from './commandLine.ts'
import { startServer } from './http/server.ts'
import { RUN_AGAIN, runImport } from './imports/runImport.ts'
import { createMetrics, measureProcess } from './observability/createMetrics.ts'
import { createLogger, type Logger } from './observability/logger.ts'
import {
  type Data,
  type FollowersSettings,
  openData,
  openExistingIndex,
  prepareFollowers,
} from './openData.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'

const EXPLORER = join(PACKAGE_FOLDER, 'build/explorer')
const CLOSE_DATABASES_TIMEOUT_MS = 1000

const SOURCES = {
  node: 'Runes from the Bitcoin node.',
  bundled:
    'Runes from six blocks of April 2024 that Cairn brings. For all of them, set BITCOIN_RPC_URL to a Bitcoin node.',
  demo: 'Runes and tokens of invented chains, which get a block every ten seconds.',
} as const

// Variables that are already set keep their values.
if (existsSync('.env')) process.loadEnvFile()
try {
  await run(readCommandLine(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof DatabaseError)) throw error
  fail(error.message)
}

async function run(command: CommandLine): Promise<void> {
  switch (command.kind) {
    case 'start':
      return await start(readSettings(process.env), command.isDemo)
    case 'index':
      return await runIndex(readSettings(process.env), command)
    case 'verify':
      return verify(await openExistingIndex(readSettings(process.env)))
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

async function verify(store: Store): Promise<void> {
  const bar = new SingleBar({ format: '{bar} {percentage} %', barsize: 30 })
  const onProgress = (done: number, total: number) => {
    if (!bar.isActive) bar.start(total, 0)
    bar.update(done)
  }
  const print = (line: string) => {
    if (bar.isActive) bar.update(bar.getTotal())
    bar.stop()
    console.log(line)
  }
  try {
    process.exitCode = await verifyIndex(store, { print, onProgress })
  } finally {
    bar.stop()
    await store.close()
  }
}

async function start(settings: Settings, isDemo: boolean): Promise<void> {
  const [logger, metrics] = [createLogger(settings.LOG_LEVEL), createMetrics()]
  exitOnUncaughtErrors(logger)
  measureProcess(metrics)
  const data = await openData(settings, { isDemo, log: console.log })
  const explorerFolder = existsSync(EXPLORER) ? EXPLORER : undefined
  const monotonicMs = () => performance.now()
  const own = data.follower && watchFollower()
  const ownOfTokens = data.tokenFollower && watchFollower()
  const app = createApp({
    ...data,
    ownFollower: own?.read,
    ownTokenFollower: ownOfTokens?.read,
    settings,
    version,
    explorerFolder,
    metrics,
    logger,
    monotonicMs,
  })
  const { HOST: host, PORT: port } = settings
  const server = await startServer({ fetch: app.fetch, host, port, logger }).catch(
    (error: NodeJS.ErrnoException) => fail(explainListening(error, host, port)),
  )
  announce(server.address, data)
  logger.info({ version, port: server.address.port }, 'started')
  const followers = [follow(data, logger, own?.note), followTokens(data, logger, ownOfTokens?.note)]
  stopOnSignals(logger, async () => {
    app.stopStreams()
    await server.stop()
    // No client waits for a query that still runs.
    const timeout = setTimeout(CLOSE_DATABASES_TIMEOUT_MS)
    await Promise.race([
      Promise.all([app.close(), ...followers.map((follower) => follower?.stop())]),
      timeout,
    ])
    await Promise.race([data.close(), timeout])
  })
}

/** Follows the Bitcoin node in threads of their own. If the follower stops, what is indexed is still served. */
function follow(
  { follower: settings }: Data,
  logger: Logger,
  note: ((event: RuneFollowerThreadEvent) => void) | undefined,
): RunningFollower | undefined {
  if (settings === undefined) return
  const print = createPrinter('Indexing')
  let hasTip = false
  return startFollower(settings, (event) => {
    note?.(event)
    if (event.kind === 'stopped') logger.error(event.sentence)
    else if (event.kind === 'died') logger.error({ error: event.error }, event.sentence)
    // After the first pass, each block would be a line.
    else if (event.kind === 'tip' && hasTip) logger.debug(event, 'new block')
    else print(event)
    if (event.kind === 'tip') hasTip = true
  })
}

/** The same for the tokens of the Stacks node, in a thread of its own. */
function followTokens(
  { tokenFollower: settings }: FollowersSettings,
  logger: Logger,
  note: ((event: TokenFollowerThreadEvent) => void) | undefined,
): RunningFollower | undefined {
  if (settings === undefined) return
  const print = createPrinter('Reading tokens')
  return startTokenFollower(settings, (event) => {
    note?.(event)
    if (event.kind === 'stopped') logger.error(event.sentence)
    else if (event.kind === 'died') logger.error({ error: event.error }, event.sentence)
    else print(event)
  })
}

function createPrinter(activity: FollowerActivity) {
  const terminal = process.stdout.isTTY ? process.stdout : undefined
  return createProgressPrinter({ log: console.log, terminal, activity })
}

/** Only follows, until a signal, or until one follower stops because only the operator can help. */
async function runIndex(settings: Settings, { rebuild }: { rebuild: boolean }): Promise<void> {
  const { follower, tokenFollower } = await prepareFollowers(settings, { rebuild })
  const running = [
    follower && startFollower(follower, printOrFail('Indexing')),
    tokenFollower && startTokenFollower(tokenFollower, printOrFail('Reading tokens')),
  ].filter((one) => one !== undefined)
  const stop = () => Promise.all(running.map((one) => one.stop()))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
  await Promise.race(running.map(({ stopped }) => stopped))
  await stop()
}

function printOrFail(activity: FollowerActivity) {
  const print = createPrinter(activity)
  return (event: RuneFollowerThreadEvent | TokenFollowerThreadEvent) => {
    print(event)
    if (event.kind === 'stopped') process.exitCode = 1
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

function announce({ address, port }: AddressInfo, { source }: Data): void {
  const host = address.includes(':') ? `[${address}]` : address
  console.log(`\nCairn is at http://${host}:${port}\n${SOURCES[source]}`)
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
