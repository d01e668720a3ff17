import * as v from 'valibot'
import { tolerant } from './schemas/fields.ts'

/**
 * Every problem that a service reports. The texts of the token problems are those of the public token API;
 * only they distinguish the three 422 problems.
 */
export const PROBLEMS = {
  'bad-request': problem(
    400,
    'Bad Request',
    'A parameter is invalid or repeated, or asks for what cannot be computed: balances after the newest block, sums of too many records, hex that is no transaction. The message says which, and what is accepted.',
  ),
  'contract-not-found': problem(404, 'Contract not found', 'The contract is unknown.'),
  'token-not-found': problem(404, 'Token not found', 'The contract is known but has no token.'),
  'rune-not-found': problem(404, 'Not found', 'No such rune, or the address never held it.'),
  'not-found': problem(404, 'Not Found', 'The path or the requested resource does not exist.'),
  'method-not-allowed': problem(405, 'Method Not Allowed', 'The service is read-only: see Allow.'),
  'request-timeout': problem(408, 'Request Timeout', 'The request did not arrive in time.'),
  'content-too-large': problem(413, 'Content Too Large', 'The body is longer than 400 kB.'),
  'uri-too-long': problem(414, 'URI Too Long', 'The URL is longer than 8 kB.'),
  'token-error': problem(
    422,
    'Token error',
    'The contract cannot be read as a token. This is permanent; the message says why.',
  ),
  'locale-not-found': problem(
    422,
    'Locale not found',
    'The token has no metadata in this locale. Omit locale for the default.',
  ),
  'metadata-in-progress': problem(
    422,
    'Token metadata fetch in progress',
    'The metadata has not been fetched yet. Try again later.',
  ),
  'too-many-requests': problem(429, 'Too Many Requests', 'Try again after Retry-After seconds.'),
  'headers-too-large': problem(431, 'Request Header Fields Too Large', 'Headers exceed 16 kB.'),
  unexpected: problem(500, 'Internal Server Error', 'The service failed. Try again.'),
  unavailable: problem(
    503,
    'Service Unavailable',
    'The data cannot be read right now. Try again after Retry-After seconds.',
  ),
} as const

/** A status, the exact `error` text on the wire, and what it means. */
function problem<const Status extends number>(status: Status, error: string, meaning: string) {
  return { status, error, meaning }
}

export type Problem = keyof typeof PROBLEMS

/** The kinds of error response. `refused` is any other 4xx. */
export type ProblemKind =
  | TokenProblem
  | 'bad-request'
  | 'not-found'
  | 'rate-limited'
  | 'refused'
  | 'unavailable'

/** Why a token has no metadata. */
export const TOKEN_PROBLEMS = [
  'contract-not-found',
  'token-not-found',
  'token-error',
  'locale-not-found',
  'metadata-in-progress',
] as const
type TokenProblem = (typeof TOKEN_PROBLEMS)[number]

/** The body of an error response, from Cairn or from one of the two APIs behind the contract. */
const ProblemBody = v.object({ error: tolerant(v.string()), message: tolerant(v.string()) })

/**
 * The meaning of a response that is not 2xx. `body` is its parsed JSON, or undefined if it has none:
 * gateways often send HTML or nothing.
 */
export function problemOf(status: number, body: unknown) {
  const parsed = v.safeParse(ProblemBody, body)
  const { error, message } = parsed.success ? parsed.output : {}
  const ofToken = TOKEN_PROBLEMS.find((problem) => {
    return PROBLEMS[problem].status === status && PROBLEMS[problem].error === error
  })
  return { kind: ofToken ?? kindOf(status), message: message ?? error }
}

function kindOf(status: number): ProblemKind {
  if (status === 400) return 'bad-request'
  if (status === 404) return 'not-found'
  if (status === 429) return 'rate-limited'
  return status >= 500 ? 'unavailable' : 'refused'
}
