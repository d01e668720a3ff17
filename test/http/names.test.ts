import { describe, expect, test } from 'vitest'
import { NETWORKS, type NetworkName } from '../../src/bitcoin/networks.ts'
import { nameOfNumber, numberOfName } from '../../src/bitcoin/runeNames.ts'
import { RUNE } from '../support/bundledIds.ts'
import { bundledData, demoData } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

/** The first block that can etch all names of a length, as in `ord`. */
function unlockOf(network: NetworkName, length: number): number {
  return NETWORKS[network].firstRuneHeight + (13 - length) * 17_500 - 1
}

describe.each([
  ['the bundled blocks', bundledData, 'main'],
  ['the demo chain', demoData, 'regtest'],
] as const)('over %s', (_, open, network) => {
  test('names unlock by length, and the next block can etch the longest ones', async () => {
    const origin = await startService({ data: open() })
    const { status, body } = await getJson(`${origin}/explorer/v1/names`)
    const lengths = Array.from({ length: 12 }, (_, index) => 12 - index)
    // There are fewer names of one or two letters than blocks that unlock them.
    const wait = (length: number) => ({ 1: 673, 2: 25 })[length] ?? 0
    const unlocks = lengths.map((length) => ({
      length,
      first_height: unlockOf(network, length + 1) + 1 + wait(length),
      height: unlockOf(network, length),
    }))
    expect([status, body.unlocks]).toEqual([200, unlocks])
    expect(body.lowest).toMatch(/^[A-Z]{12,13}$/)
    const { body: about } = await getJson(`${origin}/explorer/v1/blocks?limit=1`)
    expect(body.newest_block.block_height).toBe(about.results[0].block_height)
    // Only the last blocks before the index began could etch it.
    const { body: lowest } = await getJson(`${origin}/explorer/v1/names/${body.lowest}`)
    expect(lowest.status).toBe('free')
    expect((await getJson(`${origin}/explorer/v1/names/A`)).body).toMatchObject({
      name: 'A',
      status: 'locked',
      unlock_height: unlockOf(network, 1),
      unlocks,
    })
  })
})

// The first block has all long names, and there are fewer names of one or two letters than blocks.
test.each([
  [0, { first: 'ZZYZXBRKWXVA', last: 'ZZZZZZZZZZZZ' }],
  [175_000, undefined],
  [192_500, undefined],
  [209_998, undefined],
  [209_999, { first: 'A' }],
])('the names that a block unlocks are said: %d', async (height, names) => {
  const origin = await startService({ data: demoData() })
  const { body } = await getJson(`${origin}/explorer/v1/names?height=${height}`)
  expect(body.unlocked_by_block).toMatchObject(names ?? {})
  expect(body.unlocked_by_block === undefined).toBe(names === undefined)
})

test.each([
  [17_499, 17_498],
  [17_500, 17_499],
  [114_046, 114_045],
  [175_025, 174_999],
  [193_173, 192_499],
])(
  'a block unlocks the names that it is the first to accept: %d, after %d',
  async (height, previous) => {
    const origin = await startService({ data: demoData() })
    const read = async (path: string) => (await getJson(`${origin}/explorer/v1/names${path}`)).body
    const unlockHeightOf = async (name: string) =>
      (await read(`/${name}`)).unlock_height ?? 'unlocked'
    const { unlocked_by_block: names } = await read(`?height=${height}`)
    const { first, last } = names
    const [before, after] = [numberOfName(first) - 1n, numberOfName(last) + 1n].map(nameOfNumber)
    const heights = [before, first, last, after].map((name = '') => unlockHeightOf(name))
    const [earlier, ...rest] = await Promise.all(heights)
    const next = Number((await read('')).newest_block.block_height) + 1
    expect(rest).toEqual([height, height, previous].map((one) => (one > next ? one : 'unlocked')))
    expect(earlier === 'unlocked' ? 0 : earlier).toBeGreaterThan(height < next ? -1 : height)
  },
)

test.each([
  ['LAMBO•LIFESTYLE', { status: 'taken', rune: expect.objectContaining({ id: RUNE }) }],
  ['lambo.lifestyle', { status: 'taken', rune: expect.objectContaining({ id: RUNE }) }],
  ['uncommongoods', { status: 'taken', rune: expect.objectContaining({ id: '1:0', number: 0 }) }],
  // A rune that was etched before the index began may have it.
  ['NOBODYHASTHISONE', { status: 'unknown', index_start: 840_002 }],
  ['ZZZZZZZZZZZZZ', { status: 'unknown', index_start: 840_002 }],
  ['AAAAAAAAAAAAAAAAAAAAAAAAAAA', { status: 'reserved' }],
  ['ZZZZZZZZZZZZZZZZZZZZZZZZZZZZ', { status: 'reserved' }],
  ['SHORT', { status: 'locked', unlock_height: expect.any(Number) }],
])('the name %s is %j', async (name, expected) => {
  const origin = await startService()
  const { status, body } = await getJson(`${origin}/explorer/v1/names/${encodeURIComponent(name)}`)
  expect([status, body]).toEqual([200, expect.objectContaining(expected)])
  expect('rune' in body).toBe('rune' in expected)
  expect('unlock_height' in body).toBe('unlock_height' in expected)
})

test.each(['', 'A1', 'A--B', '•A', 'A•', 'Z'.repeat(29)])('%j is no name', async (name) => {
  const origin = await startService()
  const { status } = await getJson(`${origin}/explorer/v1/names/${encodeURIComponent(name)}`)
  // Without a name, it is the list.
  expect(status).toBe(name === '' ? 200 : 400)
})

test('an index of all runes knows that a name is free', async () => {
  const origin = await startService({ data: demoData() })
  const { body } = await getJson(`${origin}/explorer/v1/names/NOBODYHASTHISONE`)
  expect(body.status).toBe('free')
  expect('index_start' in body).toBe(false)
})
