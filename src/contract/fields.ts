import * as v from 'valibot'

/**
 * Fields as tolerant readers of the contract need them: missing, null and unreadable all come out
 * as undefined, numbers and digit strings are read as each other where no digit is lost. Where a
 * field accepts several forms, the first option of its union is the form that our service sends.
 */

/** A text; a number is taken as its digits. */
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

/** A whole number that a double holds exactly, and that has to be there. */
export const requiredInteger = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?[0-9]{1,16}$/), v.transform(Number))]),
  v.safeInteger(),
)

export const integer = v.fallback(v.optional(requiredInteger), undefined)

/** A decimal number as the digits it was written with: `"110000000.00"`. */
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

/** A height, an offset, a time in unix seconds or a count, from a service of ours. */
export const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const PREFIXED_HASH = '^0x[0-9a-f]{64}$'
export const BARE_HASH = '^[0-9a-f]{64}$'

/**
 * Adds to a schema what `/openapi.json` says of it: a description, and keywords of JSON Schema that
 * narrow what readers accept to what our service sends. Reading does not change.
 */
export function describe<const Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
  keywords: Record<string, unknown> = {},
) {
  return v.pipe(schema, v.metadata({ description, ...keywords }))
}

/**
 * What a validator found wrong with `subject`, for readers: "a response without “total”". `names` are
 * fields with their article; others are quoted as on the wire.
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
