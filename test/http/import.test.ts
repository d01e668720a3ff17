import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { WireRecord } from '../support/generateLedger.ts'
import {
  asServed,
  generateBlocks,
  importInto,
  makeFolder,
  moveTo,
  newDatabase,
  readAll,
  select,
  writeLines,
} from '../support/importing.ts'
import { LONGCOIN } from '../support/snapshotIds.ts'
import { getJson, startService } from '../support/startService.ts'
import { record } from '../support/wireRecord.ts'

test('importing a download of the explorer twice stores each record once and unchanged', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(2, 300)]
  const file = writeLines(records)
  for (let times = 0; times < 2; times++) expect((await importInto(url, [file])).code).toBe(0)
  const origin = await startService({ databaseUrl: url })
  const served = [
    ...(await readAll(origin, 'blocks/850002')),
    ...(await readAll(origin, 'blocks/850001')),
  ]
  expect(served).toEqual(records.map(asServed))
  const { body } = await getJson(origin, '/explorer/v1/about')
  expect(body).toMatchObject({ source: 'database', records: records.length, runes: 4 })
  const found = await getJson(origin, '/explorer/v1/search?q=RUNEBTEST')
  expect(found.body.results).toMatchObject([{ kind: 'rune', id: '840000:2' }])
})

test('the import reads other formats: no 0x, milliseconds, numbers instead of strings, gzip', async () => {
  const url = await newDatabase()
  const [largeAmount, txId] = ['340282366920938463463374607431768211455', 'a'.repeat(64)]
  const line = `{"rune":{"id":"1:0","number":"0","name":"UNCOMMONGOODS"},"operation":"mint","amount":${largeAmount},"address":null,
    "location":{"block_hash":"0X${'0'.repeat(63)}A","block_height":"840000","tx_id":"0x${txId.toUpperCase()}","vout":"7","output":"${txId}:7","timestamp":1713571767000}}`
  const file = join(makeFolder(), 'lines.ndjson.gz')
  writeFileSync(file, gzipSync(`\ufeff${line.replace(/\n\s*/, '')}\r\n\n`))
  expect(await importInto(url, [file])).toMatchObject({ code: 0 })
  const origin = await startService({ databaseUrl: url })
  expect(await readAll(origin, `transactions/${txId}`)).toEqual([
    {
      rune: { id: '1:0', number: 0, name: 'UNCOMMONGOODS', spaced_name: 'UNCOMMONGOODS' },
      amount: largeAmount,
      operation: 'mint',
      location: {
        block_hash: `0x${'0'.repeat(63)}a`,
        block_height: 840_000,
        tx_id: `0x${txId}`,
        vout: 7,
        output: `0x${txId}`,
        timestamp: 1_713_571_767,
      },
    },
  ])
})

test('a block with another hash replaces the stored block of that height', async () => {
  const url = await newDatabase()
  const before = generateBlocks(2, 100)
  await importInto(url, [writeLines(before)])
  const after = before.slice(0, 30).map((it) => moveTo(it, 850_002, 1))
  expect(await importInto(url, [writeLines(after)])).toMatchObject({ code: 0 })
  const origin = await startService({ databaseUrl: url })
  expect(await readAll(origin, 'blocks/850002')).toEqual(after.map(asServed))
  const untouched = before.filter(({ location }) => location.block_height === 850_001)
  expect(await readAll(origin, 'blocks/850001')).toEqual(untouched.map(asServed))
  const replaced = before.find(({ location }) => location.block_height === 850_002)
  const { body } = await getJson(
    origin,
    `/runes/v1/blocks/${replaced?.location.block_hash}/activity`,
  )
  expect(body.total).toBe(0)
})

test('a rune etched in a replacing block replaces the rune with the same id', async () => {
  const url = await newDatabase()
  const etch = (name: string, amount: string, fork: number) => {
    const rune = { id: '850001:1', number: 9, name, spaced_name: name }
    const lines = [record('mint', { amount, vout: 1 }), record('etching')]
    return lines.map((it) => moveTo({ ...it, rune } as WireRecord, 850_001, fork))
  }
  await importInto(url, [writeLines(etch('OLDONE', '1.50', 0))])
  const fork = etch('NEWONE', '1.5000', 1)
  expect(await importInto(url, [writeLines(fork)])).toMatchObject({ code: 0 })
  const origin = await startService({ databaseUrl: url })
  expect(await readAll(origin, 'blocks/850001')).toEqual(fork.map(asServed))
  const search = async (query: string) =>
    (await getJson(origin, `/explorer/v1/search?q=${query}`)).body.results
  expect(await search('NEWONE')).toMatchObject([{ id: '850001:1' }])
  expect(await search('OLDONE')).toEqual([])
})

test('a replacing block keeps what is already stored of the runes etched in it', async () => {
  const url = await newDatabase()
  const rune = { id: '850001:7', number: 9, name: 'ETCHED', spaced_name: 'ETCHED' }
  const [old, replacing] = [0, 1].map((fork) =>
    moveTo({ ...record('etching'), rune } as WireRecord, 850_001, fork),
  )
  if (old === undefined || replacing === undefined) throw new Error('two etchings')
  const line = { ...rune, divisibility: 2, symbol: 'E', location: replacing.location }
  for (const lines of [[old], [line], [replacing]]) {
    expect(await importInto(url, [writeLines(lines)])).toMatchObject({ code: 0 })
  }
  const [stored] = await select(url, 'SELECT symbol, block_hash FROM runes')
  expect(stored).toEqual({ symbol: 'E', block_hash: replacing.location.block_hash })
})

test('an import stores what runes and etchings state, and keeps it when later records name the rune', async () => {
  const url = await newDatabase()
  const rune = { id: '850001:7', number: 9, name: 'ETCHED', spaced_name: 'ETC•HED' }
  const mint_terms = { amount: '2.50', cap: '1.00', height_start: 850_000, height_end: null }
  const line = {
    ...rune,
    symbol: '',
    turbo: true,
    cenotaph: true,
    mint_terms: { ...mint_terms, offset_start: null, offset_end: 20 },
    supply: { premine: '340282366920938463463374607431768211.00' },
  }
  const etching = moveTo({ ...record('etching'), rune } as WireRecord, 850_001)
  const mint = moveTo({ ...record('mint', { amount: '2.50' }), rune } as WireRecord, 850_002)
  for (const lines of [[line], [etching], [mint]]) {
    expect(await importInto(url, [writeLines(lines)])).toMatchObject({ code: 0 })
  }
  const [stored] = await select(
    url,
    `SELECT CAST(divisibility AS TEXT) AS divisibility, symbol, block_hash,
            CAST(block_height AS TEXT) AS block_height, CAST(tx_index AS TEXT) AS tx_index, tx_id,
            CAST(premine AS TEXT) AS premine, CAST(terms_amount AS TEXT) AS terms_amount,
            CAST(terms_cap AS TEXT) AS terms_cap,
            CAST(terms_height_start AS TEXT) AS terms_height_start, terms_height_end,
            CAST(terms_offset_end AS TEXT) AS terms_offset_end,
            CASE WHEN turbo THEN 'yes' ELSE 'no' END AS turbo,
            CASE WHEN cenotaph THEN 'yes' ELSE 'no' END AS cenotaph,
            CAST(timestamp AS TEXT) AS timestamp
       FROM runes`,
  )
  expect(stored).toEqual({
    divisibility: '2',
    symbol: '',
    block_hash: etching.location.block_hash,
    block_height: '850001',
    tx_index: '7',
    tx_id: etching.location.tx_id,
    premine: '34028236692093846346337460743176821100',
    terms_amount: '250',
    terms_cap: '100',
    terms_height_start: '850000',
    terms_height_end: null,
    terms_offset_end: '20',
    turbo: 'yes',
    cenotaph: 'yes',
    timestamp: String(etching.location.timestamp),
  })
  expect(await select(url, 'SELECT rune_id FROM supply_changes')).toEqual([])
  const wrong = { ...line, mint_terms: { ...mint_terms, cap: '1' } }
  const { output } = await importInto(url, [writeLines([wrong])])
  expect(output).toContain('line 1: it has amounts whose decimals do not match its divisibility')
})

test('if a file has two blocks of one height, the later one is stored and further records of the first are rejected', async () => {
  const url = await newDatabase()
  const former = generateBlocks(1, 60)
  const later = former.map((it) => moveTo(it, 850_001, 1))
  const back = former.slice(0, 3)
  const { code, output } = await importInto(url, [writeLines([...former, ...later, ...back])])
  expect(code).toBe(1)
  expect(output).toContain('Refused 3')
  expect(output).toContain(
    `line ${former.length * 2 + 1}: its transaction occurs earlier in the file`,
  )
  const origin = await startService({ databaseUrl: url })
  expect(await readAll(origin, 'blocks/850001')).toEqual(later.map(asServed))
})

test('importing a transaction replaces its stored records, and further records of it later in the file are rejected', async () => {
  const url = await newDatabase()
  const [a, b] = [record('mint', { amount: '1' }), record('receive', { amount: '2', vout: 1 })]
  const other = { ...a, location: { ...a.location, tx_id: 'b'.repeat(64), tx_index: 0 } }
  await importInto(url, [writeLines([a, a, a])])
  const { output } = await importInto(url, [writeLines([b, a, other, b])])
  expect(output).toMatch(
    /line 4: its transaction occurs earlier in the file: .*must be consecutive/,
  )
  const origin = await startService({ databaseUrl: url })
  const served = await readAll(origin, `transactions/${'a'.repeat(64)}`)
  expect(served.map(({ operation, amount }) => [operation, amount])).toEqual([
    ['receive', '2'],
    ['mint', '1'],
  ])
})

test('an imported token keeps every digit and key, and its stored locales if the import has none', async () => {
  const url = await newDatabase()
  const localization = { uri: 'x/{locale}', default: 'en', locales: ['en', 'fr', 'de'] }
  const properties = '{"__proto__":1,"constructor":"c","wide":123456789012345678901234567890}'
  const line = (locales: string) =>
    `{"asset_identifier":"${LONGCOIN}::long","name":"\\u0000A\\ud800","decimals":8,"total_supply":"9007199254740993","metadata":{"sip":16,"attributes":["plain"],"properties":${properties},"localization":${JSON.stringify(localization)}}${locales}}`
  const english = '"en":{"name":"Long","description":"A coin"}'
  const french = `,"locales":{${english},"fr":{"name":"Longue","description":"Une pièce"}}`
  await importInto(url, [writeLines([line(french)])])
  expect(await importInto(url, [writeLines([line('')])])).toMatchObject({ code: 0 })
  const origin = await startService({ databaseUrl: url })
  const response = await fetch(`${origin}/metadata/v1/ft/${LONGCOIN}?locale=fr`)
  const text = await response.text()
  expect(text).toContain(`"properties":${properties}`)
  expect(text).toContain('"attributes":[{"value":"plain"}]')
  expect(text).toContain('"name":"Longue"')
  expect(text).toContain('"total_supply":"9007199254740993"')
  expect(text).toContain('"locales":["en","fr"]')
})
