import * as v from 'valibot'

/**
 * Tolerant schemas for the fields of the contract: missing, null and unreadable values become
 * undefined, and a number may be sent as a string of its digits and vice versa, if no digit is lost.
 * If a field accepts several forms, the first option of its union is the one that Cairn sends.
 */

/** What is missing or cannot be read is undefined. */
export function tolerant<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.optional(schema), undefined)
}

/** A number that a parser left as its digits, because a double would change them: `1.50`, `6.0`. */
const ExactNumber = v.pipe(
  v.custom<object>(
    (value) => typeof value === 'object' && value !== null && 'isLosslessNumber' in value,
  ),
  v.transform(String),
)

/** A string. A number becomes a string of its digits. */
export const tolerantString = tolerant(
  v.union([
    v.string(),
    ExactNumber,
    v.pipe(
      v.union([v.bigint(), v.pipe(v.number(), v.check(isExact))]),
      v.transform((value) => String(value)),
    ),
  ]),
)

/** A required whole number that a double holds exactly; also `6.0`. */
export const requiredInteger = v.pipe(
  v.union([
    v.number(),
    v.pipe(
      v.union([v.string(), ExactNumber]),
      v.regex(/^-?[0-9]{1,16}(\.0{1,38})?$/),
      v.transform(Number),
    ),
  ]),
  v.safeInteger(),
)

export const integer = tolerant(requiredInteger)

/** A decimal number as a string of the digits that were sent: `"110000000.00"`. */
export const decimal = tolerant(
  v.pipe(tolerantString, v.string(), v.regex(/^-?[0-9]+(\.[0-9]+)?$/)),
)

/** Hex digits in lower case without `0x`. */
const hex = v.pipe(
  v.string(),
  v.regex(/^(0x)?[0-9a-f]+$/i),
  v.transform((value) => value.replace(/^0x/i, '').toLowerCase()),
)

/** A height, an offset, a time in Unix seconds or a count. */
export const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** What `/openapi.json` says of an exact amount. */
export const AMOUNT = { pattern: '^[0-9]+(\\.[0-9]+)?$' }
export const PREFIXED_HASH = '^0x[0-9a-f]{64}$'
export const BARE_HASH = '^[0-9a-f]{64}$'
export const FEE_RATE = '^[0-9]+\\.[0-9]{2}$'

type Keywords = Record<string, unknown>

/**
 * Adds to a schema what `/openapi.json` says about it: a description, and JSON Schema keywords that
 * narrow what readers accept to what Cairn sends. Parsing does not change.
 */
export function describe<const Schema extends v.GenericSchema>(
  description: string,
  schema: Schema,
  keywords: Keywords = {},
) {
  return v.pipe(schema, v.metadata({ description, ...keywords }))
}

export const count = (description: string, keywords?: Keywords) =>
  describe(description, wholeNumber, keywords)
export const hash = (description: string) => describe(description, hex, { pattern: PREFIXED_HASH })
export const flag = (description: string) => describe(description, v.boolean())
export const string = (description: string, keywords?: Keywords) =>
  describe(description, v.string(), keywords)
export const optional = <const Schema extends v.GenericSchema>(
  description: string,
  schema: Schema,
  keywords?: Keywords,
) => describe(description, v.optional(schema), keywords)
export const list = <const Schema extends v.GenericSchema>(
  description: string,
  entry: Schema,
  keywords?: Keywords,
) => describe(description, v.array(entry), keywords)
export const object = <const Entries extends v.ObjectEntries>(
  description: string,
  entries: Entries,
  keywords?: Keywords,
) => describe(description, v.object(entries), keywords)

/** What is wrong with `subject`, for readers: "a response without “total”". */
export function describeIssue(issue: v.BaseIssue<unknown>, subject: string): string {
  const path = v.getDotPath(issue)
  if (path === null) return `${subject} that is not an object`
  if (issue.input === undefined || issue.input === null) return `${subject} without “${path}”`
  return `${subject} whose “${path}” cannot be read`
}

function isExact(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER && !/e/.test(String(value))
}
