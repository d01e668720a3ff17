/** A number is a count or a place; all else is text, amounts too. */
export type Cell = string | number | undefined

/**
 * How the text of a cell is written; `plain` leaves digits as they are, for programs.
 *
 * A spreadsheet reads `340282366920938463463374607431768211455` as a double and keeps 15 of its
 * digits, `110000000.00` without its places, some hashes as powers of ten; quotes do not change
 * that. `="…"` is text to Excel, LibreOffice, Gnumeric and Google Sheets alike, when they open a file
 * without asking. It is the one formula that is let through: it is made here, of characters that
 * cannot end its quotes.
 */
export type CellForm = 'spreadsheet' | 'plain'

/** A line of RFC 4180: every cell quoted, CRLF at the end. */
export function csvLine(cells: Cell[], form: CellForm): string {
  const quoted = cells.map((cell) => `"${writeCell(cell, form).replaceAll('"', '""')}"`)
  return `${quoted.join(',')}\r\n`
}

/** A line to be pasted into a spreadsheet, where a quote at the beginning would swallow other cells. */
export function tsvLine(cells: Cell[]): string {
  const written = cells.map((cell) => {
    const text = writeCell(cell, 'spreadsheet').replace(/[\t\r\n]+/g, ' ')
    return text.startsWith('"') ? `'${text}` : text
  })
  return `${written.join('\t')}\n`
}

function writeCell(cell: Cell = '', form: CellForm): string {
  if (typeof cell === 'number') return String(cell)
  if (form === 'plain') return DECIMAL.test(cell) ? cell : guard(cell)
  if (NUMBER_LIKE.test(cell)) return `="${cell}"`
  const guarded = guard(cell)
  return /^[0-9]/.test(guarded) ? `'${guarded}` : guarded
}

const DECIMAL = /^-?[0-9]+(\.[0-9]+)?$/

// Excel takes at most 255 characters between the quotes of a formula.
const NUMBER_LIKE = /^-?[0-9][0-9a-z.:-]{0,250}$/i

/**
 * An apostrophe before what would begin a formula: at the beginning of the text, and behind what a
 * program that was set up for another language takes for the end of a cell.
 */
function guard(text: string): string {
  return text.replace(/(?<=^|[\t\r\n;])(?=[=+\-@\t\r\n＝＋－＠])/g, "'")
}
