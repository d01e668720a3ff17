/**
 * The seconds to wait before a retry, or undefined if the error response does not state them. Reads
 * `Retry-After` (RFC 9110: seconds or a date). After a 429 without it, reads the end of the rate limit's
 * window in the forms that gateways send: `RateLimit: "name";r=0;t=30`,
 * `RateLimit: limit=9, remaining=0, reset=30`, `RateLimit-Reset: 30`, `X-RateLimit-Reset: <Unix seconds>`.
 * @param now Unix milliseconds.
 */
export function readRetryAfter({ status, headers }: Response, now: number): number | undefined {
  const retryAfter = headers.get('Retry-After')
  if (retryAfter !== null) {
    return secondsUntil(retryAfter, Date.parse(headers.get('Date') ?? '') || now)
  }
  // Other responses have these headers, too, while requests are left.
  if (status !== 429) return undefined
  const [, window] = /(?:\bt|\breset)=(\d+)/i.exec(headers.get('RateLimit') ?? '') ?? []
  const reset = window ?? headers.get('RateLimit-Reset') ?? headers.get('X-RateLimit-Reset')
  return reset === null ? undefined : secondsUntil(reset, now)
}

function secondsUntil(text: string, now: number): number | undefined {
  const number = /^\d+$/.test(text.trim()) ? Number(text) : undefined
  if (number !== undefined && number < UNIX_SECONDS) return number
  const time = number === undefined ? Date.parse(text) : number * 1000
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000))
}

// Larger numbers are Unix times: a delay of 1e9 seconds would be more than thirty years.
const UNIX_SECONDS = 1e9
