import { expect, test } from 'vitest'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { Random } from '../../src/demo/random.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { scriptWithoutAddress } from '../../src/demo/wallets.ts'
import { coin, FRIEND, followRune, OWNER, to } from '../support/followRune.ts'
import { readFact, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { followNode } from '../support/servedData.ts'

/** Etches a rune without a name. */
function etch(premine: bigint, index: number) {
  const etching = { premine, turbo: false }
  return { inputs: [coin(index)], outputs: [to(OWNER), runestoneOutput({ etching })] }
}

test.each([
  [1_050_000n, '1,050,000 · 1 million'],
  [999_950_000n, '999,950,000 · 999.9 million'],
  [999_999_999_999n, '999,999,999,999 · 999.9 billion'],
  [1_000_000_000_000n, '1,000,000,000,000 · 1 trillion'],
])('%d in words is cut off', async (premine, words) => {
  const node = new SimulatedNode()
  const { height } = node.mine([etch(premine, 1)])
  await visit(`/rune/${height}:1?view=details`, { data: await followNode(node) })
  expect(await readFact('Now')).toBe(words)
})

test('holders and outputs without an address add up to the supply', async () => {
  const { node, data, rune } = await followRune()
  const edicts = [
    { id: rune, amount: 250n, output: 0 },
    { id: rune, amount: 749n, output: 1 },
    { id: rune, amount: 1n, output: 2 },
  ]
  node.mine([
    {
      inputs: [{ txid: node.tip.txids[1] ?? '', vout: 0 }],
      outputs: [
        to(scriptWithoutAddress(new Random(1))),
        to(FRIEND),
        to(OWNER),
        runestoneOutput({ edicts }),
      ],
    },
  ])
  await data.following.untilTip()
  await visit(`/rune/${rune}?view=holders`, { data })
  await shows('The largest holder has 74.90%, outputs without an address have 25.00%.')
})
