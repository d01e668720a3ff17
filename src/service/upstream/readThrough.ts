import type { Block } from '../../contract/identifiers.ts'
import type { Paging } from '../../contract/paging.ts'
import { blockActivityPath, tokenPath, transactionActivityPath } from '../../contract/paths.ts'
import { READ_AT } from '../../contract/readAt.ts'
import type { HexPrefix } from '../activityWire.ts'
import type { Database } from '../database/database.ts'
import { HttpProblem } from '../http/problems.ts'
import type { PartState } from '../observability/health.ts'
import type { Logger as Log } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { UpstreamError } from './askUpstream.ts'
import { createKeptAnswers, type KeptAnswer } from './keptAnswers.ts'
import { createPauses } from './pauses.ts'
import {
  type ActivitySlice,
  createUpstream,
  type Upstream,
  type UpstreamAnswer,
} from './readUpstream.ts'
import { activityToKept, tokenToKept } from './toKept.ts'

export type UpstreamOptions = {
  /** The addresses of the services that are asked, without a slash at the end; each may be missing. */
  tokensUrl?: string | undefined
  runesUrl?: string | undefined
  /** Seconds that an answer of theirs may take. */
  timeout: number
  /** Seconds for which it counts as fresh, if it can change. */
  maxAge: number
  /** Unix milliseconds; the machine's own clock unless a test has another. */
  clock?: () => number
}

/**
 * An answer of another service in our own form, and its headers. `Cache-Status` says where it comes
 * from in the words of RFC 9211: with a negative `ttl` it is stale, and `detail` says why.
 */
export type PassedAnswer = { status: number; body: string; headers: Record<string, string> }

export type ReadThrough = ReturnType<typeof createReadThrough>

type Surroundings = { database: Database; hexPrefix: HexPrefix; metrics: Metrics; log: Log }

/** Milliseconds that readers wait for a newer answer before they get the stale one. */
const PATIENCE = 2000

/**
 * Asks other services for what the database lacks, and keeps what they say in `database`. Methods
 * answer undefined where no service is named for them. Where one gives nothing and nothing of it is
 * kept they reject with an HttpProblem: 429 with the pause that it wants, else 503.
 */
export function createReadThrough(
  { tokensUrl, runesUrl, timeout, maxAge, clock = Date.now }: UpstreamOptions,
  { database, hexPrefix, metrics, log }: Surroundings,
) {
  const kept = createKeptAnswers(database, log)
  let lastOutcome: Outcome = 'answered'
  const underway = new Map<string, Promise<KeptAnswer>>()
  const tokens = connect(tokensUrl)
  const runes = runesUrl === tokensUrl ? tokens : connect(runesUrl)
  const freshness = () => ({ maxAge, now: clock() })

  function connect(url: string | undefined) {
    if (url === undefined) return
    return { upstream: createUpstream(url, timeout), pauses: createPauses(clock) }
  }

  async function find(request: string, read: () => Promise<KeptAnswer>): Promise<PassedAnswer> {
    const known = await kept.find(request)
    if (known !== undefined && known.freshUntil > clock()) return passed(known, 'hit')
    const reading = refresh(request, read)
    try {
      if (known === undefined) return passed(await reading, 'fwd=uri-miss; stored')
      const newer = await Promise.race([reading, patience()])
      return newer ? passed(newer, 'fwd=stale; stored') : passedStale(known, 'slow')
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (known === undefined) throw problemFor(error)
      return passedStale(known, error.kind)
    }
  }

  /** One reading for all who wait for it; it goes on when nobody does any more. */
  function refresh(request: string, read: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
    const same = underway.get(request)
    if (same !== undefined) return same
    const reading = observe(read)
      .then((answer) => kept.keep(request, answer))
      .finally(() => underway.delete(request))
    underway.set(request, reading)
    return reading
  }

  async function observe(read: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
    const began = performance.now()
    let outcome: Outcome = 'failed'
    try {
      const answer = await read()
      outcome = 'answered'
      return answer
    } catch (error) {
      if (error instanceof UpstreamError) outcome = error.kind
      throw error
    } finally {
      lastOutcome = outcome
      metrics.upstream.observe({ outcome }, (performance.now() - began) / 1000)
    }
  }

  function passed({ status, body, readAt, freshUntil }: KeptAnswer, how: string): PassedAnswer {
    const ttl = Math.floor((freshUntil - clock()) / 1000)
    const age = Math.max(0, Math.floor((clock() - readAt) / 1000))
    const headers = { Age: String(age), 'Cache-Status': `cairn; ${how}; ttl=${ttl}` }
    return { status, body, headers }
  }

  function passedStale(answer: KeptAnswer, reason: string): PassedAnswer {
    const { headers, ...rest } = passed(answer, `hit; detail=${reason}`)
    return { ...rest, headers: { ...headers, [READ_AT]: String(answer.readAt) } }
  }

  async function findActivity(
    path: string,
    read: (upstream: Upstream) => Promise<UpstreamAnswer<ActivitySlice>>,
  ): Promise<PassedAnswer | undefined> {
    if (runes === undefined) return
    const { upstream, pauses } = runes
    // What is kept is in our form, which the prefix is part of.
    const request = `${hexPrefix} ${upstream.url}${path}`
    return find(request, async () => {
      const answer = await pauses.ask(request, () => read(upstream))
      return activityToKept(answer, hexPrefix, freshness())
    })
  }

  return {
    /** Without it, what is held or kept here is answered still. */
    state: async (): Promise<PartState> => (lastOutcome === 'answered' ? 'ready' : 'degraded'),
    token: async (principal: string, locale: string | undefined) => {
      if (tokens === undefined) return
      const { upstream, pauses } = tokens
      const request = upstream.url + tokenPath(principal, locale)
      return find(request, async () => {
        const answer = await pauses.ask(request, () => upstream.token(principal, locale))
        return tokenToKept(answer, freshness())
      })
    },
    transactionActivity: (txId: string, paging: Paging) =>
      findActivity(transactionActivityPath(txId, paging), (upstream) =>
        upstream.transactionActivity(txId, paging),
      ),
    blockActivity: (block: Block, paging: Paging) =>
      findActivity(blockActivityPath(block, paging), (upstream) =>
        upstream.blockActivity(block, paging),
      ),
  }
}

type Outcome = 'answered' | 'failed' | UpstreamError['kind']

async function patience(): Promise<undefined> {
  await new Promise((resolve) => setTimeout(resolve, PATIENCE).unref())
}

function problemFor({ kind, message, retryAfter }: UpstreamError): HttpProblem {
  const problem = kind === 'rate-limited' ? 'too-many-requests' : 'unavailable'
  const sentence = `the service asked for what is not held here ${message}`
  return new HttpProblem(problem, { message: sentence, retryAfter })
}
