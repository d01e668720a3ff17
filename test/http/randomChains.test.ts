// Random chains, followed block by block: every answer must be the one that the model computes from all records.
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { Random } from '../../src/demo/random.ts'
import { indexAfresh } from '../support/indexFollower.ts'
import { readIndexTables } from '../support/indexTables.ts'
import { isThorough } from '../support/isThorough.ts'
import { Answers } from '../support/model/answers.ts'
import { createExpectations } from '../support/model/expectAnswers.ts'
import { expectBalanced } from '../support/model/expectBalanced.ts'
import { expectForesight } from '../support/model/expectForesight.ts'
import { RULES, type Rule } from '../support/model/types.ts'
import { RandomChain } from '../support/randomChain.ts'
import { followNode } from '../support/servedData.ts'
import { startService } from '../support/startService.ts'

const [CHAINS, BLOCKS] = isThorough() ? [8, 50] : [1, 30]

/** Most transactions that move something have their records merged, and most blocks are written in parts. */
const TIGHT_LIMITS = { maxSingleMoves: 2, blockRecords: 10, partRecords: 7 }
/** Random chains have few addresses. */
const SMALL_HIGHLIGHTS = { highlights: { receivers: 2, holders: 2 } }

test('after every block of random chains, all answers follow from the records', async () => {
  const rules = new Map<Rule, number>()
  const figures = { blocks: 0, reorganisations: 0, records: 0 }
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const random = new Random(seed)
      const limits = { ...SMALL_HIGHLIGHTS, ...(random.chance(0.5) && TIGHT_LIMITS) }
      const chain = new RandomChain(seed, rules, limits)
      const data = await followNode(chain.node, { limits })
      let seconds = 0
      const origin = await startService({ data, monotonicMs: () => seconds * 1000 })
      for (let block = 1; block <= BLOCKS; block++) {
        await expectForesight(chain.draft(), { origin, node: chain.node, random })
        if (chain.mine() > 0) figures.reorganisations++
        await data.following.untilTip()
        seconds++
        expectBalanced(chain.ledger)
        await expectAnswersAboutTip(origin, new Answers(chain.ledger), random)
      }
      await expectAllAnswers(origin, new Answers(chain.ledger), random)
      await data.following.stop()
      expect(await readIndexTables(data.store)).toEqual(
        await indexAfresh(chain.node, data.url, limits),
      )
      figures.blocks += BLOCKS
      figures.records += chain.ledger.records.length
    }),
    { numRuns: CHAINS, endOnFailure: true },
  )
  const counts = Object.fromEntries(RULES.map((rule) => [rule, rules.get(rule) ?? 0]))
  console.log(
    { engine: inject('engine'), seed: fc.readConfigureGlobal()?.seed, chains: CHAINS, ...figures },
    counts,
  )
  // A short run does not meet every rule.
  if (!isThorough()) return
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([])
}, 1_800_000)

/** A few answers about the newest block and about anything else. */
async function expectAnswersAboutTip(origin: string, answers: Answers, random: Random) {
  const expectations = createExpectations({
    origin,
    answers,
    random,
    share: isThorough() ? 0.5 : 0.2,
  })
  const { tip, runes, refusals, addresses, outputs } = answers.ledger
  await expectations.block(tip)
  for (const tx of pickSome(tip.txs)) await expectations.transaction(tx)
  for (const { tx } of pickSome(refusals)) await expectations.transaction(tx)
  for (const rune of pickSome(runes)) await expectations.rune(rune)
  for (const address of pickSome([...addresses.keys()])) await expectations.address(address)
  for (const output of pickSome(outputs)) await expectations.output(output)
  await expectations.lists()

  function pickSome<Item>(items: Item[]): Item[] {
    return items.length === 0 ? [] : [random.pick(items)]
  }
}

/** Answers about all of the chain, at each limit: a part of them, because each page is a request. */
async function expectAllAnswers(origin: string, answers: Answers, random: Random) {
  const share = 0.4
  const expectations = createExpectations({ origin, answers, random, share })
  const { blocks, runes, refusals, addresses, outputs } = answers.ledger
  const some = <Item>(items: Item[]) => items.filter(() => random.chance(isThorough() ? 0.4 : 0.1))
  for (const block of some(blocks)) await expectations.block(block)
  for (const tx of some(blocks.flatMap(({ txs }) => txs))) await expectations.transaction(tx)
  for (const { tx } of some(refusals)) await expectations.transaction(tx)
  for (const rune of some(runes)) await expectations.rune(rune)
  for (const address of some([...addresses.keys()])) await expectations.address(address)
  for (const output of some(outputs)) await expectations.output(output)
  await expectations.lists()
}
