// The burns of all runes, and the transactions whose runestone is malformed.
import { expect, test } from 'vitest'
import { createClient } from '../../src/contract/client.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { txidOf } from '../../src/demo/encodeTransaction.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { coin, ETCHING, OWNER, to } from '../support/followRune.ts'
import { Answers } from '../support/model/answers.ts'
import { modelOfDemo } from '../support/model/models.ts'
import { demoData, followNode } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

const answers = new Answers(modelOfDemo())

const SPANS = [
  {},
  { from: 100, to: 150 },
  { from: 290 },
  { to: 90 },
  { from: 20, to: 10 },
  ...monthsOfDemo().flatMap((month) => [{ to: month }, { from: month, to: month }]),
]

function monthsOfDemo(): string[] {
  const times = answers.ledger.blocks.map(({ latest }) => new Date(latest * 1000).toISOString())
  return [...new Set(times.map((time) => time.slice(0, 7)))]
}

test('the burns of all runes, and the cenotaphs, are those of the model', async () => {
  const origin = await startService({ data: demoData() })
  for (const span of SPANS) {
    const read = async (list: string) => {
      const search = new URLSearchParams(Object.entries(span).map(([name, at]) => [name, `${at}`]))
      const { body } = await getJson(`${origin}/explorer/v1/${list}?limit=1000&${search}`)
      return [body.total, body.results]
    }
    const [burns, cenotaphs] = [answers.burns(span), answers.cenotaphs(span)]
    expect(await read('burns')).toEqual([burns.length, burns])
    expect(await read('cenotaphs')).toEqual([cenotaphs.length, cenotaphs])
  }
})

test('the burns of one rune are those of the model', async () => {
  const origin = await startService({ data: demoData() })
  const rune = answers.ledger.runes.find(({ spacedName }) => spacedName === 'GOLDEN•RETRIEVER')
  expect(rune).toBeDefined()
  for (const span of SPANS) {
    const search = new URLSearchParams(Object.entries(span).map(([name, at]) => [name, `${at}`]))
    const path = `/explorer/v1/burns?rune=${rune?.name}&limit=1000&${search}`
    const { body } = await getJson(`${origin}${path}`)
    const expected = answers.burns({ rune, ...span })
    expect([path, body.total, body.results]).toEqual([path, expected.length, expected])
  }
  expect(answers.burns({ rune }).length).toBeGreaterThan(2)
  const unknown = await getJson(`${origin}/explorer/v1/burns?rune=NOSUCHRUNE`)
  expect(unknown.status).toBe(404)
})

test('the movements of the cenotaphs of each block are those of the model', async () => {
  const origin = await startService({ data: demoData() })
  const blocks = answers.ledger.blocks.filter(({ txs }) => txs.some(({ flaw }) => flaw))
  expect(blocks.length).toBeGreaterThan(20)
  for (const block of blocks) {
    const path = `/explorer/v1/blocks/${block.height}/movements`
    const { body } = await getJson(`${origin}${path}?limit=1000&cenotaphs=only`)
    const expected = answers.blockMovements(block, { cenotaphs: 'only' })
    expect([path, body.results]).toEqual([path, expected])
  }
})

test('a month ends with its last day', async () => {
  const node = new SimulatedNode()
  const times = ['2032-01-31T23:59:59Z', '2032-02-01T00:00:00Z', '2032-02-29T23:59:59Z']
  let given = ETCHING
  node.mine([given])
  for (const time of [...times, '2032-03-01T00:00:00Z']) {
    given = {
      inputs: [{ txid: txidOf(given), vout: 0 }],
      outputs: [
        to(OWNER),
        runestoneOutput({ edicts: [{ id: '1:1', amount: 1n, output: 1 }], pointer: 0 }),
      ],
    }
    node.mine([given], { timestamp: Date.parse(time) / 1000 })
  }
  const client = createClient({ baseUrl: await startService({ data: await followNode(node) }) })
  const timesOf = async (span: { from?: string; to?: string }) => {
    const { results } = await client.get('burns', span)
    return results.map(({ place }) => new Date((place.timestamp ?? 0) * 1000).toISOString())
  }
  const [january, february, leapDay] = times.map((time) => time.replace('Z', '.000Z'))
  expect(await timesOf({ from: '2032-02', to: '2032-02' })).toEqual([leapDay, february])
  expect(await timesOf({ to: '2032-01' })).toEqual([january])
  expect(await timesOf({ from: '2032-02-01', to: '2032-02' })).toEqual([leapDay, february])
})

test('a cenotaph names its first three burns', async () => {
  const node = new SimulatedNode()
  const etchings = Array.from({ length: 5 }, (_, index) => ({
    inputs: [coin(index + 1)],
    outputs: [
      to(OWNER),
      runestoneOutput({ etching: { premine: BigInt(index + 1), divisibility: 0, turbo: false } }),
    ],
  }))
  node.mine(etchings)
  node.mine([
    {
      inputs: [...etchings.map((etching) => ({ txid: txidOf(etching), vout: 0 })), coin(9)],
      outputs: [to(OWNER), runestoneOutput({ edicts: [{ id: '0:1', amount: 1n, output: 0 }] })],
    },
  ])
  const client = createClient({ baseUrl: await startService({ data: await followNode(node) }) })
  const { results } = await client.get('cenotaphs', {})
  expect(results).toMatchObject([{ flaw: 'edict-rune-id', movements: 5, has_more_burns: true }])
  expect(results[0]?.burns.map(({ amount }) => amount)).toEqual(['1', '2', '3'])
  const { results: burns } = await client.get('burns', {})
  expect(burns.map(({ flaw, amount }) => [flaw, amount])).toEqual(
    ['5', '4', '3', '2', '1'].map((amount) => ['edict-rune-id', amount]),
  )
})
