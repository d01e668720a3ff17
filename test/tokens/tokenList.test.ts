import { expect, test } from 'vitest'
import { createClient, type ListedToken, RequestError } from '../../src/contract/client.ts'
import { getJson } from '../support/startService.ts'
import { sharedDatabase } from '../support/tokens/databases.ts'
import { LONGCOIN, snapshotTokens } from '../support/tokens/snapshotTokens.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const MEMEGOAT = 'SP2F4QC563WN0A0949WPH5W1YXVC4M1R46QKE0G14.memegoatstx'
/** The samples are not listed. */
const TOTAL = 3661

/** Reads a whole list, page by page. */
async function walk(list: string, limit: number, query = ''): Promise<ListedToken[]> {
  const tokens: ListedToken[] = []
  for (;;) {
    const { body } = await getJson(`${list}?offset=${tokens.length}&limit=${limit}${query}`)
    expect(body).toMatchObject({ limit, offset: tokens.length })
    tokens.push(...body.results)
    if (tokens.length >= body.total) return tokens
  }
}

function principalsOf(tokens: ListedToken[]): string[] {
  return tokens.map(({ contract_principal }) => contract_principal)
}

/** The text by which the service sorts: trimmed, A to Z in lower case; missing and empty values last. */
function sortText(text = ''): string {
  const trimmed = text.replace(/^ +| +$/g, '')
  const lowerCase = trimmed.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return trimmed === '' ? '1' : `0${lowerCase}`
}

/** Sorted by the bytes of these texts, then by principal. */
function sortedBy(textOf: (token: ListedToken) => string, tokens: ListedToken[]): ListedToken[] {
  const keyOf = (token: ListedToken) => `${textOf(token)}\0${token.contract_principal}`
  return tokens.toSorted((one, other) =>
    Buffer.compare(Buffer.from(keyOf(one)), Buffer.from(keyOf(other))),
  )
}

const start = async () => `${await startTokens(sharedDatabase())}/metadata/v1/ft`

test.each([250])('a walk at a limit of %i has each token once, by name', async (limit) => {
  const tokens = await walk(await start(), limit)
  const expected = snapshotTokens().map(({ principal }) => principal)
  expect(tokens).toHaveLength(TOTAL)
  expect(principalsOf(tokens).toSorted()).toEqual(expected.toSorted())
  expect(principalsOf(tokens)).toEqual(principalsOf(sortedBy(({ name }) => sortText(name), tokens)))
})

test('completeness sorts tokens with a document first, then those with a supply, then by name', async () => {
  const documented = new Set(
    snapshotTokens().flatMap(({ principal, token }) => (token.metadata ? [principal] : [])),
  )
  const tokens = await walk(await start(), 1000, '&order_by=completeness')
  const sorted = sortedBy((token) => {
    const document = documented.has(token.contract_principal) ? 0 : 1
    const supply = token.total_supply === undefined ? 1 : 0
    return `${document}${supply}${sortText(token.name)}`
  }, tokens)
  expect(principalsOf(tokens)).toEqual(principalsOf(sorted))
  expect(documented).toContain(tokens[0]?.contract_principal)
})

test.each([
  ['name', 'asc', 'desc'],
  ['symbol', 'asc', 'desc'],
  ['completeness', 'desc', 'asc'],
] as const)('for %s, %s is the default, and %s the exact reverse', async (field, preset, other) => {
  const list = await start()
  const tokens = await walk(list, 1000, `&order_by=${field}`)
  expect(await walk(list, 1000, `&order_by=${field}&order=${preset}`)).toEqual(tokens)
  const reversed = await walk(list, 999, `&order_by=${field}&order=${other}`)
  expect(reversed).toEqual(tokens.toReversed())
  if (field !== 'symbol') return
  const sorted = sortedBy(({ symbol }) => sortText(symbol), tokens)
  expect(principalsOf(tokens)).toEqual(principalsOf(sorted))
})

test('a listed token has the fields of the token, without its metadata', async () => {
  const list = await start()
  for (const principal of [LONGCOIN, MEMEGOAT]) {
    const { body } = await getJson(`${list}/${principal}`)
    const { metadata, ...fields } = body
    const [address] = principal.split('.')
    const { body: page } = await getJson(`${list}?address=${address}&limit=1000`)
    const own = { contract_principal: principal, has_document: true }
    expect(page.results).toContainEqual(expect.objectContaining({ ...fields, ...own }))
    expect(page.results.map((row: object) => Object.keys(row))).not.toContain('metadata')
  }
})

test('a listed token tells how many have its name', async () => {
  const tokens = await walk(await start(), 1000)
  const counts = new Map<string, number>()
  for (const name of tokens.map(({ name }) => sortText(name))) {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  for (const { name, same_name, contract_principal } of tokens) {
    const count = counts.get(sortText(name)) ?? 1
    const expected = sortText(name) === '1' || count === 1 ? undefined : count
    expect([contract_principal, same_name]).toEqual([contract_principal, expected])
  }
})

test('the total is right on a page past the end, and the default limit is 20', async () => {
  const list = await start()
  expect((await getJson(`${list}?offset=9007199254740991`)).body).toEqual({
    limit: 20,
    offset: Number.MAX_SAFE_INTEGER,
    total: TOTAL,
    results: [],
  })
  expect((await getJson(list)).body.results).toHaveLength(20)
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
  ['address=SP265WBWD4N', ({ sender_address }) => /^SP265WBWD4N/.test(sender_address ?? '')],
  [`address=${LONGCOIN}`, ({ contract_principal }) => contract_principal === LONGCOIN],
  [
    'address=SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.',
    ({ sender_address }) => sender_address === 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3',
  ],
  [`address=${LONGCOIN}x`, () => false],
  ['address=S', ({ sender_address }) => sender_address?.startsWith('S') === true],
  ['name=&symbol=', () => true],
])('%s filters the list', async (query, matches) => {
  const list = await start()
  const all = await walk(list, 1000)
  const expected = principalsOf(all.filter(matches))
  expect(principalsOf(await walk(list, 1000, `&${query}`))).toEqual(expected)
  expect((await getJson(`${list}?${query}&offset=5000`)).body.total).toBe(expected.length)
})

test('valid_metadata_only leaves out tokens without a metadata document', async () => {
  const tokens = await walk(await start(), 1000, '&valid_metadata_only=true')
  const documented = snapshotTokens().filter(({ token }) => token.metadata !== undefined)
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
  'address=',
  'limit=',
  `name=${'x'.repeat(201)}`,
  'name=a&name=b',
])('%s is refused', async (query) => {
  const { status, body } = await getJson(`${await start()}?${query}`)
  expect(status).toBe(400)
  expect(body).toMatchObject({ statusCode: 400, error: 'Bad Request' })
  expect(body.message).toContain(`querystring/${query.split('=')[0]}`)
})

test('a page can be revalidated, whatever the spelling of its parameters', async () => {
  const list = await start()
  const { headers } = await getJson(`${list}?limit=3`)
  const again = await fetch(`${list}?limit=3&order_by=name&unknown=1`, {
    headers: { 'If-None-Match': headers.get('ETag') ?? '' },
  })
  expect(again.status).toBe(304)
})

test('the typed client reads the list', async () => {
  const client = createClient({ baseUrl: await startTokens(sharedDatabase()) })
  const page = await client.get('tokens', { name: 'long', order_by: 'symbol', limit: 5 })
  expect(page.results.length).toBeGreaterThan(0)
  expect(page.results.every(({ name }) => /long/i.test(name ?? ''))).toBe(true)
  expect((await client.get('tokens', { offset: 10_000 })).total).toBe(TOTAL)
  await expect(client.get('tokens', { limit: 1001 })).rejects.toThrow(RequestError)
})
