import { expect, test } from 'vitest'
import { firstTransaction, openWriter } from '../support/ledgerBlocks.ts'
import { emptyDatabase } from '../support/ownDatabase.ts'
import { snapshotLines } from '../support/snapshot.ts'
import { AIRDROP, BLOCK_HASH, LONGCOIN } from '../support/snapshotIds.ts'
import { getJson, startService } from '../support/startService.ts'

const DOG = 'DOG•GO•TO•THE•MOON'
const DOG_PAGE = '/rune/DOGGOTOTHEMOON'

test('the directory accepts up to 200 characters, and the search page text of any length', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  const path = (query: string) => `/explorer/v1/search?${new URLSearchParams({ q: query })}`
  expect((await getJson(origin, path('a'.repeat(200)))).status).toBe(200)
  const { status, body } = await getJson(origin, path('a'.repeat(201)))
  expect([status, body.message]).toEqual([
    400,
    expect.stringMatching(/^querystring\/q must be at most 200 characters long/),
  ])
  for (const query of [
    `http://x/${'a/'.repeat(3900)}`,
    '.'.repeat(7900),
    `x${'.'.repeat(1900)}x`,
  ]) {
    const page = await fetch(`${origin}/search?q=${query}`, { headers: { Accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain('role="alert"')
  }
})

test('the service describes its data, including completeness and age', async () => {
  const { body } = await getJson(await startService(), '/explorer/v1/about')
  const activity = snapshotLines('activity')
  const heights = activity.map(({ location }) => location.block_height)
  const newest = Math.max(...activity.map(({ location }) => location.timestamp))
  expect(body).toMatchObject({
    version: 'test',
    is_complete: false,
    lowest_block_height: Math.min(...heights),
    highest_block_height: Math.max(...heights),
    newest_record: newest,
    records: activity.length,
  })
  expect(body.sources.length).toBeGreaterThan(0)
  expect(body.notes.length).toBeGreaterThan(0)
})

test('the position of a transaction in its block is the number of records before its first one', async () => {
  const origin = await startService()
  for (const height of [849250, 840656, 999999999]) {
    const list = await getJson(origin, `/explorer/v1/blocks/${height}/transactions`)
    const results: { tx_id: string; offset: number }[] = list.body.results
    const some = results.filter((_, index) => index % 97 === 0 || index === results.length - 1)
    for (const { tx_id, offset } of some) {
      const { status, body } = await getJson(origin, `/explorer/v1/transactions/${tx_id}/place`)
      expect([status, body], tx_id).toEqual([200, { block_height: height, offset }])
    }
  }
})

test('a transaction’s position is found with or without 0x and in upper or lower case, and is a 404 if the transaction is unknown', async () => {
  const origin = await startService()
  const positionOf = (txId: string) => getJson(origin, `/explorer/v1/transactions/${txId}/place`)
  const { body } = await positionOf(AIRDROP)
  expect(body).toEqual({ block_height: 840656, offset: expect.any(Number) })
  expect((await positionOf(`0x${AIRDROP.toUpperCase()}`)).body).toEqual(body)
  const unknown = await positionOf('f'.repeat(64))
  expect([unknown.status, unknown.body]).toEqual([
    404,
    { statusCode: 404, error: 'Not Found', message: expect.stringContaining('fff') },
  ])
  expect((await positionOf('1234')).status).toBe(400)
})

test.each([
  ['849.250', '/block/849250'],
  ['849_250', '/block/849250'],
  ['“849,250”,', '/block/849250'],
  ['Block 849250', '/block/849250'],
  ['block/849250', '/block/849250'],
  [`tx: ${AIRDROP}`, `/tx/${AIRDROP}`],
  [`\u200b${AIRDROP}\ufeff`, `/tx/${AIRDROP}`],
  [`${AIRDROP}i0`, `/tx/${AIRDROP}`],
  [`'${LONGCOIN}`, `/token/${LONGCOIN}`],
  [`mempool.space/tx/${AIRDROP}#vout=0`, `/tx/${AIRDROP}`],
  [`${AIRDROP}:1`, `/tx/${AIRDROP}#output-1`],
  [`https://mempool.space/tx/${AIRDROP}:1`, `/tx/${AIRDROP}#output-1`],
  [`https://mempool.space/tx/0:${AIRDROP}`, `/tx/${AIRDROP}`],
  [`https://mempool.space/block/${BLOCK_HASH}`, `/block/${BLOCK_HASH}`],
  ['https://blockstream.info/block-height/849250', '/block/849250'],
  [`https://blockstream.info/tx/${AIRDROP}?output:0`, `/tx/${AIRDROP}`],
  [`https://ordinals.com/output/${AIRDROP}:2`, `/tx/${AIRDROP}#output-2`],
  [`https://ordinals.com/output/${AIRDROP}:2?offset=40`, `/tx/${AIRDROP}?offset=40#output-2`],
  [`https://ordinals.com/rune/${encodeURIComponent(DOG)}`, DOG_PAGE],
  ['https://ordinals.com/rune/840000:3', '/rune/840000:3'],
  [`https://explorer.hiro.so/txid/0x${AIRDROP}?chain=mainnet`, `/tx/${AIRDROP}`],
  [`https://explorer.hiro.so/txid/${LONGCOIN}?chain=mainnet`, `/token/${LONGCOIN}`],
  ['https://explorer.hiro.so/btcblock/849250?chain=mainnet', '/block/849250'],
  [`https://unisat.io/runes/detail/${DOG}`, DOG_PAGE],
  [`https://unisat.io/runes/market?tick=${encodeURIComponent(DOG)}`, DOG_PAGE],
  [`https://magiceden.io/runes/${DOG}`, DOG_PAGE],
  ['https://ordiscan.com/rune/DOGGOTOTHEMOON', '/rune/DOGGOTOTHEMOON'],
  [`https://luminex.io/rune/${DOG}`, DOG_PAGE],
  [`https://www.blockchain.com/explorer/transactions/btc/${AIRDROP}`, `/tx/${AIRDROP}`],
  ['https://www.blockchain.com/explorer/blocks/btc/849250', '/block/849250'],
  [`https://blockchair.com/bitcoin/transaction/${AIRDROP}?o=0`, `/tx/${AIRDROP}`],
  ['https://blockchair.com/bitcoin/block/849250', '/block/849250'],
  [`https://stxscan.co/tokens/${LONGCOIN}`, `/token/${LONGCOIN}`],
  [`https://api.example/metadata/v1/ft/${LONGCOIN}?locale=ar`, `/token/${LONGCOIN}?locale=ar`],
  ['https://other.example/block/849250?offset=40&limit=60', '/block/849250?offset=40&limit=60'],
])('searching for %s redirects to %s', async (query, expected) => {
  const origin = await startService({ pages: 'server-rendered' })
  const response = await fetch(`${origin}/search?${new URLSearchParams({ q: query })}`, {
    headers: { Accept: 'text/html' },
    redirect: 'manual',
  })
  expect([response.status, response.headers.get('Location')]).toEqual([302, expected])
})

test('the OpenSearch description uses the public URL of the service', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  const page = await (await fetch(origin, { headers: { Accept: 'text/html' } })).text()
  const [link = ''] = /<link[^>]*rel="search"[^>]*>/.exec(page) ?? []
  expect(link).toContain('type="application/opensearchdescription+xml"')
  const path = /href="([^"]+)"/.exec(link)?.[1]
  const response = await fetch(origin + path)
  expect(response.headers.get('Content-Type')).toContain('application/opensearchdescription+xml')
  const template = /template="([^"]+\{searchTerms\})"/.exec(await response.text())?.[1] ?? ''
  expect(template.startsWith(`${origin}/`)).toBe(true)
  const found = await fetch(template.replace('{searchTerms}', '849%2C250'), {
    headers: { Accept: 'text/html' },
  })
  expect([found.status, found.url]).toEqual([200, `${origin}/block/849250`])
})

test('the examples are what the service has', async () => {
  const { body } = await getJson(await startService(), '/explorer/v1/about')
  expect(body.examples.tokens).toHaveLength(4)
  expect(body.examples.transactions).toHaveLength(3)
  expect(body.examples.blocks).toEqual([849_250, 840_006, 840_000, 999_999_999])
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  for (const height of [900_001, 900_002]) {
    await writer.add({ height, hash: `${height}`.padStart(64, '0'), records: 3 })
  }
  const other = await getJson(await startService({ databaseUrl }), '/explorer/v1/about')
  expect(other.body.examples).toEqual({
    tokens: [],
    transactions: [firstTransaction(900_002), firstTransaction(900_001)],
    blocks: [900_002, 900_001],
    runes: [],
    addresses: [],
  })
})

test('previous and next never lead to the sample block or away from it', async () => {
  const origin = await startService()
  const read = async (height: number) =>
    (await getJson(origin, `/explorer/v1/blocks/${height}/neighbours`)).body
  expect(await read(949_000)).not.toHaveProperty('next')
  expect(await read(999_999_999)).toEqual({})
})
