import { Cl } from '@stacks/transactions'
import { expect, test } from 'vitest'
import { readMeta } from '../../src/database/meta.ts'
import { SBTC, WELSH } from '../support/bundledIds.ts'
import { followChain, mine, setSupply } from '../support/stacks/followChain.ts'
import { nodeWith, type TestStacksNode } from '../support/stacks/simulatedStacksNode.ts'
import { callOf, deploymentOf } from '../support/stacks/stacksTransactions.ts'

/** A node whose chain deploys both tokens. */
function nodeWithBoth(): TestStacksNode {
  const node = nodeWith([SBTC, WELSH])
  setSupply(node, WELSH, 0)
  mine(node, [deploymentOf(SBTC), deploymentOf(WELSH)])
  return node
}

/** A follower that has read both tokens, a minute ago. */
async function followBoth(node: TestStacksNode) {
  const { store, ...following } = await followChain(node)
  const query = store.query
  const aMinuteLater = () =>
    query('UPDATE token_tasks SET read_at = read_at - 60, due_at = due_at - 60')
  await aMinuteLater()
  const supplies = async () =>
    Object.fromEntries(
      (await query('SELECT principal, total_supply FROM tokens')).map((row) => [
        row.principal,
        row.total_supply,
      ]),
    )
  return { ...following, query, store, aMinuteLater, supplies }
}

test.each([
  ['calls it', callOf(WELSH)],
  ['has it among the arguments', callOf(SBTC, [Cl.some(Cl.list([Cl.principal(WELSH)]))])],
])('the supply of a token is read again after a block that %s', async (_, transaction) => {
  const node = nodeWithBoth()
  const { followed, supplies } = await followBoth(node)
  setSupply(node, WELSH, 7)
  mine(node)
  await followed()
  expect(await supplies()).toMatchObject({ [WELSH]: '0' })
  mine(node, [transaction])
  await followed()
  expect(await supplies()).toMatchObject({ [WELSH]: '7' })
})

test('a token that several blocks name is read once a minute, then after the newest of them', async () => {
  const node = nodeWithBoth()
  const { followed, supplies, aMinuteLater } = await followBoth(node)
  for (const supply of [1, 2, 3]) {
    setSupply(node, WELSH, supply)
    mine(node, [callOf(WELSH)])
    await followed()
    expect(await supplies()).toMatchObject({ [WELSH]: '1' })
  }
  await aMinuteLater()
  await followed()
  expect(await supplies()).toMatchObject({ [WELSH]: '3' })
  node.requests.length = 0
  await aMinuteLater()
  mine(node)
  await followed()
  expect(node.requests.filter((path) => path.includes('call-read'))).toEqual([])
})

test('a block that names a token while it is read is not forgotten', async () => {
  const node = nodeWithBoth()
  const { followed, supplies, aMinuteLater } = await followBoth(node)
  mine(node, [callOf(WELSH)])
  let hasMined = false
  node.intercept = (path) => {
    if (path.endsWith('get-total-supply') && !hasMined) {
      hasMined = true
      node.intercept = () => undefined
      // The call is of the block before.
      setSupply(node, WELSH, 5)
      mine(node, [callOf(WELSH)])
      return Response.json({ okay: true, result: `0x0701${'0'.repeat(32)}` })
    }
    return undefined
  }
  await followed()
  expect(hasMined).toBe(true)
  expect(await supplies()).toMatchObject({ [WELSH]: '0' })
  await aMinuteLater()
  await followed()
  expect(await supplies()).toMatchObject({ [WELSH]: '5' })
})

test('a token that is named before it is read for the first time is read again', async () => {
  const node = nodeWith([WELSH])
  mine(node)
  const { store, followed } = await followChain(node)
  node.intercept = (path) => {
    if (!path.endsWith('get-total-supply')) return undefined
    node.intercept = () => undefined
    setSupply(node, WELSH, 5)
    mine(node, [callOf(WELSH)])
    return Response.json({ okay: true, result: `0x0701${'0'.repeat(32)}` })
  }
  mine(node, [deploymentOf(WELSH)])
  await followed()
  await store.query('UPDATE token_tasks SET read_at = read_at - 60, due_at = due_at - 60')
  await followed()
  expect(await store.query('SELECT total_supply FROM tokens')).toEqual([{ total_supply: '5' }])
})

test('a contract that takes long is not read sooner', async () => {
  const node = nodeWithBoth()
  const { query, followed, supplies } = await followBoth(node)
  await query('UPDATE token_tasks SET due_at = read_at + 604800')
  setSupply(node, WELSH, 7)
  mine(node, [callOf(WELSH)])
  await followed()
  expect(await supplies()).toMatchObject({ [WELSH]: '0' })
})

test('after a reorganisation, what the other branch named is read at once', async () => {
  const node = nodeWithBoth()
  const [first] = node.blocks
  const { followed, supplies, store } = await followBoth(node)
  setSupply(node, WELSH, 7)
  mine(node, [callOf(WELSH)])
  await followed()
  const writes = async () => Number((await readMeta(store, 'tokens'))?.get('writes'))
  const before = await writes()
  setSupply(node, WELSH, 0)
  mine(node, [], { on: first })
  await followed()
  expect(await supplies()).toMatchObject({ [WELSH]: '0' })
  expect(await writes()).toBe(before + 1)
})
