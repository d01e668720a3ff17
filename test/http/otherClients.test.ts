// Programs of others that were written for the two public APIs: what each asks, and what it reads. Only their base
// address is changed.
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ADDRESS, BLOCK, LONGCOIN, RUNE, TX } from '../support/bundledIds.ts'
import { getJson, startService } from '../support/startService.ts'

const startCompat = async () => `${await startService()}/compat`

/** Like clients that throw what is not 2xx. */
async function read(url: string, init?: RequestInit) {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${response.status}`)
  return response.json()
}

/** Reads a list as scripts do: until they have `total` rows. */
async function readAll(list: string, limit: number) {
  const rows = []
  for (;;) {
    const page = await read(`${list}?offset=${rows.length}&limit=${limit}`)
    rows.push(...page.results)
    if (page.results.length === 0 || rows.length >= page.total) return rows
  }
}

const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const Digits = v.pipe(v.string(), v.regex(/^[0-9]+(\.[0-9]+)?$/))
const Rune = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[0-9]+:[0-9]+$/)),
  // An index that begins late does not know it.
  number: v.optional(v.number()),
  name: v.string(),
  spaced_name: v.string(),
})
/** The record of the retired API, and nothing else. */
const StrictRecord = v.strictObject({
  rune: Rune,
  operation: v.picklist(['etching', 'mint', 'burn', 'send', 'receive']),
  address: v.optional(v.string()),
  receiver_address: v.optional(v.string()),
  amount: v.optional(Digits),
  location: v.strictObject({
    block_hash: Hash,
    block_height: v.number(),
    tx_id: Hash,
    tx_index: v.number(),
    timestamp: v.number(),
    vout: v.optional(v.number()),
    output: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}:[0-9]+$/))),
  }),
})
const StrictEtching = v.strictObject({
  ...Rune.entries,
  divisibility: v.number(),
  symbol: v.string(),
  turbo: v.boolean(),
  mint_terms: v.strictObject({
    amount: v.nullable(Digits),
    cap: v.nullable(Digits),
    height_start: v.nullable(v.number()),
    height_end: v.nullable(v.number()),
    offset_start: v.nullable(v.number()),
    offset_end: v.nullable(v.number()),
  }),
  supply: v.strictObject({
    current: Digits,
    minted: Digits,
    total_mints: Digits,
    mint_percentage: Digits,
    mintable: v.boolean(),
    burned: Digits,
    total_burns: Digits,
    premine: Digits,
  }),
  location: v.strictObject({
    block_hash: Hash,
    block_height: v.number(),
    tx_id: v.string(),
    tx_index: v.number(),
    timestamp: v.number(),
  }),
})
const pageOf = <Row extends v.GenericSchema>(row: Row) =>
  v.strictObject({
    limit: v.number(),
    offset: v.number(),
    total: v.number(),
    results: v.array(row),
  })

test('a strict parser of the retired form reads every record, etching, holder and balance', async () => {
  const base = `${await startCompat()}/runes/v1`
  const [holder] = (await read(`${base}/etchings/${RUNE}/holders`)).results
  for (const [path, row] of [
    [`/blocks/${BLOCK}/activity?limit=1000`, StrictRecord],
    [`/transactions/${TX}/activity`, StrictRecord],
    [`/etchings/${RUNE}/activity`, StrictRecord],
    [`/etchings/${RUNE}/activity/${holder.address}`, StrictRecord],
    [`/addresses/${ADDRESS}/activity`, StrictRecord],
    ['/etchings?limit=1000', StrictEtching],
    [`/etchings/${RUNE}/holders`, v.strictObject({ address: v.string(), balance: Digits })],
    [
      `/addresses/${ADDRESS}/balances`,
      v.strictObject({ rune: Rune, address: v.string(), balance: Digits }),
    ],
  ] as const) {
    const page = v.parse(pageOf<v.GenericSchema>(row), await read(base + path))
    expect([path, page.total > 0]).toEqual([path, true])
  }
  v.parse(StrictEtching, await read(`${base}/etchings/1:0`))
})

test('the official token client reads the status, the list and a token, and gets 404s for the other kinds', async () => {
  const base = await startCompat()
  const status = await read(`${base}/metadata/v1/`)
  expect([status.server_version, status.status]).toEqual([expect.any(String), 'ready'])
  expect(status.chain_tip?.block_height).toBeUndefined()
  // Those whose transaction is known.
  expect((await read(`${base}/metadata/v1/ft?limit=60`)).results).toHaveLength(28)
  expect((await read(`${base}/metadata/v1/ft/${LONGCOIN}`)).symbol).toBe('LONG')
  for (const kind of ['nft', 'sft']) {
    await expect(read(`${base}/metadata/v1/${kind}/${LONGCOIN}/1`)).rejects.toThrow('404')
  }
})

test('the token list of an explorer walks its pages, and joins rows by asset identifier', async () => {
  const list = `${await startCompat()}/metadata/v1/ft`
  const withDocument = await read(`${list}?valid_metadata_only=true&offset=0&limit=30`)
  expect(withDocument.results).toHaveLength(2)
  // The bundled tokens with a transaction are fewer than one of its pages of 30.
  const first = await read(`${list}?offset=0&limit=20`)
  const second = await read(`${list}?offset=20&limit=20`)
  const rows = [...first.results, ...second.results]
  expect([first.results.length, rows.length]).toEqual([20, 28])
  expect(new Set(rows.map(({ contract_principal }) => contract_principal)).size).toBe(rows.length)
  for (const { asset_identifier, contract_principal } of rows) {
    // Not of all contracts is it known.
    expect(asset_identifier?.split('::')[0] ?? contract_principal).toBe(contract_principal)
  }
  // It removes rows with equal ids.
  expect(new Set(rows.map(({ tx_id }) => tx_id)).size).toBe(rows.length)
  for (const query of ['name=longcoin', 'symbol=LONG', `address=${LONGCOIN}`]) {
    const { results } = await read(`${list}?${query}`)
    expect(results).toContainEqual(expect.objectContaining({ contract_principal: LONGCOIN }))
  }
  expect((await read(`${list}?address=${LONGCOIN}`)).total).toBe(1)
})

test('wallets read a token without the version in the path, with a header of their own', async () => {
  const base = await startCompat()
  const token = await read(`${base}/metadata/ft/${LONGCOIN}`, {
    headers: { 'X-Partner': 'wallet' },
  })
  expect(token).toMatchObject({ name: 'LONGcoin', symbol: 'LONG', decimals: 6 })
  expect(token.image_canonical_uri ?? token.image_uri ?? token.metadata?.cached_image).toEqual(
    expect.any(String),
  )
  const { status, body } = await getJson(`${base}/metadata/v1/nft/${LONGCOIN}/1`)
  expect([status, 'error' in body]).toEqual([404, true])
  const unknown = await getJson(`${base}/metadata/ft/${LONGCOIN}-nowhere`)
  expect([unknown.status, 'error' in unknown.body]).toEqual([404, true])
})

test('a browser may send the headers of these programs', async () => {
  const base = await startCompat()
  for (const [path, header] of [
    [`/metadata/v1/ft/${LONGCOIN}`, 'x-partner'],
    ['/runes/v1/etchings', 'x-hiro-api-key,content-type'],
    [`/runes/addresses/${ADDRESS}/balances`, 'x-api-key'],
  ]) {
    const { headers } = await fetch(base + path, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://wallet.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': String(header),
      },
    })
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Access-Control-Allow-Headers')).toBe(header)
  }
})

test('a dashboard reads the supply of a token as digits', async () => {
  const token = await read(`${await startCompat()}/metadata/v1/ft/${LONGCOIN}`)
  expect(BigInt(token.total_supply) / 10n ** BigInt(token.decimals)).toBe(888_888_888_888n)
})

test('a tool server passes on six paths of the runes API, and the text of errors', async () => {
  const base = `${await startCompat()}/runes/v1`
  const headers = { 'x-hiro-api-key': 'any', 'Content-Type': 'application/json' }
  for (const path of [
    '/etchings?offset=0&limit=20',
    `/etchings/${RUNE}`,
    `/etchings/${RUNE}/holders?offset=0&limit=20`,
    `/etchings/${RUNE}/activity?offset=0&limit=20`,
    `/addresses/${ADDRESS}/balances?offset=0&limit=20`,
    `/addresses/${ADDRESS}/activity?offset=0&limit=20`,
  ]) {
    const passed = await read(base + path, { headers })
    expect([path, passed.results?.length === 0]).toEqual([path, false])
  }
  const { status, body } = await getJson(`${base}/etchings/NOSUCHRUNE`, { headers })
  expect([status, body]).toEqual([404, { error: 'Not found' }])
})

test('dashboards ask for orders that the API never had, and read ok and results', async () => {
  const base = `${await startCompat()}/runes/v1`
  const response = await fetch(`${base}/etchings?limit=200&order=desc&sort_by=timestamp`)
  expect(response.ok).toBe(true)
  expect((await response.json()).results.length).toBeGreaterThan(60)
  const holders = await read(`${base}/etchings/${RUNE}/holders?limit=200`)
  expect(holders.results.length).toBeGreaterThan(0)
})

test('a library reads a rune by id or name, and the balance of an address', async () => {
  const base = `${await startCompat()}/runes/v1`
  const rune = await read(`${base}/etchings/${encodeURIComponent('LAMBO•LIFESTYLE')}`)
  expect(rune.id).toBe(RUNE)
  const { results } = await read(`${base}/addresses/${ADDRESS}/balances`)
  for (const { balance } of results) expect(Number(balance)).toBeGreaterThan(0)
})

test('the cache of a wallet revalidates by ETag', async () => {
  const base = `${await startCompat()}/runes/v1`
  for (const path of [
    '/etchings',
    `/etchings/${RUNE}/holders`,
    `/etchings/${RUNE}/activity`,
    `/addresses/${ADDRESS}/balances`,
  ]) {
    const { headers } = await fetch(base + path)
    const again = await fetch(base + path, {
      headers: { 'If-None-Match': headers.get('ETag') ?? '' },
    })
    expect([path, again.status]).toEqual([path, 304])
  }
})

test('a portfolio page asks for the balances of an undefined address, and reads the length of results', async () => {
  const response = await fetch(`${await startCompat()}/runes/v1/addresses/undefined/balances`)
  expect((await response.json()).results.length).toBe(0)
})

test('scripts read all holders and balances, page by page, and add them up', async () => {
  const base = `${await startCompat()}/runes/v1`
  const holders = await readAll(`${base}/etchings/${RUNE}/holders`, 60)
  const { supply, divisibility } = await read(`${base}/etchings/${RUNE}`)
  const raw = (amount: string) => BigInt(amount.replace('.', ''))
  expect(holders[0].balance.split('.')[1]?.length ?? 0).toBe(divisibility)
  const sum = holders.reduce((all, { balance }) => all + raw(balance), 0n)
  expect(sum).toBe(raw(supply.current))
  expect(new Set(holders.map(({ address }) => address)).size).toBe(holders.length)
})

test('a monitor of mints reads all records of a block', async () => {
  const records = await readAll(`${await startCompat()}/runes/v1/blocks/${BLOCK}/activity`, 60)
  const mints = records.filter(({ operation }) => operation === 'mint')
  expect(mints.length).toBeGreaterThan(0)
  for (const { rune } of mints) expect(rune.name).toMatch(/^[A-Z]+$/)
})
