// Every kind of answer about the bundled blocks and about the demo chain is the one that the model computes.
import { expect, test } from 'vitest'
import { Random } from '../../src/demo/random.ts'
import { isThorough } from '../support/isThorough.ts'
import { Answers } from '../support/model/answers.ts'
import { createExpectations } from '../support/model/expectAnswers.ts'
import { expectBalanced } from '../support/model/expectBalanced.ts'
import { modelOfBundled, modelOfDemo } from '../support/model/models.ts'
import { bundledData, demoData } from '../support/servedData.ts'
import { startService } from '../support/startService.ts'

const SEED = 15
const SAMPLES = isThorough() ? 60 : 4

test.each([
  ['the bundled blocks', bundledData, modelOfBundled],
  ['the demo chain', demoData, modelOfDemo],
])('answers about %s follow from their records', async (name, open, read) => {
  const ledger = read()
  expectBalanced(ledger)
  const answers = new Answers(ledger)
  const origin = await startService({ data: open() })
  const random = new Random(SEED)
  const expectations = createExpectations({ origin, answers, random, share: 0.3 })
  const pick = <Item>(items: Item[]) => Array.from({ length: SAMPLES }, () => random.pick(items))
  for (const block of pick(ledger.blocks)) await expectations.block(block)
  for (const tx of pick(ledger.blocks.flatMap(({ txs }) => txs))) await expectations.transaction(tx)
  for (const rune of pick(ledger.runes)) await expectations.rune(rune)
  for (const address of pick([...ledger.addresses.keys()])) await expectations.address(address)
  for (const output of pick(ledger.outputs)) await expectations.output(output)
  await expectations.lists()
  console.log(`${name}, seed ${SEED}: ${ledger.records.length} records`)
  expect(ledger.records.length).toBeGreaterThan(5000)
})
