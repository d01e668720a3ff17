// What happened to a rune for the first time, what each of its first blocks did, and who holds it.
import { expect, test } from 'vitest'
import { createClient } from '../../src/contract/client.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { coin, OWNER, to } from '../support/followRune.ts'
import { followNode } from '../support/servedData.ts'
import { hastyClock, startService } from '../support/startService.ts'

/** It can be minted from the third block on. */
const ETCHING: NewTransaction = {
  inputs: [coin(1)],
  outputs: [
    to(OWNER),
    runestoneOutput({
      etching: {
        premine: 100_000n,
        divisibility: 1,
        terms: { amount: 10n, cap: 4n, offsetStart: 2n },
        turbo: false,
      },
    }),
  ],
}

/** Gives 10, 11, 12 … units to new addresses, and the rest back to the owner. */
function airdrop(
  rune: string,
  input: NewTransaction['inputs'][number],
  count: number,
): NewTransaction {
  const edicts = Array.from({ length: count }, (_, index) => {
    return { id: rune, amount: BigInt(10 + index), output: index }
  })
  return {
    inputs: [input],
    outputs: [
      ...edicts.map(({ output }) => to(taprootScript(`holder ${output}`))),
      to(OWNER),
      runestoneOutput({ edicts, pointer: count }),
    ],
  }
}

/** All that an airdrop gave goes to one address. */
function collect(from: NewTransaction): NewTransaction {
  const txid = txidOf(from)
  const inputs = from.outputs.slice(0, -1).map((_, vout) => ({ txid, vout }))
  return { inputs, outputs: [to(OWNER)] }
}

function mints(rune: string, count: number, seed: number): NewTransaction[] {
  return Array.from({ length: count }, (_, index) => ({
    inputs: [coin(seed + index)],
    outputs: [to(OWNER), runestoneOutput({ mint: rune })],
  }))
}

async function followNewRune() {
  const node = new SimulatedNode()
  const { height } = node.mine([ETCHING])
  const data = await followNode(node)
  const origin = await startService({ data, monotonicMs: hastyClock() })
  const client = createClient({ baseUrl: origin })
  const rune = `${height}:1`
  return {
    node,
    rune,
    height,
    async read() {
      await data.following.untilTip()
      const { results } = await client.get('runeMilestones', { rune })
      return {
        milestones: results.map(({ kind, value = 0, first_height }) => [
          kind,
          value,
          first_height - height,
        ]),
        blocks: await client.get('runeHistory', { rune, step: 'block' }),
        distribution: await client.get('runeDistribution', { rune }),
      }
    },
  }
}

test('milestones have the first block that ended with them, and a reorganisation takes them back', async () => {
  const { node, rune, read } = await followNewRune()
  const first = airdrop(rune, { txid: txidOf(ETCHING), vout: 0 }, 100)
  node.mine([first, collect(first)])
  node.mine([...mints(rune, 2, 10)])
  // Within the second block, 101 addresses held it.
  expect((await read()).milestones).toEqual([
    ['etched', 0, 0],
    ['mint-opened', 0, 2],
    ['half-minted', 0, 2],
  ])
  const spread = airdrop(rune, { txid: txidOf(collect(first)), vout: 0 }, 100)
  node.mine([spread])
  node.mine([collect(spread), ...mints(rune, 2, 20)])
  node.mine([])
  const reached = (await read()).milestones
  expect(reached.slice(2)).toEqual([
    ['half-minted', 0, 2],
    ['holders', 100, 3],
    ['minted-out', 0, 4],
  ])
  node.invalidate(node.tip.height - 2)
  for (let block = 0; block < 4; block++) node.mine([])
  expect((await read()).milestones).toEqual(reached.slice(0, 3))
})

test('the first blocks of a rune are known one by one, also after a reorganisation', async () => {
  const { node, rune, height, read } = await followNewRune()
  const first = airdrop(rune, { txid: txidOf(ETCHING), vout: 0 }, 3)
  node.mine([first])
  node.mine([])
  node.mine([collect(first), ...mints(rune, 1, 10)])
  const shown = ({ blocks }: Awaited<ReturnType<typeof read>>) =>
    blocks.results.map((block) => [
      block.first_height - height,
      block.last_height - height,
      block.movements,
      block.transfers,
      block.mints,
      block.holders,
      block.supply,
    ])
  const before = await read()
  expect(before.blocks).toMatchObject({
    step: 'block',
    first_height: height,
    newest_height: height + 3,
  })
  expect(shown(before)).toEqual([
    [0, 0, 1, 0, 0, 1, '10000.0'],
    [1, 1, 3, 3, 0, 4, '10000.0'],
    [3, 3, 4, 3, 1, 1, '10001.0'],
  ])
  node.invalidate(node.tip.height)
  node.mine([])
  node.mine([])
  expect(shown(await read())).toEqual(shown(before).slice(0, 2))
})

test('the groups of holders add up to the supply, and the sizes to what addresses hold', async () => {
  const { node, rune, read } = await followNewRune()
  node.mine([airdrop(rune, { txid: txidOf(ETCHING), vout: 0 }, 12)])
  const { groups, sizes } = (await read()).distribution
  expect(groups.map(({ group, holders, balance }) => [group, holders, balance])).toEqual([
    ['largest', 1, '9981.4'],
    ['next-9', 9, '15.3'],
    ['next-90', 3, '3.3'],
  ])
  expect(sizes.map(({ least, most, holders, balance }) => [least, most, holders, balance])).toEqual(
    [
      ['1.0', '9.9', 12, '18.6'],
      ['1000.0', '9999.9', 1, '9981.4'],
    ],
  )
})
