import { STATUS_CODES } from 'node:http'
import { stringify } from 'lossless-json'
import type { Reply } from '../../contract/client.ts'
import type { Coverage } from '../../contract/coverageHeader.ts'
import { problemOf, TOKEN_PROBLEMS } from '../../contract/problems.ts'
import type { Token } from '../../contract/token.ts'
import type { TokenPage } from '../../contract/tokenList.ts'
import { activityToWire, type HexPrefix } from '../activityToWire.ts'
import { listedTokenToWire, tokenToWire } from '../tokenToWire.ts'
import { boundMessage } from './boundJson.ts'
import { activityMaxAge, type Freshness, problemMaxAge } from './freshness.ts'
import type { RecordPage, Refusal, UpstreamResult } from './upstreamReader.ts'

/** A response as this service sends it. `readAt` (0 if unknown) and `freshUntil` are Unix milliseconds. */
export type StoredResponse = {
  status: number
  body: string
  readAt: number
  freshUntil: number
  coverage?: Coverage | undefined
}

/** Data of this service's own database, to be sent if the upstream service fails or knows nothing. */
export function heldResponse(
  body: object,
  { readAt = 0, coverage }: Partial<Source>,
): StoredResponse {
  return { status: 200, body: stringify(body) ?? '', readAt, freshUntil: readAt, coverage }
}

type Source = { readAt: number | undefined; coverage: Coverage | undefined }

export function tokenResponse(
  result: UpstreamResult<Reply<Token>>,
  freshness: Freshness,
): StoredResponse {
  if (result.kind === 'refused') return refusalResponse(result, freshness)
  const { value, coverage } = result.value
  return { ...stored(200, tokenToWire(value), freshness), coverage }
}

export function tokenListResponse(
  result: UpstreamResult<Reply<TokenPage>>,
  { maxAge, now }: Freshness,
): StoredResponse {
  if (result.kind === 'refused') return refusalResponse(result, { maxAge, now })
  const { value, coverage } = result.value
  const body = { ...value, results: value.results.map(listedTokenToWire) }
  const age = value.total === 0 ? problemMaxAge(undefined, maxAge) : maxAge
  return { ...stored(200, body, { maxAge: age, now }), coverage }
}

export function activityResponse(
  result: UpstreamResult<RecordPage>,
  hexPrefix: HexPrefix,
  { maxAge, now }: Freshness,
): StoredResponse {
  if (result.kind === 'refused') return refusalResponse(result, { maxAge, now })
  const { limit, offset, total, records, coverage } = result.value
  const results = records.map((record) => activityToWire(record, hexPrefix))
  const locations = records.map(({ location }) => location)
  const body = { limit, offset, total, results }
  // A partial list may become complete.
  const age = coverage === 'partial' ? maxAge : activityMaxAge(locations, { maxAge, now })
  return { ...stored(200, body, { maxAge: age, now }), coverage }
}

/** The problem of the other service; a token problem in the exact form of the public token API. */
function refusalResponse({ status, problem }: Refusal, { maxAge, now }: Freshness): StoredResponse {
  const { kind } = problemOf(status, problem)
  const error = problem.error && boundMessage(problem.error)
  const message = problem.message && boundMessage(problem.message)
  const isOfToken = TOKEN_PROBLEMS.some((known) => known === kind)
  const body = isOfToken
    ? { error, message }
    : { statusCode: status, error: error ?? STATUS_CODES[status], message }
  return stored(status, body, { maxAge: problemMaxAge(kind, maxAge), now })
}

function stored(status: number, body: object, { maxAge, now }: Freshness): StoredResponse {
  return { status, body: stringify(body) ?? '', readAt: now, freshUntil: now + maxAge * 1000 }
}
