// A mint is one movement, whoever got its units; of an address, what is minted and what is given are two.
import { expect, test } from 'vitest'
import { createClient } from '../../src/contract/client.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { txidOf } from '../../src/demo/encodeTransaction.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { BLOCK } from '../support/bundledIds.ts'
import { readCsv } from '../support/readCsv.ts'
import { demoData, followNode } from '../support/servedData.ts'
import { startService } from '../support/startService.ts'

/** In block 840,004, an output of this address got a mint of 100,000,000 and 1,800,000,000 from another one. */
const ADDRESS = 'bc1p8naytfv4wpdcxsa642y9kztkul9mlmlqsf2tgksjz5grhdvpndns9hl59n'
const TX = '96786b340ea5dc797ebf4e47d3dbd564a01ecf522e2ee9c29e54ad95a3f0b69b'

test('what an output of an address got from a mint and from another address are two movements', async () => {
  const origin = await startService()
  const client = createClient({ baseUrl: origin })
  const read = async (type?: 'mint' | 'received') => {
    const given = { address: ADDRESS, limit: 1000, ...(type && { type }) }
    const { results } = await client.get('addressMovements', given)
    return results
      .filter(({ place }) => place.tx_id === TX)
      .map(({ type, change, counterparties }) => [type, change, counterparties.length])
  }
  const [mint, given] = [
    ['mint', '100000000', 0],
    ['transfer', '1800000000', 1],
  ]
  expect(await read()).toEqual([given, mint])
  expect(await read('mint')).toEqual([mint])
  expect(await read('received')).toEqual([given])
  const details = await client.get('addressDetails', { address: ADDRESS })
  const { total, results } = await client.get('addressMovements', { address: ADDRESS, limit: 1000 })
  expect([total, results.length]).toEqual([details.movements, details.movements])
  const text = await (
    await fetch(`${origin}/explorer/v1/addresses/${ADDRESS}/movements.csv`)
  ).text()
  const rows = readCsv(text).filter((row) => row['place.tx_id'] === TX)
  expect(rows.map(({ type, change }) => [type, change])).toEqual([
    ['transfer', '1800000000'],
    ['mint', '100000000'],
  ])
})

test('every page of an address has its part of the list, whatever its size', async () => {
  const client = createClient({ baseUrl: await startService() })
  const given = { address: ADDRESS }
  const { results: all } = await client.get('addressMovements', { ...given, limit: 1000 })
  const keys = all.map(({ place, index, type }) => `${place.tx_id} ${index} ${type}`)
  expect(new Set(keys).size).toBe(all.length)
  for (const limit of [1, 2, 3]) {
    for (let offset = 0; offset < all.length; offset += limit) {
      const { results } = await client.get('addressMovements', { ...given, offset, limit })
      expect(results).toEqual(all.slice(offset, offset + limit))
    }
  }
})

test('a rune has as many mints wherever they are counted', async () => {
  const client = createClient({ baseUrl: await startService({ data: demoData() }) })
  const { results: runes } = await client.get('runes', { limit: 60, order_by: 'movements' })
  for (const { id, supply } of runes) {
    const { counts } = await client.get('runeDetails', { rune: id })
    const { total } = await client.get('runeMovements', { rune: id, type: 'mint', limit: 1 })
    const { results: days } = await client.get('runeHistory', { rune: id })
    const ofDays = days.reduce((sum, { mints }) => sum + mints, 0)
    expect([id, counts.mints, total, ofDays]).toEqual([
      id,
      ...Array.from({ length: 3 }, () => Number(supply?.total_mints)),
    ])
  }
})

test('minted and premined are two figures of an address, and each sorts all runes together', async () => {
  const client = createClient({ baseUrl: await startService() })
  for (const order_by of ['minted', 'premined', 'sent'] as const) {
    const given = { block: BLOCK, order_by, limit: 1000 }
    const { results } = await client.get('blockByAddress', given)
    expect(results.length).toBeGreaterThan(1)
    const amounts = results.map((entry) => Number(entry[order_by]))
    expect(amounts).toEqual(amounts.toSorted((one, two) => two - one))
    expect(amounts.at(-1)).toBeGreaterThan(0)
  }
  const { results } = await client.get('blockByAddress', { block: BLOCK, limit: 1000 })
  const premined = results.filter((entry) => Number(entry.premined) > 0)
  expect(premined).toHaveLength(48)
  for (const { minted, premined, received, sent, burned, net } of results) {
    const sum = Number(received) + Number(minted) + Number(premined) - Number(sent) - Number(burned)
    expect(Number(net)).toBeCloseTo(sum, 0)
  }
})

test('what a cenotaph mints is minted and burned, and is not what its owner burned', async () => {
  const node = new SimulatedNode()
  const alice = taprootScript('alice')
  const etch = {
    inputs: [{ txid: 'f'.repeat(64), vout: 0 }],
    outputs: [
      { script: alice, value: 546 },
      runestoneOutput({
        etching: { premine: 1n, terms: { amount: 1000n, cap: 9n }, turbo: false },
      }),
    ],
  }
  node.mine([etch])
  const cenotaph = {
    inputs: [{ txid: txidOf(etch), vout: 0 }],
    // An edict to an output that does not exist.
    outputs: [runestoneOutput({ mint: '1:1', edicts: [{ id: '1:1', amount: 1n, output: 9 }] })],
  }
  node.mine([cenotaph])
  const client = createClient({ baseUrl: await startService({ data: await followNode(node) }) })
  const { clauses, counts } = await client.get('transactionDetails', { tx_id: txidOf(cenotaph) })
  const [burned, burnedNew, ...others] = clauses
  expect(others).toEqual([])
  expect(burned).toMatchObject({ verb: 'burned', amount: '1', from_count: 1 })
  expect(burned).not.toHaveProperty('is_new')
  expect(burnedNew).toMatchObject({ verb: 'burned', amount: '1000', is_new: true, from_count: 0 })
  expect(counts).toMatchObject({ mints: 1, burns: 2 })
  const { total, results } = await client.get('transactionMovements', { tx_id: txidOf(cenotaph) })
  expect(total).toBe(3)
  expect(results.map(({ type, amount }) => [type, amount])).toEqual([
    ['burn', '1'],
    ['mint', '1000'],
    ['burn', '1000'],
  ])
})
