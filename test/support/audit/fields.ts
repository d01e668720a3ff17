// Fields of answers as figures of a page.
import type { Expected, Value } from './compareFigures.ts'

/** How many rows a page of a list has. */
export const PAGE = 25

/** The first page of a list. */
export function listFigures(total: number): Expected {
  const last = Math.ceil(total / PAGE)
  return {
    'list.total': total,
    'list.first': 1,
    'list.last': Math.min(total, PAGE),
    'list.pages': last,
    'list.page': last <= 1 ? [] : [...new Set([1, 2, last])].filter((page) => page <= last),
  }
}

/** The figures of a row, by the names of its fields. */
export function fields<Name extends string>(
  subject: string,
  row: Partial<Record<Name, Value | undefined>>,
  names: readonly Name[],
): Expected {
  return Object.fromEntries(names.map((name) => [`${subject}.${name}`, row[name]]))
}

export function named(subject: string, row: Record<string, Value>): Expected {
  return fields(subject, row, Object.keys(row))
}

/** The same of several rows. */
export function columns<Name extends string>(
  subject: string,
  rows: Partial<Record<Name, Value | undefined>>[],
  names: readonly Name[],
): Expected {
  return Object.fromEntries(
    names.map((name) => [`${subject}.${name}`, rows.map((row) => row[name])]),
  )
}

export function unlessZero(amount: string): string | undefined {
  return /[1-9]/.test(amount) ? amount : undefined
}
