import { SETTINGS } from './settings.ts'

export type CommandLine =
  | { kind: 'start' }
  | { kind: 'import'; args: string[] }
  | { kind: 'prepare' }
  | { kind: 'help'; text: string }
  | { kind: 'refused'; sentence: string }

/** Parses the arguments of `cairn`. All settings are environment variables. */
export function readCommandLine(words: string[]): CommandLine {
  const [command, ...args] = words
  if (command === 'import') return { kind: 'import', args }
  const options = command === 'db:prepare' ? args : words
  const unknown = options.find((word) => word !== '--help' && word !== '-h')
  if (unknown !== undefined) {
    const sentence = `Unknown argument ${unknown}. Settings are environment variables; --help lists them.`
    return { kind: 'refused', sentence }
  }
  if (options.length > 0) return { kind: 'help', text: help() }
  return { kind: command === undefined ? 'start' : 'prepare' }
}

function help(): string {
  const lines = SETTINGS.map(({ name, default: value, meaning }) => {
    const preset = value === undefined ? '' : ` [${value}]`
    return `  ${name}${preset}\n${wrap(meaning.replaceAll('`', '"'), 72, '      ')}`
  })
  return [
    'cairn             starts the service and the explorer, on one port',
    'cairn import …    imports files, or data from another service; import --help explains it',
    'cairn db:prepare  creates missing tables and indexes in PostgreSQL',
    '',
    'In a checkout: npm start, npm run import -- …, npm run db:prepare.',
    '',
    'Settings are environment variables, or lines such as PORT=8080 in the file .env in the working',
    'folder. The environment has priority. Defaults are in brackets:',
    '',
    ...lines,
    '',
    'Example: PORT=8080 cairn',
  ].join('\n')
}

/** Lines of at most `width` characters after the indent, broken at spaces. */
function wrap(text: string, width: number, indent: string): string {
  return text.replace(new RegExp(`(?! )(.{1,${width}})(?: |$)`, 'g'), `${indent}$1\n`).trimEnd()
}
