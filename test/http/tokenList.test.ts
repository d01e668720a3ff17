import { expect, test } from 'vitest'
import { createClient, type ListedToken, RequestError } from '../../src/contract/client.ts'
import { isThorough } from '../support/isThorough.ts'
import { snapshotLines } from '../support/snapshot.ts'
import { LONGCOIN } from '../support/snapshotIds.ts'
import { getJson, startService } from '../support/startService.ts'

const LIST = '/metadata/v1/ft'
const MEMEGOAT = 'SP2F4QC563WN0A0949WPH5W1YXVC4M1R46QKE0G14.memegoatstx'
/** The samples are not listed. */
const TOTAL = 3661

/** Reads a whole list, page by page. */
async function walk(origin: string, limit: number, query = ''): Promise<ListedToken[]> {
  const tokens: ListedToken[] = []
  for (;;) {
    const path = `${LIST}?offset=${tokens.length}&limit=${limit}${query}`
    const { body } = await getJson(origin, path)
    expect(body).toMatchObject({ limit, offset: tokens.length })
    tokens.push(...body.results)
    if (tokens.length >= body.total) return tokens
  }
}

function principalsOf(tokens: ListedToken[]): string[] {
  return tokens.map(({ contract_principal }) => contract_principal)
}

/** Sorted as the service sorts: trimmed, A to Z in lower case, by bytes, missing and empty values last. */
function sortedBy(field: 'name' | 'symbol', tokens: ListedToken[]): ListedToken[] {
  const keyOf = (token: ListedToken) => {
    const text = (token[field] ?? '').replace(/^ +| +$/g, '')
    const lowerCase = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    return [text === '' ? '1' : '0', lowerCase, '\0', token.contract_principal].join('')
  }
  return tokens.toSorted((one, other) =>
    Buffer.compare(Buffer.from(keyOf(one)), Buffer.from(keyOf(other))),
  )
}

test.each(isThorough() ? [7, 60, 1000] : [60, 1000])(
  'a walk at a limit of %i has each token once, in order',
  async (limit) => {
    const origin = await startService()
    const tokens = await walk(origin, limit)
    const expected: string[] = snapshotLines('tokens').map(({ principal }) => principal)
    expect(tokens).toHaveLength(TOTAL)
    expect(principalsOf(tokens).toSorted()).toEqual(expected.toSorted())
    expect(principalsOf(tokens)).toEqual(principalsOf(sortedBy('name', tokens)))
  },
)

test('order_by=symbol sorts by symbol, and order=desc is the exact reverse', async () => {
  const origin = await startService()
  for (const field of ['name', 'symbol'] as const) {
    const tokens = await walk(origin, 1000, `&order_by=${field}&order=asc`)
    expect(principalsOf(tokens)).toEqual(principalsOf(sortedBy(field, tokens)))
    const reversed = await walk(origin, 999, `&order_by=${field}&order=desc`)
    expect(reversed).toEqual(tokens.toReversed())
  }
})

test('a listed token has the fields of the token, without its metadata', async () => {
  const origin = await startService()
  for (const principal of [LONGCOIN, MEMEGOAT]) {
    const { body } = await getJson(origin, `${LIST}/${principal}`)
    const { metadata, ...fields } = body
    const [address] = principal.split('.')
    const { body: page } = await getJson(origin, `${LIST}?address=${address}&limit=1000`)
    expect(page.results).toContainEqual({ ...fields, contract_principal: principal })
  }
})

test('the total is right on a page past the end, and the default limit is 20', async () => {
  const origin = await startService()
  expect((await getJson(origin, `${LIST}?offset=9007199254740991`)).body).toEqual({
    limit: 20,
    offset: Number.MAX_SAFE_INTEGER,
    total: TOTAL,
    results: [],
  })
  expect((await getJson(origin, LIST)).body.results).toHaveLength(20)
})

test.each<[string, (token: ListedToken) => boolean]>([
  ['name=DOG', ({ name }) => /dog/i.test(name ?? '')],
  ['name=%25', ({ name }) => name?.includes('%') === true],
  ['name=_', ({ name }) => name?.includes('_') === true],
  ['name=%5C', ({ name }) => name?.includes('\\') === true],
  ['symbol=sbtc', ({ symbol }) => symbol?.toLowerCase() === 'sbtc'],
  [
    'symbol=btc&name=wrapped',
    ({ symbol, name }) => symbol?.toLowerCase() === 'btc' && /wrapped/i.test(name ?? ''),
  ],
  [
    'address=SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3',
    ({ sender_address }) => sender_address === 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3',
  ],
  ['name=&symbol=&address=', () => true],
])('%s filters the list', async (query, matches) => {
  const origin = await startService()
  const all = await walk(origin, 1000)
  const expected = principalsOf(all.filter(matches))
  expect(principalsOf(await walk(origin, 1000, `&${query}`))).toEqual(expected)
  expect((await getJson(origin, `${LIST}?${query}&offset=5000`)).body.total).toBe(expected.length)
})

test('valid_metadata_only leaves out tokens without a metadata document', async () => {
  const origin = await startService()
  const tokens = await walk(origin, 1000, '&valid_metadata_only=true')
  const documented = snapshotLines('tokens').filter(({ token }) => token.metadata !== undefined)
  expect(tokens).toHaveLength(documented.length)
})

test.each([
  'limit=0',
  'limit=1001',
  'offset=-1',
  'order=up',
  'order_by=supply',
  'valid_metadata_only=yes',
  'address=longcoin',
  `name=${'x'.repeat(201)}`,
  'name=a&name=b',
])('%s is refused', async (query) => {
  const origin = await startService()
  const { status, body } = await getJson(origin, `${LIST}?${query}`)
  expect(status).toBe(400)
  expect(body).toMatchObject({ statusCode: 400, error: 'Bad Request' })
  expect(body.message).toContain(`querystring/${query.split('=')[0]}`)
})

test('a page can be revalidated and depends on the tokens', async () => {
  const origin = await startService()
  const { headers } = await getJson(origin, `${LIST}?limit=3`)
  expect(headers.get('Cache-Tag')).toBe('tokens')
  const again = await fetch(`${origin}${LIST}?limit=3&order=asc&unknown=1`, {
    headers: { 'If-None-Match': headers.get('ETag') ?? '' },
  })
  expect(again.status).toBe(304)
})

test('the typed client reads the list', async () => {
  const client = createClient({ baseUrl: await startService() })
  const page = await client.tokens({ name: 'long', orderBy: 'symbol', order: 'desc', limit: 5 })
  expect(page.results.length).toBeGreaterThan(0)
  expect(page.results.every(({ name }) => /long/i.test(name ?? ''))).toBe(true)
  expect((await client.tokens({ offset: 10_000 })).total).toBe(TOTAL)
  await expect(client.tokens({ limit: 1001 })).rejects.toThrow(RequestError)
})
