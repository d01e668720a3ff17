import { expect, test } from 'vitest'
import { addressOf } from '../../src/bitcoin/addresses.ts'
import { runestoneOutput } from '../../src/indexer/demoChain/demoTransactions.ts'
import {
  type NewTransaction,
  taprootScript,
  txidOf,
  witnessKeyScript,
} from '../../src/indexer/demoChain/encode.ts'
import { SimulatedNode } from '../../src/indexer/demoChain/simulatedNode.ts'
import { demoData, followNode } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

const [OWNER, FRIEND] = [taprootScript('owner'), taprootScript('friend')]

function coin(index: number): NewTransaction['inputs'][number] {
  return { txid: String(index).padStart(64, '0'), vout: 0 }
}

function to(script: Uint8Array) {
  return { script, value: 546 }
}

const ETCHING: NewTransaction = {
  inputs: [coin(1)],
  outputs: [
    to(OWNER),
    runestoneOutput({
      etching: { premine: 1000n, divisibility: 1, terms: { amount: 70n, cap: 2n }, turbo: false },
    }),
  ],
}

async function start() {
  const node = new SimulatedNode()
  const { height } = node.mine([ETCHING])
  const data = await followNode(node)
  const origin = await startService({ data })
  const rune = `${height}:1`
  const addresses = [OWNER, FRIEND].map((script) => addressOf(script, node.network) ?? '')
  return { node, data, origin, rune, addresses }
}

test('what the mempool would do to a rune, in the order of the node and by its rules', async () => {
  const { node, data, origin, rune, addresses } = await start()
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
    { type: 'burn', amount: '15.0', from: friend, tx_id: burned },
    // The cap allows two.
    ...minted.slice(0, 2).map((txid) => {
      return { type: 'mint', amount: '7.0', to: owner, output: `${txid}:0`, tx_id: txid }
    }),
  ].map((movement) => ({ ...movement, rune: label }))
  expect([status, body]).toEqual([200, { total: 4, mints: 2, unread: 0, results: movements }])

  const ofFriend = await getJson(`${origin}/explorer/v1/addresses/${friend}/pending`)
  expect(ofFriend.body).toEqual({ total: 2, mints: 0, unread: 0, results: movements.slice(0, 2) })
  const ofNobody = addressOf(witnessKeyScript('nobody'), node.network)
  const none = await getJson(`${origin}/explorer/v1/addresses/${ofNobody}/pending`)
  expect(none.body).toEqual({ total: 0, mints: 0, unread: 0, results: [] })

  node.mine([transfer, burn, ...mints, ...others])
  await data.following.untilTip()
  const { body: mined } = await getJson(`${origin}/explorer/v1/runes/${rune}/pending`)
  expect(mined).toEqual({ total: 0, mints: 0, unread: 0, results: [] })
})

test('a rune that the index does not have is a 404', async () => {
  const { origin } = await start()
  const { status } = await getJson(`${origin}/explorer/v1/runes/5:5/pending`)
  expect(status).toBe(404)
})

test('without a node there is no mempool', async () => {
  const origin = await startService({ data: demoData() })
  const { body: about } = await getJson(`${origin}/explorer/v1/about`)
  const { status, body } = await getJson(
    `${origin}/explorer/v1/runes/${about.examples.rune}/pending`,
  )
  expect([status, body.message]).toEqual([404, expect.stringContaining('need a Bitcoin node')])
})
