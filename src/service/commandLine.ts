import { SETTINGS } from './config.ts'

export type CommandLine =
  | { kind: 'start' }
  | { kind: 'help'; text: string }
  | { kind: 'refused'; sentence: string }

/** Parses the arguments of `npm start`. All settings are environment variables. */
export function readCommandLine(words: string[]): CommandLine {
  const unknown = words.find((word) => word !== '--help' && word !== '-h')
  if (unknown !== undefined) {
    const sentence = `Unknown argument ${unknown}. Settings are environment variables; npm start -- --help lists them.`
    return { kind: 'refused', sentence }
  }
  return words.length === 0 ? { kind: 'start' } : { kind: 'help', text: help() }
}

function help(): string {
  const lines = SETTINGS.map(({ name, default: value, meaning }) => {
    const preset = value === undefined ? '' : ` [${value}]`
    return `  ${name}${preset}\n${wrap(meaning.replaceAll('`', ''), 72, '      ')}`
  })
  return [
    'Starts Cairn: the service and the explorer, on one port.',
    '',
    'Settings are environment variables, with defaults in brackets:',
    '',
    ...lines,
    '',
    'Example: PORT=8080 npm start',
  ].join('\n')
}

/** Lines of at most `width` characters after the indent, broken at spaces. */
function wrap(text: string, width: number, indent: string): string {
  return text.replace(new RegExp(`(?! )(.{1,${width}})(?: |$)`, 'g'), `${indent}$1\n`).trimEnd()
}
