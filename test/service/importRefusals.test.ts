import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { importInto, makeFolder, newDatabase, readAll } from '../support/importing.ts'
import { getJson, startService } from '../support/startService.ts'
import { record } from '../support/wireRecord.ts'

// Each test starts programs, which take long where others are at work too.
vi.setConfig({ testTimeout: 120_000 })

const LONGCOIN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'

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
  ['other decimals', mint({ amount: '1.50' }), /decimals of rune 840000:3 do not agree: 0 and 2/],
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
