import type { ProblemKind, TOKEN_PROBLEMS, TokenProblem } from './problems.ts'

/**
 * What an answer may state instead of what was asked for: its status, its `error`, what that means,
 * and what the client calls it.
 */
export const PROBLEMS = {
  'bad-request': {
    status: 400,
    error: 'Bad Request',
    kind: 'bad-request',
    meaning: 'A parameter is not what is accepted: the message says which, what came, and what is.',
  },
  'contract-not-found': {
    status: 404,
    error: 'Contract not found',
    kind: 'contract-not-found',
    meaning: 'No such contract is known here.',
  },
  'token-not-found': {
    status: 404,
    error: 'Token not found',
    kind: 'token-not-found',
    meaning: 'The contract is known, and has no token.',
  },
  'not-found': {
    status: 404,
    error: 'Not Found',
    kind: 'not-found',
    meaning: 'Nothing is served at this path, or nothing of what was asked for is held.',
  },
  'method-not-allowed': {
    status: 405,
    error: 'Method Not Allowed',
    kind: 'refused',
    meaning: 'Everything here is read only: GET and HEAD, as Allow says.',
  },
  'token-error': {
    status: 422,
    error: 'Token error',
    kind: 'token-error',
    meaning: 'The contract cannot be read as a token, for good: the message says why.',
  },
  'locale-not-found': {
    status: 422,
    error: 'Locale not found',
    kind: 'locale-not-found',
    meaning: 'The token has no text in this locale; without one it is answered.',
  },
  'metadata-in-progress': {
    status: 422,
    error: 'Token metadata fetch in progress',
    kind: 'metadata-in-progress',
    meaning: 'The token’s metadata were not fetched yet: ask again later.',
  },
  'too-many-requests': {
    status: 429,
    error: 'Too Many Requests',
    kind: 'rate-limited',
    meaning: 'Ask again after as many seconds as Retry-After says.',
  },
  unexpected: {
    status: 500,
    error: 'Internal Server Error',
    kind: 'unavailable',
    meaning: 'The service failed: try again, and report it if it stays.',
  },
  unavailable: {
    status: 503,
    error: 'Service Unavailable',
    kind: 'unavailable',
    meaning: 'The data cannot be read now: ask again after as many seconds as Retry-After says.',
  },
} as const satisfies Stated & {
  [Kind in TokenProblem]: (typeof TOKEN_PROBLEMS)[Kind] & { kind: Kind; meaning: string }
}
type Stated = Record<string, { status: number; error: string; kind: ProblemKind; meaning: string }>

export type Problem = keyof typeof PROBLEMS

/** What any request may be answered with. */
export const COMMON_PROBLEMS: readonly Problem[] = [
  'method-not-allowed',
  'too-many-requests',
  'unexpected',
  'unavailable',
]
