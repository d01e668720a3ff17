import * as v from 'valibot'

/**
 * Any JSON value. An integer too large for a double is a bigint, so that no digit is lost between
 * the wire and the screen.
 */
export type JsonValue = string | number | bigint | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [key: string]: JsonValue
}

/**
 * Takes anything: what a JSON parser yields is JSON already, of any depth. The type is named, because
 * a compiler that reads the client's declarations does not get to the bottom of the one inferred.
 */
export const JsonValue: v.GenericSchema<unknown, JsonValue> = v.custom<JsonValue>(() => true)

export const JsonObject: v.GenericSchema<unknown, JsonObject> = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** The JSON in `text`; undefined where it is none, as the HTML or nothing that comes with a failure. */
export function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * How a JSON parser should read a number: a double where it holds every digit, a bigint for larger
 * integers, and the digits as text where neither does, or would cost too much.
 */
export function readNumber(digits: string): number | bigint | string {
  const double = Number(digits)
  if (String(double) === digits || /e/i.test(digits)) return double
  return /^-?[0-9]{1,1000}$/.test(digits) ? BigInt(digits) : digits
}
