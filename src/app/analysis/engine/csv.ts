/** Counts and indexes are numbers. Everything else is text, including amounts. */
export type Cell = string | number | undefined

/**
 * A line of RFC 4180: every cell quoted, CRLF at the end.
 *
 * `excel` preserves every digit when a spreadsheet opens the file. Otherwise a spreadsheet reads
 * `340282366920938463463374607431768211455` as a double with 15 digits, drops the decimals of
 * `110000000.00` and reads some hashes as powers of ten, even if they are quoted. Excel, LibreOffice,
 * Gnumeric and Google Sheets read `="…"` as text. No other formula is written, and none of its
 * characters can end the quotes.
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

// Excel allows at most 255 characters between the quotes of a formula.
const NUMBER_LIKE = /^-?[0-9][0-9a-z.:-]{0,250}$/i

/**
 * Puts an apostrophe before characters that would start a formula: at the start of the text, and
 * after characters that end a cell in programs with another list separator.
 */
function guard(text: string): string {
  return text.replace(/(?<=^|[\t\r\n;])(?=[=+\-@\t\r\n＝＋－＠])/g, "'")
}
