// Every figure of a page is what the model computes from the blocks: each has a name, by which it is compared.
import { expect, test } from 'vitest'
import { Random } from '../../src/demo/random.ts'
import { createBusyChain } from '../support/audit/busyChain.ts'
import { compareFigures, type Expected } from '../support/audit/compareFigures.ts'
import { ExpectedFigures } from '../support/audit/expectedFigures.ts'
import { readFigures } from '../support/audit/readFigures.ts'
import { FAILED_RESPONSE, open as openPage, startBrowsing } from '../support/browse.ts'
import { Answers } from '../support/model/answers.ts'
import type { Ledger } from '../support/model/ledger.ts'
import { modelOf, modelOfBundled, modelOfDemo } from '../support/model/models.ts'
import { bundledData, demoData, indexNode, type ServedData } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

const SEED = 39
const SAMPLES = 4
// Pages ask for unconfirmed transactions too, which nobody sees here.
const browse = startBrowsing(FAILED_RESPONSE)

test('the figures of pages about the bundled blocks are those of the model', async () => {
  await expectFigures('bundled', bundledData(), modelOfBundled())
})

test('the figures of pages about the demo chain are those of the model', async () => {
  await expectFigures('demo', demoData(), modelOfDemo())
})

test('the figures of pages about a chain as busy as the main one are those of the model', async () => {
  const node = createBusyChain()
  const ledger = modelOf(node)
  const origin = await expectFigures('busy', await indexNode(node), ledger)
  // It has more runes and tiles than a treemap draws.
  const { body } = await getJson(`${origin}/explorer/v1/blocks/${ledger.tip.height}/treemap`)
  expect(body).toEqual(new Answers(ledger).treemap(ledger.tip))
})

/**
 * Shown only of a name without a date, a block in which no rune stands out, a transaction that cannot be summed, an
 * output with more runes than a page lists, and a rune whose supply has room beside its title, the last only if it
 * changed after its first day or block.
 */
const RARE = new Set([
  'name.locked_blocks',
  'block.runes',
  'block.changes',
  'transaction.movements',
  'list.shown',
  'history.first_supply',
  'history.last_supply',
])

/** Compares pages of every kind. One figure that differs, that has no name, or that no page shows, fails. */
async function expectFigures(name: string, data: ServedData, ledger: Ledger): Promise<string> {
  const origin = await startService({ data, pages: 'server-rendered' })
  const { body: about } = await getJson(`${origin}/explorer/v1/about`)
  const random = new Random(SEED)
  const visits = new ExpectedFigures(new Answers(ledger), about).all((items) =>
    Array.from({ length: SAMPLES }, () => random.pick(items)),
  )
  const problems: string[] = []
  const shown = new Set<string>()
  let compared = 0
  await browse({ baseURL: origin }, async (page) => {
    for (const { path, expected } of visits) {
      await openPage(page, path)
      const found = compareFigures(await readFigures(page), expected)
      compared += found.compared
      for (const figure of found.shown) shown.add(figure)
      problems.push(...found.problems.map((problem) => `${path}: ${problem}`))
    }
  })
  const names = new Set(visits.flatMap(({ expected }) => namesOfAmounts(expected)))
  problems.push(...[...names].filter((figure) => !shown.has(figure) && !RARE.has(figure)))
  console.log(`${name}: ${compared} figures of ${visits.length} pages compared`)
  expect(problems.join('\n')).toBe('')
  expect(compared).toBeGreaterThan(1000)
  return origin
}

/** The figures that are not zero on a page, and that it shows before anybody points at a drawing. */
function namesOfAmounts(expected: Expected): string[] {
  return Object.entries(expected).flatMap(([figure, values]) => {
    const all = Array.isArray(values) ? values : [values]
    const isShown = all.some(
      (value) => ['string', 'number'].includes(typeof value) && Number(value) !== 0,
    )
    return isShown ? [figure] : []
  })
}
