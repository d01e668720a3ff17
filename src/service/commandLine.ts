import { SETTINGS } from './settings.ts'

export type CommandLine =
  | { kind: 'start'; isDemo: boolean }
  | { kind: 'index'; rebuild: boolean }
  | { kind: 'verify' }
  | { kind: 'import'; args: string[] }
  | { kind: 'help'; text: string }
  | { kind: 'refused'; sentence: string }

/** Parses the arguments of `cairn`. All settings are environment variables. */
export function readCommandLine(words: string[]): CommandLine {
  const [command, ...args] = words
  if (command === 'import') return { kind: 'import', args }
  if (words.includes('--help') || words.includes('-h')) return { kind: 'help', text: help() }
  const hasCommand = command !== undefined && COMMANDS.some((name) => name === command)
  const options = hasCommand ? args : words
  const accepted = command === 'index' ? ['--rebuild'] : []
  const unknown = options.find((word) => !accepted.includes(word))
  if (unknown !== undefined) {
    const sentence = `Unknown argument ${unknown}. Settings are environment variables; --help lists them.`
    return { kind: 'refused', sentence }
  }
  if (command === 'index') return { kind: 'index', rebuild: options.includes('--rebuild') }
  if (command === 'verify') return { kind: 'verify' }
  return { kind: 'start', isDemo: command === 'demo' }
}

const COMMANDS = ['demo', 'index', 'verify'] as const

function help(): string {
  const lines = SETTINGS.map(({ name, default: value, meaning }) => {
    const preset = value === undefined ? '' : ` [${value}]`
    return `  ${name}${preset}\n${wrap(meaning.replaceAll('`', '"'), 72, '      ')}`
  })
  return [
    'cairn           starts the service and the explorer, on one port; follows a Bitcoin node and a Stacks node',
    'cairn demo      the same with invented chains, which get a block every ten seconds',
    'cairn index     follows the nodes without serving; --rebuild indexes the runes anew',
    'cairn verify    proves the index: for every rune, supply = balances = outputs',
    'cairn import …  imports tokens from files; import --help explains it',
    '',
    'In a checkout: npm start, npm run demo, npm run index, npm run verify, npm run import -- ….',
    '',
    'Settings are environment variables, or lines such as PORT=8080 in the file .env in the working',
    'folder. The environment has priority. Defaults are in brackets:',
    '',
    ...lines,
    '',
    'Example: BITCOIN_RPC_URL=http://user:password@127.0.0.1:8332 cairn',
  ].join('\n')
}

/** Lines of at most `width` characters after the indent, broken at spaces. */
function wrap(text: string, width: number, indent: string): string {
  return text.replace(new RegExp(`(?! )(.{1,${width}})(?: |$)`, 'g'), `${indent}$1\n`).trimEnd()
}
