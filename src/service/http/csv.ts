import type * as v from 'valibot'
import { innerOf, isSchema } from '../../contract/endpoint.ts'

/** The path of a value in a row, such as `rune` and `id`. */
type Column = string[]

/**
 * The columns of the rows of a list: nested objects are spread out, lists are one column, their objects as JSON. After each `timestamp`, which
 * is Unix seconds, comes `time`, the same in ISO 8601.
 */
export function csvColumns(reply: v.GenericSchema): Column[] {
  const { results } = entriesOf(reply)
  return results && 'item' in results && isSchema(results.item) ? columnsIn(results.item, []) : []
}

function columnsIn(schema: v.GenericSchema, path: Column): Column[] {
  const entries = Object.entries(entriesOf(schema))
  if (entries.length === 0) return [path]
  return entries.flatMap(([name, entry]) => [
    ...columnsIn(entry, [...path, name]),
    ...(name === 'timestamp' ? [[...path, 'time']] : []),
  ])
}

/** The fields of an object schema; none of another. */
function entriesOf(schema: v.GenericSchema): Record<string, v.GenericSchema> {
  const inner = innerOf(schema)
  return 'entries' in inner && isEntries(inner.entries) ? inner.entries : {}
}

function isEntries(value: unknown): value is Record<string, v.GenericSchema> {
  return typeof value === 'object' && value !== null
}

/** RFC 4180: lines end with CR LF, and cells with commas, quotes or line breaks are quoted. */
export function csvHeader(columns: Column[]): string {
  return `${columns.map((path) => path.join('.')).join()}\r\n`
}

/** A row. With `isForExcel`, what a spreadsheet would round, or take for a time or a number, is written as a text. */
export function csvLine(columns: Column[], row: unknown, isForExcel: boolean): string {
  const cells = columns.map((path) => {
    const value = path.at(-1) === 'time' ? timeAt(row, path) : valueAt(row, path)
    return quote(cellOf(value, isForExcel))
  })
  return `${cells.join()}\r\n`
}

function timeAt(row: unknown, path: Column): string | undefined {
  const timestamp = valueAt(row, [...path.slice(0, -1), 'timestamp'])
  if (typeof timestamp !== 'number') return
  return new Date(timestamp * 1000).toISOString().replace('.000Z', 'Z')
}

function valueAt(row: unknown, path: string[]): unknown {
  let value = row
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return
    value = Object.entries(value).find(([key]) => key === name)?.[1]
  }
  return value
}

const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/
/** A spreadsheet rounds numbers with more digits. */
const EXACT_DIGITS = 15
/** Such as the id 1:0, which a spreadsheet takes for a time, or 12e5. */
const LIKE_NUMBER = /^[0-9]+(?:[:/,.-][0-9]+)+$|^[0-9.]+e[+-]?[0-9]+$/i

function cellOf(value: unknown, isForExcel: boolean): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textIn).join(' ')
  const text = String(value)
  const isNumber = NUMBER.test(text)
  const isChanged = isNumber
    ? text.replace(/\D/g, '').length > EXACT_DIGITS
    : LIKE_NUMBER.test(text)
  if (isForExcel && isChanged) return `="${text}"`
  return isNumber ? text : guard(text)
}

/** An entry of a list: an object as JSON. */
function textIn(entry: unknown): string {
  const isObject = typeof entry === 'object' && entry !== null && !Array.isArray(entry)
  return isObject ? JSON.stringify(entry) : String(entry)
}

/** A cell that begins like a formula would be computed by a spreadsheet. */
function guard(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
