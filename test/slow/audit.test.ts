// Every figure of a page is what the model computes from the blocks: each has a name, by which it is compared.
import { expect, test } from 'vitest'
import { Random } from '../../src/demo/random.ts'
import { compareFigures } from '../support/audit/compareFigures.ts'
import { ExpectedFigures, type Visit } from '../support/audit/expectedFigures.ts'
import { readFigures } from '../support/audit/readFigures.ts'
import { FAILED_RESPONSE, open as openPage, startBrowsing } from '../support/browse.ts'
import { Answers } from '../support/model/answers.ts'
import { modelOfBundled, modelOfDemo } from '../support/modelsOfData.ts'
import { bundledData, demoData } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

const SEED = 39
const SAMPLES = 4
const browse = startBrowsing(FAILED_RESPONSE)

test.each([
  ['the bundled blocks', bundledData, modelOfBundled],
  ['the demo chain', demoData, modelOfDemo],
])('every figure of the pages about %s is that of the model', async (name, data, read) => {
  const ledger = await read()
  const origin = await startService({ data: data(), pages: 'server-rendered' })
  const { body: about } = await getJson(`${origin}/explorer/v1/about`)
  const visits = pick(new ExpectedFigures(new Answers(ledger), about), ledger)
  const problems: string[] = []
  let compared = 0
  await browse({ baseURL: origin }, async (page) => {
    for (const { path, expected } of visits) {
      await openPage(page, path)
      const found = compareFigures(await readFigures(page), expected)
      compared += found.compared
      problems.push(...found.problems.map((problem) => `${path}: ${problem}`))
    }
  })
  console.log(`${name}: ${compared} figures of ${visits.length} pages compared`)
  expect(problems).toEqual([])
  expect(compared).toBeGreaterThan(1000)
})

/** Each kind of page, of some of everything. */
function pick(
  figures: ExpectedFigures,
  ledger: Awaited<ReturnType<typeof modelOfBundled>>,
): Visit[] {
  const random = new Random(SEED)
  const some = <Item>(items: Item[]) => Array.from({ length: SAMPLES }, () => random.pick(items))
  return [
    figures.home(),
    figures.blocks(),
    figures.runes(),
    ...some(ledger.blocks).flatMap((block) => figures.block(block)),
    ...some(ledger.blocks.flatMap(({ txs }) => txs)).flatMap((tx) => figures.transaction(tx)),
    ...some(ledger.runes).flatMap((rune) => figures.rune(rune)),
    ...some([...ledger.addresses.keys()]).flatMap((address) => figures.address(address)),
    ...some(ledger.outputs).map((output) => figures.output(output)),
  ]
}
