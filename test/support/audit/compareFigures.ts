import { compare } from '../model/facts.ts'
import type { ShownFigure, ShownFigures } from './readFigures.ts'
import { TEXTS } from './texts.ts'

/** What a figure must be: exact digits, a share in percent, or seconds since 1970. */
export type Value = string | number | bigint
/**
 * By name: one value for all figures; one for each in their order, where those that are not shown are left out; several
 * of which each must be one; or one by the row.
 */
export type Expected = Record<
  string,
  | Value
  | undefined
  | (Value | undefined)[]
  | Set<Value | undefined>
  | ((row: string) => Value | undefined)
>

export type Comparison = { shown: Set<string>; compared: number; problems: string[] }

/** Compares all figures of a page by their names. */
export function compareFigures({ figures, unnamed }: ShownFigures, expected: Expected): Comparison {
  const texts = unnamed.map(nameText)
  const all = [...figures, ...texts.flatMap((found) => found?.figures ?? [])]
  const problems = unnamed
    .filter((_, index) => texts[index] === undefined)
    .map((text) => {
      return `"${text}" has no name`
    })
  const names = new Set(all.map((figure) => figure.name))
  for (const name of names) {
    const shown = all.filter((figure) => figure.name === name)
    problems.push(...compareAll(name, shown, expected[name]))
  }
  for (const [name, values] of Object.entries(expected)) {
    if (!Array.isArray(values) || values.every((value) => value === undefined)) continue
    if (!names.has(name)) problems.push(`${name} is not shown`)
  }
  return { shown: names, compared: all.length, problems }
}

function compareAll(name: string, shown: ShownFigure[], expected: Expected[string]): string[] {
  if (expected === undefined) return [`${name} is shown (${shown[0]?.text}), but not known`]
  const values = Array.isArray(expected) ? expected.filter((value) => value !== undefined) : []
  if (Array.isArray(expected) && values.length !== shown.length) {
    return [`${name} is shown ${shown.length} times, and must be ${values.length} times`]
  }
  return shown.flatMap((figure, index) => {
    const possible =
      typeof expected === 'function'
        ? [expected(figure.row ?? '')]
        : expected instanceof Set
          ? [...expected]
          : [Array.isArray(expected) ? values[index] : expected]
    const isRight = possible.some((value) => value !== undefined && isShownAs(figure, value))
    return isRight ? [] : [`${name} is "${figure.text}", and must be ${possible.join(' or ')}`]
  })
}

function isShownAs({ text, title, seconds }: ShownFigure, value: Value): boolean {
  if (seconds !== undefined) return seconds === Number(value) && isTimeShown(text, seconds)
  const exact = String(value)
  if (/^(?:(?:\d+ )?[A-Z][a-z]{2} )?\d{4}$/.test(text)) return isPartOfDay(text, Number(value))
  const plain = text
    .replaceAll(/[,\u00a0\u202f]/g, '')
    .replace('−', '-')
    .replace(/^\+/, '')
  if (plain.endsWith('%'))
    return isShareShown(plain.slice(0, -1), exact) && isTitleRight(title, exact)
  const [, digits = '', word] = /^(-?[\d.]+) ?(million|billion|trillion)?$/.exec(plain) ?? []
  if (word !== undefined) return isCut(digits, exact, ZEROS[word] ?? 0)
  return digits !== '' && compare(digits, exact) === 0
}

const ZEROS: Record<string, number> = { million: 6, billion: 9, trillion: 12 }

/** "20 Apr 2024, 00:33 UTC · 2 years ago", a part of it, or an age. */
function isTimeShown(text: string, seconds: number): boolean {
  const [day, time = '00:00'] = text.replace(/ UTC.*/, '').split(', ')
  const shown = Date.parse(`${day} ${time} UTC`) / 1000
  if (Number.isNaN(shown)) return isAge(text, Date.now() / 1000 - seconds)
  const unit = text.includes(',') ? 60 : 86_400
  return shown === Math.floor(seconds / unit) * unit
}

/** "3 d ago": cut off, when the page was read. */
function isAge(text: string, age: number): boolean {
  const [, count, unit = ''] = /^(\d+) (.+?)s? ago$/.exec(text) ?? []
  const size = SECONDS[unit]
  if (count === undefined || size === undefined) return text === 'now' && age < 60
  // Under a minute it changes every five seconds, and the page may be older by some.
  return Math.abs(age / size - Number(count)) <= (size === 1 ? 12 : 1.1)
}

const SECONDS: Record<string, number> = {
  s: 1,
  min: 60,
  minute: 60,
  h: 3600,
  hour: 3600,
  d: 86_400,
  day: 86_400,
  month: 2_629_746,
  year: 31_556_952,
}

/** "23 Apr 2024", "Apr 2024" or "2024": a day that is expected. */
function isPartOfDay(text: string, seconds: number): boolean {
  const [, day = '', month, year] = new Date(seconds * 1000).toUTCString().split(' ')
  return ` ${Number(day)} ${month} ${year}`.endsWith(` ${text}`)
}

/** With two decimals, cut off; what is less is "<0.01". */
function isShareShown(shown: string, exact: string): boolean {
  if (shown === '<0.01') return Number(exact) > 0 && Number(exact) < 0.01
  const [whole = '', fraction = ''] = exact.split('.')
  return compare(shown, `${whole}.${fraction.slice(0, 2)}`) === 0
}

function isTitleRight(title: string | undefined, exact: string): boolean {
  return title === undefined || compare(title.replaceAll(/[,%]/g, ''), exact) === 0
}

/** Whether digits with at most one decimal are a number without its last `zeros` digits. */
function isCut(shown: string, exact: string, zeros: number): boolean {
  const [whole = ''] = exact.split('.')
  const tenth = `${whole.slice(0, -zeros)}.${whole.at(-zeros) ?? '0'}`
  return compare(shown, tenth) === 0
}

/** A text that is known: its figures, or none if its digits are no figures. */
function nameText(text: string): { figures: ShownFigure[] } | undefined {
  for (const [pattern, ...names] of TEXTS) {
    const match = pattern.exec(text.trim())
    if (match === null) continue
    const figures = names.flatMap((name, index) => {
      const found = match[index + 1]
      return found === undefined
        ? []
        : [{ name, text: found, title: undefined, seconds: undefined }]
    })
    return { figures }
  }
}
