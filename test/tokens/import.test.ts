import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { numberOf } from '../../src/database/database.ts'
import { getJson } from '../support/startService.ts'
import { makeFolder, openDatabase, ownDatabase } from '../support/tokens/databases.ts'
import { ADDRESS, importInto, tokenLine, writeLines } from '../support/tokens/importing.ts'
import { LONGCOIN, SAMPLE } from '../support/tokens/snapshotTokens.ts'
import { startImport } from '../support/tokens/startImport.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const REFUSED: [what: string, line: string | Buffer, reason: RegExp][] = [
  ['malformed JSON', '{"token":', /it is not JSON/],
  ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /it is not JSON/],
  ['an array', '[1,2]', /it is not a token/],
  ['an error', '{"error":"Contract not found"}', /its principal is missing or malformed/],
  ['a prototype', '{"__proto__":{"principal":"x"}}', /its principal is missing/],
  ['nested lists', '['.repeat(200_000), /it is not JSON/],
  ['a rune', '{"id":"1:0","spaced_name":"A•B"}', /Runes come from Bitcoin: set BITCOIN_RPC_URL\./],
  ['a record', '{"rune":{"id":"1:0"}}', /Runes come from Bitcoin: set BITCOIN_RPC_URL\./],
  ['no principal', '{"asset_identifier":"x::y"}', /its principal is missing or malformed/],
  ['another sender', tokenText({ sender_address: 'SP0' }), /sender_address does not match SP2/],
  ['a long name', tokenText({ name: 'x'.repeat(201) }), /its name is longer than 200 characters/],
  ['a long text', tokenText({ token_uri: 'x'.repeat(10_001) }), /a text of more than 10,000/],
  ['depth', tokenText({ metadata: { properties: nested(300) } }), /more than 100 levels deep/],
  ['a status', '{"principal":"x","status":"new","token":{}}', /its status cannot be read/],
]

function tokenText(fields: object): string {
  return JSON.stringify({ asset_identifier: `${LONGCOIN}::long`, ...fields })
}

function nested(levels: number): object {
  return levels === 0 ? {} : { inner: nested(levels - 1) }
}

async function readText(settings: Awaited<ReturnType<typeof ownDatabase>>, path: string) {
  const origin = await startTokens(openDatabase(settings))
  return (await fetch(`${origin}/metadata/v1/ft/${path}`)).text()
}

test('an imported token keeps every digit, type and key, in each of its locales', async () => {
  const settings = await ownDatabase()
  const properties =
    '{"__proto__":1,"constructor":"c","wide":123456789012345678901234567890,"price":1.50}'
  const line = `{"asset_identifier":"${LONGCOIN}::long","name":"\\u0000A\\ud800","decimals":100000,"total_supply":"9007199254740993","metadata":{"sip":16,"attributes":["plain",{"value":[1.10,null]}],"properties":${properties}},"localization":{"uri":"x/{locale}","default":"en"},"locales":{"fr":{"name":"Longue","description":"Une pièce"}}}`
  expect(await importInto(settings, [writeLines([line])])).toMatchObject({ code: 0 })
  const text = await readText(settings, `${LONGCOIN}?locale=fr`)
  for (const part of [
    `"properties":${properties}`,
    '"attributes":[{"value":"plain"},{"value":[1.10,null]}]',
    '"name":"Longue"',
    '"description":"Une pièce"',
    '"decimals":100000',
    '"total_supply":"9007199254740993"',
    '"localization":{"uri":"x/{locale}","default":"en","locales":["en","fr"]}',
  ]) {
    expect(text).toContain(part)
  }
  expect(text.startsWith('{"name":"\ufffdA')).toBe(true)
})

test('decimals such as 6.0 and a supply such as 5.0 are whole numbers', async () => {
  const settings = await ownDatabase()
  const line = `{"contract_principal":"${ADDRESS}.float","decimals":6.0,"total_supply":5.0,"metadata":{"sip":16.0}}`
  expect(await importInto(settings, [writeLines([line])])).toMatchObject({ code: 0 })
  expect(JSON.parse(await readText(settings, `${ADDRESS}.float`))).toMatchObject({
    decimals: 6,
    total_supply: '5',
    metadata: { sip: 16 },
  })
})

test('an odd locale is left out and named, and the token imported with the others', async () => {
  const settings = await ownDatabase()
  const line = {
    ...tokenLine('loc-dot', { name: 'LocDot', metadata: { sip: 16, name: 'Loc' } }),
    locales: { 'en.US': { name: 'Dot' }, de: { name: 'Schloss' }, fr: 'no document' },
  }
  const { code, output } = await importInto(settings, [writeLines([line])])
  expect(code).toBe(1)
  expect(output).toContain('line 1: its locale "en.US" is left out')
  expect(output).toContain('line 1: its locale "fr" is left out')
  expect(output).toContain('1 tokens imported, 2 refused')
  expect(await readText(settings, `${ADDRESS}.loc-dot?locale=de`)).toContain('"name":"Schloss"')
})

test('fields of another type are kept among the properties of a document', async () => {
  const settings = await ownDatabase()
  const metadata = {
    sip: 16,
    name: 1.5,
    description: { en: 'A text' },
    image: ['a.png'],
    attributes: { colour: 'blue' },
    properties: { image: 'of the property' },
  }
  const line = tokenLine('mistyped', { metadata })
  const other = tokenLine('list', { metadata: { properties: ['one'] } })
  expect(await importInto(settings, [writeLines([line, other])])).toMatchObject({ code: 0 })
  expect(JSON.parse(await readText(settings, `${ADDRESS}.mistyped`)).metadata).toEqual({
    sip: 16,
    name: '1.5',
    properties: {
      description: { en: 'A text' },
      attributes: { colour: 'blue' },
      image: 'of the property',
    },
  })
  const text = await readText(settings, `${ADDRESS}.list`)
  expect(JSON.parse(text).metadata.properties).toEqual({ properties: ['one'] })
})

test('a line is a token of the API, of its lists, or of the snapshot; a later one replaces it', async () => {
  const settings = await ownDatabase()
  const lines = [
    { contract_principal: `${ADDRESS}.listed`, name: 'Listed', decimals: '6', total_supply: 12 },
    { asset_identifier: `${ADDRESS}.api::asset`, name: 'Old', metadata: { name: 'Document' } },
    { asset_identifier: `${ADDRESS}.api::asset`, name: 'New', decimals: -1, total_supply: '1.5' },
    { principal: `${ADDRESS}.failed`, status: 'token-error', problem: 'why', token: {} },
  ]
  const { code, output } = await importInto(settings, [writeLines(lines)])
  expect([code, output]).toEqual([0, expect.stringContaining('4 tokens imported, 0 refused.')])
  expect(JSON.parse(await readText(settings, `${ADDRESS}.listed`))).toEqual({
    name: 'Listed',
    decimals: 6,
    total_supply: '12',
    sender_address: ADDRESS,
  })
  // Without the document and the figures, which are none.
  expect(JSON.parse(await readText(settings, `${ADDRESS}.api`))).toEqual({
    name: 'New',
    sender_address: ADDRESS,
    asset_identifier: `${ADDRESS}.api::asset`,
  })
  const failed = { error: 'Token error', message: 'why' }
  expect(JSON.parse(await readText(settings, `${ADDRESS}.failed`))).toEqual(failed)
})

test('refused lines are counted and named with their reason, and the others are imported', async () => {
  const settings = await ownDatabase()
  const file = join(makeFolder(), 'lines.ndjson')
  const lines = [tokenText({ name: 'First' }), ...REFUSED.map(([, line]) => line)]
  lines.push(JSON.stringify(tokenLine('last', { symbol: '__proto__' })))
  writeFileSync(file, Buffer.concat(lines.flatMap((it) => [Buffer.from(it), Buffer.from('\n')])))
  const { code, output } = await importInto(settings, [file])
  expect(code).toBe(1)
  expect(output).toContain(`2 tokens imported, ${REFUSED.length} refused.`)
  for (const [index, [what, , reason]] of REFUSED.entries()) {
    const place = `${file}: line ${index + 2}: `
    const named = output.split('\n').find((line) => line.startsWith(place))
    expect(named, what).toMatch(reason)
  }
  expect(JSON.parse(await readText(settings, LONGCOIN)).name).toBe('First')
  expect(JSON.parse(await readText(settings, `${ADDRESS}.last`)).symbol).toBe('__proto__')
})

test('files may be compressed, begin with a byte order mark, or come from standard input', async () => {
  const settings = await ownDatabase('empty')
  const packed = join(makeFolder(), 'tokens.ndjson.gz')
  const [one, two] = ['one', 'two'].map((name) => JSON.stringify(tokenLine(name, { name })))
  writeFileSync(packed, gzipSync(`\ufeff${one}\r\n\n`))
  const stdin = Readable.from([
    Buffer.from(`${two?.slice(0, 20)}`),
    Buffer.from(`${two?.slice(20)}`),
  ])
  const { code, output } = await importInto(settings, [packed, '-'], { stdin })
  expect(code).toBe(0)
  expect(output).toMatch(/tokens\.ndjson\.gz: 1 tokens imported.*\n-: 1 tokens imported/)
  for (const name of ['one', 'two']) {
    expect(JSON.parse(await readText(settings, `${ADDRESS}.${name}`)).name).toBe(name)
  }
  // A new database also gets the snapshot.
  expect(await readText(settings, SAMPLE)).toContain('Waymark Stone')
})

test('a truncated file is imported as far as possible, and the rest with the complete file', async () => {
  const settings = await ownDatabase()
  const file = join(makeFolder(), 'tokens.gz')
  const packed = gzipSync(manyLines(6000).join('\n'))
  writeFileSync(file, packed.subarray(0, Math.floor(packed.length * 0.8)))
  const { code, output } = await importInto(settings, [file])
  expect(code).toBe(1)
  expect(output).toContain('4,000 tokens imported, 0 refused.')
  expect(output).toMatch(/cannot be read to the end\. Is the file complete\?/)
  writeFileSync(file, packed)
  expect((await importInto(settings, [file])).output).toContain('6,000 tokens imported')
})

test('an import that is killed leaves whole batches, and the same command completes it', async () => {
  const settings = await ownDatabase()
  const file = writeLines(manyLines(20_000))
  const { query } = openDatabase(settings)
  const countIn = async (table: string) => {
    const [row] = await query(
      `SELECT count(DISTINCT principal) AS count FROM ${table} WHERE principal LIKE '${ADDRESS}.many-%'`,
    )
    return row === undefined ? 0 : numberOf(row, 'count')
  }
  const { child, ended } = startImport(settings, [file])
  await expect.poll(() => countIn('tokens'), { interval: 5, timeout: 40_000 }).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await ended
  // PostgreSQL may still commit what it received.
  await importInto(settings, [writeLines([tokenLine('one')])])
  const written = await countIn('tokens')
  expect([written % 2000, written < 20_000]).toEqual([0, true])
  for (const table of ['token_metadata', 'token_terms', 'token_properties']) {
    expect(await countIn(table)).toBe(written)
  }
  expect(await importInto(settings, [file])).toMatchObject({ code: 0 })
  expect(await countIn('tokens')).toBe(20_000)
})

test('while an import runs, another one stops with a sentence', async () => {
  const settings = await ownDatabase()
  const { child, output, ended } = startImport(settings, ['-'])
  child.stdin?.write(`${manyLines(2000).join('\n')}\n`)
  const { query } = openDatabase(settings)
  const isStarted = async () =>
    (await query('SELECT 1 AS found FROM tokens WHERE principal = $1', [`${ADDRESS}.many-7`]))
      .length > 0
  await expect.poll(isStarted, { timeout: 40_000 }).toBe(true)
  const second = await importInto(settings, [writeLines([tokenLine('other')])])
  expect([second.code, second.output]).toEqual([
    1,
    expect.stringContaining('Another program is writing to this database.'),
  ])
  child.stdin?.end(JSON.stringify(tokenLine('end')))
  expect(await ended).toBe(0)
  expect(output()).toContain('-: 2,001 tokens imported, 0 refused.')
})

function manyLines(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify(
      tokenLine(`many-${index}`, {
        name: `Many ${index}`,
        metadata: { sip: 16, properties: { index } },
      }),
    ),
  )
}

test.each<[args: string[], environment: Record<string, string>, sentence: RegExp]>([
  [[], {}, /Specify what to import\. See import --help\./],
  [['--faster', 'x'], {}, /Unknown option '--faster'/],
  [['no-such-file.ndjson'], {}, /no such file or directory.*no-such-file\.ndjson/],
  [['/'], {}, /\/ is not a file/],
  [['a.ndjson'], { STACKS_RATE: 'fast' }, /STACKS_RATE must be a whole number/],
])('the arguments %j end the import with a sentence', async (args, environment, sentence) => {
  const settings = await ownDatabase()
  const { code, output } = await importInto(settings, args, { environment })
  expect(code).toBe(1)
  expect(output).toMatch(sentence)
})

test('a line over 8 MiB ends the import with a sentence', async () => {
  const file = writeLines([`{"a":"${'a'.repeat(9_000_000)}"}`])
  const { code, output } = await importInto(await ownDatabase(), [file])
  expect([code, output]).toEqual([1, expect.stringContaining('has a line longer than 8 MiB')])
})

test('--help describes the command', async () => {
  const { code, output } = await importInto(await ownDatabase(), ['--help'])
  expect([code, output]).toEqual([0, expect.stringContaining('cairn import <file>')])
})

test('the imported tokens are listed and found', async () => {
  const settings = await ownDatabase()
  await importInto(settings, [writeLines([tokenLine('mine', { name: 'Minetoken' })])])
  const origin = await startTokens(openDatabase(settings))
  const list = await getJson(`${origin}/metadata/v1/ft?name=minetoken`)
  expect(list.body.results).toEqual([
    {
      name: 'Minetoken',
      sender_address: ADDRESS,
      contract_principal: `${ADDRESS}.mine`,
      has_document: false,
    },
  ])
  const search = await getJson(`${origin}/explorer/v1/search?q=minetoken`)
  expect(search.body.results).toMatchObject([{ id: `${ADDRESS}.mine`, reason: 'name' }])
})
