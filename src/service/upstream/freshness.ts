import type { ProblemKind } from '../../contract/problems.ts'
import { isPageFinal } from '../finalBlocks.ts'

/** `maxAge`: seconds for which a response that can change is fresh. `now`: Unix milliseconds. */
export type Freshness = { maxAge: number; now: number }

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
/** In seconds. Missing data may appear soon, and metadata in progress even sooner. */
const NOT_FOUND_MAX_AGE = MINUTE
const IN_PROGRESS_MAX_AGE = 10
const FINAL_MAX_AGE = 30 * DAY

/** The seconds for which a page of activity is fresh. A page without records may get its first one soon. */
export function activityMaxAge(
  locations: Parameters<typeof isPageFinal>[0],
  { maxAge, now }: Freshness,
): number {
  if (isPageFinal(locations, { now })) return Math.max(maxAge, FINAL_MAX_AGE)
  return locations.length === 0 ? Math.min(maxAge, NOT_FOUND_MAX_AGE) : maxAge
}

/** The seconds for which a problem is fresh. */
export function problemMaxAge(kind: ProblemKind | undefined, maxAge: number): number {
  return Math.min(maxAge, kind === 'metadata-in-progress' ? IN_PROGRESS_MAX_AGE : NOT_FOUND_MAX_AGE)
}
