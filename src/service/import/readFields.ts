import * as v from 'valibot'
import { requiredInteger, text } from '../../contract/fields.ts'
import { Refusal } from './batch.ts'

/** @throws {Refusal} naming the first field that is wrong, after `path`. */
export function readFields<Schema extends v.GenericSchema>(
  schema: Schema,
  raw: unknown,
  path = '',
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, raw, {
    message: ({ received }) => (received === 'undefined' ? 'is missing' : 'cannot be read'),
  })
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Refusal(`${path}${v.getDotPath(issue) ?? 'it'} ${issue.message}`)
}

/**
 * A field that may be missing or null. The contract's own optional fields read a malformed value as
 * missing too; an import would lose it.
 */
export function optional<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.nullish(schema),
    v.transform((value): v.InferOutput<Schema> | undefined => value ?? undefined),
  )
}

/** No longer than any real one, and than an index can hold. */
export function shortText(maxLength: number) {
  return v.pipe(text, v.string(), v.maxLength(maxLength, `is longer than ${maxLength} characters`))
}

export const count = v.pipe(requiredInteger, v.minValue(0, 'is negative'))

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
