import { parseArgs } from 'node:util'
import {
  blockText,
  parseBlock,
  parsePrincipal,
  parseTransactionId,
} from '../../contract/identifiers.ts'
import { ImportError } from './batch.ts'
import { MAX_SHOWN_REFUSALS } from './importSummary.ts'
import type { Identifier } from './openService.ts'

export const USAGE = `Imports activity records, runes and tokens into the databases set by DATABASE_URL and
RUNES_DATABASE_URL. Creates an embedded database if it does not exist.

  cairn import <file>…                      one JSON object per line; gzip if named .gz
  cairn import <service URL> <identifier>…  from another service with the same API
  cairn import <service URL> --all-tokens   every token in the list of the service

In a checkout, type npm run import -- instead of cairn import.

  --complete         says that the files have every record of their blocks, which are otherwise
                     shown as partial; if a line is malformed or out of order, nothing from its
                     file is imported
  --list <file>      reads more identifiers from a file, separated by spaces or line breaks
  --older-than <n>d  with --all-tokens: also imports tokens whose copy is older than n days, or hours (12h)
  --report <file>    lists every refused line and its reason in a file; the first ${MAX_SHOWN_REFUSALS} are always shown
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

export const SEE_HELP = 'See import --help.'

const OPTIONS = {
  help: { type: 'boolean' },
  complete: { type: 'boolean' },
  list: { type: 'string' },
  'all-tokens': { type: 'boolean' },
  'older-than': { type: 'string' },
  report: { type: 'string' },
} as const

export type ImportOptions = ReturnType<typeof readArguments>['values']

/** @throws an error of Node if there is an unknown option. */
export function readArguments(args: string[]) {
  return parseArgs({ args, allowPositionals: true, options: OPTIONS })
}

/** Parses an age in days or hours into milliseconds. */
export function parseAge(text: string): number {
  const [, number, unit] = /^(\d{1,4})([dh])$/.exec(text) ?? []
  if (number === undefined) {
    throw new ImportError('--older-than must be a number of days or hours, such as 7d or 12h.')
  }
  return Number(number) * (unit === 'd' ? 24 : 1) * 60 * 60 * 1000
}

/** A hash that begins with eight zeros is a block's. */
export function parseIdentifier(text: string): Identifier {
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
