import type { JsonValue } from '../contract/json.ts'
import { RequestError } from '../contract/requestError.ts'
import { parseExactly } from './exactJson.ts'

const MAX_DEPTH = 100
/** Ten times the longest text of any known token. */
const MAX_TEXT_LENGTH = 10_000

/**
 * Parses JSON that others wrote. Keeps all digits of its numbers, and replaces U+0000, which neither
 * database can store. `data:` URIs, which often embed images, may have any length.
 * @throws {SyntaxError | RangeError} if it is not JSON.
 * @throws {RequestError} `unreadable` if it is nested too deeply or has a text that is too long.
 */
export function parseUntrusted(text: string): JsonValue {
  const storable = text.includes('\\u0000') ? text.replace(ESCAPED_ZERO, '$1\\ufffd') : text
  const value = parseExactly(storable)
  expectBounds(value, 0)
  return value
}

const ESCAPED_ZERO = /(?<!\\)((?:\\\\)*)\\u0000/g

function expectBounds(value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw tooLarge(`is nested more than ${MAX_DEPTH} levels deep`)
  if (typeof value !== 'object' || value === null) return
  for (const [key, entry] of Object.entries(value)) {
    if (isTooLong(key, entry)) {
      throw tooLarge(`has a text of more than ${MAX_TEXT_LENGTH.toLocaleString('en')} characters`)
    }
    expectBounds(entry, depth + 1)
  }
}

function isTooLong(key: string, entry: unknown): boolean {
  if (key.length > MAX_TEXT_LENGTH) return true
  if (typeof entry !== 'string' || entry.length <= MAX_TEXT_LENGTH) return false
  return SHOWN_IN_HEADS.has(key) || !entry.startsWith('data:')
}

const SHOWN_IN_HEADS = new Set(['name', 'symbol', 'description'])

function tooLarge(reason: string): RequestError {
  return new RequestError('unreadable', `The JSON ${reason}.`)
}
