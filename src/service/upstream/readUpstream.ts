import pLimit from 'p-limit'
import * as v from 'valibot'
import { ActivityPage, type RuneActivity } from '../../contract/activity.ts'
import type { Block } from '../../contract/identifiers.ts'
import { MAX_LIMIT, type Paging } from '../../contract/paging.ts'
import { blockActivityPath, tokenPath, transactionActivityPath } from '../../contract/paths.ts'
import { Token } from '../../contract/token.ts'
import { parseDigits, parseExactly } from '../exactJson.ts'
import { askUpstream, UpstreamError, type UpstreamReply } from './askUpstream.ts'

/** Its own reason for having no such thing. */
export type Refused = Extract<UpstreamReply, { kind: 'refused' }>

/** What another service knows, as the contract's schemas read it, or why it has nothing. */
export type UpstreamAnswer<Value> = { kind: 'found'; value: Value } | Refused

/** The records of a list at an offset. `limit` is what was applied, which may be less than asked for. */
export type ActivitySlice = Paging & { total: number; records: RuneActivity[] }

export type Upstream = ReturnType<typeof createUpstream>

const MOST_AT_ONCE = 20
/** Of the same list. */
const MOST_PAGES_AT_ONCE = 4
/** Of the pages that one of ours may be put together from. */
const MOST_PAGES = 50

/**
 * Reads from another service with the contract: from its address and the contract's paths alone,
 * nothing that is found in an answer is followed. An answer about something else than what was asked
 * for, or that the schemas cannot read in every record, is none. Every method rejects with an
 * UpstreamError.
 * @param url its address, with any prefix, without a slash at its end.
 * @param timeout seconds that an answer may take, of however many pages it is put together.
 */
export function createUpstream(url: string, timeout: number) {
  const limited = pLimit(MOST_AT_ONCE)
  /** How many records it gives at once, as far as is known. */
  let mostRecords = MAX_LIMIT

  function startAsking(): Ask {
    const signal = AbortSignal.timeout(timeout * 1000)
    return (path) => limited(() => askUpstream(url + path, signal))
  }

  async function readList(list: List, paging: Paging): Promise<UpstreamAnswer<ActivitySlice>> {
    const ask = startAsking()
    const read = (part: Paging) => readPage(ask, list, part)
    const first = await readFirstPage(read, paging)
    if (first.kind === 'refused') return first
    const { total, records } = first.value
    // Past the end some services say 0: a window's count has no row there to ride on.
    if (records.length === 0 && paging.offset > 0) {
      return found({ ...paging, total: total || (await readTotal(read, paging)), records })
    }
    return found(await readOn(read, paging, first.value))
  }

  /** Who refuses to give as many records is asked for fewer, now and from then on. */
  async function readFirstPage(read: ReadPage, { offset, limit }: Paging) {
    const asked = Math.min(limit, mostRecords)
    let answer = await read({ offset, limit: asked })
    for (const fewer of FEWER_RECORDS.filter((most) => most < asked)) {
      if (answer.kind === 'found' || answer.status !== 400) break
      answer = await read({ offset, limit: fewer })
      if (answer.kind === 'found') mostRecords = fewer
    }
    return answer
  }

  return {
    url,
    token: (principal: string, locale: string | undefined) =>
      readToken(startAsking(), principal, locale),
    transactionActivity: (txId: string, paging: Paging) =>
      readList(
        {
          pathOf: (part) => transactionActivityPath(txId, part),
          holds: ({ location }) => location.tx_id === txId,
        },
        paging,
      ),
    blockActivity: (block: Block, paging: Paging) =>
      readList(
        {
          pathOf: (part) => blockActivityPath(block, part),
          holds: ({ location }) =>
            block.kind === 'height'
              ? location.block_height === block.height
              : location.block_hash === block.hash,
        },
        paging,
      ),
  }
}

type Ask = (path: string) => Promise<UpstreamReply>
type List = { pathOf: (paging: Paging) => string; holds: (record: RuneActivity) => boolean }
type ReadPage = (paging: Paging) => Promise<UpstreamAnswer<ActivitySlice>>

// The most that the retired runes API gave at once, and what every service gives unasked.
const FEWER_RECORDS = [60, 20]

async function readToken(
  ask: Ask,
  principal: string,
  locale: string | undefined,
): Promise<UpstreamAnswer<Token>> {
  const reply = await ask(tokenPath(principal, locale))
  if (reply.kind === 'refused') return reply
  const token = check(Token, reply.text, parseExactly)
  // The schema takes any object: this one field, which every service sends, tells that it is a token.
  if (token.sender_address !== principal.split('.')[0]) {
    throw new UpstreamError('unreadable', 'sent something else than this token')
  }
  return found(token)
}

async function readPage(
  ask: Ask,
  { pathOf, holds }: List,
  asked: Paging,
): Promise<UpstreamAnswer<ActivitySlice>> {
  const reply = await ask(pathOf(asked))
  if (reply.kind === 'refused') return reply
  const { limit, offset, total, results } = check(ActivityPage, reply.text, parseDigits)
  const records = results.map((row) => {
    if (row.kind === 'record' && holds(row.record)) return row.record
    const what = row.kind === 'record' ? 'of something else' : `that cannot be read (${row.reason})`
    throw new UpstreamError('unreadable', `sent a record ${what}`)
  })
  const step = Math.min(limit, asked.limit)
  const isWhole = records.length === Math.max(0, Math.min(step, total - offset))
  if (offset !== asked.offset || !isWhole) {
    throw new UpstreamError('unreadable', 'sent another page than the one asked for')
  }
  return found({ offset, limit: step, total, records })
}

/** How long a list is whose end the offset is past; 0 where there is no list. */
async function readTotal(read: ReadPage, { offset }: Paging): Promise<number> {
  const start = await read({ offset: 0, limit: 1 })
  if (start.kind === 'refused') throw new UpstreamError('unreadable', 'refused the list it gave')
  if (start.value.total > offset) throw CHANGED
  return start.value.total
}

/** The page asked for, put together from pages of the size that the first one has. */
async function readOn(
  read: ReadPage,
  { offset, limit }: Paging,
  first: ActivitySlice,
): Promise<ActivitySlice> {
  const applied = Math.min(limit, first.limit * MOST_PAGES)
  const end = Math.min(offset + applied, first.total)
  const parts: Paging[] = []
  for (let start = offset + first.limit; start < end; start += first.limit) {
    parts.push({ offset: start, limit: Math.min(first.limit, end - start) })
  }
  const pages = await pLimit(MOST_PAGES_AT_ONCE).map(parts, read)
  const rest = pages.flatMap((page) => {
    if (page.kind === 'refused' || page.value.total !== first.total) throw CHANGED
    return page.value.records
  })
  return { offset, limit: applied, total: first.total, records: [...first.records, ...rest] }
}

const CHANGED = new UpstreamError('unreadable', 'changed the list while it was read')

function found<Value>(value: Value): UpstreamAnswer<Value> {
  return { kind: 'found', value }
}

function check<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
  parse: (text: string) => unknown,
): v.InferOutput<Schema> {
  try {
    return v.parse(schema, parse(text))
  } catch (cause) {
    throw new UpstreamError('unreadable', 'sent what cannot be read', { cause })
  }
}
