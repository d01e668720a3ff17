import * as v from 'valibot'
import { integer, requiredInteger, text } from '../../contract/fields.ts'
import { Refusal } from './batch.ts'

type Fields = v.ObjectSchema<v.ObjectEntries, undefined>

/**
 * Reads an object by a schema made of the contract's tolerant fields. These read a malformed value as
 * missing; here it is refused, because it would be lost.
 * @throws {Refusal} naming the field, after `path`.
 */
export function readFields<Schema extends Fields>(
  schema: Schema,
  raw: unknown,
  path = '',
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, raw, { message: describe })
  if (parsed.success) {
    refuseUnread(schema, { raw, read: parsed.output, path })
    return parsed.output
  }
  const [issue] = parsed.issues
  throw new Refusal(`${path}${v.getDotPath(issue) ?? 'it'} ${issue.message}`)
}

function describe({ received }: v.BaseIssue<unknown>): string {
  return received === 'undefined' ? 'is missing' : 'cannot be read'
}

function refuseUnread(
  { entries }: Fields,
  { raw, read, path }: { raw: unknown; read: unknown; path: string },
): void {
  if (!v.is(Values, raw) || !v.is(Values, read)) return
  for (const [name, schema] of Object.entries(entries)) {
    const [given, value] = [raw[name], read[name]]
    if (given === undefined || given === null) continue
    if (value === undefined) throw new Refusal(`${path}${name} cannot be read`)
    if (isFields(schema)) refuseUnread(schema, { raw: given, read: value, path: `${path}${name}.` })
  }
}

const Values = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null,
)

function isFields(schema: unknown): schema is Fields {
  return v.is(Values, schema) && 'entries' in schema
}

/** A text no longer than any real one, and than an index can hold. */
export function shortText(maxLength: number) {
  const sentence = `is longer than ${maxLength} characters`
  return v.pipe(
    text,
    v.check((value = '') => value.length <= maxLength, sentence),
  )
}

export const count = v.pipe(requiredInteger, v.minValue(0, 'is negative'))

export const optionalCount = v.pipe(
  integer,
  v.check((value = 0) => value >= 0, 'is negative'),
)

/**
 * The JSON in `line`. The character zero, which neither database can store, is replaced.
 * @throws {Refusal}
 */
export function parseJson(line: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(line.includes('\\u0000') ? line.replace(ESCAPED_ZERO, '$1\\ufffd') : line)
  } catch (cause) {
    // SyntaxError; RangeError if it is nested too deeply.
    throw new Refusal('it is no JSON', { cause })
  }
}

const ESCAPED_ZERO = /(?<!\\)((?:\\\\)*)\\u0000/g

/** Untrusted text, short and without control characters. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
