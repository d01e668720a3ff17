import { expect, onTestFinished, test } from 'vitest'
import { addressOf } from '../../src/bitcoin/addresses.ts'
import { cenotaphScript, runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { witnessKeyScript } from '../../src/demo/scripts.ts'
import { openNodeQueries } from '../../src/service/node/openNodeQueries.ts'
import { coin, ETCHING, FRIEND, followRune, OWNER, to } from '../support/followRune.ts'
import { newFile, openTemporary } from '../support/indexFollower.ts'
import { demoData } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

const NOTHING = {
  total: 0,
  counts: { transfers: 0, mints: 0, burns: 0 },
  transactions: 0,
  unread: 0,
  skipped: 0,
  results: [],
  newest_block: expect.objectContaining({ block_hash: expect.any(String) }),
}

test('what the mempool would do to a rune, in the order of the node and by its rules', async () => {
  const { node, data, origin, rune, addresses } = await followRune()
  const [owner = '', friend = ''] = addresses
  const transfer: NewTransaction = {
    inputs: [{ txid: txidOf(ETCHING), vout: 0 }],
    outputs: [
      to(FRIEND),
      to(OWNER),
      runestoneOutput({ edicts: [{ id: rune, amount: 400n, output: 0 }], pointer: 1 }),
    ],
  }
  const burn: NewTransaction = {
    inputs: [{ txid: txidOf(transfer), vout: 0 }],
    outputs: [
      runestoneOutput({ edicts: [{ id: rune, amount: 150n, output: 0 }], pointer: 1 }),
      to(FRIEND),
    ],
  }
  const mints = [2, 3, 4].map(
    (index): NewTransaction => ({
      inputs: [coin(index)],
      outputs: [to(OWNER), runestoneOutput({ mint: rune })],
    }),
  )
  const others: NewTransaction[] = [
    { inputs: [coin(5)], outputs: [to(FRIEND)] },
    { inputs: [coin(6)], outputs: [to(FRIEND), runestoneOutput({ mint: '840000:1' })] },
  ]
  for (const transaction of [transfer, burn, ...mints, ...others]) node.addToMempool(transaction)

  const { status, body } = await getJson(`${origin}/explorer/v1/runes/${rune}/pending`)
  const label = expect.objectContaining({ id: rune, divisibility: 1 })
  const [transferred, burned, ...minted] = [transfer, burn, ...mints].map(txidOf)
  const movements = [
    {
      type: 'transfer',
      amount: '40.0',
      from: owner,
      to: friend,
      output: `${transferred}:0`,
      tx_id: transferred,
    },
    { type: 'burn', amount: '15.0', from: friend, output: `${burned}:0`, tx_id: burned },
    // The cap allows two.
    ...minted.slice(0, 2).map((txid) => {
      return { type: 'mint', amount: '7.0', to: owner, output: `${txid}:0`, tx_id: txid }
    }),
  ].map((movement) => ({ ...movement, rune: label }))
  expect([status, body]).toEqual([
    200,
    {
      ...NOTHING,
      total: 4,
      counts: { transfers: 1, mints: 2, burns: 1 },
      transactions: 4,
      results: movements,
    },
  ])

  const ofFriend = await getJson(`${origin}/explorer/v1/addresses/${friend}/pending`)
  expect(ofFriend.body).toEqual({
    ...NOTHING,
    total: 2,
    counts: { transfers: 1, mints: 0, burns: 1 },
    transactions: 2,
    results: movements.slice(0, 2),
  })
  const ofNobody = addressOf(witnessKeyScript('nobody'), node.network)
  const none = await getJson(`${origin}/explorer/v1/addresses/${ofNobody}/pending`)
  expect(none.body).toEqual(NOTHING)

  node.mine([transfer, burn, ...mints, ...others])
  await data.following.untilTip()
  const { body: mined } = await getJson(`${origin}/explorer/v1/runes/${rune}/pending`)
  expect(mined).toEqual(NOTHING)
})

/** Spends an output without a runestone: what it holds goes to the first output. */
function spend(txid: string, ...outputs: NewTransaction['outputs']): NewTransaction {
  return { inputs: [{ txid, vout: 0 }], outputs }
}

/** `reads` gives the transactions with pending movements that a list shows, oldest first. */
function pendingList(origin: string, path: string) {
  return async () => {
    const { body } = await getJson(`${origin}/explorer/v1/${path}/pending`)
    const txIds = body.results.map(({ tx_id }: { tx_id: string }) => tx_id)
    return { ...body, txIds: [...new Set(txIds)] }
  }
}

test('a spend without a runestone is a transfer, for the sender, the receiver and the rune', async () => {
  const { node, origin, rune, addresses } = await followRune()
  const [owner = '', friend = ''] = addresses
  const spent = spend(txidOf(ETCHING), to(FRIEND))
  node.addToMempool(spent)
  const movement = {
    type: 'transfer',
    rune: expect.objectContaining({ id: rune }),
    amount: '100.0',
    from: owner,
    to: friend,
    output: `${txidOf(spent)}:0`,
    tx_id: txidOf(spent),
  }
  for (const path of [`addresses/${owner}`, `addresses/${friend}`, `runes/${rune}`]) {
    const { body } = await getJson(`${origin}/explorer/v1/${path}/pending`)
    const counts = { transfers: 1, mints: 0, burns: 0 }
    expect(body).toEqual({ ...NOTHING, total: 1, counts, transactions: 1, results: [movement] })
  }
})

test('a chain of spends is followed, in whatever order the node lists it', async () => {
  const { node, origin, rune, addresses } = await followRune()
  const [owner = '', friend = ''] = addresses
  const first = spend(txidOf(ETCHING), to(FRIEND))
  const second = spend(txidOf(first), to(OWNER))
  const third = spend(txidOf(second), to(FRIEND))
  const chain = [first, second, third].map(txidOf)
  for (const transaction of [third, second, first]) node.addToMempool(transaction)
  const list = pendingList(origin, `runes/${rune}`)
  expect(await list()).toMatchObject({
    txIds: chain,
    results: [
      { from: owner, to: friend },
      { from: friend, to: owner },
      { from: owner, to: friend },
    ],
  })
})

test('a mint that two outputs share is pending for both of their addresses', async () => {
  const { node, origin, rune, addresses } = await followRune()
  const edicts = [{ id: rune, amount: 30n, output: 0 }]
  const stone = runestoneOutput({ mint: rune, edicts, pointer: 2 })
  const mint = { inputs: [coin(5)], outputs: [to(OWNER), stone, to(FRIEND)] }
  node.addToMempool(mint)
  for (const address of addresses) {
    const list = pendingList(origin, `addresses/${address}`)
    expect(await list()).toMatchObject({ total: 1, counts: { mints: 1 }, txIds: [txidOf(mint)] })
  }
})

test('a replaced transaction leaves the list with what spends from it', async () => {
  const { node, data, origin, rune } = await followRune()
  const list = pendingList(origin, `runes/${rune}`)
  const replaced = spend(txidOf(ETCHING), to(FRIEND))
  node.addToMempool(replaced)
  node.addToMempool(spend(txidOf(replaced), to(OWNER)))
  expect(await list()).toMatchObject({ total: 2 })
  node.removeFromMempool(txidOf(replaced))
  const replacement = spend(txidOf(ETCHING), to(OWNER), to(FRIEND))
  node.addToMempool(replacement)
  const child = spend(txidOf(replacement), to(FRIEND))
  node.addToMempool(child)
  node.mine()
  await data.following.untilTip()
  // The replacement gives everything to its sender.
  expect(await list()).toMatchObject({ total: 1, txIds: [txidOf(child)] })
})

test('a confirmed transaction leaves the list, and what spends from it stays', async () => {
  const { node, data, origin, rune, addresses } = await followRune()
  const [owner = '', friend = ''] = addresses
  const list = pendingList(origin, `runes/${rune}`)
  const first = spend(txidOf(ETCHING), to(FRIEND))
  const second = spend(txidOf(first), to(OWNER))
  node.addToMempool(first)
  node.addToMempool(second)
  expect(await list()).toMatchObject({ total: 2 })
  node.mine([first])
  await data.following.untilTip()
  expect(await list()).toMatchObject({ total: 1, results: [{ from: friend, to: owner }] })
})

test('an output may come to hold runes by a block that was never pending here', async () => {
  const { node, data, origin, rune } = await followRune()
  const list = pendingList(origin, `runes/${rune}`)
  const mint: NewTransaction = {
    inputs: [coin(7)],
    outputs: [to(OWNER), runestoneOutput({ mint: rune })],
  }
  const later = spend(txidOf(mint), to(FRIEND))
  node.addToMempool(later)
  expect(await list()).toMatchObject({ total: 0 })
  node.mine([mint])
  await data.following.untilTip()
  expect(await list()).toMatchObject({ total: 1, txIds: [txidOf(later)] })
})

test('after a reorganisation, the list is that of the other branch', async () => {
  const { node, data, origin, rune } = await followRune()
  const list = pendingList(origin, `runes/${rune}`)
  const first = spend(txidOf(ETCHING), to(FRIEND))
  const second = spend(txidOf(first), to(OWNER))
  node.mine([first])
  await data.following.untilTip()
  node.addToMempool(second)
  expect(await list()).toMatchObject({ txIds: [txidOf(second)] })
  node.invalidate(node.tip.height)
  node.removeFromMempool(txidOf(second))
  const other = spend(txidOf(ETCHING), to(OWNER))
  const last = spend(txidOf(other), to(FRIEND))
  node.mine([other])
  node.addToMempool(last)
  node.mine()
  await data.following.untilTip()
  expect(await list()).toMatchObject({ txIds: [txidOf(last)] })
})

test('a cenotaph burns what it spends, and an etching does all but etch', async () => {
  const { node, origin, rune, addresses } = await followRune()
  const [owner = ''] = addresses
  const etching: NewTransaction = {
    inputs: [coin(8)],
    outputs: [
      to(OWNER),
      runestoneOutput({ etching: { premine: 5n, turbo: false }, mint: rune, pointer: 0 }),
    ],
  }
  const cenotaph = spend(txidOf(ETCHING), to(FRIEND), {
    script: cenotaphScript('unrecognized-even-tag'),
    value: 0,
  })
  node.addToMempool(etching)
  node.addToMempool(cenotaph)
  const { body } = await getJson(`${origin}/explorer/v1/runes/${rune}/pending`)
  expect(body.results).toMatchObject([
    { type: 'mint', amount: '7.0', to: owner, tx_id: txidOf(etching) },
    { type: 'burn', amount: '100.0', from: owner, tx_id: txidOf(cenotaph) },
  ])
  expect(body).toMatchObject({ total: 2, counts: { mints: 1 } })
})

/** Gives each of `edicts` edicts to all of `outputs` outputs. */
function bomb(
  input: NewTransaction['inputs'][number],
  rune: string,
  edicts: number,
  outputs: number,
) {
  return {
    inputs: [input],
    outputs: [
      ...Array.from({ length: outputs }, () => to(FRIEND)),
      runestoneOutput({
        edicts: Array.from({ length: edicts }, () => ({
          id: rune,
          amount: 1n,
          output: outputs + 1,
        })),
      }),
    ],
  }
}

test.each([
  [5000, 1000],
  [21, 1000],
])('%d edicts to %d outputs are skipped, with what spends from them', async (edicts, outputs) => {
  const { node, origin, rune } = await followRune()
  const large = bomb({ txid: txidOf(ETCHING), vout: 0 }, rune, edicts, outputs)
  const mint = { inputs: [coin(9)], outputs: [to(OWNER), runestoneOutput({ mint: rune })] }
  node.addToMempool(large)
  node.addToMempool(spend(txidOf(large), to(OWNER)))
  node.addToMempool(mint)
  const { body } = await getJson(`${origin}/explorer/v1/runes/${rune}/pending`)
  expect(body).toMatchObject({ total: 1, skipped: 2, unread: 0, results: [{ type: 'mint' }] })
})

test('200,000 moves are worked out, those with the highest fee rates first', async () => {
  const { node, origin, rune } = await followRune()
  // 19,001 moves each: ten fit. They move nothing, because nothing is spent.
  const bombs = Array.from({ length: 12 }, (_, index) => bomb(coin(20 + index), rune, 19, 1000))
  const feeRates = bombs.map((_, index) => 2 + ((index * 5) % 12))
  const mints = bombs.map(({ outputs }, index): NewTransaction => {
    return {
      inputs: [{ txid: txidOf(bombs[index] ?? ETCHING), vout: 0 }],
      outputs: [...outputs.slice(0, 1), runestoneOutput({ mint: rune })],
    }
  })
  for (const [index, transaction] of bombs.entries())
    node.addToMempool(transaction, feeRates[index])
  // The two mints whose parents pay least are skipped with them. Of the others the cap allows two.
  for (const transaction of mints) node.addToMempool(transaction, 100)
  const { body } = await getJson(`${origin}/explorer/v1/runes/${rune}/pending`)
  const highest = [13, 12].map((rate) => mints[feeRates.indexOf(rate)] ?? ETCHING)
  expect(body).toMatchObject({
    total: 2,
    skipped: 4,
    results: highest.map((mint) => ({ tx_id: txidOf(mint) })),
  })
})

test('a worker answers as this thread does, and reports what it cannot', async () => {
  const file = newFile()
  const { node, data, origin, rune } = await followRune({ store: openTemporary(file) })
  const runes = { address: `file:${file}`, limits: { connections: 1, timeoutMs: 0 } }
  const settings = { runes, node: { url: data.url } }
  const nodeQueries = openNodeQueries(settings, 'build/service')
  onTestFinished(nodeQueries.close)
  const worker = await startService({ data: { ...data, nodeQueries } })
  const bombs = [5000, 9000].map((edicts, index) => bomb(coin(40 + index), rune, edicts, 1000))
  for (const transaction of bombs) node.addToMempool(transaction)
  node.addToMempool(spend(txidOf(ETCHING), to(FRIEND)))
  for (const [path, status] of [
    [`runes/${rune}/pending`, 200],
    [`decode/${txidOf(ETCHING)}`, 200],
    [`decode/${txidOf(ETCHING).replace(/./, 'z')}`, 400],
    [`decode/${'0'.repeat(64)}`, 404],
    ['runes/5:5/pending', 404],
  ] as const) {
    const [here, there] = await Promise.all(
      [origin, worker].map((service) => getJson(`${service}/explorer/v1/${path}`)),
    )
    expect([path, there?.status, there?.body]).toEqual([path, status, here?.body])
  }
  const { body } = await getJson(`${worker}/explorer/v1/runes/${rune}/pending`)
  expect(body).toMatchObject({ total: 1, skipped: 2 })
  await data.stopNode()
  // What is cached of a block would still be served.
  const fresh = await startService({ data: { ...data, nodeQueries } })
  const away = await getJson(`${fresh}/explorer/v1/decode/${txidOf(ETCHING)}`)
  expect([away.status, away.body.message]).toEqual([
    503,
    expect.stringContaining('does not answer'),
  ])
})

test('a rune that the index does not have is a 404', async () => {
  const { origin } = await followRune()
  const { status } = await getJson(`${origin}/explorer/v1/runes/5:5/pending`)
  expect(status).toBe(404)
})

test('without a node there is no mempool', async () => {
  const origin = await startService({ data: demoData() })
  const { body: about } = await getJson(`${origin}/explorer/v1/about`)
  const { status, body } = await getJson(
    `${origin}/explorer/v1/runes/${about.examples.rune}/pending`,
  )
  expect([status, body.message]).toEqual([
    404,
    expect.stringContaining('does not see unconfirmed transactions'),
  ])
})
