import * as v from 'valibot'
import { describe, object, tolerant } from './schemas/fields.ts'

/**
 * Every problem that a service reports: its status, the exact `error` text on the wire, and its meaning. The
 * texts of the token problems are those of the public token API; only they distinguish the three 422 problems.
 */
export const PROBLEMS = {
  'bad-request': {
    status: 400,
    error: 'Bad Request',
    meaning:
      'A parameter is invalid or repeated. The message states its name and what is accepted.',
  },
  'contract-not-found': {
    status: 404,
    error: 'Contract not found',
    meaning: 'The contract is unknown to this service.',
  },
  'token-not-found': {
    status: 404,
    error: 'Token not found',
    meaning: 'The contract is known but has no token.',
  },
  'rune-not-found': {
    status: 404,
    error: 'Not found',
    meaning: 'The rune is unknown to this service, or the address never held it.',
  },
  'not-found': {
    status: 404,
    error: 'Not Found',
    meaning: 'The path or the requested resource does not exist.',
  },
  'method-not-allowed': {
    status: 405,
    error: 'Method Not Allowed',
    meaning: 'The service is read-only. The Allow header lists the accepted methods.',
  },
  'request-timeout': {
    status: 408,
    error: 'Request Timeout',
    meaning: 'The request did not arrive in time.',
  },
  'uri-too-long': {
    status: 414,
    error: 'URI Too Long',
    meaning: 'The URL is longer than 8 kB.',
  },
  'token-error': {
    status: 422,
    error: 'Token error',
    meaning: 'The contract cannot be read as a token. This is permanent; the message says why.',
  },
  'locale-not-found': {
    status: 422,
    error: 'Locale not found',
    meaning: 'The token has no metadata in this locale. Omit locale for the default.',
  },
  'metadata-in-progress': {
    status: 422,
    error: 'Token metadata fetch in progress',
    meaning: 'The metadata has not been fetched yet. Try again later.',
  },
  'too-many-requests': {
    status: 429,
    error: 'Too Many Requests',
    meaning: 'Try again after the number of seconds in Retry-After.',
  },
  'headers-too-large': {
    status: 431,
    error: 'Request Header Fields Too Large',
    meaning: 'The request headers are larger than 16 kB.',
  },
  unexpected: {
    status: 500,
    error: 'Internal Server Error',
    meaning: 'The service failed. Try again; report the problem if it persists.',
  },
  unavailable: {
    status: 503,
    error: 'Service Unavailable',
    meaning:
      'The data cannot be read right now. Try again after the number of seconds in Retry-After.',
  },
} as const

export type Problem = keyof typeof PROBLEMS

/** The kinds of error response. `refused` is any other 4xx. */
export type ProblemKind =
  | TokenProblem
  | 'bad-request'
  | 'not-found'
  | 'rate-limited'
  | 'refused'
  | 'unavailable'

/** The problems that every data endpoint has. */
export const COMMON_PROBLEMS = [
  'method-not-allowed',
  'too-many-requests',
  'unexpected',
  'unavailable',
] as const satisfies readonly Problem[]

/** Why a token has no metadata. */
export const TOKEN_PROBLEMS = [
  'contract-not-found',
  'token-not-found',
  'token-error',
  'locale-not-found',
  'metadata-in-progress',
] as const
export type TokenProblem = (typeof TOKEN_PROBLEMS)[number]

/** Problems in the form of the public APIs: without a status in the body, and mostly without a message. */
export const BARE_PROBLEMS: readonly Problem[] = [...TOKEN_PROBLEMS, 'rune-not-found']

/** The body of an error response, from Cairn or from one of the two APIs behind the contract. */
export const ProblemBody = object(
  'An error response.',
  {
    statusCode: describe(
      'The status of the response; missing from the 404 and 422 errors of tokens and from the 404 errors of runes.',
      tolerant(v.number()),
      { type: 'integer' },
    ),
    error: describe('Identifies the error. Match this text in your code.', tolerant(v.string())),
    message: describe('Details in a sentence.', tolerant(v.string())),
  },
  { required: ['error'] },
)
export type ProblemBody = v.InferOutput<typeof ProblemBody>

/**
 * The meaning of a response that is not 2xx. `body` is its parsed JSON, or undefined if it has none:
 * gateways often send HTML or nothing.
 */
export function problemOf(
  status: number,
  body: unknown,
): { kind: ProblemKind; message: string | undefined } {
  const parsed = v.safeParse(ProblemBody, body)
  const { error, message }: ProblemBody = parsed.success ? parsed.output : {}
  const tokenProblem = TOKEN_PROBLEMS.find(
    (problem) => PROBLEMS[problem].status === status && PROBLEMS[problem].error === error,
  )
  return { kind: tokenProblem ?? kindOf(status), message: message ?? error }
}

function kindOf(status: number): ProblemKind {
  if (status === 400) return 'bad-request'
  if (status === 404) return 'not-found'
  if (status === 429) return 'rate-limited'
  return status >= 500 ? 'unavailable' : 'refused'
}
