import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import {
  DatabaseError,
  DatabaseLocked,
  DatabaseUnavailable,
  type Store,
} from '../../database/database.ts'
import { countWrite } from '../../database/meta.ts'
import { openStore } from '../../database/openStore.ts'
import { openTokens } from '../../tokens/openTokens.ts'
import { writeTokens } from '../../tokens/writeTokens.ts'
import { readSettings, type Settings, SettingsError } from '../settings.ts'
import { type TokenSource, tokenAddress, tokenSourceOf } from '../tokenAddress.ts'
import { type ImportBatch, ImportError, readTokenFile } from './readTokenFile.ts'

const USAGE = `Imports tokens into the database: PostgreSQL if DATABASE_URL is set, otherwise a file in
DATA_DIR: tokens-node.db if STACKS_NODE_URL is set, or tokens-bundled.db.

  cairn import <file>…                 one JSON object a line; gzip if named .gz; - is standard input

In a checkout, type npm run import -- instead of cairn import.

A line is a token as the API sends it. Each token replaces its stored version, with all its locales.
Refused lines are named with their reason on standard error. After an interruption, run the same command
again.

Exit code: 0 if everything was imported, 1 if anything was refused or failed, 130 after Ctrl-C.`

/** Ends the message of an import that stopped. */
export const RUN_AGAIN =
  'Everything written so far is saved. Run the same command again to import the rest.'

const SEE_HELP = 'See import --help.'

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
    const refused = await withStore(settings, terminal, (store) =>
      importFiles(positionals, { store, terminal }),
    )
    return refused === 0 ? 0 : 1
  } catch (error) {
    terminal.error(explain(error))
    return 1
  }
}

/** @throws {ImportError}, or an error of Node if there is an unknown option. */
function readArguments(args: string[]) {
  const options = { help: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  if (values.help !== true && positionals.length === 0) {
    throw new ImportError(`Specify what to import. ${SEE_HELP}`)
  }
  return { values, positionals }
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

/** Writes each batch in a transaction. Returns the number of refused lines. */
async function importBatches(
  label: string,
  batches: AsyncIterable<ImportBatch>,
  { store, terminal }: Context,
): Promise<number> {
  let [written, refused] = [0, 0]
  try {
    for await (const batch of batches) {
      if (batch.tokens.length > 0) await write(store, batch)
      for (const line of batch.refused) terminal.error(`${label}: ${line}`)
      written += batch.tokens.length
      refused += batch.refused.length
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
