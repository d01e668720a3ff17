import type { Problem } from './problems.ts'

export { PROBLEMS, type Problem } from './problems.ts'

/** What any request may be answered with. */
export const COMMON_PROBLEMS: readonly Problem[] = [
  'method-not-allowed',
  'too-many-requests',
  'unexpected',
  'unavailable',
]
