import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  blockText,
  parseBlock,
  parsePrincipal,
  parseTransactionId,
} from '../../contract/identifiers.ts'
import { ImportError } from './batch.ts'
import { quote } from './readFields.ts'

/** What a service is asked for, by its canonical identifier. */
export type Identifier = { kind: 'token' | 'block' | 'transaction'; id: string }

/** `report` is the path of a file. */
export type Command =
  | { kind: 'help' }
  | { kind: 'files'; paths: string[]; report: string | undefined }
  | { kind: 'service'; url: string; identifiers: Identifier[]; report: string | undefined }

export const USAGE = `Import records of activity, runes and tokens into the databases of DATABASE_URL and
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

/** @throws {ImportError} naming what is wrong with the arguments. */
export function readCommand(args: string[]): Command {
  const { values, positionals } = parse(args)
  const { help, list, report } = values
  const [first, ...others] = positionals
  if (help === true) return { kind: 'help' }
  if (first === undefined) throw new ImportError(`Name what to import. ${SEE_HELP}`)
  if (!/^https?:/i.test(first)) {
    if (list === undefined) return { kind: 'files', paths: positionals, report }
    throw new ImportError('--list goes with the address of a service.')
  }
  const url = parseAddress(first)
  const listed = list === undefined ? [] : readList(list)
  const identifiers = [...others, ...listed].map(parseIdentifier)
  if (identifiers.length > 0) return { kind: 'service', url, identifiers, report }
  throw new ImportError(`Name what to import from the service. ${SEE_HELP}`)
}

const SEE_HELP = 'See npm run import -- --help.'

function parse(args: string[]) {
  const string = { type: 'string' } as const
  const options = { help: { type: 'boolean' }, list: string, report: string } as const
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (cause) {
    // TypeError, which names the argument.
    const reason = cause instanceof Error ? cause.message.split('. ')[0] : ''
    throw new ImportError(`${reason}. ${SEE_HELP}`, { cause })
  }
}

function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && `${url.username}${url.password}${url.search}${url.hash}` === '') {
    return url.href
  }
  throw new ImportError(
    `${quote(text)} is not the address of a service, such as https://cairn.example.`,
  )
}

/** A hash is a block's if it begins with eight zeros. */
function parseIdentifier(text: string): Identifier {
  const token = parsePrincipal(text.split('::')[0] ?? '')
  if (token !== undefined) return { kind: 'token', id: token.principal }
  const txId = parseTransactionId(text)
  if (txId?.startsWith('00000000') === false) return { kind: 'transaction', id: txId }
  const block = parseBlock(text)
  if (block !== undefined) return { kind: 'block', id: blockText(block) }
  throw new ImportError(`${quote(text)} is not a principal, block height or hash. ${SEE_HELP}`)
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
