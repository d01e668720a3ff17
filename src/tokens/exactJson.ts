import { LosslessNumber, parse } from 'lossless-json'
import * as v from 'valibot'
import { JsonValue, readNumber } from '../contract/json.ts'

/**
 * Parses JSON so that lossless-json's `stringify` writes the same digits again: `1.50` stays `1.50`,
 * and long numbers stay exact.
 * @throws {SyntaxError} if it is not JSON; {RangeError} if it is nested too deeply.
 */
export function parseExactly(text: string): JsonValue {
  // JSON.parse is twenty times as fast, and exact if all numbers are short integers.
  const value = MAY_LOSE_DIGITS.test(text)
    ? parse(text, undefined, {
        parseNumber: readExactNumber,
        onDuplicateKey: ({ newValue }) => newValue,
      })
    : JSON.parse(text)
  return v.parse(JsonValue, value)
}

const MAY_LOSE_DIGITS = /(?:^|[:,[\s])-?(?:[0-9]{16}|[0-9]+[.eE])/

function readExactNumber(digits: string): number | bigint | LosslessNumber {
  const number = readNumber(digits)
  return String(number) === digits && typeof number !== 'string'
    ? number
    : new LosslessNumber(digits)
}
