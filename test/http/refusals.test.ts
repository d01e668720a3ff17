import { expect, test } from 'vitest'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { coin, FRIEND, followRune, to } from '../support/followRune.ts'
import { getJson, startService } from '../support/startService.ts'

/** A chain on which mints of a rune for one address are refused once it has been minted twice. */
async function mintOut() {
  const { node, data, rune, addresses } = await followRune()
  let made = 5
  const mine = (mints: number) =>
    node.mine(
      Array.from({ length: mints }, () => ({
        inputs: [coin(made++)],
        outputs: [to(FRIEND), runestoneOutput({ mint: rune })],
      })),
    )
  mine(2)
  const read = async (path: string) => {
    await data.following.untilTip()
    // Another one has cached the response.
    const { body } = await getJson(`${await startService({ data })}/explorer/v1/${path}`)
    return body
  }
  const readCounts = async (path: string) => {
    const { refusals, has_more_refusals } = await read(path)
    const { total, has_more } = await read(`${path}/refusals?limit=1`)
    return { counted: [refusals, has_more_refusals], listed: [total, has_more] }
  }
  return { node, mine, read, readCounts, paths: [`addresses/${addresses[1]}`, `runes/${rune}`] }
}

test('more than 1,000 refusals are counted in their lists only', async () => {
  const { mine, readCounts, paths } = await mintOut()
  const [address = '', rune = ''] = paths
  mine(1000)
  expect(await readCounts(address)).toEqual({ counted: [1000, false], listed: [1000, undefined] })
  expect(await readCounts(rune)).toEqual({ counted: [1000, false], listed: [1000, false] })
  mine(1)
  expect(await readCounts(address)).toEqual({ counted: [1000, true], listed: [1001, undefined] })
  expect(await readCounts(rune)).toEqual({ counted: [1000, true], listed: [1001, false] })
})

test('a reorganisation takes refused mints of a rune back', async () => {
  const { node, mine, readCounts, paths } = await mintOut()
  const [, rune = ''] = paths
  mine(3)
  const { height } = mine(2)
  expect(await readCounts(rune)).toEqual({ counted: [5, false], listed: [5, false] })
  node.invalidate(height)
  mine(1)
  mine(0)
  expect(await readCounts(rune)).toEqual({ counted: [4, false], listed: [4, false] })
})

test('of more than 10,000 refused mints of a rune, the newest are listed', async () => {
  const { mine, read, readCounts, paths } = await mintOut()
  const [, rune = ''] = paths
  mine(5000)
  mine(5000)
  expect(await readCounts(rune)).toEqual({ counted: [1000, true], listed: [10_000, false] })
  const { results: oldest } = await read(`${rune}/refusals?offset=9998`)
  expect(oldest).toHaveLength(2)
  const { height } = mine(1)
  expect(await readCounts(rune)).toEqual({ counted: [1000, true], listed: [10_000, true] })
  const { results: newest } = await read(`${rune}/refusals?limit=1`)
  expect(newest).toMatchObject([{ reason: 'after-cap', place: { block_height: height } }])
  const { results: left } = await read(`${rune}/refusals?offset=9998`)
  expect(left).toEqual([expect.anything(), oldest[0]])
  const { results: beyond } = await read(`${rune}/refusals?offset=10000`)
  expect(beyond).toEqual([])
})
