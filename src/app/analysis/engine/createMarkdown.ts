import { createTable, type ExportOptions, type ReadList } from './createExport.ts'
import type { Cell } from './csv.ts'

/** A table to paste, and how many of how many rows it has. */
export type MarkdownTable = { text: string; rows: number; total: number }

/** Longer tables are for a file, not for pasting. */
export const MAX_MARKDOWN_ROWS = 1000

/** The first rows of what was read so far as a Markdown table. */
export function createMarkdown(list: ReadList, options: ExportOptions): MarkdownTable {
  const { names, rows } = createTable(list, options)
  const shown = names.flatMap((name, index) => (SHOWN.has(name) ? [index] : []))
  const line = (cells: string[]) => `| ${shown.map((index) => cells[index]).join(' | ')} |\n`
  const first = rows.slice(0, MAX_MARKDOWN_ROWS)
  const lines = [
    line(names),
    line(names.map((name) => (NUMBERS.has(name) ? '--:' : '---'))),
    ...first.map((cells) => line(cells.map(writeCell))),
  ]
  return { text: lines.join(''), rows: first.length, total: rows.length }
}

const NUMBERS = new Set(['record', 'amount', 'net', 'received', 'sent', 'burned', 'records'])
// For people: without the columns that name a thing twice.
const SHOWN = new Set([
  ...NUMBERS,
  'operation',
  'rune_id',
  'rune_spaced_name',
  'address',
  'receiver_address',
  'tx_id',
  'vout',
])

/** Untrusted text becomes code, where Markdown has no links, mentions or markup. */
function writeCell(cell: Cell = ''): string {
  if (typeof cell === 'number' || /^(-?[0-9.]+)?$/.test(cell)) return String(cell)
  const text = cell.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  const ticks = text.match(/`+/g) ?? []
  const fence = '`'.repeat(1 + Math.max(0, ...ticks.map(({ length }) => length)))
  return fence === '`' ? `\`${text}\`` : `${fence} ${text} ${fence}`
}
