import * as v from 'valibot'

/** Why a line is not imported, in words that go on after its place. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/**
 * The fields of `raw` as a tolerant schema reads them; but what is there and cannot be read is not
 * taken for missing: it would be lost.
 * @throws {Refusal}
 */
export function readFields<Schema extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  schema: Schema,
  raw: unknown,
  path = '',
): v.InferOutput<Schema> {
  const given = v.safeParse(v.looseObject({}), raw)
  const read = v.safeParse(schema, raw)
  if (!given.success) throw new Refusal(`${path || 'it'} is no JSON object`)
  if (!read.success) {
    const [issue] = read.issues
    throw new Refusal(`${path}${v.getDotPath(issue) ?? ''} is missing or cannot be read`)
  }
  const values: Record<string, unknown> = { ...read.output }
  for (const name of Object.keys(schema.entries)) {
    const isGiven = given.output[name] !== undefined && given.output[name] !== null
    if (isGiven && values[name] === undefined) throw new Refusal(`${path}${name} cannot be read`)
  }
  return read.output
}

/**
 * The JSON in `text`. The character zero, which no PostgreSQL takes and which ends a text of libsql,
 * comes out as the one for what cannot be shown.
 * @throws {Refusal}
 */
export function parseJson(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text.replace(NOTHING, '$1\\ufffd'))
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
