import { RequestError } from '../../contract/requestError.ts'

const MAX_DEPTH = 100
/** Ten times the longest text of any known token. */
const MAX_TEXT_LENGTH = 10_000
const MAX_ERROR_LENGTH = 500

/**
 * Returns a JSON value of another service if it is not nested too deeply and has no text that is too
 * long. `data:` URIs, which often embed images, are only bounded by the size of the whole response.
 * @throws {RequestError} `unreadable`
 */
export function boundJson<Value>(value: Value, depth = 0): Value {
  if (depth > MAX_DEPTH) throw tooLarge(`is nested more than ${MAX_DEPTH} levels deep`)
  if (typeof value !== 'object' || value === null) return value
  for (const [key, entry] of Object.entries(value)) {
    if (isTooLong(key, entry)) {
      throw tooLarge(`has a string of more than ${MAX_TEXT_LENGTH.toLocaleString('en')} characters`)
    }
    boundJson(entry, depth + 1)
  }
  return value
}

function isTooLong(key: string, entry: unknown): boolean {
  if (key.length > MAX_TEXT_LENGTH) return true
  if (typeof entry !== 'string' || entry.length <= MAX_TEXT_LENGTH) return false
  return SHOWN_IN_HEADS.has(key) || !entry.startsWith('data:')
}

/** Cuts off a long message of another service. */
export function boundMessage(message: string): string {
  return message.length > MAX_ERROR_LENGTH ? `${message.slice(0, MAX_ERROR_LENGTH - 1)}…` : message
}

const SHOWN_IN_HEADS = new Set(['name', 'symbol', 'description'])

function tooLarge(reason: string): RequestError {
  return new RequestError('unreadable', `The JSON ${reason}.`)
}
