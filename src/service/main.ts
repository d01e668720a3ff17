import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { version } from '../../package.json'
import { readCommandLine } from './commandLine.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type Database, DatabaseError } from './database/database.ts'
import { expectTables, openDatabase } from './database/open.ts'
import { RUNE_TABLES, TOKEN_TABLES } from './database/prepare.ts'
import { createService } from './service.ts'
import { loadSnapshot, type Progress } from './snapshot/load.ts'

const SNAPSHOT = 'src/service/snapshot/data'
const EXPLORER = 'build/explorer'
const WORTH_OPENING = [
  '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
  '/tx/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b?offset=1980',
  '/block/849250',
]

const asked = readCommandLine(process.argv.slice(2))
if (asked.kind === 'refused') fail(asked.sentence)
if (asked.kind === 'help') {
  console.log(asked.text)
  process.exit()
}
try {
  await start()
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DatabaseError)) throw error
  fail(error.message)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const { host, port } = config
  const databases = await openDatabases(config)
  const explorer = existsSync(EXPLORER) ? EXPLORER : undefined
  const service = createService({ ...config, ...databases, version, explorer })

  const server = serve({ fetch: service.fetch, hostname: host, port }, announce)
  server.on('error', (error: NodeJS.ErrnoException) => fail(explainListening(error, host, port)))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () =>
      server.close(() =>
        Promise.all([service, ...new Set(Object.values(databases))].map((it) => it.close())).then(
          () => process.exit(0),
        ),
      ),
    )
  }
}

/** The databases of tokens and of runes, which may be one; an embedded one is filled when it is new. */
async function openDatabases({ databaseUrl, runesDatabaseUrl, postgres, snapshot }: Config) {
  const database = openDatabase(databaseUrl, postgres)
  const runesDatabase: Database =
    runesDatabaseUrl === databaseUrl ? database : openDatabase(runesDatabaseUrl, postgres)
  if ('fillIfNew' in database) {
    await database.fillIfNew(async (query) => {
      if (snapshot === 'filled') await loadSnapshot(query, SNAPSHOT, showProgress)
    })
  } else await expectTables(database, TOKEN_TABLES)
  if (!('fillIfNew' in runesDatabase)) await expectTables(runesDatabase, RUNE_TABLES)
  return { database, runesDatabase }
}

function announce({ address, port }: AddressInfo): void {
  const host = address.includes(':') ? `[${address}]` : address
  const origin = `http://${host}:${port}`
  const links = WORTH_OPENING.map((path) => `  ${origin}${path}`)
  console.log(['', `Cairn is at ${origin}`, '', 'Worth opening:', ...links].join('\n'))
}

function showProgress(...[part, done, total]: Parameters<Progress>): void {
  const line = `Filling the database from the snapshot: ${part} ${done} of ${total}`
  if (process.stdout.isTTY) process.stdout.write(`\r${line}\u001b[K${done === total ? '\n' : ''}`)
  else if (done === total) console.log(line)
}

function explainListening(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop the program that holds it, or choose another with PORT.`
  }
  if (error.code === 'EACCES')
    return `Port ${port} needs more rights. Choose one above 1023 with PORT.`
  return `Cannot listen on ${host}:${port} (${error.code}). Check HOST and PORT.`
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
