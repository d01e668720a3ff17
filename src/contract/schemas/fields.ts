import * as v from 'valibot'

/**
 * Tolerant schemas for the fields of the contract: missing, null and unreadable values become
 * undefined, and a number may be sent as a string of its digits and vice versa, if no digit is lost.
 * If a field accepts several forms, the first option of its union is the one that Cairn sends.
 */

/** A string. A number becomes a string of its digits. */
export const text = v.fallback(
  v.optional(
    v.union([
      v.string(),
      v.pipe(
        v.union([v.bigint(), v.pipe(v.number(), v.check(isExact))]),
        v.transform((value) => String(value)),
      ),
    ]),
  ),
  undefined,
)

/** A required whole number that a double holds exactly. */
export const requiredInteger = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?[0-9]{1,16}$/), v.transform(Number))]),
  v.safeInteger(),
)

export const integer = v.fallback(v.optional(requiredInteger), undefined)

/** A decimal number as a string of the digits that were sent: `"110000000.00"`. */
export const decimal = v.fallback(
  v.optional(v.pipe(text, v.string(), v.regex(/^-?[0-9]+(\.[0-9]+)?$/))),
  undefined,
)

/** Hex digits in lower case without `0x`. */
export const hex = v.pipe(
  v.string(),
  v.regex(/^(0x)?[0-9a-f]+$/i),
  v.transform((value) => value.replace(/^0x/i, '').toLowerCase()),
)

/** A height, an offset, a time in Unix seconds or a count, as the directory sends it. */
export const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** What `/openapi.json` says of an exact amount. */
export const AMOUNT = { pattern: '^[0-9]+(\\.[0-9]+)?$' }
export const PREFIXED_HASH = '^0x[0-9a-f]{64}$'
export const BARE_HASH = '^[0-9a-f]{64}$'

/** Read as Unix milliseconds. Some services send those. */
export const unixTime = describe(
  v.pipe(
    integer,
    v.transform((time) => (time === undefined || time >= 1e12 ? time : time * 1000)),
  ),
  'The time of the block in Unix seconds.',
  { minimum: 0 },
)

/**
 * Adds to a schema what `/openapi.json` says about it: a description, and JSON Schema keywords that
 * narrow what readers accept to what Cairn sends. Parsing does not change.
 */
export function describe<const Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
  keywords: Record<string, unknown> = {},
) {
  return v.pipe(schema, v.metadata({ description, ...keywords }))
}

/**
 * What is wrong with `subject`, for readers: "a response without “total”". `names` has names of
 * fields with their article; other fields are quoted as on the wire.
 */
export function describeIssue(
  issue: v.BaseIssue<unknown>,
  subject: string,
  names: Record<string, string> = {},
): string {
  const path = v.getDotPath(issue)
  if (path === null) return `${subject} that is not an object`
  const name = names[path] ?? `“${path}”`
  if (issue.input === undefined || issue.input === null) return `${subject} without ${name}`
  return `${subject} whose ${name.replace(/^an? /, '')} cannot be read`
}

function isExact(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER && !/e/.test(String(value))
}
