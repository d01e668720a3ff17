import { STATUS_CODES } from 'node:http'
import { stringify } from 'lossless-json'
import type { RuneLocation } from '../../contract/activity.ts'
import { PROBLEMS, type ProblemBody, problemOf, TOKEN_PROBLEMS } from '../../contract/problems.ts'
import type { Token } from '../../contract/token.ts'
import { activityToWire, type HexPrefix } from '../activityWire.ts'
import { tokenToWire } from '../tokenWire.ts'
import type { KeptAnswer } from './keptAnswers.ts'
import type { ActivitySlice, Refused, UpstreamAnswer } from './readUpstream.ts'

/** `maxAge`: seconds for which what can change counts as fresh. `now`: unix milliseconds. */
type Freshness = { maxAge: number; now: number }

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
/** What is not held now may come soon, what is being fetched sooner. */
const REFUSAL_LASTS = MINUTE
const PROGRESS_LASTS = 10
const SETTLED_LASTS = 30 * DAY

/** A token's answer as we send it, and for how long. */
export function tokenToKept(answer: UpstreamAnswer<Token>, freshness: Freshness): KeptAnswer {
  if (answer.kind === 'refused') return refusalToKept(answer, freshness)
  return kept(200, tokenToWire(answer.value), freshness.maxAge, freshness.now)
}

/** The same of a page of activity. */
export function activityToKept(
  answer: UpstreamAnswer<ActivitySlice>,
  hexPrefix: HexPrefix,
  freshness: Freshness,
): KeptAnswer {
  if (answer.kind === 'refused') return refusalToKept(answer, freshness)
  const { limit, offset, total, records } = answer.value
  const results = records.map((record) => activityToWire(record, hexPrefix))
  const page = { limit, offset, total, results }
  return kept(200, page, activityLasts(answer.value, freshness), freshness.now)
}

/**
 * In seconds. The chain no longer changes blocks older than a day, and a list without records may get
 * its first one with the next block.
 */
function activityLasts({ total, records }: ActivitySlice, { maxAge, now }: Freshness): number {
  if (total === 0) return Math.min(maxAge, REFUSAL_LASTS)
  const isOld = ({ timestamp = now }: RuneLocation) => timestamp < now - DAY * 1000
  const isSettled = records.length > 0 && records.every(({ location }) => isOld(location))
  return isSettled ? Math.max(maxAge, SETTLED_LASTS) : maxAge
}

function refusalToKept({ status, problem }: Refused, { maxAge, now }: Freshness): KeptAnswer {
  const isUnderway = problemOf(status, problem).kind === 'metadata-in-progress'
  const lasts = Math.min(maxAge, isUnderway ? PROGRESS_LASTS : REFUSAL_LASTS)
  return kept(status, refusalBody(status, problem), lasts, now)
}

/** The reason as it was given; a token's in the exact form of the public token API. */
function refusalBody(status: Refused['status'], { error, message }: ProblemBody) {
  const isOfToken = TOKEN_PROBLEMS.map((kind) => PROBLEMS[kind]).some(
    (known) => known.status === status && known.error === error,
  )
  if (isOfToken) return { error, message }
  return { statusCode: status, error: error ?? STATUS_CODES[status], message }
}

function kept(status: number, body: object, lasts: number, now: number): KeptAnswer {
  return { status, body: stringify(body) ?? '', readAt: now, freshUntil: now + lasts * 1000 }
}
