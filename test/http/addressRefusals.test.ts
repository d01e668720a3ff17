import { expect, test } from 'vitest'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { coin, FRIEND, followRune, to } from '../support/followRune.ts'
import { getJson, startService } from '../support/startService.ts'

test('more than 1,000 refusals of an address are counted in its list only', async () => {
  const { node, data, rune, addresses } = await followRune()
  const refused = Array.from({ length: 1000 }, (_, index) => ({
    inputs: [coin(index + 5)],
    outputs: [to(FRIEND), runestoneOutput({ mint: rune })],
  }))
  // The rune has two mints.
  node.mine(refused.slice(0, 2))
  const readCounts = async () => {
    await data.following.untilTip()
    // Another one has cached the response.
    const path = `${await startService({ data })}/explorer/v1/addresses/${addresses[1]}`
    const { body } = await getJson(path)
    const { body: list } = await getJson(`${path}/refusals?limit=1`)
    return [body.refusals, body.has_more_refusals, list.total]
  }
  node.mine(refused)
  expect(await readCounts()).toEqual([1000, false, 1000])
  node.mine(refused.slice(0, 1).map((one) => ({ ...one, inputs: [coin(4)] })))
  expect(await readCounts()).toEqual([1000, true, 1001])
})
