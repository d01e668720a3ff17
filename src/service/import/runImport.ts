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
import { type Config, ConfigError, readConfig, serviceAddress } from '../config.ts'
import { DatabaseError, DatabaseUnavailable } from '../database/database.ts'
import { ImportError, type Source } from './batch.ts'
import { dueTokens, listTokens } from './listTokens.ts'
import { type FileSource, openFile } from './openFile.ts'
import { type Identifier, openService } from './openService.ts'
import { connectToService } from './serviceConnection.ts'
import { type Target, withTarget } from './withTarget.ts'

const USAGE = `Imports activity records, runes and tokens into the databases set by DATABASE_URL and
RUNES_DATABASE_URL. Creates an embedded database if it does not exist.

  cairn import <file>…                      one JSON object per line; gzip if named .gz
  cairn import <service URL> <identifier>…  from another service with the same API
  cairn import <service URL> --all-tokens   every token in the list of the service

In a checkout, type npm run import -- instead of cairn import.

  --complete         says that the files have every record of their blocks, which are otherwise
                     shown as partial; if a line is refused, nothing of its file is imported
  --list <file>      reads more identifiers from a file, separated by spaces or line breaks
  --older-than <n>d  with --all-tokens: also imports tokens again after n days, or hours (12h)
  --report <file>    writes every refused line and its reason to a file; 20 are always shown
  --help             shows this help

An identifier is the principal of a token, the height or hash of a block, or a transaction id. A
block hash begins with eight zeros.

Each transaction, token and rune replaces its stored version. A block with a different hash replaces
the whole stored block at that height. Importing twice changes nothing, so after an interruption,
run the same command again.

UPSTREAM_RATE limits the requests per minute (50 by default). UPSTREAM_HEADERS are sent to the origins
of UPSTREAM_URL, UPSTREAM_TOKENS_URL and UPSTREAM_RUNES_URL only. --all-tokens skips tokens that were
imported from the service before.

In a file, the records of a transaction must be consecutive lines, newest first, as in the
explorer's downloads.

Exit code: 0 if everything was imported, 1 if anything was refused or failed, 130 after Ctrl-C.`

export const RUN_AGAIN =
  'Everything written so far is saved. Run the same command again to import the rest.'
const SEE_HELP = 'See import --help.'
const MAX_SHOWN = 20

type Output = Pick<Console, 'log' | 'error'>

/** Runs the command `import` with these arguments and settings. Returns the exit code. */
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
    const config = readConfig(environment)
    const plan = planImport(positionals, values, { config, output })
    if (values.report !== undefined) writeFileSync(values.report, '')
    const refused = await withTarget(config, plan, async (target) => {
      let refused = 0
      for (const source of await plan.openSources(target)) {
        refused += await importSource(source, { target, output, report: values.report })
      }
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
  complete: { type: 'boolean' },
  list: { type: 'string' },
  'all-tokens': { type: 'boolean' },
  'older-than': { type: 'string' },
  report: { type: 'string' },
} as const

type Options = {
  complete?: boolean | undefined
  list?: string | undefined
  'all-tokens'?: boolean | undefined
  'older-than'?: string | undefined
}
type Plan = {
  /** Whether there is anything to write to the ledger. */
  hasRecords: () => Promise<boolean>
  openSources: (target: Target) => Promise<Source[]>
}

/** @throws {ImportError} if the arguments are invalid. */
function planImport(
  names: string[],
  { complete = false, list, 'all-tokens': allTokens = false, 'older-than': olderThan }: Options,
  { config, output }: { config: Config; output: Output },
): Plan {
  const [first, ...others] = names
  if (first === undefined) throw new ImportError(`Specify what to import. ${SEE_HELP}`)
  const maxAgeMs = olderThan === undefined ? undefined : parseAge(olderThan)
  if (maxAgeMs !== undefined && !allTokens) {
    throw new ImportError('--older-than needs --all-tokens.')
  }
  if (!/^https?:/i.test(first)) {
    if (list !== undefined) throw new ImportError('--list needs the URL of a service.')
    if (allTokens) throw new ImportError('--all-tokens needs the URL of a service.')
    return planFiles(names.map((name) => openFile(name, complete ? 'complete' : 'partial')))
  }
  if (complete) throw new ImportError('--complete is only for files.')
  const url = v.safeParse(serviceAddress(JSON.stringify(first)), first)
  if (!url.success) throw new ImportError(url.issues[0].message)
  const listed = list === undefined ? [] : readFileSync(list, 'utf8').split(/\s+/).filter(Boolean)
  const identifiers = [...others, ...listed].map(parseIdentifier)
  if (identifiers.length === 0 && !allTokens) {
    throw new ImportError(`Specify what to import from the service. ${SEE_HELP}`)
  }
  const connection = connectToService(url.output, settingsFor(url.output, config, output))
  const hasRecords = async () => identifiers.some(({ kind }) => kind !== 'token')
  if (!allTokens) {
    return { hasRecords, openSources: async () => [openService(connection, identifiers)] }
  }
  async function openSources({ importTimes }: Target) {
    output.log(`Reading the list of tokens of ${connection.client.baseUrl}.`)
    const { principals, refused } = await listTokens(connection)
    const due = dueTokens(principals, await importTimes(connection.client.baseUrl), maxAgeMs)
    output.log(
      `${count(due.length, 'token')} of ${principals.length.toLocaleString('en')} to import.`,
    )
    const tokens = due.map((id): Identifier => ({ kind: 'token', id }))
    return [openService(connection, [...tokens, ...identifiers], refused)]
  }
  return { hasRecords, openSources }
}

function planFiles(sources: FileSource[]): Plan {
  async function hasRecords(): Promise<boolean> {
    for (const source of sources) if (await source.hasRecords()) return true
    return false
  }
  return { hasRecords, openSources: async () => sources }
}

/** Parses an age in days or hours into milliseconds. */
function parseAge(text: string): number {
  const [, number, unit] = /^(\d{1,4})([dh])$/.exec(text) ?? []
  if (number === undefined) {
    throw new ImportError('--older-than must be a number of days or hours, such as 7d or 12h.')
  }
  return Number(number) * (unit === 'd' ? 24 : 1) * 60 * 60 * 1000
}

/** The headers are only for the configured services, because they may have an API key. */
function settingsFor(url: string, { upstream }: Config, output: Output) {
  const { headers, rate, tokensUrl, runesUrl } = upstream
  const { origin } = new URL(url)
  if ([tokensUrl, runesUrl].some((own) => own !== undefined && new URL(own).origin === origin)) {
    return { headers, rate }
  }
  if (Object.keys(headers ?? {}).length > 0) {
    output.log(
      `UPSTREAM_HEADERS are not sent to ${origin}: it is not the origin of an UPSTREAM_URL.`,
    )
  }
  return { headers: {}, rate }
}

/** A hash that begins with eight zeros is a block's. */
function parseIdentifier(text: string): Identifier {
  const token = parsePrincipal(text)
  if (token !== undefined) return { kind: 'token', id: token.principal }
  const txId = parseTransactionId(text)
  if (txId?.startsWith('00000000') === false) return { kind: 'transaction', id: txId }
  const block = parseBlock(text)
  if (block !== undefined) return { kind: 'block', id: blockText(block) }
  const quoted = JSON.stringify(text.slice(0, 80))
  throw new ImportError(
    `${quoted} is not a principal, block height, block hash or transaction id. ${SEE_HELP}`,
  )
}

type Context = { target: Target; output: Output; report: string | undefined }

/** Returns the number of refused lines or identifiers. */
async function importSource(source: Source, { target, output, report }: Context): Promise<number> {
  const { label, size, batches } = source
  const counts: Counts = { records: 0, tokens: 0, runes: 0, refused: 0 }
  const shown: string[] = []
  output.log(`Importing ${label}.`)
  const bar = new SingleBar({
    format: '{bar} {percentage}% · {written} written · {eta_formatted} left',
  })
  bar.start(size, 0, { written: 0 })
  try {
    for await (const batch of batches) {
      const written = await target.write(batch)
      const refused = written.refused.map(({ place, reason }) => `${place}: ${reason}`)
      if (report !== undefined) {
        appendFileSync(report, refused.map((line) => `${label}: ${line}\n`).join(''))
      }
      counts.records += written.records
      counts.tokens += written.tokens
      counts.runes += written.runes
      counts.refused += refused.length
      shown.push(...refused.slice(0, MAX_SHOWN - shown.length))
      bar.update(batch.done, { written: counts.records + counts.tokens + counts.runes })
    }
  } finally {
    bar.stop()
    output.log(summaryOf(source, counts, shown))
  }
  return counts.refused
}

type Counts = { records: number; tokens: number; runes: number; refused: number }

function summaryOf({ label, requests }: Source, counts: Counts, shown: string[]): string {
  const [records, tokens] = [count(counts.records, 'record'), count(counts.tokens, 'token')]
  const lines = [
    `Imported ${label}: ${records}, ${tokens}, ${count(counts.runes, 'new or changed rune')}.`,
  ]
  if (requests !== undefined) lines.push(`Sent ${count(requests(), 'request')}.`)
  if (counts.refused > 0) lines.push(`Refused ${counts.refused}:`)
  lines.push(...shown.map((line) => `  ${line}`))
  if (counts.refused > shown.length) lines.push('  … --report <file> lists all of them.')
  return lines.join('\n')
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

/** Explains an error that the user can fix. @throws any other error. */
function explain(error: unknown): string {
  if (error instanceof DatabaseUnavailable) {
    return `The database cannot be reached or is out of space. ${RUN_AGAIN}`
  }
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message
  if (error instanceof ImportError) return error.message
  // A file that cannot be opened, or an unknown option.
  if (error instanceof Error && 'code' in error && NODE_ERRORS.test(`${error.code}`)) {
    return error.message
  }
  throw error
}

const NODE_ERRORS = /^(E[A-Z]+|ERR_PARSE_ARGS_.+)$/
