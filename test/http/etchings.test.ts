import { expect, test } from 'vitest'
import { SAMPLE_RUNES } from '../../src/contract/samples.ts'
import type { NewRow } from '../../src/service/database/replaceRows.ts'
import { walk } from '../support/expectRecords.ts'
import { FIRST_HEIGHT, generateIndex } from '../support/generateIndex.ts'
import { formatUnits } from '../support/generateLedger.ts'
import { indexDatabase, insertIndex } from '../support/indexDatabase.ts'
import { openWriter } from '../support/ledgerBlocks.ts'
import { getJson, startService } from '../support/startService.ts'

const index = generateIndex(19, { blocks: 30, transactions: 40 })
const ENDED = '840001:1'

async function startIndex(rows = index.rows, options = {}) {
  return startService({ databaseUrl: await indexDatabase(rows), ...options })
}

test('a rune has its etching, its mint terms and its supply', async () => {
  const origin = await startIndex()
  const { status, body } = await getJson(origin, `/runes/v1/etchings/${ENDED}`)
  const row = index.rows.runes.find(({ id }) => id === ENDED)
  const { minted, mints, burned, burns } = index.totals.get(ENDED) ?? {}
  if (row === undefined || minted === undefined || burned === undefined) throw new Error('etched')
  expect(status).toBe(200)
  expect(body).toEqual({
    id: ENDED,
    number: 2,
    name: 'ENDEDMINT',
    spaced_name: 'ENDED•MINT',
    divisibility: 2,
    symbol: '¤',
    turbo: false,
    mint_terms: {
      amount: '123.45',
      cap: '10000.00',
      height_start: 840_000,
      height_end: 840_006,
      offset_start: null,
      offset_end: null,
    },
    supply: {
      current: formatUnits(2_100_000_000n + minted - burned, 2),
      premine: '21000000.00',
      minted: formatUnits(minted, 2),
      total_mints: String(mints),
      burned: formatUnits(burned, 2),
      total_burns: String(burns),
      mint_percentage: (Number(mints) / 10_000).toFixed(4),
      mintable: false,
    },
    location: {
      block_hash: `0x${row.block_hash}`,
      block_height: FIRST_HEIGHT + 1,
      tx_id: `0x${row.tx_id}`,
      tx_index: 1,
      timestamp: row.timestamp,
    },
  })
})

test('a rune is found by its id, number, name and spaced name, with and without the version', async () => {
  const origin = await startIndex()
  const { body } = await getJson(origin, `/runes/v1/etchings/${ENDED}`)
  const forms = [
    '840001:01',
    '2',
    '002',
    'ENDEDMINT',
    'endedmint',
    'ENDED•MINT',
    'Ended.Mint',
    'E•NDEDMINT',
    'ENDED·MINT',
    'ended mint',
  ]
  for (const form of forms) {
    for (const prefix of ['/runes/v1', '/runes']) {
      const found = await getJson(origin, `${prefix}/etchings/${encodeURIComponent(form)}`)
      expect([found.status, found.body], form).toEqual([200, body])
    }
  }
  expect((await getJson(origin, `/explorer/v1/runes/${ENDED}`)).body).toEqual(body)
})

test.each(['', '/activity', '/holders', `/holders/${'bc1q'.padEnd(42, 'x')}`])(
  'an unknown rune is a 404 and a malformed one a 400 at /etchings/:etching%s',
  async (path) => {
    const origin = await startIndex()
    for (const unknown of ['840001:2', '999', 'NOSUCHRUNE', 'NO•SUCH']) {
      const found = await getJson(
        origin,
        `/runes/v1/etchings/${encodeURIComponent(unknown)}${path}`,
      )
      expect([found.status, found.body], unknown).toEqual([404, { error: 'Not found' }])
    }
    for (const malformed of [
      'no-rune',
      '•A',
      'A••B',
      'A1',
      '-1',
      '1:2:3',
      'A'.repeat(29),
      '9'.repeat(17),
    ]) {
      const found = await getJson(
        origin,
        `/runes/v1/etchings/${encodeURIComponent(malformed)}${path}`,
      )
      expect([found.status, found.body.error], malformed).toEqual([400, 'Bad Request'])
      expect(found.body.message).toContain('params/etching must be')
    }
  },
)

test('runes are listed newest first, each once, with a total on every page', async () => {
  const origin = await startIndex()
  for (const limit of [1, 2, 1000]) {
    const runes = await walk(origin, '/runes/v1/etchings', limit)
    expect(runes.map(({ id }) => id)).toEqual(index.runes.map(({ id }) => id).reverse())
  }
  const [newest] = await walk(origin, '/runes/etchings', 1000)
  expect((await getJson(origin, `/runes/v1/etchings/${newest.id}`)).body).toEqual(newest)
  for (const query of ['limit=0', 'limit=1001', 'offset=-1', 'limit=x']) {
    expect((await getJson(origin, `/runes/v1/etchings?${query}`)).status, query).toBe(400)
  }
})

test('samples are in no list and in no total', async () => {
  const databaseUrl = await indexDatabase(index.rows)
  const writer = await openWriter(databaseUrl)
  const [rune] = index.rows.runes
  const place = { id: '999999999:1', block_height: 999_999_999 }
  const sample = { ...place, number: 999_999_001, name: 'SAMPLE', spaced_name: 'SAM•PLE' }
  const [supply] = index.rows.supply_changes
  await insertIndex(writer.query, {
    runes: [{ ...rune, ...sample }],
    ledger: [],
    supply_changes: [{ ...supply, rune_id: place.id, block_height: place.block_height }],
    balance_changes: [],
  })
  const origin = await startService({ databaseUrl })
  const listed = await walk(origin, '/runes/v1/etchings', 3)
  expect(listed.map(({ id }) => id)).toEqual(index.runes.map(({ id }) => id).reverse())
  const { status, headers } = await getJson(origin, '/runes/v1/etchings/SAM•PLE')
  expect([status, headers.get('X-Cairn-Coverage')]).toEqual([200, 'sample'])
})

test('the first rune has no transaction and no time', async () => {
  const databaseUrl = await indexDatabase(index.rows)
  const writer = await openWriter(databaseUrl)
  await writer.query("DELETE FROM runes WHERE id = '1:0'", [])
  const [rune] = index.rows.runes
  const first = {
    ...rune,
    id: '1:0',
    number: 0,
    name: 'UNCOMMONGOODS',
    spaced_name: 'UNCOMMON•GOODS',
  }
  const [supply] = index.rows.supply_changes
  await insertIndex(writer.query, {
    runes: [{ ...first, block_hash: '', tx_id: '', tx_index: 0, timestamp: 0 }],
    ledger: [],
    supply_changes: [{ ...supply, rune_id: '1:0' }],
    balance_changes: [],
  })
  const origin = await startService({ databaseUrl })
  for (const form of ['1:0', '0', 'uncommon.goods']) {
    const { status, body } = await getJson(origin, `/runes/v1/etchings/${form}`)
    expect([status, body.location]).toEqual([200, { block_height: FIRST_HEIGHT, tx_index: 0 }])
  }
  expect((await walk(origin, '/runes/v1/etchings', 2)).at(-1).id).toBe('1:0')
})

const TIP = FIRST_HEIGHT + 29

test.each<[NewRow, mints: number, percentage: string, mintable: boolean]>([
  [{}, 0, '0.0000', false],
  [{ terms_amount: '1' }, 5, '0.0000', true],
  [{ terms_cap: '10' }, 5, '50.0000', false],
  [{ terms_amount: '1', terms_cap: '0' }, 0, '0.0000', false],
  [{ terms_amount: '1', terms_cap: '3' }, 1, '33.3333', true],
  [{ terms_amount: '1', terms_cap: '3' }, 2, '66.6667', true],
  [{ terms_amount: '1', terms_cap: '3' }, 3, '100.0000', false],
  [{ terms_amount: '1', terms_cap: '2000000' }, 1, '0.0001', true],
  [{ terms_amount: '1', terms_cap: '2000001' }, 1, '0.0000', true],
  [{ terms_amount: '1', terms_cap: String(2n ** 128n - 1n) }, 1, '0.0000', true],
  [{ terms_amount: '1', terms_height_start: TIP }, 0, '0.0000', true],
  [{ terms_amount: '1', terms_height_start: TIP + 1 }, 0, '0.0000', false],
  [{ terms_amount: '1', terms_height_end: TIP }, 0, '0.0000', true],
  [{ terms_amount: '1', terms_height_end: TIP - 1 }, 0, '0.0000', false],
  [{ terms_amount: '1', terms_offset_start: 29 }, 0, '0.0000', true],
  [{ terms_amount: '1', terms_offset_start: 30 }, 0, '0.0000', false],
  [{ terms_amount: '1', terms_offset_end: 29 }, 0, '0.0000', true],
  [{ terms_amount: '1', terms_offset_end: 28 }, 0, '0.0000', false],
  [{ terms_amount: '1', cenotaph: 1 }, 0, '0.0000', false],
])(
  'the terms %j and %i mints are %s percent, mintable: %s',
  async (terms, mints, percentage, mintable) => {
    const [rune, ...others] = index.rows.runes
    const none = { terms_amount: null, terms_height_start: null }
    const rows = {
      runes: [{ ...rune, ...none, ...terms }, ...others],
      ledger: index.rows.ledger.filter(({ block_height }) => block_height === TIP),
      balance_changes: [],
      supply_changes: [
        { ...index.rows.supply_changes[0], block_height: TIP, total_mints: mints },
        ...index.rows.supply_changes.filter(({ rune_id }) => rune_id !== rune?.id),
      ],
    }
    const { body } = await getJson(await startIndex(rows), '/runes/v1/etchings/1')
    expect(body.supply).toMatchObject({ mint_percentage: percentage, mintable })
  },
)

test('pages of runes change with the chain tip and are not sent again until then', async () => {
  const origin = await startIndex()
  for (const path of ['', '/1', '/1/activity', '/1/holders', '/1/activity?offset=200']) {
    const first = await fetch(`${origin}/runes/v1/etchings${path}`)
    expect(first.headers.get('Cache-Tag'), path).toBe('ledger, tip')
    expect(first.headers.get('X-Cairn-Coverage'), path).toBeNull()
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' }
    expect((await fetch(`${origin}/runes/v1/etchings${path}`, { headers })).status, path).toBe(304)
  }
})

test('without 0x, hashes and outputs are those of the retired API', async () => {
  const origin = await startIndex(index.rows, { hexPrefix: 'none' })
  const { body } = await getJson(origin, `/runes/v1/etchings/${ENDED}`)
  expect(body.location.block_hash).toMatch(/^[0-9a-f]{64}$/)
  expect(body.location.tx_id).toMatch(/^[0-9a-f]{64}$/)
  const page = await getJson(origin, '/runes/etchings/1/activity?limit=60&operation_type=receive')
  for (const { location } of page.body.results) {
    expect(location.output).toBe(`${location.tx_id}:${location.vout}`)
  }
})

test('the snapshot has partial activity of runes, and neither supply nor holders', async () => {
  const origin = await startService()
  for (const path of ['', '/1', '/840000:1/holders', `/1/holders/bc1q${'x'.repeat(30)}`]) {
    const { status, body } = await getJson(origin, `/runes/v1/etchings${path}`)
    expect([status, body.error], path).toEqual([501, 'Not Implemented'])
    expect(body.message).toContain('has only part of the history of runes')
  }
  for (const path of ['/runes/v1/etchings/1/activity', '/explorer/v1/runes/1']) {
    const { status, headers } = await getJson(origin, path)
    expect([status, headers.get('X-Cairn-Coverage')], path).toEqual([200, 'partial'])
  }
  const { body } = await getJson(origin, '/explorer/v1/runes/840000:1')
  expect(body).toMatchObject({ spaced_name: 'Z•Z•Z•Z•Z•FEHU•Z•Z•Z•Z•Z', divisibility: 2 })
  expect(body).not.toHaveProperty('supply')
})

test.each(SAMPLE_RUNES)('the sample rune %s has everything and is labelled', async (id) => {
  const origin = await startService()
  for (const path of ['', '/activity', '/holders']) {
    const { status, headers } = await getJson(origin, `/runes/v1/etchings/${id}${path}`)
    expect([status, headers.get('X-Cairn-Coverage')], path).toEqual([200, 'sample'])
    expect(headers.get('Cache-Tag')).toBe('ledger')
  }
  const [holder] = (await getJson(origin, `/runes/v1/etchings/${id}/holders`)).body.results
  const balances = await getJson(origin, `/runes/v1/addresses/${holder.address}/balances`)
  expect(balances.body.results).toMatchObject([{ rune: { id }, balance: holder.balance }])
  expect(balances.headers.get('X-Cairn-Coverage')).toBe('sample')
})
