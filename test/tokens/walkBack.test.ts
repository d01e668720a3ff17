import { expect, test, vi } from 'vitest'
import { blockAfter, buildChain } from '../../src/demo/stacksBlocks.ts'
import { SBTC, WELSH } from '../support/bundledIds.ts'
import { followChain, mine } from '../support/stacks/followChain.ts'
import { startFollowingTokens } from '../support/stacks/followTokens.ts'
import { nodeWith } from '../support/stacks/simulatedStacksNode.ts'
import { deploymentOf } from '../support/stacks/stacksTransactions.ts'

type Query = Awaited<ReturnType<typeof followChain>>['store']['query']

/** Waits until these are the tokens. */
function untilTokens(query: Query, principals: string[]) {
  return vi.waitFor(
    async () => {
      const rows = await query('SELECT principal FROM tokens ORDER BY principal')
      expect(rows.map(({ principal }) => principal)).toEqual(principals)
      const walk = "SELECT value FROM meta WHERE part = 'tokens' AND name = 'walk'"
      expect(await query(walk)).toEqual([])
    },
    { timeout: 10_000, interval: 10 },
  )
}

test('contracts that were deployed before the first start are found, back to the first block of Nakamoto', async () => {
  const node = nodeWith([SBTC, WELSH])
  node.networkId = 2_147_483_648
  const transactions = { 3: [deploymentOf(SBTC)], 12: [deploymentOf(WELSH)] }
  node.blocks = buildChain({ old: 5, length: 30, transactions })
  node.height = 30
  const { store } = await followChain(node)
  await untilTokens(store.query, [WELSH])
  node.requests.length = 0
  mine(node)
  await untilTokens(store.query, [WELSH])
  const tenures = node.requests.filter((path) => /^\/v3\/tenures\/[0-9a-f]{64}$/.test(path))
  expect(tenures.length).toBeLessThan(2)
})

test('on mainnet, the blocks of the candidates are not read', async () => {
  const node = nodeWith([SBTC, WELSH])
  const first = { height: 4_620_776, transactions: [deploymentOf(SBTC)] }
  node.blocks = [blockAfter(undefined, first)]
  mine(node, [deploymentOf(WELSH)])
  mine(node)
  const { store } = await followChain(node)
  await untilTokens(store.query, [WELSH])
})

test('a walk that was interrupted goes on, and what came meanwhile is read too', async () => {
  const node = nodeWith([SBTC, WELSH])
  node.networkId = 2_147_483_648
  node.blocks = buildChain({ old: 0, length: 30, transactions: { 2: [deploymentOf(SBTC)] } })
  node.height = 30
  const halfway = `/v3/tenures/${node.blocks[14]?.id}`
  node.intercept = (path) => (path === halfway ? new Response('', { status: 503 }) : undefined)
  const { store, following, url } = await followChain(node)
  await following.until((event) => event.kind === 'waiting')
  await following.stop()
  node.intercept = () => undefined
  mine(node, [deploymentOf(WELSH)])
  node.requests.length = 0
  startFollowingTokens({ store, url })
  await untilTokens(store.query, [SBTC, WELSH])
  // The new block, and 15 old ones.
  const tenures = node.requests.filter((path) => /^\/v3\/tenures\/[0-9a-f]{64}$/.test(path))
  expect(tenures).toHaveLength(16)
})
