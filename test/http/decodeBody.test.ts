import { expect, test } from 'vitest'
import { cenotaphScript, runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { encodeTransaction, type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { createLogger } from '../../src/service/observability/logger.ts'
import { coin, ETCHING, FRIEND, followRune, OWNER, to, transferOf } from '../support/followRune.ts'
import { getJson, startService } from '../support/startService.ts'

function hexOf(transaction: NewTransaction): string {
  return encodeTransaction(transaction).toString('hex')
}

function post(origin: string, body: string) {
  return getJson(`${origin}/explorer/v1/decode`, { method: 'POST', body })
}

test('a raw transaction: what it says, spends and would do after the newest block', async () => {
  const { node, origin, rune, addresses } = await followRune()
  const [owner = '', friend = ''] = addresses
  const transfer = transferOf(rune)
  const { status, body, headers } = await post(origin, hexOf(transfer))
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(headers.get('ETag')).toBeNull()
  expect(body).toMatchObject({
    kind: 'transaction',
    tx_id: txidOf(transfer),
    bytes: encodeTransaction(transfer).length,
    output_count: 3,
    runestone: { pointer: 1, edict_count: 1 },
    outcome: {
      state: 'known',
      movements: 1,
      clauses: [{ verb: 'sent', from: owner, to: friend, amount: '40.0' }],
      refusals: [],
    },
    inputs: [
      { runes: [{ amount: '100.0' }], address: owner },
      { runes: [], rune_count: 0 },
    ],
    input_count: 2,
    newest_block: { block_height: node.tip.height },
  })
  expect(node.mempool.size).toBe(0)
})

test('line breaks and capitals in the digits do not matter', async () => {
  const { origin } = await followRune()
  const hex = hexOf(ETCHING).toUpperCase()
  const { body } = await post(origin, `  ${hex.slice(0, 40)}\n${hex.slice(40)}\r\n`)
  expect(body).toMatchObject({ tx_id: txidOf(ETCHING), outcome: { state: 'confirmed' } })
})

test('a mint that would be refused says why', async () => {
  const { origin, node, rune, data } = await followRune()
  const mint = (index: number): NewTransaction => {
    return { inputs: [coin(index)], outputs: [to(OWNER), runestoneOutput({ mint: rune })] }
  }
  const { body: open } = await post(origin, hexOf(mint(5)))
  expect(open.outcome).toMatchObject({ clauses: [{ verb: 'minted', amount: '7.0' }], refusals: [] })
  node.mine([mint(6), mint(7)])
  await data.following.untilTip()
  const { body: full } = await post(origin, hexOf(mint(5)))
  const refusal = { part: 'mint', reason: 'after-cap', rune_id: rune, rune: { id: rune } }
  const counts = { cap: '2', mints: '2', block: String(node.tip.height) }
  expect(full.outcome).toMatchObject({ clauses: [], refusals: [{ ...refusal, ...counts }] })
})

test('a mint that several outputs share says what each gets, and which mint it would be', async () => {
  const { origin, rune, addresses } = await followRune()
  const [owner = '', friend = ''] = addresses
  const edicts = [{ id: rune, amount: 30n, output: 0 }]
  const stone = runestoneOutput({ mint: rune, edicts, pointer: 2 })
  const mint = { inputs: [coin(5)], outputs: [to(OWNER), stone, to(FRIEND)] }
  const { body } = await post(origin, hexOf(mint))
  const txId = txidOf(mint)
  expect(body.outcome.mint).toEqual({ number: '1', cap: '2' })
  expect(body.outcome.results).toMatchObject([
    {
      type: 'mint',
      amount: '7.0',
      receipts: [
        { amount: '3.0', to: owner, output: `${txId}:0` },
        { amount: '4.0', to: friend, output: `${txId}:2` },
      ],
      receipt_count: 2,
    },
  ])
})

test('the place of the runestone in a transaction', async () => {
  const { origin, rune } = await followRune()
  const transfer = transferOf(rune)
  const hex = hexOf(transfer)
  const { body } = await post(origin, hex)
  const start = hex.indexOf(body.runestone.script) / 2
  expect([body.runestone_output, body.runestone_start]).toEqual([2, start])
})

test('a spent input makes it impossible', async () => {
  const { origin, node, data } = await followRune()
  const inputs = [{ txid: txidOf(ETCHING), vout: 0 }]
  node.mine([{ inputs, outputs: [to(FRIEND)] }])
  await data.following.untilTip()
  const { body } = await post(origin, hexOf({ inputs, outputs: [to(OWNER)] }))
  expect(body.outcome.state).toBe('impossible')
  expect(body.inputs).toMatchObject([{ spent_by: { block_height: node.tip.height } }])
})

test('a malformed runestone burns what it spends', async () => {
  const { origin } = await followRune()
  const script = cenotaphScript('unrecognized-even-tag')
  const inputs = [{ txid: txidOf(ETCHING), vout: 0 }]
  const { body } = await post(origin, hexOf({ inputs, outputs: [{ script, value: 0 }] }))
  expect(body).toMatchObject({
    runestone: { flaw: 'unrecognized-even-tag' },
    outcome: { clauses: [{ verb: 'burned', amount: '100.0' }] },
  })
})

test('one that asks for too many moves is not worked out', async () => {
  const { origin, rune } = await followRune()
  const edict = { id: rune, amount: 1n, output: 1001 }
  const outputs = [
    ...Array.from({ length: 1000 }, () => to(FRIEND)),
    runestoneOutput({ edicts: Array.from({ length: 21 }, () => edict) }),
  ]
  const inputs = [{ txid: txidOf(ETCHING), vout: 0 }]
  const { body } = await post(origin, hexOf({ inputs, outputs }))
  expect(body.outcome).toMatchObject({ state: 'skipped', clauses: [] })
})

test('a script alone: what it says', async () => {
  const { origin, rune } = await followRune()
  const { script } = runestoneOutput({ mint: rune, pointer: 7 })
  const { body } = await post(origin, Buffer.from(script).toString('hex'))
  expect(body).toMatchObject({ kind: 'script', runestone: { mint: rune, pointer: 7 }, inputs: [] })
  expect(body).not.toHaveProperty('outcome')
})

test.each([
  ['0g', 400, 'character 2 is "g"; hexadecimal has 0 to 9 and a to f'],
  ['', 400, 'hexadecimal digits'],
  ['abc', 400, 'hexadecimal digits'],
  ['deadbeef', 400, 'neither a raw transaction nor the script of a runestone'],
  ['00'.repeat(200_001), 413, '400 kB'],
])('%.20s is a %d', async (text, status, words) => {
  const origin = await startService()
  const { status: got, body } = await post(origin, text)
  expect([got, body.message]).toEqual([status, expect.stringContaining(words)])
})

test('pages of other origins may ask, and only here', async () => {
  const origin = await startService()
  const preflight = (path: string) =>
    fetch(origin + path, {
      method: 'OPTIONS',
      headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'POST' },
    })
  const allowed = async (path: string) =>
    (await preflight(path)).headers.get('Access-Control-Allow-Methods')
  expect(await allowed('/explorer/v1/decode')).toContain('POST')
  expect(await allowed('/explorer/v1/blocks')).not.toContain('POST')
  const { headers } = await post(origin, hexOf(ETCHING))
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect((await fetch(`${origin}/explorer/v1/blocks`, { method: 'POST' })).status).toBe(405)
})

test('the body is never logged', async () => {
  const lines: string[] = []
  const logger = createLogger('trace', { write: (line) => lines.push(line) })
  const origin = await startService({ logger })
  const hex = hexOf(ETCHING)
  await post(origin, hex)
  await post(origin, `${hex}zz`)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain(hex.slice(0, 40))
})
