import * as v from 'valibot'

/**
 * Why a token has no answer, each with the status and the exact `error` text that the public token
 * API sends. The text is the code: it is the only thing that tells the three 422 apart.
 */
export const TOKEN_PROBLEMS = {
  'contract-not-found': { status: 404, error: 'Contract not found' },
  'token-not-found': { status: 404, error: 'Token not found' },
  'token-error': { status: 422, error: 'Token error' },
  'locale-not-found': { status: 422, error: 'Locale not found' },
  'metadata-in-progress': { status: 422, error: 'Token metadata fetch in progress' },
} as const

export type TokenProblem = keyof typeof TOKEN_PROBLEMS

/** The kinds of failure that an answer of a service can state. */
export type ProblemKind =
  | TokenProblem
  | 'bad-request'
  | 'not-found'
  | 'rate-limited'
  | 'unavailable'
  | 'refused'

/** An error body: ours, or that of either server the contract was read from. */
export const ProblemBody = v.object({
  error: v.fallback(v.optional(v.string()), undefined),
  message: v.fallback(v.optional(v.string()), undefined),
})
export type ProblemBody = v.InferOutput<typeof ProblemBody>

/**
 * What an answer that is not 2xx means. `body` is whatever came with it; HTML and empty bodies are
 * common from gateways and say nothing.
 */
export function problemOf(
  status: number,
  body: unknown,
): { kind: ProblemKind; message: string | undefined } {
  const parsed = v.safeParse(ProblemBody, body)
  const problem: ProblemBody = parsed.success ? parsed.output : {}
  return {
    kind: tokenProblemOf(status, problem.error) ?? kindOf(status),
    message: problem.message ?? problem.error,
  }
}

function tokenProblemOf(status: number, error: string | undefined): TokenProblem | undefined {
  for (const kind of Object.keys(TOKEN_PROBLEMS).filter(isTokenProblem)) {
    if (TOKEN_PROBLEMS[kind].status === status && TOKEN_PROBLEMS[kind].error === error) return kind
  }
}

function isTokenProblem(kind: string): kind is TokenProblem {
  return kind in TOKEN_PROBLEMS
}

function kindOf(status: number): ProblemKind {
  if (status === 400) return 'bad-request'
  if (status === 404) return 'not-found'
  if (status === 429) return 'rate-limited'
  return status >= 500 ? 'unavailable' : 'refused'
}
