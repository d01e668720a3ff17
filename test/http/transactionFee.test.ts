import { expect, test } from 'vitest'
import { encodeTransaction, type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { ETCHING, FRIEND, followRune, OWNER, to, transferOf } from '../support/followRune.ts'
import { demoData } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

function feeOf(origin: string, transaction: NewTransaction) {
  return getJson(`${origin}/explorer/v1/transactions/${txidOf(transaction)}/fee`)
}

test('a transaction of a block says what it paid, to the satoshi, and its size', async () => {
  const { node, data, origin, rune } = await followRune()
  const transfer = transferOf(rune)
  node.addToMempool(transfer, 2.5)
  expect((await feeOf(origin, transfer)).status).toBe(404)
  node.mine([transfer])
  await data.following.untilTip()
  const size = encodeTransaction(transfer).length
  const { status, body } = await feeOf(origin, transfer)
  expect([status, body]).toEqual([
    200,
    { fee: Math.round(size * 2.5), virtual_size: size, fee_rate: '2.50' },
  ])
})

test('who paid is said where one address owned all that was spent', async () => {
  const { node, data, origin, rune, addresses } = await followRune()
  const transfer = transferOf(rune)
  const outputsOf = (transaction: NewTransaction) =>
    [0, 1].map((vout) => ({ txid: txidOf(transaction), vout }))
  const both: NewTransaction = { inputs: outputsOf(transfer), outputs: [to(OWNER), to(OWNER)] }
  const one: NewTransaction = { inputs: outputsOf(both), outputs: [to(FRIEND)] }
  node.mine([transfer, both, one])
  await data.following.untilTip()
  expect((await feeOf(origin, one)).body.payer).toBe(addresses[0])
  const { status, body } = await feeOf(origin, both)
  expect([status, body.payer]).toEqual([200, undefined])
})

test('a node that has pruned the block of a transaction knows no fee of it', async () => {
  const { node, data, origin } = await followRune()
  node.mine([])
  await data.following.untilTip()
  node.pruneHeight = 2
  const { status, body } = await feeOf(origin, ETCHING)
  expect([status, body.message]).toEqual([
    404,
    'the Bitcoin node no longer has the block of this transaction',
  ])
})

test('a service without a node says that it knows no fees', async () => {
  const origin = await startService({ data: demoData() })
  const { status, body } = await feeOf(origin, ETCHING)
  expect([status, body.message]).toEqual([404, expect.stringContaining('needs a Bitcoin node')])
})
