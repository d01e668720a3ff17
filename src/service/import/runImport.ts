import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import * as v from 'valibot'
import {
  blockText,
  parseBlock,
  parsePrincipal,
  parseTransactionId,
} from '../../contract/identifiers.ts'
import { ConfigError, readConfig, serviceAddress } from '../config.ts'
import { DatabaseError, DatabaseUnavailable } from '../database/database.ts'
import { ImportError, type Source } from './batch.ts'
import { openFile } from './readFile.ts'
import { type Identifier, openService } from './readService.ts'
import { type Write, withTarget } from './target.ts'

const USAGE = `Import records of activity, runes and tokens into the databases of DATABASE_URL and
RUNES_DATABASE_URL. An embedded database is created if it does not exist.

  npm run import -- <file>…                        lines of JSON, packed with gzip or not
  npm run import -- <https address> <identifier>…  what another service with the contract holds

  --list <file>    more identifiers, one a line; - reads them from the standard input
  --report <file>  all refused lines with their reasons; without it the first 20 are shown
  --help

Identifiers are principals of tokens, block heights, and hashes of blocks (which begin with eight
zeros) and transactions. Each transaction, token and rune replaces what was held of it, and a block
under another hash the whole block: after an interruption run the same command again. In a file the
records of a transaction stand together, newest first, as in the explorer's downloads. Exit code: 0
if everything was imported, 1 if something was refused or failed, 130 after Ctrl-C.`

export const RUN_AGAIN = 'What was written stays. Run the same command again to import the rest.'
const SEE_HELP = 'See npm run import -- --help.'
const MAX_SHOWN = 20

type Output = Pick<Console, 'log' | 'error'>

/** Runs `npm run import` with these arguments and settings. Returns the exit code. */
export async function runImport(
  args: string[],
  environment: NodeJS.ProcessEnv,
  output: Output = console,
): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
    if (values.help) {
      output.log(USAGE)
      return 0
    }
    const sources = await openSources(positionals, values.list)
    const config = readConfig(environment)
    if (values.report !== undefined) createFile(values.report)
    const context = { output, report: values.report }
    const refused = await withTarget(config, async (write) => {
      let refused = 0
      for (const source of sources) refused += await importSource(source, { ...context, write })
      return refused
    })
    return refused === 0 ? 0 : 1
  } catch (error) {
    output.error(explain(error))
    return 1
  }
}

const OPTIONS = {
  help: { type: 'boolean' },
  list: { type: 'string' },
  report: { type: 'string' },
} as const

async function openSources(words: string[], list: string | undefined): Promise<Source[]> {
  const [first, ...others] = words
  if (first === undefined) throw new ImportError(`Name what to import. ${SEE_HELP}`)
  if (!/^https?:/i.test(first)) {
    if (list === undefined) return Promise.all(words.map(openFile))
    throw new ImportError('--list goes with the address of a service.')
  }
  const url = v.safeParse(serviceAddress(JSON.stringify(first)), first)
  if (!url.success) throw new ImportError(url.issues[0].message)
  const listed = list === undefined ? [] : readList(list)
  const identifiers = [...others, ...listed].map(parseIdentifier)
  if (identifiers.length > 0) return [openService(url.output, identifiers)]
  throw new ImportError(`Name what to import from the service. ${SEE_HELP}`)
}

/** A hash is a block's if it begins with eight zeros. */
function parseIdentifier(text: string): Identifier {
  const token = parsePrincipal(text.split('::')[0] ?? '')
  if (token !== undefined) return { kind: 'token', id: token.principal }
  const txId = parseTransactionId(text)
  if (txId?.startsWith('00000000') === false) return { kind: 'transaction', id: txId }
  const block = parseBlock(text)
  if (block !== undefined) return { kind: 'block', id: blockText(block) }
  const quoted = JSON.stringify(text.slice(0, 80))
  throw new ImportError(`${quoted} is not a principal, block height or hash. ${SEE_HELP}`)
}

const STDIN = 0

/** The lines that are not empty; `#` begins a comment. */
function readList(path: string): string[] {
  try {
    const lines = readFileSync(path === '-' ? STDIN : path, 'utf8').split('\n')
    return lines.map((line) => line.replace(/#.*/, '').trim()).filter((line) => line !== '')
  } catch (cause) {
    throw new ImportError(`${path} cannot be read.`, { cause })
  }
}

function createFile(path: string): void {
  try {
    writeFileSync(path, '')
  } catch (cause) {
    throw new ImportError(`${path} cannot be written.`, { cause })
  }
}

type Context = { write: Write; output: Output; report: string | undefined }

/** Returns how much was refused. */
async function importSource(source: Source, { write, output, report }: Context): Promise<number> {
  const { label, size, batches } = source
  const counts = { records: 0, tokens: 0, runes: 0, unknown: 0, refused: 0 }
  const [replaced, refusals]: [string[], string[]] = [[], []]
  output.log(`Importing ${label}.`)
  const bar = new SingleBar({ format: BAR })
  bar.start(size, 0, { written: 0 })
  try {
    for await (const batch of batches) {
      const { refused, ...written } = await write(batch)
      const lines = refused.map(({ place, reason }) => `${place}: ${reason}`)
      if (report !== undefined) {
        appendFileSync(report, lines.map((line) => `${label}: ${line}\n`).join(''))
      }
      for (const name of COUNTED) counts[name] += written[name]
      counts.refused += lines.length
      refusals.push(...lines.slice(0, MAX_SHOWN - refusals.length))
      replaced.push(...written.replaced)
      bar.update(batch.done, { written: counts.records + counts.tokens + counts.runes })
    }
  } finally {
    bar.stop()
  }
  output.log(summaryOf(label, counts, { replaced, refusals }))
  return counts.refused
}

const BAR = '{bar} {percentage}% · {written} written · {eta_formatted} left'
const COUNTED = ['records', 'tokens', 'runes', 'unknown'] as const
type Counts = { [name in (typeof COUNTED)[number] | 'refused']: number }

function summaryOf(
  label: string,
  { records, tokens, runes, unknown, refused }: Counts,
  { replaced, refusals }: { replaced: string[]; refusals: string[] },
): string {
  const more = refused - refusals.length
  return [
    `Imported ${label}: ${count(records, 'record')}, ${count(tokens, 'token')}, ${count(runes, 'new or changed rune')}.`,
    ...replaced,
    ...(unknown === 0 ? [] : [`The service does not hold ${count(unknown, 'identifier')}.`]),
    ...(refused === 0 ? [] : [`Refused ${refused.toLocaleString('en')}:`]),
    ...refusals.map((line) => `  ${line}`),
    ...(more === 0
      ? []
      : [`  … and ${count(more, 'more refusal')}: --report <file> lists them all.`]),
  ].join('\n')
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message
  if (error instanceof ImportError) return error.message
  if (
    error instanceof TypeError &&
    'code' in error &&
    `${error.code}`.startsWith('ERR_PARSE_ARGS')
  ) {
    return `${error.message.split('. ')[0]}. ${SEE_HELP}`
  }
  if (!(error instanceof DatabaseUnavailable)) throw error
  return `The database cannot be reached, or has no space left. ${RUN_AGAIN}`
}
