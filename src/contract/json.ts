import * as v from 'valibot'

/**
 * Any JSON value. An integer too large for a double is a bigint if `readNumber` parsed it; `JSON.parse`
 * rounds it.
 */
export type JsonValue = string | number | bigint | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [key: string]: JsonValue
}

/**
 * Accepts anything, because what a JSON parser returns is JSON already. The type is explicit, because
 * TypeScript cannot resolve the inferred one in the client's declarations.
 */
export const JsonValue: v.GenericSchema<unknown, JsonValue> = v.custom<JsonValue>(() => true)

export const JsonObject: v.GenericSchema<unknown, JsonObject> = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** Parses JSON; undefined if `text` is something else, such as the HTML of an error page. */
export function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads a number of a JSON document: as a double if that holds every digit or the number has an
 * exponent, as a bigint if it is a larger integer, otherwise as a string of its digits. Integers of
 * more than 1000 digits stay strings, because a bigint would cost too much.
 */
export function readNumber(digits: string): number | bigint | string {
  const double = Number(digits)
  if (String(double) === digits || /e/i.test(digits)) return double
  return /^-?[0-9]{1,1000}$/.test(digits) ? BigInt(digits) : digits
}
