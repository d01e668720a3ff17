// Compares what a service says of transactions that no block has yet with the model.
import { expect } from 'vitest'
import {
  encodeTransaction,
  type NewTransaction,
  txidOf,
} from '../../../src/demo/encodeTransaction.ts'
import type { Random } from '../../../src/demo/random.ts'
import type { SimulatedNode } from '../../../src/demo/simulatedNode.ts'
import { getJson } from '../startService.ts'
import { Foresight } from './foresight.ts'

type Options = { origin: string; node: SimulatedNode; random: Random }

/**
 * Expects of transactions of the next block what they then do: of some alone, decoded, and of all together, pending.
 * They are not in the mempool afterwards.
 */
export async function expectForesight(transactions: NewTransaction[], options: Options) {
  if (transactions.length === 0) return
  const { random } = options
  for (const one of [random.pick(transactions), random.pick(transactions)]) {
    await expectDecoded(one, options)
  }
  await expectPending(transactions, options)
}

async function expectDecoded(transaction: NewTransaction, { origin, node }: Options) {
  const body = encodeTransaction(transaction).toString('hex')
  const answer = await getJson(`${origin}/explorer/v1/decode`, { method: 'POST', body })
  const { outcome, tx_id } = answer.body
  const model = new Foresight(node, [transaction]).foresee(transaction)
  const { counts, results, refusals, mint } = model
  expect([answer.status, tx_id, foreseen(outcome), outcome.mint]).toEqual([
    200,
    txidOf(transaction),
    { state: 'known', movements: results.length, counts, results, refusals },
    mint,
  ])
}

async function expectPending(transactions: NewTransaction[], { origin, node, random }: Options) {
  for (const transaction of transactions) node.addToMempool(transaction)
  const model = new Foresight(node, transactions)
  const all = transactions.map((transaction) => model.foresee(transaction))
  const movements = all.flatMap(({ results }) => results)
  const countOf = (type: string) => movements.filter((movement) => movement.type === type).length
  const { status, body } = await getJson(`${origin}/explorer/v1/pending`)
  expect([status, { ...body, results: body.results.map(plain) }]).toEqual([
    200,
    {
      total: movements.length,
      counts: { transfers: countOf('transfer'), mints: countOf('mint'), burns: countOf('burn') },
      transactions: all.filter(({ results }) => results.length > 0).length,
      unread: 0,
      skipped: 0,
      results: movements.slice(0, 100),
      newest_block: expect.objectContaining({ block_height: node.tip.height }),
    },
  ])
  for (const one of [random.pick(transactions), random.pick(transactions)]) {
    await expectPendingTransaction(one, model, origin)
  }
  for (const transaction of transactions) node.removeFromMempool(txidOf(transaction))
}

async function expectPendingTransaction(
  transaction: NewTransaction,
  model: Foresight,
  origin: string,
) {
  const { status, body } = await getJson(`${origin}/explorer/v1/pending/${txidOf(transaction)}`)
  const { counts, results, refusals, by_address, outputs } = model.foresee(transaction)
  expect([status, body.outcome, foreseen(body)]).toEqual([
    200,
    'known',
    { state: 'pending', movements: results.length, counts, results, refusals },
  ])
  expect(body.changes).toHaveLength(counts.changes)
  expect([body.by_address_total, sorted(body.by_address.map(plain))]).toEqual([
    by_address.length,
    sorted(by_address),
  ])
  expect([body.outputs_total, sorted(body.outputs.map(plain))]).toEqual([
    outputs.length,
    sorted(outputs),
  ])
}

type Foreseen = {
  state: string
  movements: number
  counts: object
  results: { rune: { id: string } }[]
  refusals: { part: string; reason: string; rune_id?: string; name?: string; address?: string }[]
}

function foreseen({ state, movements, counts, results, refusals }: Foreseen) {
  return {
    state,
    movements,
    counts,
    results: results.map(plain),
    refusals: refusals.map(({ part, reason, rune_id, name, address }) => {
      return { part, reason, rune_id, name, address }
    }),
  }
}

/** With the id of the rune only. */
function plain<Row extends { rune: { id: string } }>({ rune, ...row }: Row) {
  return { ...row, rune: rune.id }
}

function sorted(rows: object[]): object[] {
  const keyOf = (row: object) =>
    JSON.stringify(
      Object.entries(row)
        .filter(([, value]) => value !== undefined)
        .sort(([one], [two]) => one.localeCompare(two)),
    )
  return [...rows].sort((one, two) => keyOf(one).localeCompare(keyOf(two)))
}
