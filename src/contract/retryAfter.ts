/**
 * Seconds after which a service wants to be asked again, or undefined where it names none: as
 * `Retry-After` (RFC 9110: seconds or a date), or as what is left of a rate limit's window, in the
 * forms that gateways send: `RateLimit: "name";r=0;t=30`, `RateLimit: limit=9, remaining=0, reset=30`,
 * `RateLimit-Reset: 30`, `X-RateLimit-Reset: <unix seconds>`.
 * @param now unix milliseconds.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const named = headers.get('Retry-After')
  if (named !== null) return secondsUntil(named, Date.parse(headers.get('Date') ?? '') || now)
  const [, window] = /(?:\bt|\breset)=(\d+)/i.exec(headers.get('RateLimit') ?? '') ?? []
  const reset = window ?? headers.get('RateLimit-Reset') ?? headers.get('X-RateLimit-Reset')
  return reset === null ? undefined : secondsUntil(reset, now)
}

function secondsUntil(text: string, now: number): number | undefined {
  const number = /^\d+$/.test(text.trim()) ? Number(text) : undefined
  if (number !== undefined && number < UNIX_SECONDS) return number
  const moment = number === undefined ? Date.parse(text) : number * 1000
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - now) / 1000))
}

// No service asks for a pause of thirty years: so large a number is a moment.
const UNIX_SECONDS = 1e9
