import { randomInt } from 'node:crypto'
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, inject, test, vi } from 'vitest'
import { SNAPSHOT } from '../support/fillDatabase.ts'
import type { WireRecord } from '../support/generateLedger.ts'
import {
  generateBlocks,
  importInto,
  LEDGER,
  makeFolder,
  moveTo,
  newDatabase,
  select,
  startImport,
  writeLines,
} from '../support/importing.ts'
import { serveRecords } from '../support/serveRecords.ts'
import { getJson, startService } from '../support/startService.ts'
import { startWithHabit } from '../support/startWithHabit.ts'
import { record } from '../support/wireRecord.ts'

// Each test starts programs, which take long where others are at work too.
vi.setConfig({ testTimeout: 120_000 })

const isSqlite = () => inject('databaseUrl').startsWith('file:')
const PARTS = ['runes', 'activity', 'tokens'].map((part) => join(SNAPSHOT, `${part}.ndjson.gz`))
const LONGCOIN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const LOCALIZED = 'ST000000000000000000002AMW42H.cairn-sample-localized'
const AIRDROP = '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
const HASH = '000000000000000000013805b86c3d36697de1ca1fdab24edce264298fb7fcf3'

/** The records of a list, page by page, as a service tells them. */
async function readAll(origin: string, list: string, limit = 1000): Promise<WireRecord[]> {
  const records: WireRecord[] = []
  for (;;) {
    const path = `/runes/v1/${list}/activity?offset=${records.length}&limit=${limit}`
    const { body } = await getJson(origin, path)
    records.push(...body.results)
    if (records.length >= body.total) return records
  }
}

/** What was generated, as our service tells it. */
function asTold({ location, ...rest }: WireRecord): object {
  const [block_hash, tx_id] = [`0x${location.block_hash}`, `0x${location.tx_id}`]
  const output = location.vout === undefined ? {} : { output: tx_id }
  return { ...rest, location: { ...location, block_hash, tx_id, ...output } }
}

test('the snapshot’s own files become what a start fills from them, and again the same', async () => {
  const url = await newDatabase()
  const { code, output } = await importInto(url, PARTS)
  expect(output).toContain('activity.ndjson.gz: 17,283 records')
  expect(output).toContain('tokens.ndjson.gz: 0 records, 3,661 tokens')
  expect(code).toBe(0)
  expect((await importInto(url, PARTS.slice(0, 2))).code).toBe(0)
  expect(await select(url, LEDGER)).toEqual(await select(inject('databaseUrl'), LEDGER))
  const runes = `SELECT id, number, name, spaced_name, divisibility, symbol FROM runes
    WHERE id NOT LIKE '999999999:%' ORDER BY id`
  expect(await select(url, runes)).toEqual(await select(inject('databaseUrl'), runes))
  for (const [table, where, order] of [
    ['tokens', "principal NOT LIKE 'ST0000%'", 'principal'],
    ['token_metadata', "principal NOT LIKE 'ST0000%'", 'principal, locale'],
    ['directory', "id NOT LIKE 'ST0000%' AND id NOT LIKE '999999999:%'", 'kind, id, term'],
  ]) {
    const sql = `SELECT * FROM ${table} WHERE ${where} ORDER BY ${order}`
    const filled = await select(inject('databaseUrl'), sql)
    expect(filled.length, table).toBeGreaterThan(100)
    expect(await select(url, sql), table).toEqual(filled)
  }
})

test('a download of the explorer is told as it was, each record once, however often it is imported', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(2, 300)]
  const file = writeLines(records)
  for (let times = 0; times < 2; times++) expect((await importInto(url, [file])).code).toBe(0)
  const origin = await startService({ databaseUrl: url })
  const told = [
    ...(await readAll(origin, 'blocks/850002')),
    ...(await readAll(origin, 'blocks/850001')),
  ]
  expect(told).toEqual(records.map(asTold))
  const { body } = await getJson(origin, '/explorer/v1/about')
  expect(body).toMatchObject({ source: 'database', records: records.length, runes: 4 })
  const found = await getJson(origin, '/explorer/v1/search?q=RUNE1TEST')
  expect(found.body.results).toMatchObject([{ kind: 'rune', id: '840000:2' }])
})

test('forms of other services are read: no 0x, milliseconds, numbers for texts, packed', async () => {
  const url = await newDatabase()
  const [wide, place] = ['340282366920938463463374607431768211455', 'a'.repeat(64)]
  const line = `{"rune":{"id":"1:0","number":"0","name":"UNCOMMONGOODS"},"operation":"mint","amount":${wide},"address":null,
    "location":{"block_hash":"0X${'0'.repeat(63)}A","block_height":"840000","tx_id":"0x${place.toUpperCase()}","output":"${place}:7","timestamp":1713571767000}}`
  const file = join(makeFolder(), 'packed')
  writeFileSync(file, gzipSync(`\ufeff${line.replace(/\n\s*/, '')}\r\n\n`))
  expect(await importInto(url, [file])).toMatchObject({ code: 0 })
  const origin = await startService({ databaseUrl: url })
  expect(await readAll(origin, `transactions/${place}`)).toEqual([
    {
      rune: { id: '1:0', number: 0, name: 'UNCOMMONGOODS', spaced_name: 'UNCOMMONGOODS' },
      amount: wide,
      operation: 'mint',
      location: {
        block_hash: `0x${'0'.repeat(63)}a`,
        block_height: 840_000,
        tx_id: `0x${place}`,
        vout: 7,
        output: `0x${place}`,
        timestamp: 1_713_571_767,
      },
    },
  ])
})

test('a block under another hash replaces the whole block, and the report says so', async () => {
  const url = await newDatabase()
  const before = generateBlocks(2, 100)
  await importInto(url, [writeLines(before)])
  const after = before.slice(0, 30).map((it) => moveTo(it, 850_002, 1))
  const { code, output } = await importInto(url, [writeLines(after)])
  const old = before.filter(({ location }) => location.block_height === 850_002)
  expect(output).toContain(`Replaced block 850002, of which ${old.length} records were held`)
  expect(code).toBe(0)
  const origin = await startService({ databaseUrl: url })
  expect(await readAll(origin, 'blocks/850002')).toEqual(after.map(asTold))
  const untouched = before.filter(({ location }) => location.block_height === 850_001)
  expect(await readAll(origin, 'blocks/850001')).toEqual(untouched.map(asTold))
  const [gone] = old
  const { body } = await getJson(origin, `/runes/v1/blocks/${gone?.location.block_hash}/activity`)
  expect(body.total).toBe(0)
})

test('a rune that is etched again in the block that replaced its own is the new one', async () => {
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
  expect(await readAll(origin, 'blocks/850001')).toEqual(fork.map(asTold))
  const search = async (query: string) =>
    (await getJson(origin, `/explorer/v1/search?q=${query}`)).body.results
  expect(await search('NEWONE')).toMatchObject([{ id: '850001:1' }])
  expect(await search('OLDONE')).toEqual([])
})

test('of a block that one file holds under two hashes the later one stays, and the other does not come back', async () => {
  const url = await newDatabase()
  const former = generateBlocks(1, 60)
  const later = former.map((it) => moveTo(it, 850_001, 1))
  const back = former.slice(0, 3)
  const { code, output } = await importInto(url, [writeLines([...former, ...later, ...back])])
  expect(code).toBe(1)
  expect(output).toContain('Refused 3')
  expect(output).toContain(
    `line ${former.length * 2 + 1}: block 850001 came under another hash after this one`,
  )
  const origin = await startService({ databaseUrl: url })
  expect(await readAll(origin, 'blocks/850001')).toEqual(later.map(asTold))
})

test('a transaction replaces what was held of it, and one that comes again apart is refused', async () => {
  const url = await newDatabase()
  const [a, b] = [record('mint', { amount: '1' }), record('receive', { amount: '2', vout: 1 })]
  const other = { ...a, location: { ...a.location, tx_id: 'b'.repeat(64), tx_index: 0 } }
  await importInto(url, [writeLines([a, a, a])])
  const { output } = await importInto(url, [writeLines([b, a, other, b])])
  expect(output).toMatch(/line 4: transaction a{64} came before, at line 1: .*stand together/)
  const origin = await startService({ databaseUrl: url })
  const told = await readAll(origin, `transactions/${'a'.repeat(64)}`)
  expect(told.map(({ operation, amount }) => [operation, amount])).toEqual([
    ['receive', '2'],
    ['mint', '1'],
  ])
})

const HOSTILE: [what: string, line: string | Buffer, reason: RegExp][] = [
  ['no JSON', '{"rune":', /it is no JSON/],
  ['an array', '[1,2]', /no record of activity, no token and no rune/],
  ['an error', '{"error":"Contract not found"}', /no record of activity, no token/],
  ['a prototype', '{"__proto__":{"location":{}}}', /no record of activity, no token/],
  ['nesting', '['.repeat(200_000), /it is no JSON/],
  ['wrong UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /the line is not UTF-8/],
  ['a huge line', `{"a":"${'a'.repeat(9_000_000)}"}`, /longer than 8 MiB/],
  ['100,000 decimals', mint({ amount: `1.${'0'.repeat(100_000)}` }), /amount has 100000 decimals/],
  [
    'more than 128 bits',
    mint({ amount: `${2n ** 128n}` }),
    /amount is larger than a rune can have/,
  ],
  ['a negative amount', mint({ amount: '-1' }), /amount is negative/],
  ['an amount in words', mint({ amount: 'much' }), /amount cannot be read/],
  ['other decimals', mint({ amount: '1.50' }), /2 decimals do not agree with rune 840000:3/],
  ['no rune', mint({ rune: undefined }), /rune/],
  ['a nameless rune', mint({ rune: { id: '1:1' } }), /rune 1:1 is not known here/],
  ['no id', mint({ rune: { id: "'; DROP", name: 'A' } }), /is no rune id such as 840000:1/],
  ['a height beyond 2^53', located({ block_height: '9007199254740993' }), /block_height cannot/],
  ['no height', located({ block_height: undefined }), /block_height is missing/],
  ['a short hash', located({ block_hash: 'ab' }), /block_hash is not 64 hexadecimal/],
  ['a vout below zero', located({ vout: -1 }), /vout is negative/],
  ['a long address', mint({ address: 'b'.repeat(5000) }), /address is longer than 200/],
  ['a token of nobody', '{"asset_identifier":"x::y"}', /principal of the token is missing/],
  ['a token of another', tokenLine({ sender_address: 'SP0' }), /sender_address is not the one of/],
  ['a deep token', tokenLine({ metadata: { properties: nested(300) } }), /more than 100 levels/],
]

function mint(fields: object): string {
  return JSON.stringify({ ...record('mint', { amount: '5' }), ...fields })
}

function located(fields: object): string {
  const { location, ...rest } = record('mint')
  return JSON.stringify({ ...rest, location: { ...location, ...fields } })
}

function tokenLine(fields: object): string {
  return JSON.stringify({ asset_identifier: `${LONGCOIN}::long`, name: 'Long', ...fields })
}

function nested(levels: number): object {
  return levels === 0 ? {} : { inner: nested(levels - 1) }
}

test('wrong lines are refused one by one, with their reasons, and the rest goes on', async () => {
  const [url, folder] = [await newDatabase(), makeFolder()]
  const good = mint({})
  const file = join(folder, 'hostile.ndjson')
  const lines = [good, ...HOSTILE.map(([, line]) => line), tokenLine({ symbol: '__proto__' })]
  writeFileSync(
    file,
    Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])),
  )
  const { code, output } = await importInto(url, [file, '--report', join(folder, 'report.txt')])
  expect(code).toBe(1)
  expect(output).toContain(': 1 record, 1 token')
  expect(output).toContain(`… and ${HOSTILE.length - 20} more refusals.`)
  const report = readFileSync(join(folder, 'report.txt'), 'utf8').trimEnd().split('\n')
  for (const [index, [what, , reason]] of HOSTILE.entries()) {
    expect(report[index], what).toMatch(new RegExp(`: line ${index + 2}: `))
    expect(report[index], what).toMatch(reason)
  }
  expect(report).toHaveLength(HOSTILE.length)
  const origin = await startService({ databaseUrl: url })
  expect(await readAll(origin, 'blocks/850000')).toHaveLength(1)
  expect((await getJson(origin, `/metadata/v1/ft/${LONGCOIN}`)).body.symbol).toBe('__proto__')
})

test('a token keeps every digit and key, and its documents in other locales', async () => {
  const url = await newDatabase()
  const localization = { uri: 'x/{locale}', default: 'en', locales: ['en', 'fr', 'de'] }
  const properties = '{"__proto__":1,"constructor":"c","wide":123456789012345678901234567890}'
  const line = (locales: string) =>
    `{"asset_identifier":"${LONGCOIN}::long","name":"\\u0000A\\ud800","decimals":8,"total_supply":"9007199254740993","metadata":{"sip":16,"attributes":["plain"],"properties":${properties},"localization":${JSON.stringify(localization)}}${locales}}`
  const french = ',"locales":{"fr":{"name":"Longue","description":"Une pièce"}}'
  await importInto(url, [writeLines([line(french)])])
  expect(await importInto(url, [writeLines([line('')])])).toMatchObject({ code: 0 })
  const origin = await startService({ databaseUrl: url })
  const response = await fetch(`${origin}/metadata/v1/ft/${LONGCOIN}?locale=fr`)
  const text = await response.text()
  expect(text).toContain(`"properties":${properties}`)
  expect(text).toContain('"attributes":[{"value":"plain"}]')
  expect(text).toContain('"name":"Longue"')
  expect(text).toContain('"total_supply":"9007199254740993"')
})

test('an import that was killed goes on, and starts over where the file has changed before that', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(30, 400)]
  const file = writeLines(records)
  const first = startImport(url, [file])
  await expect.poll(first.output).toContain('Importing')
  first.child.kill('SIGINT')
  expect(await first.ended).toBe(130)
  expect(first.output()).toMatch(/Interrupted\. .*the same command goes on from there\./)
  appendFileSync(file, `${JSON.stringify(moveTo(record('mint') as WireRecord, 849_000))}\n`)
  const second = await importInto(url, [file])
  expect(second.output).toContain('from where it was interrupted')
  expect(second.output).toContain(`${(records.length + 1).toLocaleString('en')} records`)

  const third = startImport(url, [file])
  await expect.poll(third.output).toContain('Importing')
  third.child.kill('SIGTERM')
  expect(await third.ended).toBe(130)
  truncateSync(file)
  writeLines(records.slice(0, 500), join(file, '..'))
  const fourth = await importInto(url, [file])
  expect(fourth.output).toContain('it has changed since it was interrupted')
  expect(fourth.output).toContain('500 records')
})

test('a file that is not whole is read as far as it goes, and the rest later', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(20, 400)]
  const [file, packed] = [join(makeFolder(), 'a.gz'), gzipSync(toText(records))]
  writeFileSync(file, packed.subarray(0, Math.floor(packed.length * 0.8)))
  const { code, output } = await importInto(url, [file])
  expect(code).toBe(1)
  expect(output).toMatch(/cannot be read beyond line \d+\. Is it whole\?/)
  writeFileSync(file, packed)
  const second = await importInto(url, [file])
  expect(second.output).toContain('from where it was interrupted')
  expect(await select(url, LEDGER)).toHaveLength(records.length)
})

function toText(records: object[]): string {
  return records.map((it) => `${JSON.stringify(it)}\n`).join('')
}

test('of two imports at once one waits for another time', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(40, 400)]
  const file = writeLines(records)
  const [one, other] = [startImport(url, [file]), startImport(url, [file])]
  const codes = [await one.ended, await other.ended]
  const outputs = [one.output(), other.output()]
  // The second may have begun after the first had ended.
  if (codes.includes(1)) expect(outputs.join()).toContain('Another program is writing')
  expect(codes).toContain(0)
  expect(await select(url, LEDGER)).toHaveLength(records.length)
})

test('killed at twenty random moments an import ends complete, each record once', async () => {
  const [blocks, kills] = isSqlite() ? [100, 20] : [8, 5]
  const [url, records] = [await newDatabase(), generateBlocks(blocks, 2000)]
  const file = writeLines(records)
  for (let killed = 0; killed < kills; killed++) {
    const { child, output, ended } = startImport(url, [file])
    await expect.poll(output, { interval: 10 }).toMatch(/Importing|Another/)
    await new Promise((later) => setTimeout(later, randomInt(400)))
    child.kill('SIGKILL')
    await ended
  }
  expect(await importInto(url, [file])).toMatchObject({ code: 0 })
  const rows = await select(url, LEDGER)
  const stored = rows.map((row) =>
    [row.tx_id, row.operation, row.address, row.receiver_address, row.output, row.amount].join(),
  )
  const generated = records.map(({ amount, location: { tx_id, vout }, ...it }) => {
    const units = amount?.replace('.', '').replace(/^0+(?=.)/, '')
    return [tx_id, it.operation, it.address, it.receiver_address, vout, units].join()
  })
  expect(stored).toEqual(generated)
  const runes = await select(url, 'SELECT id, divisibility FROM runes ORDER BY id')
  expect(runes.map(({ divisibility }) => divisibility)).toEqual([0, 2, 18, 38])
}, 300_000)

test('a mirror of another Cairn answers with the same bytes', async () => {
  const url = await newDatabase()
  const first = await startService()
  const folder = makeFolder()
  const list = join(folder, 'list.txt')
  writeFileSync(
    list,
    `# worth having\n849250\n\n0x${AIRDROP.toUpperCase()} # an airdrop\n${HASH}\n`,
  )
  const mirror = await importInto(url, [`${first}/`, LONGCOIN, LOCALIZED, '777', '--list', list])
  expect(mirror.output).toContain('It holds nothing of 1 identifier.')
  expect(mirror.code).toBe(0)
  const second = await startService({ databaseUrl: url })
  for (const path of [
    `/metadata/v1/ft/${LONGCOIN}`,
    `/metadata/v1/ft/${LOCALIZED}`,
    `/metadata/v1/ft/${LOCALIZED}?locale=ar`,
    '/runes/v1/blocks/849250/activity?limit=1000',
    '/runes/v1/blocks/849250/activity?limit=1000&offset=4000',
    `/runes/v1/transactions/${AIRDROP}/activity?limit=1000&offset=4000`,
  ]) {
    const [expected, mirrored] = await Promise.all(
      [first, second].map(async (origin) => (await fetch(origin + path)).text()),
    )
    expect(mirrored, path).toBe(expected)
  }
  expect((await importInto(url, [first, '849250'])).output).toContain('4,756 records')
  expect(await readAll(second, 'blocks/849250')).toHaveLength(4756)
})

test('a service that gives 60 at most, bare hashes and no total past the end is mirrored whole', async () => {
  const url = await newDatabase()
  const asked: number[] = []
  const origin = await startWithHabit({
    ask: (search) => {
      asked.push(Number(search.get('limit')))
      if (Number(search.get('limit')) > 60) search.set('limit', 'refused')
    },
    answer: (body) => (body.results?.length === 0 ? { ...body, total: 0 } : body),
  })
  const { code, output } = await importInto(url, [origin, AIRDROP])
  expect(output).toContain('4,444 records')
  expect(code).toBe(0)
  expect(asked.filter((limit) => limit > 60)).toHaveLength(1)
})

test('a mirror waits as it is asked to, and reads a list again that changed meanwhile', async () => {
  const url = await newDatabase()
  const [block] = [generateBlocks(1, 250)]
  let held = block.slice(1)
  const { origin, requests } = await serveRecords(() => held, {
    most: 60,
    instead: ({ count }) => {
      if (count === 1) return { status: 429, headers: { 'Retry-After': '0' } }
      if (count === 2) return { status: 503, headers: { 'Retry-After': '0' } }
      if (count === 4) held = block
    },
  })
  const { code, output } = await importInto(url, [origin, '850001'])
  expect([code, output]).toEqual([0, expect.stringContaining(`${block.length} records`)])
  expect(requests.filter(({ offset }) => offset === 0).length).toBeGreaterThan(3)
  const service = await startService({ databaseUrl: url })
  expect(await readAll(service, 'blocks/850001')).toEqual(block.map(asTold))
})

test('what a service fails at is in the report, and no redirect is followed', async () => {
  const url = await newDatabase()
  const { origin, requests } = await serveRecords(() => [record('mint', { amount: '1' })], {
    instead: ({ count }) =>
      count === 1 ? { status: 302, headers: { Location: '/runes/v1/elsewhere' } } : undefined,
  })
  const { code, output } = await importInto(url, [origin, '850000', '850000', '850001', LONGCOIN])
  expect(code).toBe(1)
  expect(output).toMatch(/block 850000: the service answered a redirect \(302\)/)
  expect(output).toMatch(/block 850001, record 1: the service sent a record of something else/)
  expect(output).toContain(': 1 record,')
  expect(requests).toHaveLength(3)
})
