import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importInto, makeFolder, newDatabase, readAll, writeLines } from '../support/importing.ts'
import { LONGCOIN } from '../support/snapshotIds.ts'
import { getJson, startService } from '../support/startService.ts'
import { record } from '../support/wireRecord.ts'

const HOSTILE: [what: string, line: string | Buffer, reason: RegExp][] = [
  ['malformed JSON', '{"rune":', /it is not JSON/],
  ['an array', '[1,2]', /it is not an activity record, a token or a rune/],
  ['an error', '{"error":"Contract not found"}', /it is not an activity record, a token or a rune/],
  [
    'a prototype',
    '{"__proto__":{"location":{}}}',
    /it is not an activity record, a token or a rune/,
  ],
  ['nesting', '['.repeat(200_000), /it is not JSON/],
  ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /it is not JSON/],
  [
    '5,000 decimals',
    mint({ amount: `1.${'0'.repeat(5000)}` }),
    /amount is not an amount such as 1.50/,
  ],
  [
    'more than 128 bits',
    mint({ amount: `${2n ** 128n}` }),
    /amount exceeds 128 bits, the maximum for a rune/,
  ],
  ['a negative amount', mint({ amount: '-1' }), /amount is not an amount/],
  ['an amount in words', mint({ amount: 'much' }), /amount is not an amount/],
  ['other decimals', mint({ amount: '1.50' }), /rune 840000:3 cannot have both 0 and 2 decimals/],
  ['no rune', mint({ rune: undefined }), /rune/],
  ['a nameless rune', mint({ rune: { id: '1:1' } }), /rune 1:1 is unknown/],
  ['a rune without an id', '{"name":"DOGO","spaced_name":"DOGO"}', /id is missing/],
  ['no id', mint({ rune: { id: "'; DROP", name: 'A' } }), /is not a rune id such as 840000:1/],
  ['a height beyond 2^53', located({ block_height: '9007199254740993' }), /block_height cannot/],
  ['no height', located({ block_height: undefined }), /block_height is missing/],
  ['a short hash', located({ block_hash: 'ab' }), /block_hash is not 64 hexadecimal/],
  ['a vout below zero', located({ vout: -1 }), /vout is negative/],
  ['a long address', mint({ address: 'b'.repeat(5000) }), /address is longer than 200/],
  [
    'a token without a principal',
    '{"asset_identifier":"x::y"}',
    /principal of the token is missing/,
  ],
  [
    'a token with another sender',
    tokenLine({ sender_address: 'SP0' }),
    /sender_address does not match/,
  ],
  [
    'a deeply nested token',
    tokenLine({ metadata: { properties: nested(300) } }),
    /nested more than 100 levels/,
  ],
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

test('invalid lines are rejected individually with reasons, and the others are imported', async () => {
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
  expect(output).toContain(`Refused ${HOSTILE.length}:`)
  expect(output).toMatch(/(\n {2}line .*){20}\n {2}… --report <file> lists all of them/)
  const report = readFileSync(join(folder, 'report.txt'), 'utf8').trimEnd().split('\n')
  for (const [index, [what, , reason]] of HOSTILE.entries()) {
    const refusal = report.find((line) => line.includes(`: line ${index + 2}: `))
    expect(refusal, what).toMatch(reason)
  }
  expect(report).toHaveLength(HOSTILE.length)
  const origin = await startService({ databaseUrl: url })
  expect(await readAll(origin, 'blocks/850000')).toHaveLength(1)
  expect((await getJson(origin, `/metadata/v1/ft/${LONGCOIN}`)).body.symbol).toBe('__proto__')
})

test.each([
  [[], /Specify what to import/],
  [['--faster', 'x'], /Unknown option '--faster'/],
  [['no-such-file.ndjson'], /no such file or directory.*no-such-file\.ndjson/],
  [['/'], /\/ is not a file/],
  [['https://user:pass@host', '1'], /must be an http or https address/],
  [['https://host'], /Specify what to import from the service/],
  [['https://host', 'dog'], /"dog" is not a principal, block height, block hash or transaction id/],
  [['https://host', '--list', 'none.txt'], /no such file or directory.*none\.txt/],
  [['a.ndjson', '--list', 'none.txt'], /--list needs the URL of a service/],
  [['package.json', '--report', '/no/where'], /no such file or directory.*\/no\/where/],
])('the arguments %j end the import with a message', async (args, sentence) => {
  const { code, output } = await importInto('file:never-made.db', args)
  expect(code).toBe(1)
  expect(output).toMatch(sentence)
})

test('a line over 8 MiB ends the import with a message', async () => {
  const file = writeLines([`{"a":"${'a'.repeat(9_000_000)}"}`])
  const { code, output } = await importInto(await newDatabase(), [file])
  expect([code, output]).toEqual([1, expect.stringContaining('has a line longer than 8 MiB')])
})
