import { describe, expect, test } from 'vitest'
import { type Endpoint, isInPath, isSeveral, pathWith } from '../../src/contract/endpoint.ts'
import { ADDRESS, BLOCK, RUNE, TX } from '../support/bundledIds.ts'
import { readExampleRequests } from '../support/exampleRequests.ts'
import { demoData } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

const HASH = 'aB'.repeat(32)
const STACKS_ADDRESS = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'
const HEIGHT = /a height up to 9007199254740991/
const WHOLE = /a whole number from 0 to 9007199254740991/
const SPAN = {
  accepts: ['0', '840003', '2024-04-20', '2024-04'],
  refuses: ['-1', '840,000', '2024-02-30', '2024-13', '2024-4', '2024-'],
  sentence: /a block height, a day such as 2024-04-20, or a month such as 2024-04/,
}
const RUNE_SENTENCE = /an id such as 840000:1, a number, or a name of up to 28 letters/

/** What each parameter accepts, what it refuses, and how the refusal says so. */
const PARAMETERS: Record<string, { accepts?: string[]; refuses: string[]; sentence: RegExp }> = {
  principal: {
    refuses: ['longcoin', 'SP0.pox', 'SP1IL.a', 'a/b'],
    sentence: /a contract principal such as SP….contract-name/,
  },
  locale: { accepts: ['en', 'zz'], refuses: ['é'.repeat(201)], sentence: /at most 200 characters/ },
  tx_id: {
    accepts: [`0X${HASH}`],
    refuses: ['12', `${HASH}0`, 'g'.repeat(64)],
    sentence: /64 hexadecimal digits, with or without 0x/,
  },
  block: {
    accepts: ['0', '9007199254740991', HASH, `0x${HASH}`],
    refuses: ['latest', '-1', '1e3', '0x1', '9007199254740992'],
    sentence: HEIGHT,
  },
  etching: {
    accepts: ['7', '840000:1', 'Dog•Go.TO·the MOON'],
    refuses: ['D'.repeat(29), 'A-B', 'A••B', '1:2:3', '1:99999999999'],
    sentence: RUNE_SENTENCE,
  },
  rune: { accepts: ['7', 'dog'], refuses: ['•DOG', '-1', '1:2:3'], sentence: RUNE_SENTENCE },
  address: {
    accepts: ['BC1QXXXXXXXXXXXXXXXX'],
    refuses: ['bc1', 'x'.repeat(91), 'bc1qxxxxxxxxxxxxx!'],
    sentence: /a Bitcoin address of 14 to 90 letters and digits/,
  },
  giver: {
    accepts: ['none', 'BC1QXXXXXXXXXXXXXXXX'],
    refuses: ['bc1', 'nobody'],
    sentence: /a Bitcoin address of 14 to 90 letters and digits, or none/,
  },
  receiver: {
    accepts: ['none'],
    refuses: ['x'.repeat(91)],
    sentence: /a Bitcoin address of 14 to 90 letters and digits, or none/,
  },
  'address of ft': {
    accepts: [STACKS_ADDRESS, 'SP', `${STACKS_ADDRESS}.`, `${STACKS_ADDRESS}.longcoin`],
    refuses: ['SPO', 'SP0.x', STACKS_ADDRESS.toLowerCase()],
    sentence: /a Stacks address such as SP…, a part of one, or a contract principal/,
  },
  output: {
    accepts: [`0x${HASH}:4294967295`],
    refuses: [HASH, `${HASH}:`, `${HASH}:-1`, `${HASH}:4294967296`],
    sentence: /a transaction id, a colon and the index of an output/,
  },
  'output of outputs': {
    accepts: [`${HASH}:0,0x${HASH}:1`, Array(50).fill(`${HASH}:0`).join(',')],
    refuses: ['', `${HASH}:0,`, Array(51).fill(`${HASH}:0`).join(',')],
    sentence: /1 to 50 of a transaction id, a colon and the index of an output/,
  },
  contract: {
    accepts: [`${STACKS_ADDRESS}.a,${STACKS_ADDRESS}.b:1`],
    refuses: ['', STACKS_ADDRESS, `${STACKS_ADDRESS}.a:x`, `${STACKS_ADDRESS}.a,`],
    sentence: /1 to 50 of a contract principal such as SP….contract-name/,
  },
  offset: {
    accepts: ['0', '90000'],
    refuses: ['-1', '1.5', '1e3', 'x', '9007199254740992'],
    sentence: WHOLE,
  },
  limit: {
    accepts: ['1', '100'],
    refuses: ['0', '1001', '-1', 'all'],
    sentence: /a whole number from 1 to (1000|100)$/,
  },
  'limit of highlights': {
    accepts: ['1', '50'],
    refuses: ['0', '51'],
    sentence: /a whole number from 1 to 50$/,
  },
  points: { accepts: ['1', '400'], refuses: ['0', '401'], sentence: /from 1 to 400$/ },
  'days of runes': { accepts: ['1', '28'], refuses: ['0', '29'], sentence: /from 1 to 28$/ },
  'order_by of movements': { refuses: ['size'], sentence: /must be .*amount/ },
  operation_type: {
    accepts: ['etching', 'mint', 'burn', 'send', 'receive'],
    refuses: ['steal', 'Mint'],
    sentence: /etching, mint, burn, send, or receive/,
  },
  type: {
    accepts: ['transfer', 'mint', 'burn', 'etching', 'change'],
    refuses: ['send'],
    sentence: /transfer, mint, burn, etching,( or)? change/,
  },
  cenotaphs: { accepts: ['only'], refuses: ['all'], sentence: /must be only/ },
  change: { accepts: ['show', 'hide'], refuses: ['no'], sentence: /show or hide/ },
  min: {
    accepts: ['0', '0.5'],
    refuses: ['-1', '1e3', '.5', '1'.repeat(40)],
    sentence: /1000 or 0\.5/,
  },
  max: { accepts: ['7', '7.00'], refuses: ['1,000', 'x'], sentence: /1000 or 0\.5/ },
  text: {
    accepts: ['%', "' OR 1=1"],
    refuses: ['x'.repeat(201)],
    sentence: /at most 200 characters/,
  },
  q: { accepts: ['%', 'a b'], refuses: ['x'.repeat(201)], sentence: /at most 200 characters/ },
  symbol: { accepts: ['%'], refuses: ['x'.repeat(201)], sentence: /at most 200 characters/ },
  name: {
    accepts: ['DOG', 'dog'],
    refuses: ['x'.repeat(201)],
    sentence: /(up to 28 letters, with or without spacers|at most 200 characters)/,
  },
  from: { accepts: ['0'], refuses: ['-1', '840,000', HASH], sentence: WHOLE },
  'from of movements': SPAN,
  'to of movements': SPAN,
  'from of activity': SPAN,
  'to of activity': SPAN,
  'from of burns': SPAN,
  'to of burns': SPAN,
  'from of cenotaphs': SPAN,
  'to of cenotaphs': SPAN,
  to: { accepts: ['9007199254740991'], refuses: ['9007199254740992'], sentence: WHOLE },
  height: { accepts: ['0', '9007199254740991'], refuses: ['-1', HASH], sentence: WHOLE },
  before: { accepts: ['840005'], refuses: ['latest'], sentence: WHOLE },
  first_tx: {
    accepts: ['0'],
    refuses: ['-1', 'x'],
    sentence: /a whole number from 0 to 999999999/,
  },
  last_tx: {
    accepts: ['9'],
    refuses: ['1.5'],
    sentence: /a whole number from 0 to 999999999/,
  },
  step: {
    accepts: ['day', 'block', 'auto'],
    refuses: ['week', ''],
    sentence: /day, block,? or auto/,
  },
  days: {
    accepts: ['1', '99999'],
    refuses: ['0', '100000', '-1', '1.5'],
    sentence: /a whole number from 1 to 99999/,
  },
  at: {
    accepts: ['840003', '2024-04-20'],
    refuses: ['2024-02-30', '2024-4-20', '2024-04', 'yesterday', '-1'],
    sentence: /a block height or a day such as 2024-04-20/,
  },
  order_by: {
    accepts: ['name'],
    refuses: ['price'],
    sentence:
      /(number, name, holders, movements, day_movements, progress, or newest_mint|name, symbol, or completeness)/,
  },
  'order_by of by-address': {
    accepts: ['minted'],
    refuses: ['name'],
    sentence: /received, minted, premined, sent, or burned/,
  },
  'order_by of balances': {
    accepts: ['share', 'last_received'],
    refuses: ['name'],
    sentence: /amount, share, first_received, or last_received/,
  },
  order: { accepts: ['asc', 'desc'], refuses: ['up'], sentence: /asc or desc/ },
  mint: {
    accepts: ['mintable', 'almost', 'minted-out'],
    refuses: ['yes'],
    sentence: /mintable, almost, or minted-out/,
  },
  valid_metadata_only: { accepts: ['true', 'false'], refuses: ['yes'], sentence: /false or true/ },
  kind: {
    accepts: ['rune', 'token', 'block', 'transaction', 'address'],
    refuses: ['page'],
    sentence: /rune, token, block, transaction, or address/,
  },
  look_alikes: { accepts: ['each', 'first'], refuses: ['none'], sentence: /each or first/ },
  script: {
    accepts: ['6A5D00'],
    refuses: ['xyz', '6a5', '6a'.repeat(4001)],
    sentence: /the hexadecimal digits of a script, at most 4,000 bytes/,
  },
  outputs: {
    accepts: ['0'],
    refuses: ['100000', '-1'],
    sentence: /a whole number from 0 to 99999/,
  },
}

test('every parameter of every endpoint accepts what it says, and refuses the rest with a sentence', async () => {
  const origin = await startService()
  for (const { endpoint, values } of await readExampleRequests(origin)) {
    for (const [parameter, schema] of Object.entries(endpoint.parameters)) {
      const { accepts = [], refuses, sentence } = knownParameter(endpoint, parameter)
      for (const text of accepts) {
        const { path, status } = await request(origin, endpoint, withOnly(values, parameter, text))
        expect([path, status === 400]).toEqual([path, false])
      }
      for (const text of refuses) {
        const { path, status, body } = await request(origin, endpoint, {
          ...values,
          [parameter]: text,
        })
        const place = isInPath(endpoint.path, parameter) ? 'params' : 'querystring'
        expect([path, status, body]).toEqual([
          path,
          400,
          { statusCode: 400, error: 'Bad Request', message: expect.stringMatching(sentence) },
        ])
        expect(body.message).toMatch(`${place}/${parameter} must be `)
      }
      if (isInPath(endpoint.path, parameter) || isSeveral(schema)) continue
      const [text = 'en'] = accepts
      const { path } = await request(origin, endpoint, values)
      const twice = `${path}${path.includes('?') ? '&' : '?'}${parameter}=${text}&${parameter}=${text}`
      const { status, body } = await getJson(origin + twice)
      expect([twice, status, body.message]).toEqual([
        twice,
        400,
        `querystring/${parameter} was given more than once; give it once`,
      ])
    }
  }
})

function knownParameter({ path }: Endpoint, name: string) {
  return PARAMETERS[`${name} of ${path.split('/').at(-1)}`] ?? PARAMETERS[name] ?? expect.fail(name)
}

type Values = Record<string, string>

/** With the value beside those of the path: some filters exclude each other. */
function withOnly(values: Values, parameter: string, text: string): Values {
  const needed = [
    'principal',
    'tx_id',
    'block',
    'etching',
    'rune',
    'address',
    'output',
    'script',
    'contract',
  ]
  const kept = Object.entries(values).filter(([name]) => needed.includes(name))
  return { ...Object.fromEntries(kept), [parameter]: text }
}

async function request(origin: string, endpoint: Endpoint, values: Values) {
  const path = pathWith(endpoint, values)
  return { path, ...(await getJson(origin + path)) }
}

test('an unknown parameter is ignored; an empty one is refused unless it is a text', async () => {
  const origin = await startService()
  const path = `/explorer/v1/blocks/${BLOCK}/movements`
  const plain = await getJson(origin + path)
  const filled = await getJson(`${origin}${path}?text=&page=7&utm_source=x`)
  expect(filled.body).toEqual(plain.body)
  for (const name of ['type', 'rune', 'address', 'min', 'limit', 'offset']) {
    const { status, body } = await getJson(`${origin}${path}?${name}=`)
    expect([status, body.message]).toEqual([400, expect.stringContaining(`querystring/${name} `)])
  }
})

describe('a combination that cannot be answered is refused', () => {
  const address = `/explorer/v1/addresses/${ADDRESS}`
  test.each([
    [
      `${address}/balances?at=840003&order_by=share`,
      /at and .*order_by exclude each other; omit one/,
    ],
    [`/explorer/v1/runes/${RUNE}/holders?limit=101`, /a whole number from 1 to 100$/],
    [`/explorer/v1/runes/${RUNE}/movements?order_by=amount&type=mint`, /transfers and burns/],
    [`/explorer/v1/runes/${RUNE}/movements?order_by=amount&from=840003`, /from or to; omit one/],
    [`/explorer/v1/blocks/${BLOCK}/movements?order_by=amount`, /order_by needs rune/],
    ['/explorer/v1/runes?days=28&limit=201', /limit must be at most 200 with days/],
  ])('%s', async (path, sentence) => {
    const origin = await startService()
    const { status, body } = await getJson(origin + path)
    expect([status, body.message]).toEqual([400, expect.stringMatching(sentence)])
  })
})

test('identifiers have the same answer in each of their forms', async () => {
  const origin = await startService()
  const { block_hash } = (await getJson(`${origin}/explorer/v1/blocks/${BLOCK}`)).body
  for (const [path, ...forms] of [
    [`/explorer/v1/blocks/${BLOCK}`, `00${BLOCK}`, block_hash, `0x${block_hash.toUpperCase()}`],
    [`/explorer/v1/transactions/${TX}`, `0x${TX}`, TX.toUpperCase()],
    [`/explorer/v1/outputs/${TX}:0`, `0x${TX.toUpperCase()}:00`],
    [`/explorer/v1/runes/${RUNE}`, 'LAMBOLIFESTYLE', 'lambo.lifestyle', 'Lambo%E2%80%A2LifeStyle'],
    [`/explorer/v1/addresses/${ADDRESS}`, ADDRESS.toUpperCase()],
  ]) {
    const { body } = await getJson(origin + path)
    for (const form of forms) {
      const other = await getJson(`${origin}${path.replace(/[^/]+$/, form)}`)
      expect([form, other.status, other.body]).toEqual([form, 200, body])
    }
  }
})

test('only an index that begins where runes begin knows their numbers', async () => {
  const [bundled, demo] = [await startService(), await startService({ data: demoData() })]
  expect((await getJson(`${bundled}/explorer/v1/runes/22`)).status).toBe(404)
  expect((await getJson(`${bundled}/explorer/v1/runes/0`)).body.id).toBe('1:0')
  expect((await getJson(`${demo}/explorer/v1/runes/0007`)).body.number).toBe(7)
})
