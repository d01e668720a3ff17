import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { spaceName } from '../../src/bitcoin/runeNames.ts'
import { FLAGS, FLAWS, TAGS } from '../../src/bitcoin/runestone.ts'
import { cenotaphScript, encodeIntegers, runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { encodeTransaction, type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { ADDRESS, PLAIN_TX, RUNE } from '../support/bundledIds.ts'
import { coin, ETCHING, FRIEND, followRune, OWNER, to } from '../support/followRune.ts'
import { demoData, followNode } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

const Line = v.object({
  txid: v.string(),
  script: v.string(),
  outputs: v.number(),
  decoded: v.looseObject({
    etching: v.optional(
      v.looseObject({
        name: v.optional(v.string()),
        spacers: v.optional(v.pipe(v.string(), v.transform(Number)), '0'),
        rune: v.optional(v.string()),
      }),
    ),
    edicts: v.optional(
      v.array(v.object({ id: v.string(), amount: v.string(), output: v.number() })),
      [],
    ),
  }),
})

function readRunestones() {
  const text = gunzipSync(readFileSync('test/fixtures/runestones.ndjson.gz')).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => v.parse(Line, JSON.parse(line)))
}

test('every runestone of six real blocks is decoded as given', async () => {
  const origin = await startService()
  const lines = readRunestones()
  for (const { txid, script, outputs, decoded } of lines) {
    const { status, body: decodedBody } = await getJson(
      `${origin}/explorer/v1/decode?script=${script}&outputs=${outputs}`,
    )
    const { mint_rune, parts, ...body } = decodedBody
    expectPartsOf(parts, script)
    if (mint_rune !== undefined) expect(mint_rune.id).toBe(body.mint)
    const { etching, edicts, ...others } = decoded
    const { name, spacers = 0, rune: _, ...fields } = etching ?? {}
    const expected = {
      ...others,
      script,
      outputs,
      etching: etching && { ...fields, name, spaced_name: name && spaceName(name, spacers) },
      edicts: edicts.map((edict) => expect.objectContaining(edict)),
      edict_count: edicts.length,
    }
    expect([txid, status, body]).toEqual([txid, 200, expected])
  }
  expect(lines).toHaveLength(669)
})

/** They follow each other from the first byte of the script to its last one. */
function expectPartsOf(parts: Part[], script: string) {
  const ends = parts.map(({ end }) => end)
  expect(parts.map(({ start }) => start)).toEqual([0, ...ends.slice(0, -1)])
  expect(ends.at(-1)).toBe(script.length / 2)
  expect(parts[0]?.part).toBe('header')
}

test.each([
  [
    'mint, pointer and edicts',
    '6a5d1314818001140116010081800101050000000a02',
    [
      'header 6a5d13',
      'mint 148180011401',
      'pointer 1601',
      'edict 1 00818001010500',
      'edict 2 00000a02',
    ],
  ],
  [
    'an etching',
    '6a5d09020104fa0101026500',
    ['header 6a5d09', 'etching 020104fa010102', 'other 6500'],
  ],
  [
    'a field that two pushes share',
    '6a5d0216810105',
    ['header 6a5d02', 'pointer 1681', 'header 01', 'pointer 05'],
  ],
  [
    'what follows the last edict',
    '6a5d080018010001020304',
    ['header 6a5d08', 'edict 1 0018010001', 'other 020304'],
  ],
  ['a second pointer', '6a5d0416001601', ['header 6a5d04', 'pointer 1600', 'other 1601']],
  ['an opcode', '6a5d021600ac', ['header 6a5d', 'other 021600ac']],
])('the bytes of a script by what they say: %s', async (_, script, expected) => {
  const origin = await startService()
  const { body } = await getJson(`${origin}/explorer/v1/decode?script=${script}&outputs=9`)
  const shown = body.parts.map((part: Part) => {
    const name = part.edict === undefined ? part.part : `${part.part} ${part.edict + 1}`
    return `${name} ${script.slice(2 * part.start, 2 * part.end)}`
  })
  expect(shown).toEqual(expected)
})

type Part = { part: string; edict?: number; start: number; end: number }

test('the runestones of the bundled transactions are decoded from their bytes', async () => {
  const origin = await startService()
  const [{ txid = '', script = '' } = {}] = readRunestones()
  const { body } = await getJson(`${origin}/explorer/v1/decode/0x${txid.toUpperCase()}`)
  expect(body).toMatchObject({ tx_id: txid, script })
})

test.each(FLAWS)('a cenotaph is decoded with its flaw %s in words', async (flaw) => {
  const origin = await startService()
  const script = cenotaphScript(flaw).toString('hex')
  const { status, body } = await getJson(`${origin}/explorer/v1/decode?script=${script}&outputs=3`)
  expect([status, body]).toEqual([
    200,
    {
      script,
      outputs: 3,
      flaw,
      flaw_meaning: expect.stringMatching(/^[A-Z].*\.$/),
      parts: expect.any(Array),
      edicts: [],
      edict_count: 0,
    },
  ])
  expectPartsOf(body.parts, script)
})

test('an edict of a cenotaph that names an output which is not there is named', async () => {
  const origin = await startService()
  const edicts = [0, 1, 9].map((output) => ({ id: RUNE, amount: 5n, output }))
  const { script } = runestoneOutput({ edicts })
  const hex = Buffer.from(script).toString('hex')
  const { body } = await getJson(`${origin}/explorer/v1/decode?script=${hex}&outputs=3`)
  expect([body.flaw, body.flaw_meaning]).toEqual([
    'edict-output',
    'Edict 3 names output 9, but the transaction has 3 outputs.',
  ])
})

test('an edict that names an output which is not there, of one output and of an unknown number', async () => {
  const origin = await startService()
  const hex = encodeIntegers([TAGS.body, 840_000n, 1n, 1n, 5_000_000_000n]).toString('hex')
  const one = await getJson(`${origin}/explorer/v1/decode?script=${hex}&outputs=1`)
  const unknown = await postScript(origin, hex)
  expect([one.body, unknown.body.runestone].map(({ flaw_meaning }) => flaw_meaning)).toEqual([
    'Edict 1 names output 5000000000, but the transaction has 1 output.',
    'Edict 1 names output 5000000000, but no transaction has so many outputs.',
  ])
})

const [ETCH, TERMS_FLAG] = [FLAGS.etching, FLAGS.terms]

test.each<[sentence: string, fields: bigint[]]>([
  ['The pointer names output 5, but the transaction has 3 outputs.', [TAGS.pointer, 5n]],
  ['Field 50 is even, and the protocol does not define it.', [50n, 1n]],
  ['Field 22 (pointer) appears more than once.', [TAGS.pointer, 0n, TAGS.pointer, 1n]],
  ['The mint has no valid rune id.', [TAGS.mint, 840_000n]],
  ['Field 20 (mint) appears more than twice.', [840_000n, 1n, 2n].flatMap((id) => [TAGS.mint, id])],
  ['Field 6 (premine) is set, but the etching flag is not.', [TAGS.premine, 1n]],
  ['Field 8 (cap) is set, but the terms flag is not.', [TAGS.flags, ETCH, TAGS.cap, 1n]],
  [
    'Field 18 (end offset) is larger than 64 bits.',
    [TAGS.flags, ETCH | TERMS_FLAG, TAGS.offsetEnd, 2n ** 64n],
  ],
  ['Flag 5 is set, but the protocol does not define it.', [TAGS.flags, ETCH | 32n]],
  ['Flag 1 (terms) is set, but the etching flag is not.', [TAGS.flags, TERMS_FLAG]],
  ['Flag 2 (turbo) is set, but the etching flag is not.', [TAGS.flags, FLAGS.turbo]],
])('what is wrong with a field is named: %s', async (sentence, fields) => {
  const origin = await startService()
  const hex = encodeIntegers(fields).toString('hex')
  const { body } = await getJson(`${origin}/explorer/v1/decode?script=${hex}&outputs=3`)
  expect(body.flaw_meaning).toBe(sentence)
})

test('a script of many pushes has at most 2,020 parts, the last with the rest', async () => {
  const origin = await startService()
  const script = `6a5d${'0101'.repeat(99_000)}`
  const { body } = await postScript(origin, script)
  const { parts } = body.runestone
  expectPartsOf(parts, script)
  expect(parts).toHaveLength(2020)
  expect(parts.slice(-2)).toEqual([
    { part: 'header', start: 2020, end: 2021 },
    { part: 'other', start: 2021, end: 198_002 },
  ])
})

function postScript(origin: string, body: string) {
  return getJson(`${origin}/explorer/v1/decode`, { method: 'POST', body })
}

test('a transaction without a runestone says nothing', async () => {
  const origin = await startService()
  const { status, body } = await getJson(`${origin}/explorer/v1/decode/${PLAIN_TX}`)
  expect([status, body]).toEqual([
    200,
    { tx_id: PLAIN_TX, outputs: expect.any(Number), parts: [], edicts: [], edict_count: 0 },
  ])
})

test('an edict about a rune that the index has shows its amount with the divisibility applied', async () => {
  const origin = await startService()
  const { script } = runestoneOutput({ edicts: [{ id: RUNE, amount: 5n, output: 1 }] })
  const hex = Buffer.from(script).toString('hex')
  const { body } = await getJson(`${origin}/explorer/v1/decode?script=${hex}&outputs=2`)
  expect(body.edicts).toEqual([
    {
      id: RUNE,
      rune: expect.objectContaining({ name: 'LAMBOLIFESTYLE' }),
      amount: '5',
      shown_amount: '0.000000000005',
      output: 1,
    },
  ])
})

test('a node has the bytes of other transactions, unless it is away', async () => {
  const etching: NewTransaction = {
    inputs: [{ txid: 'f'.repeat(64), vout: 0 }],
    outputs: [
      { script: taprootScript('owner'), value: 546 },
      runestoneOutput({ etching: { premine: 7n, turbo: true } }),
    ],
  }
  const node = new SimulatedNode()
  node.mine([etching, { ...etching, outputs: etching.outputs.slice(0, 1) }])
  let isAway = false
  const serving = {
    intercept: (_: unknown, respond: () => Response) =>
      isAway ? new Response(null, { status: 502 }) : respond(),
  }
  const data = await followNode(node, { serving })
  const origin = await startService({ data })
  const path = `/explorer/v1/decode/${txidOf(etching)}`
  const { status, body } = await getJson(origin + path)
  expect([status, body.etching]).toEqual([200, { premine: '7', turbo: true }])
  const unknown = await getJson(`${origin}/explorer/v1/decode/${'0'.repeat(64)}`)
  expect([unknown.status, unknown.body.message]).toEqual([
    404,
    expect.stringContaining('not at hand'),
  ])
  isAway = true
  const withoutCache = await startService({ data })
  const refused = await getJson(withoutCache + path)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(refused.body.message).toMatch(/^the Bitcoin node does not answer right now;/)
  // What is cached of a block is served.
  expect((await getJson(origin + path)).status).toBe(200)
})

test('without a node, the bytes of a transaction are not at hand', async () => {
  const origin = await startService({ data: demoData() })
  const { body: about } = await getJson(`${origin}/explorer/v1/about`)
  const { status, body } = await getJson(`${origin}/explorer/v1/decode/${about.examples.tx_id}`)
  expect([status, body.message]).toEqual([
    404,
    expect.stringContaining('the bytes of this transaction are not at hand'),
  ])
})

test.each([
  ['', 'querystring/script must be the hexadecimal digits of a script'],
  ['script=xyz', 'querystring/script must be the hexadecimal digits of a script'],
  ['script=6a5', 'querystring/script must be the hexadecimal digits of a script'],
  ['script=0014aabb', 'querystring/script must begin with 6a5d'],
  ['script=6a5d00&outputs=100000', 'querystring/outputs must be a whole number from 0 to 99999'],
])('?%s is refused with a sentence', async (query, sentence) => {
  const origin = await startService()
  const { status, body } = await getJson(`${origin}/explorer/v1/decode?${query}`)
  expect([status, body.message]).toEqual([400, expect.stringContaining(sentence)])
})

test('an address is no transaction', async () => {
  const origin = await startService()
  expect((await getJson(`${origin}/explorer/v1/decode/${ADDRESS}`)).status).toBe(400)
})

test('an edict says how much it moved, and the runestone where the rest went', async () => {
  const { origin, node, data, rune } = await followRune()
  const edicts = [400, 700, 5].map((amount, output) => ({
    id: rune,
    amount: BigInt(amount),
    output: output % 2,
  }))
  const transfer = {
    inputs: [{ txid: txidOf(ETCHING), vout: 0 }],
    outputs: [runestoneOutput({ edicts }), to(FRIEND), to(OWNER)],
  }
  const hex = encodeTransaction(transfer).toString('hex')
  const foreseen = await postScript(origin, hex)
  node.mine([transfer])
  await data.following.untilTip()
  const { body } = await getJson(`${origin}/explorer/v1/decode/${txidOf(transfer)}`)
  for (const { edicts: said, rest } of [foreseen.body.runestone, body]) {
    expect(said.map(({ moved }: { moved: string }) => moved)).toEqual(['40.0', '60.0', '0.0'])
    expect(rest).toEqual({ output: 1, is_burned: false })
  }
})

test.each([
  ['the pointer', { pointer: 1 }, [to(FRIEND)], { output: 1, is_burned: false }],
  ['a pointer that burns', { pointer: 0 }, [to(FRIEND)], { output: 0, is_burned: true }],
  ['no output', {}, [], { is_burned: true }],
])('what no edict moves goes to %s', async (_, said, others, rest) => {
  const { origin } = await followRune()
  const transaction = { inputs: [coin(5)], outputs: [runestoneOutput(said), ...others] }
  const { body } = await postScript(origin, encodeTransaction(transaction).toString('hex'))
  expect(body.runestone.rest).toEqual(rest)
})

test('says what edicts to every output, of the new rune, and of missing units moved', async () => {
  const { origin, node, data, rune } = await followRune()
  const etching = { premine: 90n, turbo: false }
  const edicts = [
    { id: '0:0', amount: 20n, output: 3 },
    { id: '0:0', amount: 0n, output: 3 },
    { id: rune, amount: 1n, output: 1 },
  ]
  const transaction = {
    inputs: [coin(5)],
    outputs: [runestoneOutput({ etching, edicts }), to(FRIEND), to(OWNER)],
  }
  node.mine([transaction])
  await data.following.untilTip()
  const { body } = await getJson(`${origin}/explorer/v1/decode/${txidOf(transaction)}`)
  expect(body.edicts.map(({ moved }: { moved: string }) => moved)).toEqual(['40', '50', '0.0'])
})
