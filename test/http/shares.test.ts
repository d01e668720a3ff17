import { expect, test } from 'vitest'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { Random } from '../../src/demo/random.ts'
import { scriptWithoutAddress } from '../../src/demo/wallets.ts'
import { coin, FRIEND, followRune, OWNER, to } from '../support/followRune.ts'
import { getJson, startService } from '../support/startService.ts'

const readHolders = async (origin: string, rune: string) =>
  (await getJson(`${origin}/explorer/v1/runes/${rune}/holders`)).body

test('a share has four significant digits, and what is not all is never 100', async () => {
  const origin = await startService()
  const { results } = await readHolders(origin, '840002:137')
  expect(results).toMatchObject([
    { share: '99.99' },
    { share: expect.stringMatching(/^0\.0+[1-9]\d{3}$/) },
  ])
})

test('what outputs without an address have is a part of its own, until they are spent', async () => {
  const { node, data, origin, rune } = await followRune()
  const [etching] = node.tip.txids.slice(1)
  const split = {
    inputs: [{ txid: etching ?? '', vout: 0 }],
    outputs: [
      to(scriptWithoutAddress(new Random(1))),
      to(FRIEND),
      runestoneOutput({
        edicts: [
          { id: rune, amount: 1n, output: 0 },
          { id: rune, amount: 999n, output: 1 },
        ],
      }),
    ],
  }
  node.mine([split])
  await data.following.untilTip()
  const after = await readHolders(origin, rune)
  expect(after.results).toMatchObject([{ share: '99.90' }])
  expect(after.without_address).toEqual({ balance: '0.1', share: '0.1000' })
  const [, moved] = node.tip.txids
  node.mine([{ inputs: [coin(2), { txid: moved ?? '', vout: 0 }], outputs: [to(OWNER)] }])
  await data.following.untilTip()
  await expect
    .poll(async () => (await readHolders(origin, rune)).without_address)
    .toEqual({ balance: '0.0', share: '0' })
})
