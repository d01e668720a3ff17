import { type Cell, tsvLine } from './csv.ts'
import type { Source } from './source.ts'
import { nameOfSubject } from './subject.ts'
import { type Choice, createTable, settle } from './table.ts'

export type CopyForm = 'markdown' | 'tsv'

/** What is to be copied, and how many of how many rows it has. */
export type Copy = { text: string; rows: number; total: number }

/** What is longer is no text to paste any more, but a file. */
export const MOST_COPIED = 1000

/** The first rows of what was read until now, as text. */
export function createCopy(source: Source, asked: Choice, form: CopyForm): Copy {
  const table = createTable(source.rows, source.pages, settle(asked))
  const rows = table.rows.slice(0, MOST_COPIED)
  const count = { rows: rows.length, total: table.rows.length }
  const lines = [table.columns, ...rows.map(({ cells }) => cells())]
  if (form === 'tsv') return { text: lines.map(tsvLine).join(''), ...count }
  return { text: writeMarkdown(lines) + sourceLine(source, count), ...count }
}

/** What a stranger wrote is code, in which Markdown knows no links, no mentions and no markup. */
function writeMarkdown([names = [], ...rows]: Cell[][]): string {
  const kept = names.flatMap((name, index) => (IN_MARKDOWN.includes(String(name)) ? [index] : []))
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |\n`
  const head = kept.map((index) => names[index] ?? '')
  const rule = head.map((name) => (AMOUNTS.includes(String(name)) ? '--:' : '---'))
  const body = rows.map((cells) => line(kept.map((index) => markdownCell(cells[index]))))
  return line(head) + line(rule) + body.join('')
}

// A table for people: what names a thing twice stays away.
const AMOUNTS = ['record', 'amount', 'net', 'received', 'sent', 'burned', 'records']
const IN_MARKDOWN = [
  ...AMOUNTS,
  'operation',
  'rune_id',
  'rune_spaced_name',
  'address',
  'receiver_address',
  'tx_id',
  'vout',
]

function markdownCell(cell: Cell = ''): string | number {
  if (typeof cell === 'number' || /^(-?[0-9.]+)?$/.test(cell)) return cell
  const text = cell.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  const ticks = text.match(/`+/g) ?? []
  const fence = '`'.repeat(1 + Math.max(0, ...ticks.map(({ length }) => length)))
  return fence === '`' ? `\`${text}\`` : `${fence} ${text} ${fence}`
}

function sourceLine(source: Source, { rows, total }: Omit<Copy, 'text'>): string {
  const isPart = source.rows.length < source.total
  const read = isPart ? `; only ${source.rows.length} of ${source.total} records were read` : ''
  return `\n${nameOfSubject(source.subject)}, ${rows} of ${total} rows, by ${source.service}${read}\n`
}

/** A command for each request that brought what was read. */
export function writeCommands({ pages }: Source): string {
  const commands = pages.map(
    ({ url }) => `curl -H 'Accept: application/json' '${url.replaceAll("'", '%27')}'\n`,
  )
  return commands.join('')
}
