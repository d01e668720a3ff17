import { describe, expect, test } from 'vitest'
import { cenotaphScript, runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { coin, ETCHING, FRIEND, followRune, OWNER, to, transferOf } from '../support/followRune.ts'
import { demoData } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

/** Spends an output without a runestone: what it holds goes to the first output. */
function spend(txid: string, ...outputs: NewTransaction['outputs']): NewTransaction {
  return { inputs: [{ txid, vout: 0 }], outputs }
}

async function startPending() {
  const followed = await followRune()
  const { origin, node, data } = followed
  return {
    ...followed,
    ask: (txId: string) => getJson(`${origin}/explorer/v1/pending/${txId}`),
    async mine(...transactions: NewTransaction[]) {
      node.mine(transactions)
      await data.following.untilTip()
    },
  }
}

test('a pending transaction: its fee, since when, what it spends and what it would do', async () => {
  const { node, rune, addresses, ask } = await startPending()
  const [owner = '', friend = ''] = addresses
  const transfer = transferOf(rune)
  const before = Math.floor(Date.now() / 1000)
  const txId = node.addToMempool(transfer, 3)
  const { status, body } = await ask(txId)
  const label = expect.objectContaining({ id: rune })
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      tx_id: txId,
      state: 'pending',
      outcome: 'known',
      fee: body.virtual_size * 3,
      fee_rate: '3.00',
      is_replaceable: true,
      waits_for: [],
      waits_for_count: 0,
      movements: 1,
      counts: { transfers: 1, mints: 0, burns: 0, etchings: 0, changes: 1 },
      rune_count: 1,
      clauses: [expect.objectContaining({ verb: 'sent', from: owner, to: friend, amount: '40.0' })],
      results: [
        {
          type: 'transfer',
          rune: label,
          amount: '40.0',
          from: owner,
          to: friend,
          output: `${txId}:0`,
          tx_id: txId,
        },
      ],
      changes: [
        expect.objectContaining({ type: 'change', amount: '60.0', from: owner, to: owner }),
      ],
      by_address: [
        expect.objectContaining({ address: friend, rune: label, received: '40.0', net: '40.0' }),
        expect.objectContaining({ address: owner, rune: label, sent: '40.0', net: '-40.0' }),
      ],
      by_address_total: 2,
      outputs: [
        { output: `${txId}:0`, vout: 0, address: friend, rune: label, amount: '40.0' },
        { output: `${txId}:1`, vout: 1, address: owner, rune: label, amount: '60.0' },
      ],
      outputs_total: 2,
      runestone: expect.objectContaining({ pointer: 1, edict_count: 1, outputs: 3 }),
      input_count: 2,
      inputs: [
        {
          output: `${txidOf(ETCHING)}:0`,
          address: owner,
          rune_count: 1,
          runes: [{ rune: label, amount: '100.0' }],
          made_by: expect.objectContaining({ tx_id: txidOf(ETCHING) }),
          is_pending: false,
        },
        { output: `${coin(2).txid}:0`, rune_count: 0, runes: [], is_pending: false },
      ],
    }),
  ])
  expect(body.seen_since).toBeGreaterThanOrEqual(before)
  expect(body.flow).toMatchObject([
    { type: 'transfer', from: owner, amount: '40.0', amount_each: '40.0', first: [friend] },
    { type: 'change', from: owner, amount: '60.0', amount_each: '60.0', first: [owner] },
  ])
})

test('one that spends from another waits for it, and spends what that one would give', async () => {
  const { node, rune, addresses, ask } = await startPending()
  const [owner = '', friend = ''] = addresses
  const parent = spend(txidOf(ETCHING), to(FRIEND))
  node.addToMempool(parent)
  const child = node.addToMempool(spend(txidOf(parent), to(OWNER)))
  expect((await ask(child)).body).toMatchObject({
    waits_for: [txidOf(parent)],
    waits_for_count: 1,
    clauses: [{ verb: 'sent', from: friend, to: owner, amount: '100.0' }],
    inputs: [
      {
        output: `${txidOf(parent)}:0`,
        address: friend,
        runes: [{ rune: { id: rune }, amount: '100.0' }],
        is_pending: true,
      },
    ],
  })
})

test('a malformed runestone says which flaw burns what it spends', async () => {
  const { node, addresses, ask } = await startPending()
  const script = cenotaphScript('unrecognized-even-tag')
  const txId = node.addToMempool(spend(txidOf(ETCHING), to(FRIEND), { script, value: 0 }))
  expect((await ask(txId)).body).toMatchObject({
    flaw: 'unrecognized-even-tag',
    clauses: [{ verb: 'burned', from: addresses[0], amount: '100.0' }],
  })
})

test('a malformed runestone is one also where nothing moves', async () => {
  const { node, ask } = await startPending()
  const script = cenotaphScript('unrecognized-even-tag')
  const txId = node.addToMempool({ inputs: [coin(5)], outputs: [{ script, value: 0 }] })
  expect((await ask(txId)).body).toMatchObject({ flaw: 'unrecognized-even-tag', movements: 0 })
})

test('a mint that comes after the cap, or after others that come first, says so', async () => {
  const { node, rune, ask, mine } = await startPending()
  const mint = (index: number): NewTransaction => {
    return { inputs: [coin(index)], outputs: [to(OWNER), runestoneOutput({ mint: rune })] }
  }
  const [, , third] = [5, 6, 7].map((index) => node.addToMempool(mint(index)))
  const refusal = { part: 'mint', reason: 'after-cap', rune_id: rune, cap: '2' }
  expect((await ask(third ?? '')).body).toMatchObject({
    state: 'pending',
    movements: 0,
    refusals: [{ ...refusal, mints: '0' }],
  })
  await mine(mint(5), mint(6))
  expect((await ask(third ?? '')).body.refusals).toMatchObject([{ ...refusal, mints: '2' }])
})

test('one that asks for too many moves is not worked out', async () => {
  const { node, rune, ask } = await startPending()
  const edict = { id: rune, amount: 1n, output: 1001 }
  const large: NewTransaction = {
    inputs: [{ txid: txidOf(ETCHING), vout: 0 }],
    outputs: [
      ...Array.from({ length: 1000 }, () => to(FRIEND)),
      runestoneOutput({ edicts: Array.from({ length: 21 }, () => edict) }),
    ],
  }
  const { body } = await ask(node.addToMempool(large))
  expect(body).toMatchObject({ state: 'pending', outcome: 'skipped', clauses: [], results: [] })
  expect(body.inputs).toMatchObject([{ runes: [{ amount: '100.0' }] }])
})

test('one that moves no runes is pending too', async () => {
  const { node, ask } = await startPending()
  const txId = node.addToMempool({ inputs: [coin(3)], outputs: [to(FRIEND)] })
  const expected = { state: 'pending', outcome: 'known', movements: 0, clauses: [] }
  expect((await ask(txId)).body).toMatchObject(expected)
})

describe('what becomes of one', () => {
  test('replaced by another one of the mempool, and later by one of a block', async () => {
    const { node, ask, mine } = await startPending()
    const first = node.addToMempool(spend(txidOf(ETCHING), to(FRIEND)))
    const { seen_since } = (await ask(first)).body
    node.removeFromMempool(first)
    const other = spend(txidOf(ETCHING), to(OWNER), to(FRIEND))
    node.addToMempool(other)
    const replaced = { state: 'replaced', outcome: 'none', replaced_by: txidOf(other), seen_since }
    const { body } = await ask(first)
    expect(body).toMatchObject(replaced)
    expect(body.seen_until).toBeGreaterThanOrEqual(seen_since)
    expect(body).not.toHaveProperty('replaced_in')
    await mine(other)
    expect((await ask(first)).body).toMatchObject({ ...replaced, replaced_in: node.tip.height })
  })

  test('gone, and back again', async () => {
    const { node, ask } = await startPending()
    const transaction = spend(txidOf(ETCHING), to(FRIEND))
    const txId = node.addToMempool(transaction)
    await ask(txId)
    node.removeFromMempool(txId)
    expect((await ask(txId)).body).toMatchObject({ state: 'gone', results: [], movements: 0 })
    node.addToMempool(transaction)
    expect((await ask(txId)).body).toMatchObject({ state: 'pending', movements: 1 })
  })

  test('confirmed: it is in the index and no longer pending', async () => {
    const { origin, node, ask, mine } = await startPending()
    const transaction = spend(txidOf(ETCHING), to(FRIEND))
    const txId = node.addToMempool(transaction)
    expect((await ask(txId)).status).toBe(200)
    await mine(transaction)
    const { status, body } = await ask(txId)
    expect([status, body.message]).toEqual([404, expect.stringContaining('is in a block')])
    expect((await getJson(`${origin}/explorer/v1/transactions/${txId}`)).status).toBe(200)
  })

  test('an unknown id is a 404', async () => {
    const { ask } = await startPending()
    expect((await ask('ab'.repeat(32))).status).toBe(404)
  })
})

test('an output that is being spent, and by what', async () => {
  const { origin, node, mine } = await startPending()
  const output = `${txidOf(ETCHING)}:0`
  const path = `${origin}/explorer/v1/spends?output=${output},${coin(7).txid}:0,${coin(8).txid}:1`
  const transaction = spend(txidOf(ETCHING), to(FRIEND))
  const other = { inputs: [coin(7)], outputs: [to(FRIEND)] }
  const spenders = [transaction, other].map((one) => node.addToMempool(one))
  expect(new Set((await getJson(path)).body.results)).toEqual(
    new Set([
      { output, tx_id: spenders[0] },
      { output: `${coin(7).txid}:0`, tx_id: spenders[1] },
    ]),
  )
  await mine(transaction)
  expect((await getJson(path)).body.results).toMatchObject([{ tx_id: spenders[1] }])
})

test('up to 50 outputs, each well-formed', async () => {
  const { origin } = await startPending()
  const output = `${txidOf(ETCHING)}:0`
  const ask = (texts: string[]) => getJson(`${origin}/explorer/v1/spends?output=${texts.join()}`)
  expect((await ask(Array.from({ length: 50 }, () => output))).status).toBe(200)
  const refused = await ask(Array.from({ length: 51 }, () => output))
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('1 to 50')])
  expect((await ask([output, 'x'])).status).toBe(400)
})

test('all that is pending, by type', async () => {
  const { origin, node, rune } = await startPending()
  node.addToMempool(spend(txidOf(ETCHING), to(FRIEND)))
  node.addToMempool({ inputs: [coin(4)], outputs: [to(OWNER), runestoneOutput({ mint: rune })] })
  const { body } = await getJson(`${origin}/explorer/v1/pending`)
  expect(body).toMatchObject({
    total: 2,
    counts: { transfers: 1, mints: 1, burns: 0 },
    transactions: 2,
    unread: 0,
    skipped: 0,
    newest_block: { block_height: node.tip.height },
  })
  expect(body.results.map(({ type }: { type: string }) => type)).toEqual(['transfer', 'mint'])
})

test.each(['pending', `pending/${'ab'.repeat(32)}`, `spends?output=${'ab'.repeat(32)}:0`])(
  'without a node, %s says that this service does not see unconfirmed transactions',
  async (path) => {
    const origin = await startService({ data: demoData() })
    const { status, body } = await getJson(`${origin}/explorer/v1/${path}`)
    expect([status, body.message]).toEqual([
      404,
      expect.stringMatching(/^this service does not see unconfirmed transactions/),
    ])
  },
)

test('nothing is confirmed and pending, even if a block comes while the mempool is read', async () => {
  let onList = async () => {}
  const { origin, node, rune, data } = await followRune({
    serving: {
      async intercept({ method }, respond) {
        const response = respond()
        if (method === 'getrawmempool') await onList()
        return response
      },
    },
  })
  const mint = { inputs: [coin(9)], outputs: [to(OWNER), runestoneOutput({ mint: rune })] }
  const txId = node.addToMempool(mint)
  const other = node.addToMempool(spend(txidOf(ETCHING), to(FRIEND)))
  expect((await getJson(`${origin}/explorer/v1/pending`)).body.total).toBe(2)
  // The mempool is read again.
  node.mine()
  await data.following.untilTip()
  onList = async () => {
    onList = async () => {}
    node.mine([mint])
    await data.following.untilTip()
  }
  const { body } = await getJson(`${origin}/explorer/v1/pending`)
  expect(body.newest_block.block_height).toBe(node.tip.height)
  const { body: confirmed } = await getJson(`${origin}/explorer/v1/transactions/${txId}`)
  expect(confirmed.place.block_height).toBe(node.tip.height)
  expect(body.results).toMatchObject([{ tx_id: other }])
})
