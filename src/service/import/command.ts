import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { type Identifier, parseIdentifier } from './identifiers.ts'
import { ImportError } from './importError.ts'
import { quote } from './refusal.ts'

/** What the person who started an import wants. `report` is the path of a file. */
export type Command =
  | { kind: 'help' }
  | { kind: 'files'; paths: string[]; report: string | undefined }
  | { kind: 'service'; url: string; identifiers: Identifier[]; report: string | undefined }

export const USAGE = `Import records of activity, runes and tokens into the database that DATABASE_URL and
RUNES_DATABASE_URL name. An embedded one is made if it is not there.

  npm run import -- <file>…                       lines of JSON, packed with gzip or not
  npm run import -- <https address> <identifier>…  what another service with the contract holds

  --list <file>    more identifiers, one a line; - reads them from the standard input
  --report <file>  all lines that were refused, with their reasons; else the first 20 are shown
  --help

Identifiers are principals of tokens, block heights, and hashes of blocks (which begin with eight
zeros) and transactions. Each transaction, token and rune replaces what was held of it, and a block
under another hash the whole block. The records of a transaction stand together in a file, newest
first, as services and the explorer's downloads list them.

An import that was interrupted goes on when the same command is run again. Ctrl-C ends it after what is
being written. Exit code: 0 when all was imported, 1 when something was refused or failed, 130 after
Ctrl-C.`

/** @throws {ImportError} naming what is wrong with the arguments. */
export async function readCommand(args: string[]): Promise<Command> {
  const { values, positionals } = parse(args)
  const [first, ...others] = positionals
  if (values.help === true) return { kind: 'help' }
  if (first === undefined) throw new ImportError(`Name what to import. ${SEE_HELP}`)
  const { report, list } = values
  if (/^https?:/i.test(first)) {
    const texts = [...others, ...(list === undefined ? [] : await readList(list))]
    const identifiers = texts.map(expectIdentifier)
    if (identifiers.length === 0) throw new ImportError(`Name what to ask for. ${SEE_HELP}`)
    return { kind: 'service', url: expectAddress(first), identifiers, report }
  }
  if (list !== undefined) throw new ImportError('--list goes with the address of a service.')
  return { kind: 'files', paths: positionals, report }
}

const SEE_HELP = 'npm run import -- --help tells more.'

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        list: { type: 'string' },
        report: { type: 'string' },
      },
    })
  } catch (cause) {
    // TypeError, which names the argument.
    const reason = cause instanceof Error ? cause.message.split('. ')[0] : ''
    throw new ImportError(`${reason}. ${SEE_HELP}`, { cause })
  }
}

function expectAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || `${url.username}${url.password}${url.search}${url.hash}` !== '') {
    throw new ImportError(
      `${quote(text)} is no address of a service, such as https://cairn.example.`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

function expectIdentifier(text: string): Identifier {
  const identifier = parseIdentifier(text)
  if (identifier !== undefined) return identifier
  throw new ImportError(
    `${quote(text)} is no principal, no height of a block and no hash. ${SEE_HELP}`,
  )
}

/** The lines that say something; `#` begins a remark. */
async function readList(path: string): Promise<string[]> {
  const texts: string[] = []
  try {
    const input = path === '-' ? process.stdin : createReadStream(path)
    for await (const line of createInterface({ input })) {
      const text = line.replace(/#.*/, '').trim()
      if (text !== '') texts.push(text)
    }
  } catch (cause) {
    throw new ImportError(`${path} cannot be read.`, { cause })
  }
  return texts
}
