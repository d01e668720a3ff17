/** A number is a count or an index; everything else is text, amounts too. */
export type Cell = string | number | undefined

/**
 * A line of RFC 4180: every cell quoted, CRLF at the end.
 *
 * `excel` keeps every digit when a spreadsheet opens the file. It would read
 * `340282366920938463463374607431768211455` as a double and keep 15 of its digits, `110000000.00`
 * without its decimals, some hashes as powers of ten; quotes do not change that. `="…"` is text to
 * Excel, LibreOffice, Gnumeric and Google Sheets. It is the only formula that is written, of
 * characters that cannot end its quotes.
 */
export function csvLine(cells: Cell[], format: 'csv' | 'excel'): string {
  const write = format === 'excel' ? writeExcelCell : writeCell
  return `${cells.map((cell) => `"${write(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

function writeCell(cell: Cell = ''): string {
  return typeof cell === 'number' || DECIMAL.test(cell) ? String(cell) : guard(cell)
}

function writeExcelCell(cell: Cell = ''): string {
  if (typeof cell === 'number') return String(cell)
  if (NUMBER_LIKE.test(cell)) return `="${cell}"`
  const guarded = guard(cell)
  return /^[0-9]/.test(guarded) ? `'${guarded}` : guarded
}

const DECIMAL = /^-?[0-9]+(\.[0-9]+)?$/

// Excel takes at most 255 characters between the quotes of a formula.
const NUMBER_LIKE = /^-?[0-9][0-9a-z.:-]{0,250}$/i

/**
 * Puts an apostrophe before what would begin a formula: at the beginning of the text, and after what a
 * program with another list separator takes for the end of a cell.
 */
function guard(text: string): string {
  return text.replace(/(?<=^|[\t\r\n;])(?=[=+\-@\t\r\n＝＋－＠])/g, "'")
}
