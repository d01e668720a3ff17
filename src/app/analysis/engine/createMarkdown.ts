import { createTable, type ExportOptions, type ReadList } from './createExport.ts'
import type { Cell } from './csv.ts'

/** A table to paste. It has `rows` of the `total` rows. */
export type MarkdownTable = { text: string; rows: number; total: number }

/** Longer tables belong in a file. */
export const MAX_MARKDOWN_ROWS = 1000

/** A Markdown table of the first rows, from the records read so far. */
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
// Omits columns that repeat others, such as rune_name.
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

/** Writes untrusted text as code, in which Markdown has no links, mentions or markup. */
function writeCell(cell: Cell = ''): string {
  if (typeof cell === 'number' || /^(-?[0-9.]+)?$/.test(cell)) return String(cell)
  const text = cell.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  const ticks = text.match(/`+/g) ?? []
  const fence = '`'.repeat(1 + Math.max(0, ...ticks.map(({ length }) => length)))
  return fence === '`' ? `\`${text}\`` : `${fence} ${text} ${fence}`
}
