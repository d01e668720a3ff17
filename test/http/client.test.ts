import { parse } from 'lossless-json'
import { expect, test } from 'vitest'
import { createClient, RequestError } from '../../src/contract/client.ts'
import { readNumber } from '../../src/contract/json.ts'
import { readAll } from '../../src/contract/readAll.ts'
import { generateIndex } from '../support/generateIndex.ts'
import { indexDatabase } from '../support/indexDatabase.ts'
import { serveRecords } from '../support/serveRecords.ts'
import { AIRDROP, LONGCOIN } from '../support/snapshotIds.ts'
import { startService } from '../support/startService.ts'
import { record } from '../support/wireRecord.ts'

const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample'

async function failureOf(promise: Promise<unknown>): Promise<RequestError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  )
  if (!(error instanceof RequestError)) throw new Error('no RequestError', { cause: error })
  return error
}

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const collected: Row[] = []
  for await (const row of rows) collected.push(row)
  return collected
}

test('the client reads tokens and pages for every form of their identifiers', async () => {
  const client = createClient({ baseUrl: `${await startService()}/` })
  expect(await client.token(LONGCOIN)).toMatchObject({ symbol: 'LONG', decimals: 6 })
  const arabic = await client.token(`${SAMPLE}-localized`, { locale: 'ar' })
  expect(arabic.metadata?.description).toMatch(/[\u0600-\u06ff]/)
  const page = await client.transactionActivity(`0x${AIRDROP.toUpperCase()}`, { offset: 4440 })
  expect(page).toMatchObject({ offset: 4440, limit: 20, total: 4444 })
  expect(page.results.map(({ kind }) => kind)).toEqual(Array(4).fill('record'))
  const [byHeight, byDigits] = [
    await client.blockActivity(849_250),
    await client.blockActivity('849250'),
  ]
  expect(byDigits).toEqual(byHeight)
})

test('the client reads a complete list, each record once and in order', async () => {
  const origin = await startService()
  const client = createClient({ baseUrl: origin })
  const all = await collect(client.allBlockActivity(849_250))
  expect(all).toHaveLength(4756)
  const last = await client.blockActivity(849_250, { offset: 4700, limit: 100 })
  expect(all.slice(4700)).toEqual(last.results)
  expect(await collect(client.allTransactionActivity(AIRDROP, { offset: 4440, limit: 3 }))).toEqual(
    (await client.transactionActivity(AIRDROP, { offset: 4440 })).results,
  )
  expect(await collect(client.allBlockActivity(900_000))).toEqual([])
})

test('the client reads runes, holders, balances and their activity', async () => {
  const index = generateIndex(11, { blocks: 8 })
  const client = createClient({
    baseUrl: await startService({ databaseUrl: await indexDatabase(index.rows) }),
  })
  const runes = await collect(client.allEtchings({ limit: 3 }))
  expect(runes.map(({ id }) => id)).toEqual(index.runes.map(({ id }) => id).reverse())
  for (const form of ['840000:1', 1, 'open•mint']) {
    expect(await client.etching(form)).toEqual(runes.at(-1))
  }
  const holders = await collect(client.allHolders('OPEN.MINT', { limit: 5 }))
  const { address = '', balance } = holders[0] ?? {}
  expect(holders).toHaveLength((await client.holders(1)).total)
  expect(await client.holder(1, address)).toEqual({ address, balance })
  const balances = await collect(client.allBalances(address))
  expect(balances).toContainEqual(expect.objectContaining({ address, balance }))
  const activity = await collect(client.allAddressActivity(address, { limit: 5 }))
  expect(activity).toHaveLength((await client.addressActivity(address)).total)
  const ofRune = await collect(client.allEtchingActivity(1, { address, operation: 'receive' }))
  expect(ofRune.every((row) => row.kind === 'record' && row.record.address === address)).toBe(true)
  expect((await client.replies.etchingActivity(1)).coverage).toBeUndefined()
  expect(await failureOf(client.etching('no-rune'))).toMatchObject({ kind: 'bad-request' })
  expect(await failureOf(client.balances('nobody'))).toMatchObject({ kind: 'bad-request' })
  expect(await failureOf(client.etching(999))).toMatchObject({ kind: 'not-found', status: 404 })
})

test('the client reads only the records with one operation', async () => {
  const client = createClient({ baseUrl: await startService() })
  const all = await collect(client.allBlockActivity(999_999_999))
  const burns = all.filter((row) => row.kind === 'record' && row.record.operation === 'burn')
  const options = { operation: 'burn', limit: 100 } as const
  expect(await collect(client.allBlockActivity(999_999_999, options))).toEqual(burns)
  const past = await client.blockActivity(999_999_999, { operation: 'burn', offset: 90_000 })
  expect(past).toMatchObject({ total: burns.length, results: [] })
  expect(await client.transactionActivity(AIRDROP, { operation: 'mint' })).toMatchObject({
    total: 0,
  })
})

test('reading a complete list follows the page size of the service and stops when the caller stops', async () => {
  const records = Array.from({ length: 150 }, (_, index) =>
    record('mint', { amount: String(index) }),
  )
  const { origin, requests } = await serveRecords(() => records, { maxLimit: 60 })
  const client = createClient({ baseUrl: origin })
  expect(await collect(client.allBlockActivity(1))).toHaveLength(150)
  expect(requests.map(({ offset }) => offset)).toEqual([0, 59, 118])
  requests.length = 0
  for await (const row of client.allBlockActivity(1)) if (row.kind === 'record') break
  expect(requests).toHaveLength(1)
})

test('a list is read to the end even if the service returns fewer records than its stated limit', async () => {
  const records = Array.from({ length: 150 }, (_, index) =>
    record('mint', { amount: String(index) }),
  )
  const { origin } = await serveRecords(() => records, {
    override: ({ offset, limit }) => ({
      status: 200,
      body: { limit, offset, total: 150, results: records.slice(offset, offset + 60) },
    }),
  })
  const all = await collect(createClient({ baseUrl: origin }).allBlockActivity(1))
  expect(all.map(({ raw }) => raw)).toEqual(records)
})

test('pages of a list are requested concurrently, and no further ones after a failure', async () => {
  const records = Array.from({ length: 1000 }, (_, index) =>
    record('mint', { amount: String(index) }),
  )
  const releases: (() => void)[] = []
  const { origin, requests } = await serveRecords(() => records, {
    maxLimit: 60,
    override: async ({ offset }) => {
      if (offset === 118) return { status: 429 }
      if (offset > 0) await new Promise<void>((resolve) => releases.push(resolve))
      return undefined
    },
  })
  const { replies } = createClient({ baseUrl: origin })
  const pages = readAll((paging, signal) => replies.blockActivity(1, { ...paging, signal }), {
    concurrency: 3,
  })
  await pages.next()
  const second = pages.next()
  await expect.poll(() => requests.length).toBe(4)
  for (const release of releases) release()
  expect((await second).value).toMatchObject({ offset: 60 })
  expect(await failureOf(pages.next())).toMatchObject({ kind: 'rate-limited' })
  expect(requests.map(({ offset }) => offset)).toEqual([0, 59, 118, 177])
})

test('a list that changes while it is read ends in an error, not in missing records', async () => {
  const records = Array.from({ length: 150 }, (_, index) =>
    record('mint', { amount: String(index) }),
  )
  const { origin } = await serveRecords(() => records, {
    maxLimit: 60,
    override: ({ offset }) => {
      if (offset === 59) records.pop()
      return undefined
    },
  })
  const client = createClient({ baseUrl: origin })
  const error = await failureOf(collect(client.allBlockActivity(1)))
  expect([error.kind, error.message]).toEqual([
    'changed',
    'The list had 150 records and now has 149.',
  ])
})

test('an empty page before the end of the list is an error', async () => {
  const { origin } = await serveRecords(() => [], {
    override: () => ({ status: 200, body: { limit: 20, offset: 0, total: 5, results: [] } }),
  })
  const client = createClient({ baseUrl: origin })
  const error = await failureOf(collect(client.allBlockActivity(1)))
  expect([error.kind, error.message]).toEqual([
    'unreadable',
    'The service sent 0 records at offset 0 of a list of 5.',
  ])
})

test('an error of the client states why the request failed', async () => {
  const client = createClient({ baseUrl: await startService() })
  const requests: [() => Promise<unknown>, string, number][] = [
    [() => client.token(`${SAMPLE}-nowhere`), 'contract-not-found', 404],
    [() => client.token(`${SAMPLE}-in-progress`), 'metadata-in-progress', 422],
    [() => client.token(`${SAMPLE}-localized`, { locale: 'xx' }), 'locale-not-found', 422],
    [() => client.blockActivity(849_250, { limit: 5000 }), 'bad-request', 400],
  ]
  for (const [send, kind, status] of requests) {
    expect(await failureOf(send())).toMatchObject({ kind, status, retryAfter: undefined })
  }
  const elsewhere = createClient({ baseUrl: 'http://127.0.0.1:9' })
  const error = await failureOf(elsewhere.token(LONGCOIN))
  expect(error).toMatchObject({ kind: 'unreachable', status: undefined })
  expect(error.cause).toBeInstanceOf(TypeError)
})

test('the client sends no request for a malformed identifier', async () => {
  const client = createClient({
    baseUrl: 'https://cairn.example',
    fetch: () => expect.fail('sent a request'),
  })
  for (const send of [
    () => client.token('longcoin'),
    () => client.transactionActivity('../blocks/1'),
    () => client.blockActivity('latest'),
    () => client.blockActivity(-1),
    () => client.blockActivity(0.5),
    () => collect(client.allBlockActivity('../1')),
  ]) {
    expect(await failureOf(send())).toMatchObject({ kind: 'bad-request', url: undefined })
  }
})

test('a rate limit or Retry-After is reported as retryAfter in seconds', async () => {
  const { origin } = await serveRecords(() => [], {
    override: ({ limit }) => ({
      status: limit === 1 ? 429 : 503,
      headers: limit === 1 ? { RateLimit: '"api";r=0;t=12' } : { 'Retry-After': '7' },
      body: { error: 'no' },
    }),
  })
  const client = createClient({ baseUrl: origin })
  const limited = await failureOf(client.blockActivity(1, { limit: 1 }))
  expect(limited).toMatchObject({ kind: 'rate-limited', retryAfter: 12, status: 429 })
  const down = await failureOf(client.blockActivity(1))
  expect(down).toMatchObject({ kind: 'unavailable', retryAfter: 7, status: 503, message: 'no' })
})

test('the window of a rate limit is a reason to wait only for a request over the limit', async () => {
  const headers = { RateLimit: '"api";r=99;t=42', 'RateLimit-Reset': '42' }
  const client = createClient({
    baseUrl: 'https://cairn.example',
    fetch: async () => new Response('', { status: 502, headers }),
  })
  const failure = await failureOf(client.blockActivity(1))
  expect(failure).toMatchObject({ kind: 'unavailable', retryAfter: undefined })
})

test('a response that breaks the contract is an error', async () => {
  const bodies = ['<h1>hello</h1>', '{"limit":20}', '[]']
  const client = createClient({
    baseUrl: 'https://cairn.example',
    fetch: async () => new Response(bodies.shift()),
  })
  const messages = []
  for (const _ of [...bodies]) {
    const { kind, message } = await failureOf(client.blockActivity(1))
    messages.push(`${kind}: ${message}`)
  }
  expect(messages[0]).toBe('unreadable: The response is not JSON.')
  expect(messages[1]).toBe('unreadable: The service sent a response without “offset”.')
  expect(messages[2]).toBe('unreadable: The service sent a response without “offset”.')
})

test('aborting a signal rejects the request with the signal’s reason', async () => {
  const client = createClient({ baseUrl: await startService() })
  const reason = new Error('enough')
  await expect(client.token(LONGCOIN, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  const pending = createClient({
    baseUrl: 'https://cairn.example',
    fetch: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  const controller = new AbortController()
  const result = pending.allBlockActivity(1, { signal: controller.signal }).next()
  controller.abort(reason)
  await expect(result).rejects.toBe(reason)
})

test('a custom parser keeps all digits of integers beyond 2^53', async () => {
  const exact = createClient({
    baseUrl: await startService(),
    parse: (text) => parse(text, undefined, readNumber),
  })
  const { metadata } = await exact.token(`${SAMPLE}-localized`)
  const large = metadata?.attributes.find(({ trait_type }) => trait_type === 'Large integer')
  expect(large?.value).toBe(9007199254740993000000001n)
})
