// Transactions that change many balances: their answers are right, and their cost has bounds.
import { expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { Random } from '../../src/demo/random.ts'
import { mineLargeTransactions } from '../../tools/bench/largeTransactions.ts'
import { Answers } from '../support/model/answers.ts'
import { createExpectations } from '../support/model/expectAnswers.ts'
import { modelOf } from '../support/model/models.ts'
import { indexNode } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

const SEED = 37
const BALANCES = 240

test('answers about transactions with many balances follow from their records', async () => {
  const { node, large } = mineLargeTransactions(BALANCES)
  const ledger = await modelOf(node, new Map())
  const origin = await startService({ data: await indexNode(node) })
  const [answers, random] = [new Answers(ledger), new Random(SEED)]
  const expectations = createExpectations({ origin, answers, random, share: 0.05 })
  const txs = ledger.blocks.flatMap((block) => block.txs)
  for (const { txid } of large) {
    const tx = txs.find(({ id }) => id === txid)
    if (tx === undefined) throw new Error('the model has it')
    await expectations.transaction(tx)
    await expectations.block(tx.block)
    const output = ledger.outputs.find((it) => it.tx === tx)
    if (output === undefined) throw new Error('it has an output')
    await expectations.output(output)
    if (output.address !== undefined) await expectations.address(output.address)
  }
})

test('twice as many balances take no more queries, and no more is said about them', async () => {
  const costs = await Promise.all([BALANCES, 2 * BALANCES].map(readCosts))
  expect(costs[1]).toEqual(costs[0])
})

/** The numbers of queries for the transactions and their outputs, and of what the answers describe. */
async function readCosts(balances: number) {
  const { node, large } = mineLargeTransactions(balances)
  let queries = 0
  const count = (database: Database): Database => ({
    ...database,
    query(sql, parameters) {
      queries += 1
      return database.query(sql, parameters)
    },
  })
  // The newest block is read once, whatever the time.
  const options = { wrap: count, monotonicMs: () => 0 }
  const origin = await startService({ data: await indexNode(node), ...options })
  const costs: object[] = []
  for (const { txid, vout } of large.slice(3)) {
    const path = `${origin}/explorer/v1/transactions/${txid}`
    for (const url of [
      path,
      `${path}/by-rune`,
      `${path}/by-address`,
      `${path}/movements?min=1&text=a`,
      `${path}/outputs`,
      `${origin}/explorer/v1/outputs/${txid}:${vout}`,
    ]) {
      queries = 0
      const { body } = await getJson(url)
      const { clauses = [], runes = [], flow = [], results = [] } = body
      const described = [clauses, runes, flow, results].map(({ length }) => length)
      costs.push({ path: url.replace(/.*\/v1/, '').replace(txid, 'T'), queries, described })
    }
  }
  return costs
}

test('a transaction with more records than are summed has its counts, its pages, and no sums', async () => {
  const { node, large } = mineLargeTransactions(BALANCES)
  const data = await indexNode(node)
  const [transaction] = large
  await data.databases.runes.query('UPDATE txs SET records = 250001 WHERE txid = $1', [
    Buffer.from(transaction?.txid ?? '', 'hex'),
  ])
  const path = `${await startService({ data })}/explorer/v1/transactions/${transaction?.txid}`
  const { status, body } = await getJson(path)
  expect([status, body.records, body.clauses, body.flow, body.runes]).toEqual([
    200,
    250_001,
    [],
    [],
    [],
  ])
  expect(body.movements).toBeGreaterThanOrEqual(BALANCES)
  expect((await getJson(`${path}/movements`)).body.total).toBe(body.movements)
  for (const view of ['groups', 'by-rune', 'by-address', 'movements?min=2', 'movements?text=a']) {
    const refused = await getJson(`${path}/${view}`)
    expect([view, refused.status]).toEqual([view, 400])
    expect(refused.body.message).toContain('250001 records')
  }
})

test('a block with more records than are summed has its counts, its pages, and no sums', async () => {
  const { node } = mineLargeTransactions(BALANCES)
  const data = await indexNode(node)
  const leading = await findLeading(await startService({ data }))
  await data.databases.runes.query(
    'UPDATE blocks SET next_record = next_record + 250001 WHERE height >= $1',
    [leading.block_height],
  )
  const path = `${await startService({ data })}/explorer/v1/blocks/${leading.block_height}`
  const { status, body } = await getJson(path)
  expect([status, body.leading, body.groups]).toEqual([200, undefined, undefined])
  expect(body).toMatchObject({
    movements: leading.movements,
    counts: leading.counts,
    records: leading.records + 250_001,
  })
  expect((await getJson(`${path}/movements`)).status).toBe(200)
})

/** The newest block in which a type and a rune have the most movements. */
async function findLeading(origin: string) {
  const blocks = `${origin}/explorer/v1/blocks`
  for (const { block_height } of (await getJson(`${blocks}?limit=60`)).body.results) {
    const { body } = await getJson(`${blocks}/${block_height}`)
    if (body.leading !== undefined) return body
  }
  throw new Error('no block has one')
}
