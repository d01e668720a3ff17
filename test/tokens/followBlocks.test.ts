import { expect, test } from 'vitest'
import { coinbaseOf } from '../../src/demo/encodeStacksTransaction.ts'
import { blockAfter } from '../../src/demo/stacksBlocks.ts'
import { SBTC, WELSH } from '../support/bundledIds.ts'
import { followChain, mine } from '../support/stacks/followChain.ts'
import { startFollowingTokens } from '../support/stacks/followTokens.ts'
import { nodeWith } from '../support/stacks/simulatedStacksNode.ts'
import { deploymentOf, unknownTransaction } from '../support/stacks/stacksTransactions.ts'
import { vmAnswers } from '../support/stacks/vmAnswers.ts'
import { getJson } from '../support/startService.ts'
import { databaseWith } from '../support/tokens/databases.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

test('a contract that a new block deploys becomes a token', async () => {
  const node = nodeWith([WELSH])
  mine(node)
  const { store, followed } = await followChain(node)
  const origin = await startTokens(store)
  const status = async () => (await getJson(`${origin}/metadata/v1/ft/${WELSH}`)).status
  expect(await status()).toBe(404)
  mine(node, [deploymentOf(WELSH)])
  await followed()
  expect(await status()).toBe(200)
})

test('what a branch deployed that the node leaves is no token, unless the other one deploys it too', async () => {
  const node = nodeWith([WELSH, SBTC])
  const before = mine(node)
  const { store, following, followed } = await followChain(node)
  mine(node, [deploymentOf(WELSH)])
  mine(node, [deploymentOf(SBTC)])
  await followed()
  const principals = async (table: string) =>
    (await store.query(`SELECT principal FROM ${table} ORDER BY principal`)).map(
      (row) => row.principal,
    )
  expect(await principals('tokens')).toEqual([SBTC, WELSH])
  node.contracts.delete(WELSH)
  mine(node, [deploymentOf(SBTC)], { on: before })
  await followed()
  for (const table of ['tokens', 'contracts']) expect(await principals(table)).toEqual([SBTC])
  expect(following.events).toContainEqual({ kind: 'reorganised', from: 3, to: 2, ancestor: 1 })
})

test('a deployment that failed on the other branch is asked for again', async () => {
  const node = nodeWith([])
  const before = mine(node, [deploymentOf(WELSH)])
  const { store, followed } = await followChain(node)
  const states = () => store.query('SELECT principal, state FROM contracts')
  expect(await states()).toEqual([{ principal: WELSH, state: 'candidate' }])
  const contract = nodeWith([WELSH]).contracts.get(WELSH)
  if (contract) node.contracts.set(WELSH, contract)
  mine(node, [deploymentOf(WELSH)])
  await followed()
  expect(await states()).toEqual([{ principal: WELSH, state: 'token' }])
  node.contracts.delete(WELSH)
  mine(node, [], { on: before })
  await followed()
  expect(await states()).toEqual([{ principal: WELSH, state: 'candidate' }])
  expect(await store.query('SELECT principal FROM tokens')).toEqual([])
})

test('contracts of new blocks are asked for before all others', async () => {
  const candidates = vmAnswers()
    .map(({ principal }) => principal)
    .filter((principal) => principal !== WELSH)
    .slice(0, 30)
  const node = nodeWith([...candidates, WELSH])
  mine(node)
  const { store } = await databaseWith()
  const url = await node.serve()
  const following = startFollowingTokens({ store, url, candidates, rate: 200 })
  const askedFor = () => node.requests.filter((path) => path.startsWith('/v2/contracts/interface'))
  await expect.poll(() => askedFor().length).toBeGreaterThan(2)
  mine(node, [deploymentOf(WELSH)])
  await following.untilRead()
  // What is read while the newest block changes is asked for again.
  const asked = [...new Set(askedFor())]
  const position = asked.indexOf(`/v2/contracts/interface/${WELSH.replace('.', '/')}`)
  expect(asked).toHaveLength(31)
  expect(position).toBeGreaterThan(0)
  expect(position).toBeLessThan(25)
})

test('the blocks of several tenures are read back to the stored one, each tenure once', async () => {
  const node = nodeWith([WELSH, SBTC])
  mine(node)
  const { store, followed } = await followChain(node)
  node.intercept = (path) => (path === '/v2/info' ? new Response('', { status: 503 }) : undefined)
  for (let height = 2; height <= 13; height++) {
    const deployed = height === 3 ? [deploymentOf(WELSH)] : []
    mine(node, deployed, { tenure: 100 + Math.floor(height / 4) })
  }
  mine(node, [deploymentOf(SBTC)], { tenure: 103 })
  node.requests.length = 0
  node.intercept = () => undefined
  await followed()
  const tenures = node.requests.filter((path) => /^\/v3\/tenures\/[0-9a-f]{64}$/.test(path))
  // Blocks 2 and 3, 4 to 7, 8 to 11, 12 to 14.
  expect(tenures).toHaveLength(4)
  const rows = await store.query('SELECT height, id FROM stacks_blocks ORDER BY height')
  expect(rows).toEqual(node.blocks.map(({ height, id }) => ({ height, id })))
  expect(await store.query('SELECT count(*) AS count FROM tokens')).toEqual([{ count: 2 }])
})

test('a branch may leave the other one within a tenure', async () => {
  const node = nodeWith([])
  const blocks = [1, 2, 3, 4].map(() => mine(node, [], { tenure: 7 }))
  const { store, followed, following } = await followChain(node)
  mine(node, [], { on: blocks[1], tenure: 7 })
  await followed()
  const rows = await store.query('SELECT height, id FROM stacks_blocks ORDER BY height')
  expect(rows).toEqual(node.blocks.map(({ height, id }) => ({ height, id })))
  expect(following.events).toContainEqual({ kind: 'reorganised', from: 4, to: 3, ancestor: 2 })
})

test('a node that goes back to an older block is followed', async () => {
  const node = nodeWith([WELSH])
  mine(node)
  const { store, followed, following } = await followChain(node)
  mine(node, [deploymentOf(WELSH)])
  await followed()
  node.height = 1
  await followed()
  expect(await store.query('SELECT height FROM stacks_blocks')).toEqual([{ height: 1 }])
  expect(await store.query('SELECT principal FROM tokens')).toEqual([])
  expect(following.events).toContainEqual({ kind: 'reorganised', from: 2, to: 1, ancestor: 1 })
})

test('a branch that leaves the other one below all stored blocks is followed', async () => {
  const node = nodeWith([WELSH])
  const first = mine(node)
  mine(node, [deploymentOf(WELSH)])
  const { store, followed } = await followChain(node)
  expect(await store.query('SELECT height FROM stacks_blocks')).toEqual([{ height: 2 }])
  expect(await store.query('SELECT principal FROM tokens')).toEqual([{ principal: WELSH }])
  node.contracts.delete(WELSH)
  mine(node, [], { on: first })
  await followed()
  expect(await store.query('SELECT principal FROM tokens')).toEqual([])
})

test('a node that does not serve its blocks is told of, and its contracts are read', async () => {
  const { store } = await databaseWith()
  const node = nodeWith([SBTC])
  node.intercept = (path) =>
    /^\/v3\/tenures\/[0-9a-f]{64}$/.test(path) ? new Response('', { status: 404 }) : undefined
  const following = startFollowingTokens({ store, url: await node.serve(), candidates: [SBTC] })
  await following.untilRead()
  expect(await store.query('SELECT principal FROM tokens')).toEqual([{ principal: SBTC }])
  expect(following.events).toContainEqual({
    kind: 'waiting',
    reason: 'node-unsupported',
    sentence: expect.stringContaining('tokens that are deployed now are not found'),
  })
  node.intercept = () => undefined
  await following.until((event) => event.kind === 'resumed')
})

test('a block of a kind that is not known stops following, and contracts are read', async () => {
  const node = nodeWith([SBTC, WELSH])
  mine(node, [deploymentOf(SBTC)])
  const { store, following } = await followChain(node)
  mine(node, [unknownTransaction(), deploymentOf(WELSH)])
  await following.until((event) => event.kind === 'waiting')
  expect(following.events.find(({ kind }) => kind === 'waiting')).toEqual({
    kind: 'waiting',
    reason: 'unknown-blocks',
    sentence: `This version of Cairn does not know all that /v3/tenures/${node.tipId} of the Stacks node has (there is no payload 99): update Cairn. Until then, tokens that are deployed now are not found. The others are read.`,
  })
  const contract = node.contracts.get(SBTC)
  if (contract) contract.answers.total_supply = { hex: `0x0701${'0'.repeat(31)}7` }
  node.requests.length = 0
  mine(node)
  await store.query("UPDATE token_tasks SET due_at = 0 WHERE kind = 'supply'")
  await following.untilRead()
  expect(await store.query('SELECT principal, total_supply FROM tokens')).toEqual([
    { principal: SBTC, total_supply: '7' },
  ])
  expect(node.requests.filter((path) => /^\/v3\/tenures\/[0-9a-f]{64}$/.test(path))).toEqual([])
})

test('blocks that are not linked are not believed', async () => {
  const node = nodeWith([WELSH])
  mine(node)
  const { store, following } = await followChain(node)
  const newest = mine(node, [deploymentOf(WELSH)])
  const other = blockAfter(node.blocks[0], { transactions: [coinbaseOf(99)] })
  const { bytes } = newest
  newest.bytes = other.bytes
  await following.until((event) => event.kind === 'waiting')
  expect(await store.query('SELECT principal FROM contracts')).toEqual([])
  newest.bytes = bytes
  await following.until((event) => event.kind === 'resumed')
  await following.untilRead()
  expect(await store.query('SELECT principal FROM tokens')).toEqual([{ principal: WELSH }])
})
