import { expect, test } from 'vitest'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { witnessKeyScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { commitToNames, etchNames } from '../support/etchNames.ts'
import { type FollowedData, followNode } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

const MOON = 'DOGGOTOTHEMOON'

type Named = { rune: { name: string }; holders: number }

test('the runes that look like one come with most holders first, whenever they were etched', async () => {
  const node = new SimulatedNode()
  etchNames(node, { DOGGOTOTHEMOOM: 1, ZEBRASANDHORSES: 9 })
  const [first] = [node.tip.height]
  etchNames(node, {
    [MOON]: 3,
    DOGGOTOTHEMOONS: 2,
    DGOGOTOTHEMOON: 5,
    DOGOTOTHEMOON: 1,
    HOGGOTOTHEMOOM: 8,
    DOGGOTOTHEMOONSS: 8,
  })
  const { read } = await serve(node)
  expect(await namesLike(read, MOON)).toEqual({
    total: 4,
    names: ['DGOGOTOTHEMOON', 'DOGGOTOTHEMOONS', 'DOGGOTOTHEMOOM', 'DOGOTOTHEMOON'],
  })
  expect(await namesLike(read, 'DOGGOTOTHEMOOM')).toEqual({
    total: 2,
    names: ['HOGGOTOTHEMOOM', MOON],
  })
  expect(await namesLike(read, 'DOGGOTOTHEMOONSS')).toEqual({
    total: 1,
    names: ['DOGGOTOTHEMOONS'],
  })
  expect(await namesLike(read, 'ZEBRASANDHORSES')).toEqual({ total: 0, names: [] })
  const statusOf = async (name: string) => {
    const { status, look_alikes: alike } = await read(`/explorer/v1/names/${name}`)
    return [status, alike.map(({ rune, holders }: Named) => `${rune.name} ${holders}`)]
  }
  expect(await statusOf('DOGGOTOTHEMOOP')).toEqual([
    'free',
    ['DOGGOTOTHEMOON 3', 'DOGGOTOTHEMOOM 1'],
  ])
  expect(await statusOf('DOGGOTOTHEMOONSS')).toEqual(['taken', ['DOGGOTOTHEMOONS 2']])
  expect(await statusOf('ELEPHANTSANDMICE')).toEqual(['free', []])
  const { results } = await read(`/explorer/v1/runes/${MOON}/look-alikes?offset=2&limit=1`)
  const [{ rune, holders, location }] = results
  expect([rune.id, rune.name, holders]).toEqual([`${first}:1`, 'DOGGOTOTHEMOOM', 1])
  expect(location).toMatchObject({
    block_height: first,
    block_hash: node.blockAt(first ?? 0)?.hash,
    tx_id: node.blockAt(first ?? 0)?.txids[1],
  })
})

test('a rune, the list of runes and a search say how many look like it', async () => {
  const node = new SimulatedNode()
  etchNames(node, { [MOON]: 1, DOGGOTOTHEMOOM: 1, DOGGOTOTHEMOONS: 1, ZEBRASANDHORSES: 1 })
  const { read } = await serve(node)
  expect((await read(`/explorer/v1/runes/${MOON}`)).look_alikes).toBe(2)
  expect(await read('/explorer/v1/runes/ZEBRASANDHORSES')).not.toHaveProperty('look_alikes')
  const expected = [
    ['DOGGOTOTHEMOOM', 1],
    [MOON, 2],
    ['DOGGOTOTHEMOONS', 1],
    ['ZEBRASANDHORSES', undefined],
  ]
  const { results } = await read('/explorer/v1/runes?order_by=name')
  expect(results.map((rune: Alike) => [rune.name, rune.look_alikes])).toEqual(expected)
  const { groups } = await read('/explorer/v1/search?q=dog&kind=rune')
  const hits = groups[0].results.map((hit: Alike) => [hit.title, hit.look_alikes])
  expect(hits).toEqual([
    [MOON, 2],
    ['DOGGOTOTHEMOOM', 1],
    ['DOGGOTOTHEMOONS', 1],
  ])
})

test('names that nobody chose look like none', async () => {
  const node = new SimulatedNode()
  node.mine([unnamed(1), unnamed(2), unnamed(3)])
  const { read } = await serve(node)
  const { results } = await read('/explorer/v1/runes')
  // They do differ by one letter.
  expect(new Set(results.map(({ name }: Alike) => name.slice(0, -1)))).toHaveProperty('size', 1)
  for (const { id } of results) {
    expect(await read(`/explorer/v1/runes/${id}/look-alikes`)).toMatchObject({ total: 0 })
  }
})

test('hundreds of names around one are counted, and come in pages', async () => {
  const node = new SimulatedNode()
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const around = [0, 1, 2, 3, 4].flatMap((place) =>
    letters.map((letter) => MOON.slice(0, place) + letter + MOON.slice(place + 1)),
  )
  const names = new Set(around)
  names.delete(MOON)
  etchNames(node, { [MOON]: 1 })
  etchNames(node, Object.fromEntries([...names].map((name) => [name, 1])))
  const { read } = await serve(node)
  const path = `/explorer/v1/runes/${MOON}/look-alikes`
  const { total, results } = await read(path)
  expect([total, results.length]).toEqual([125, 20])
  const last = await read(`${path}?offset=120`)
  expect(last.results).toHaveLength(5)
  const all = await read(`${path}?limit=1000`)
  const found = all.results.map(({ rune }: { rune: Alike }) => rune.name)
  expect(found.toSorted()).toEqual([...names].toSorted())
})

test('what a reorganisation takes back looks like nothing any more', async () => {
  const node = new SimulatedNode()
  etchNames(node, { [MOON]: 1 })
  const etchings = commitToNames(node, { DOGGOTOTHEMOOM: 1, DOGGOTOTHEMOONS: 1 })
  node.mine(etchings)
  const { read, update } = await serve(node)
  const two = ['DOGGOTOTHEMOOM', 'DOGGOTOTHEMOONS']
  expect(await namesLike(read, MOON)).toEqual({ total: 2, names: two })
  node.invalidate(node.tip.height)
  node.mine()
  node.mine()
  await update()
  expect(await namesLike(read, MOON)).toEqual({ total: 0, names: [] })
  expect(await read(`/explorer/v1/runes/${MOON}`)).not.toHaveProperty('look_alikes')
  node.mine(etchings.slice(1))
  await update()
  expect(await namesLike(read, MOON)).toEqual({ total: 1, names: ['DOGGOTOTHEMOONS'] })
  expect(await namesLike(read, 'DOGGOTOTHEMOONS')).toEqual({ total: 1, names: [MOON] })
})

test('a follower that starts again finds what was etched before', async () => {
  const node = new SimulatedNode()
  etchNames(node, { [MOON]: 1 })
  const before = await followNode(node)
  await before.following.stop()
  etchNames(node, { DOGGOTOTHEMOOM: 1 })
  const { read } = await serve(node, before)
  expect(await namesLike(read, MOON)).toEqual({ total: 1, names: ['DOGGOTOTHEMOOM'] })
})

test('a rune that is unknown has no look-alikes', async () => {
  const { origin } = await serve(new SimulatedNode())
  const { status } = await getJson(`${origin}/explorer/v1/runes/${MOON}/look-alikes`)
  expect(status).toBe(404)
})

type Alike = { id: string; name: string; title?: string; look_alikes?: number }
type Read = Awaited<ReturnType<typeof serve>>['read']

async function serve(node: SimulatedNode, before?: FollowedData) {
  const data = await followNode(node, before && { store: before.store })
  // Cached responses about the newest block are current for a second.
  let seconds = 0
  const origin = await startService({ data, monotonicMs: () => seconds * 1000 })
  const read = async (path: string) => {
    const { status, body } = await getJson(origin + path)
    expect([path, status]).toEqual([path, 200])
    return body
  }
  const update = async () => {
    await data.following.untilTip()
    seconds++
  }
  return { origin, read, update }
}

async function namesLike(read: Read, name: string) {
  const { total, results } = await read(`/explorer/v1/runes/${name}/look-alikes`)
  return { total, names: results.map(({ rune }: { rune: Alike }) => rune.name) }
}

function unnamed(number: number) {
  return {
    inputs: [{ txid: String(number).padStart(64, 'a'), vout: 0 }],
    outputs: [
      { script: witnessKeyScript('somebody'), value: 546 },
      runestoneOutput({ etching: { premine: 1n, turbo: false } }),
    ],
  }
}
