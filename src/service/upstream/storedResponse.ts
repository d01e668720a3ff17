import { STATUS_CODES } from 'node:http'
import { stringify } from 'lossless-json'
import { isPageFinal } from '../../contract/final.ts'
import { PROBLEMS, problemOf, TOKEN_PROBLEMS } from '../../contract/problems.ts'
import type { Token } from '../../contract/token.ts'
import { activityToWire, type HexPrefix } from '../activityWire.ts'
import { tokenToWire } from '../tokenWire.ts'
import { boundMessage } from './boundUntrusted.ts'
import type { RecordPage, Refusal, UpstreamResult } from './upstreamReader.ts'

/** A response in our own form; when it was read and until when it is fresh, in unix milliseconds. */
export type StoredResponse = { status: number; body: string; readAt: number; freshUntil: number }

/** `maxAge`: seconds for which what can change is fresh. `now`: unix milliseconds. */
type Freshness = { maxAge: number; now: number }

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
/** In seconds. What is not held now may be soon; what is being fetched, sooner. */
const NOT_FOUND_MAX_AGE = MINUTE
const IN_PROGRESS_MAX_AGE = 10
const FINAL_MAX_AGE = 30 * DAY

export function tokenResponse(result: UpstreamResult<Token>, freshness: Freshness): StoredResponse {
  if (result.kind === 'refused') return refusalResponse(result, freshness)
  return stored(200, tokenToWire(result.value), freshness)
}

export function activityResponse(
  result: UpstreamResult<RecordPage>,
  hexPrefix: HexPrefix,
  { maxAge, now }: Freshness,
): StoredResponse {
  if (result.kind === 'refused') return refusalResponse(result, { maxAge, now })
  const { limit, offset, total, records } = result.value
  const results = records.map((record) => activityToWire(record, hexPrefix))
  const locations = records.map(({ location }) => location)
  const changing = total === 0 ? Math.min(maxAge, NOT_FOUND_MAX_AGE) : maxAge
  const lasting = isPageFinal(locations, { now }) ? Math.max(maxAge, FINAL_MAX_AGE) : changing
  return stored(200, { limit, offset, total, results }, { maxAge: lasting, now })
}

/** The reason of the other service; a token's in the exact form of the public token API. */
function refusalResponse({ status, problem }: Refusal, { maxAge, now }: Freshness): StoredResponse {
  const { kind } = problemOf(status, problem)
  const error = problem.error && boundMessage(problem.error)
  const message = problem.message && boundMessage(problem.message)
  const isOfToken = TOKEN_PROBLEMS.some((known) => known === kind)
  const body = isOfToken
    ? { error, message }
    : { statusCode: status, error: error ?? STATUS_CODES[status], message }
  const most =
    kind === PROBLEMS['metadata-in-progress'].kind ? IN_PROGRESS_MAX_AGE : NOT_FOUND_MAX_AGE
  return stored(status, body, { maxAge: Math.min(maxAge, most), now })
}

function stored(status: number, body: object, { maxAge, now }: Freshness): StoredResponse {
  return { status, body: stringify(body) ?? '', readAt: now, freshUntil: now + maxAge * 1000 }
}
