import { parse } from 'lossless-json'
import { expect, test } from 'vitest'
import { type ActivityRow, createClient, RequestError } from '../../src/contract/client.ts'
import { readNumber } from '../../src/contract/json.ts'
import { readAll } from '../../src/contract/readAll.ts'
import { serveRecords } from '../support/serveRecords.ts'
import { startService } from '../support/startService.ts'
import { record } from '../support/wireRecord.ts'

const LONGCOIN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample'
const AIRDROP = '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'

async function failureOf(promise: Promise<unknown>): Promise<RequestError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  )
  if (!(error instanceof RequestError)) throw new Error('no RequestError', { cause: error })
  return error
}

async function takeAll(rows: AsyncIterable<ActivityRow>): Promise<ActivityRow[]> {
  const taken: ActivityRow[] = []
  for await (const row of rows) taken.push(row)
  return taken
}

test('the client reads tokens and pages, whatever form their identifiers have', async () => {
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

test('the client takes a whole list, each record once and in order', async () => {
  const origin = await startService()
  const client = createClient({ baseUrl: origin })
  const all = await takeAll(client.allBlockActivity(849_250))
  expect(all).toHaveLength(4756)
  const last = await client.blockActivity(849_250, { offset: 4700, limit: 100 })
  expect(all.slice(4700)).toEqual(last.results)
  expect(await takeAll(client.allTransactionActivity(AIRDROP, { offset: 4440, limit: 3 }))).toEqual(
    (await client.transactionActivity(AIRDROP, { offset: 4440 })).results,
  )
  expect(await takeAll(client.allBlockActivity(900_000))).toEqual([])
})

test('a whole list is stepped through by what the service gives, and only as far as it is taken', async () => {
  const records = Array.from({ length: 150 }, (_, index) =>
    record('mint', { amount: String(index) }),
  )
  const { origin, requests } = await serveRecords(() => records, { most: 60 })
  const client = createClient({ baseUrl: origin })
  expect(await takeAll(client.allBlockActivity(1))).toHaveLength(150)
  expect(requests.map(({ offset }) => offset)).toEqual([0, 59, 118])
  requests.length = 0
  for await (const row of client.allBlockActivity(1)) if (row.kind === 'record') break
  expect(requests).toHaveLength(1)
})

test('a service that gives fewer records than the limit it states is still read to the end', async () => {
  const records = Array.from({ length: 150 }, (_, index) =>
    record('mint', { amount: String(index) }),
  )
  const { origin } = await serveRecords(() => records, {
    instead: ({ offset, limit }) => ({
      status: 200,
      body: { limit, offset, total: 150, results: records.slice(offset, offset + 60) },
    }),
  })
  const all = await takeAll(createClient({ baseUrl: origin }).allBlockActivity(1))
  expect(all.map(({ raw }) => raw)).toEqual(records)
})

test('pages of a list are requested side by side, and no more once one has failed', async () => {
  const records = Array.from({ length: 1000 }, (_, index) =>
    record('mint', { amount: String(index) }),
  )
  const releases: (() => void)[] = []
  const { origin, requests } = await serveRecords(() => records, {
    most: 60,
    instead: async ({ offset }) => {
      if (offset === 118) return { status: 429 }
      if (offset > 0) await new Promise<void>((resolve) => releases.push(resolve))
      return undefined
    },
  })
  const { replies } = createClient({ baseUrl: origin })
  const sizes: number[] = []
  const pages = readAll((paging, signal) => replies.blockActivity(1, { ...paging, signal }), {
    concurrency: (pageSize) => {
      sizes.push(pageSize)
      return 3
    },
  })
  await pages.next()
  const second = pages.next()
  await expect.poll(() => requests.length).toBe(4)
  for (const release of releases) release()
  expect((await second).value).toMatchObject({ offset: 60 })
  expect(await failureOf(pages.next())).toMatchObject({ kind: 'rate-limited' })
  expect([sizes, requests.map(({ offset }) => offset)]).toEqual([[60], [0, 59, 118, 177]])
})

test('a list that changes while it is taken ends in an error, not in missing records', async () => {
  const records = Array.from({ length: 150 }, (_, index) =>
    record('mint', { amount: String(index) }),
  )
  const { origin } = await serveRecords(() => records, {
    most: 60,
    instead: ({ offset }) => {
      if (offset === 59) records.pop()
      return undefined
    },
  })
  const client = createClient({ baseUrl: origin })
  const error = await failureOf(takeAll(client.allBlockActivity(1)))
  expect([error.kind, error.message]).toEqual([
    'changed',
    'The list had 150 records, and now has 149.',
  ])
})

test('a page with fewer records than are due is not taken for the end', async () => {
  const { origin } = await serveRecords(() => [], {
    instead: () => ({ status: 200, body: { limit: 20, offset: 0, total: 5, results: [] } }),
  })
  const client = createClient({ baseUrl: origin })
  const error = await failureOf(takeAll(client.allBlockActivity(1)))
  expect([error.kind, error.message]).toEqual([
    'unreadable',
    'The service sent 0 records at offset 0 of 5.',
  ])
})

test('the client tells why there is no answer', async () => {
  const client = createClient({ baseUrl: await startService() })
  const asked: [() => Promise<unknown>, string, number][] = [
    [() => client.token(`${SAMPLE}-nowhere`), 'contract-not-found', 404],
    [() => client.token(`${SAMPLE}-in-progress`), 'metadata-in-progress', 422],
    [() => client.token(`${SAMPLE}-localized`, { locale: 'xx' }), 'locale-not-found', 422],
    [() => client.blockActivity(849_250, { limit: 5000 }), 'bad-request', 400],
  ]
  for (const [ask, kind, status] of asked) {
    expect(await failureOf(ask())).toMatchObject({ kind, status, retryAfter: undefined })
  }
  const elsewhere = createClient({ baseUrl: 'http://127.0.0.1:9' })
  const error = await failureOf(elsewhere.token(LONGCOIN))
  expect(error).toMatchObject({ kind: 'unreachable', status: undefined })
  expect(error.cause).toBeInstanceOf(TypeError)
})

test('what can be no identifier is not asked for', async () => {
  const client = createClient({
    baseUrl: 'https://cairn.example',
    fetch: () => expect.fail('asked'),
  })
  for (const ask of [
    () => client.token('longcoin'),
    () => client.transactionActivity('../blocks/1'),
    () => client.blockActivity('latest'),
    () => client.blockActivity(-1),
    () => client.blockActivity(0.5),
    () => takeAll(client.allBlockActivity('../1')),
  ]) {
    expect(await failureOf(ask())).toMatchObject({ kind: 'bad-request', url: undefined })
  }
})

test('the client names the pause that a service asks for, in seconds', async () => {
  const { origin } = await serveRecords(() => [], {
    instead: ({ limit }) => ({
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

test('what is no answer of the contract is told from one', async () => {
  const answers = ['<h1>hello</h1>', '{"limit":20}', '[]']
  const client = createClient({
    baseUrl: 'https://cairn.example',
    fetch: async () => new Response(answers.shift()),
  })
  const messages = []
  for (const _ of [...answers]) {
    const { kind, message } = await failureOf(client.blockActivity(1))
    messages.push(`${kind}: ${message}`)
  }
  expect(messages[0]).toBe('unreadable: The response is not JSON.')
  expect(messages[1]).toBe('unreadable: The service sent a response without “offset”.')
  expect(messages[2]).toBe('unreadable: The service sent a response without “offset”.')
})

test('a signal ends a request with its own reason', async () => {
  const client = createClient({ baseUrl: await startService() })
  const reason = new Error('enough')
  await expect(client.token(LONGCOIN, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  const held = createClient({
    baseUrl: 'https://cairn.example',
    fetch: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  const controller = new AbortController()
  const asked = held.allBlockActivity(1, { signal: controller.signal }).next()
  controller.abort(reason)
  await expect(asked).rejects.toBe(reason)
})

test('integers beyond a double keep their digits where the caller reads them so', async () => {
  const exact = createClient({
    baseUrl: await startService(),
    parse: (text) => parse(text, undefined, readNumber),
  })
  const { metadata } = await exact.token(`${SAMPLE}-localized`)
  const large = metadata?.attributes.find(({ trait_type }) => trait_type === 'Large integer')
  expect(large?.value).toBe(9007199254740993000000001n)
})
