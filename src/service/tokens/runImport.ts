import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import * as v from 'valibot'
import { unixSeconds } from '../../bitcoin/unixSeconds.ts'
import type { Client } from '../../contract/client.ts'
import {
  DatabaseError,
  DatabaseLocked,
  DatabaseUnavailable,
  type Store,
  textOf,
} from '../../database/database.ts'
import { countWrite } from '../../database/meta.ts'
import { openStore } from '../../database/openStore.ts'
import { openTokens } from '../../tokens/openTokens.ts'
import { writeTokens } from '../../tokens/writeTokens.ts'
import { readSettings, ServiceAddress, type Settings, SettingsError } from '../settings.ts'
import { listTokens, readTokens } from './readAllTokens.ts'
import { type ImportBatch, ImportError, readTokenFile } from './readTokenFile.ts'
import { createRequestBudget } from './requestBudget.ts'
import { createServiceClient } from './serviceClient.ts'
import { type TokenSource, tokenAddress, tokenSourceOf } from './tokenAddress.ts'

const USAGE = `Imports tokens into the database: PostgreSQL if DATABASE_URL is set, otherwise a file in
DATA_DIR: tokens-node.db if STACKS_NODE_URL is set, or tokens-bundled.db.

  cairn import <file>…                 one JSON object a line; gzip if named .gz; - is standard input
  cairn import --all-tokens <service>  every token in the list of a token service, in all its locales

In a checkout, type npm run import -- instead of cairn import.

A line is a token as the API sends it. Each token replaces its stored version, with all its locales.
Refused lines and tokens are named with their reason on standard error. After an interruption, run the
same command again: --all-tokens skips what was imported from the service within the last day.

UPSTREAM_RATE limits the requests in a minute (50 by default). UPSTREAM_HEADERS are sent to the origin
of UPSTREAM_TOKENS_URL only.

Exit code: 0 if everything was imported, 1 if anything was refused or failed, 130 after Ctrl-C.`

/** Ends the message of an import that stopped. */
export const RUN_AGAIN =
  'Everything written so far is saved. Run the same command again to import the rest.'

const SEE_HELP = 'See import --help.'
const REQUEST_TIMEOUT_MS = 30_000
/** --all-tokens skips tokens that were imported within so many seconds. */
const SKIPPED_AGE = 24 * 60 * 60

export type Terminal = Pick<Console, 'log' | 'error'> & { stdin?: Readable }

/** Runs the command `import`. Returns the exit code. */
export async function runImport(
  args: string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal = console,
): Promise<number> {
  try {
    const { values, positionals } = readArguments(args)
    if (values.help === true) {
      terminal.log(USAGE)
      return 0
    }
    const settings = readSettings(environment)
    const service = values['all-tokens']
    const refused = await withStore(settings, terminal, (store) =>
      service === undefined
        ? importFiles(positionals, { store, terminal })
        : importService(service, settings, { store, terminal }),
    )
    return refused === 0 ? 0 : 1
  } catch (error) {
    terminal.error(explain(error))
    return 1
  }
}

/** @throws {ImportError}, or an error of Node if there is an unknown option. */
function readArguments(args: string[]) {
  const options = { help: { type: 'boolean' }, 'all-tokens': { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const service = values['all-tokens']
  if (values.help === true) return { values, positionals }
  if (service === undefined && positionals.length === 0) {
    throw new ImportError(`Specify what to import. ${SEE_HELP}`)
  }
  if (service !== undefined && positionals.length > 0) {
    throw new ImportError(`Specify files or --all-tokens, not both. ${SEE_HELP}`)
  }
  const url = v.safeParse(v.optional(ServiceAddress), service)
  if (!url.success) throw new ImportError(`The address after --all-tokens ${url.issues[0].message}`)
  return { values: { ...values, 'all-tokens': url.output }, positionals }
}

/** Opens the database and locks its tokens while `work` runs. */
async function withStore<Result>(
  settings: Settings,
  { log }: Terminal,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const source = tokenSourceOf(settings)
  const store = openStore(tokenAddress(settings, source), 'import')
  try {
    await openTokens(store, { source, log })
    const unlock = await lockTokens(store, source)
    try {
      return await work(store)
    } finally {
      unlock()
    }
  } finally {
    await store.close()
  }
}

/** @throws {DatabaseError} */
async function lockTokens(store: Store, source: TokenSource): Promise<() => void> {
  try {
    return await store.lock('tokens')
  } catch (error) {
    if (source !== 'node' || !(error instanceof DatabaseLocked)) throw error
    throw new DatabaseError(FOLLOWED, { cause: error })
  }
}

const FOLLOWED =
  'Another program is writing the tokens: it follows the Stacks node, or imports. Stop it, import, and start it again.'

type Context = { store: Store; terminal: Terminal }

/** Returns the number of refused lines. */
async function importFiles(paths: string[], context: Context): Promise<number> {
  let refused = 0
  for (const path of paths) {
    const batches = readTokenFile(path, context.terminal.stdin ?? process.stdin)
    refused += await importBatches(path, batches, context)
  }
  return refused
}

/** Returns the number of refused tokens. */
async function importService(
  url: string,
  settings: Settings,
  { store, terminal }: Context,
): Promise<number> {
  const budget = createRequestBudget(settings.UPSTREAM_RATE, () => performance.now())
  const client = createServiceClient({
    url,
    headers: headersFor(url, settings, terminal),
    timeoutMs: REQUEST_TIMEOUT_MS,
    beforeRequest: budget.waitAndTake,
  })
  const { due, missing } = await listDue(client, { store, terminal })
  const bar = new SingleBar({ format: '{bar} {value} of {total} tokens · {eta_formatted} left' })
  bar.start(due.length, 0)
  try {
    const onBatch = () => bar.increment()
    const batches = readTokens(client, due)
    return missing + (await importBatches(url, batches, { store, terminal, onBatch }))
  } finally {
    bar.stop()
  }
}

/** The tokens of a service to import, and how many its list lacks. */
async function listDue(client: Client, { store, terminal }: Context) {
  terminal.log(`Reading the list of tokens of ${client.baseUrl}.`)
  const { principals, total } = await listTokens(client)
  const missing = Math.max(0, total - principals.size)
  if (missing > 0) terminal.error(`The list lacks ${missing} of its ${total} tokens.`)
  const imported = await readImported(store, client.baseUrl)
  const due = [...principals].filter((principal) => !imported.has(principal))
  terminal.log(`${count(due.length)} of ${count(principals.size)} tokens to import.`)
  return { due, missing }
}

/** The headers may have an API key, which no other service should get. */
function headersFor(url: string, settings: Settings, { log }: Terminal) {
  const { UPSTREAM_HEADERS: headers, UPSTREAM_TOKENS_URL: own } = settings
  const { origin } = new URL(url)
  if (headers === undefined || (own !== undefined && new URL(own).origin === origin)) return headers
  log(`UPSTREAM_HEADERS are not sent to ${origin}: it is not the origin of UPSTREAM_TOKENS_URL.`)
  return undefined
}

/** The principals of tokens that need not be imported again. */
async function readImported({ query }: Store, service: string): Promise<Set<string>> {
  const rows = await query(
    'SELECT principal FROM tokens WHERE imported_from = $1 AND read_at > $2',
    [service, unixSeconds() - SKIPPED_AGE],
  )
  return new Set(rows.map((row) => textOf(row, 'principal')))
}

/** Writes each batch in a transaction. Returns the number of refused lines or tokens. */
async function importBatches(
  label: string,
  batches: AsyncIterable<ImportBatch>,
  { store, terminal, onBatch }: Context & { onBatch?: () => void },
): Promise<number> {
  let [written, refused] = [0, 0]
  try {
    for await (const batch of batches) {
      if (batch.tokens.length > 0) await write(store, batch)
      for (const line of batch.refused) terminal.error(`${label}: ${line}`)
      written += batch.tokens.length
      refused += batch.refused.length
      onBatch?.()
    }
  } finally {
    terminal.log(`${label}: ${count(written)} tokens imported, ${count(refused)} refused.`)
  }
  return refused
}

function write(store: Store, { tokens, origin }: ImportBatch): Promise<void> {
  return store.transaction(async (query) => {
    await writeTokens({ ...store, query }, tokens, origin)
    await countWrite(query, 'tokens')
  })
}

function count(number: number): string {
  return number.toLocaleString('en')
}

/** Explains an error that the user can fix. @throws any other error. */
function explain(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return `${error.message} ${RUN_AGAIN}`
  if (error instanceof ImportError) return error.message
  if (error instanceof SettingsError || error instanceof DatabaseError) return error.message
  // A file that cannot be opened, or an unknown option.
  if (error instanceof Error && 'code' in error && NODE_ERRORS.test(`${error.code}`)) {
    return error.message
  }
  throw error
}

const NODE_ERRORS = /^(E[A-Z]+|ERR_PARSE_ARGS_.+)$/
