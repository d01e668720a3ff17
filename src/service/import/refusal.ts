import * as v from 'valibot'

/** Why a line is not imported, in words that go on after its place. */
export class Refusal extends Error {
  override name = 'Refusal'
}

type Fields = v.ObjectSchema<v.ObjectEntries, undefined>

/**
 * The fields of `raw` as a tolerant schema reads them; but what is there and cannot be read is not
 * taken for missing: it would be lost.
 * @throws {Refusal}
 */
export function readFields<Schema extends Fields>(
  schema: Schema,
  raw: unknown,
  path = '',
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, raw)
  if (!read.success) {
    const [issue] = read.issues
    throw new Refusal(`${path}${v.getDotPath(issue) ?? 'it'} is missing or cannot be read`)
  }
  refuseUnread(schema, { raw, read: read.output, path })
  return read.output
}

function refuseUnread(
  { entries }: Fields,
  { raw, read, path }: { raw: unknown; read: unknown; path: string },
): void {
  if (!v.is(FieldValues, raw) || !v.is(FieldValues, read)) return
  for (const [name, schema] of Object.entries(entries)) {
    const [given, value] = [raw[name], read[name]]
    if (given === undefined || given === null) continue
    if (value === undefined) throw new Refusal(`${path}${name} cannot be read`)
    if (isFields(schema)) refuseUnread(schema, { raw: given, read: value, path: `${path}${name}.` })
  }
}

const FieldValues = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null,
)

function isFields(schema: unknown): schema is Fields {
  return v.is(FieldValues, schema) && 'entries' in schema
}

/**
 * The JSON in `text`. The character zero, which no PostgreSQL takes and which ends a text of libsql,
 * comes out as the one for what cannot be shown.
 * @throws {Refusal}
 */
export function parseJson(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text.includes('\\u0000') ? text.replace(NOTHING, '$1\\ufffd') : text)
  } catch (cause) {
    // SyntaxError; RangeError: nested too deep.
    throw new Refusal('it is no JSON', { cause })
  }
}

const NOTHING = /(?<!\\)((?:\\\\)*)\\u0000/g

/** Refuses what is longer than any such text is, and than an index can hold. */
export function refuseLong(texts: Record<string, string | undefined>, most: number): void {
  for (const [name, text] of Object.entries(texts)) {
    if (text !== undefined && text.length > most) {
      throw new Refusal(`${name} is longer than ${most} characters`)
    }
  }
}

/** Text of a stranger, short and visible, to be shown in a reason. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
