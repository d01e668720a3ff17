import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Store } from '../../src/database/database.ts'
import { blockAfter } from '../../src/demo/stacksBlocks.ts'
import { SBTC, WELSH } from '../support/bundledIds.ts'
import { followChain, mine } from '../support/stacks/followChain.ts'
import { startFollowingTokens } from '../support/stacks/followTokens.ts'
import { nodeWith, type TestStacksNode } from '../support/stacks/simulatedStacksNode.ts'
import { deploymentOf } from '../support/stacks/stacksTransactions.ts'
import { vmAnswers } from '../support/stacks/vmAnswers.ts'
import { getJson } from '../support/startService.ts'
import { addressOf, databaseWith, makeFolder } from '../support/tokens/databases.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const OTHER = vmAnswers().find((contract) => !contract.is_sip010)?.principal ?? ''

/** A node of mainnet with two tokens, of which the second one is recent, a contract that is none, and one that failed. */
function nodeWithHistory(): TestStacksNode {
  const node = nodeWith([SBTC, WELSH, OTHER])
  node.blocks = [blockAfter(undefined, { height: 4_620_776 })]
  mine(node)
  mine(node, [deploymentOf(WELSH), deploymentOf(OTHER), deploymentOf(`${WELSH}-failed`)])
  mine(node)
  // Enough that Bitcoin takes none of the older ones back.
  for (let count = 0; count < 5000; count++) mine(node, [], { tenure: 7 })
  mine(node, [deploymentOf(SBTC)])
  node.published.set(WELSH, 4_620_778)
  return node
}

function writeCandidates(address: string): string[] {
  const file = join(makeFolder(), 'candidates.txt.gz')
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/writeCandidates.ts', address, file])
  return gunzipSync(readFileSync(file)).toString().trim().split('\n')
}

/** Waits until no older block is left to read. */
function untilWalked({ query }: Pick<Store, 'query'>) {
  const walk = () => query("SELECT 1 AS one FROM meta WHERE part = 'tokens' AND name = 'walk'")
  return expect.poll(walk, { interval: 10 }).toEqual([])
}

test('a release has the tokens of a followed node, so that the next walk back ends at the newest of them', async () => {
  const node = nodeWithHistory()
  const first = await followChain(node)
  await untilWalked(first.store)
  await first.followed()
  await first.following.stop()
  const lines = writeCandidates(addressOf(first.settings))
  expect(lines).toEqual([expect.stringMatching(`^${WELSH} 4620778 [0-9a-f]{64}$`)])
  // What the node could not read may be a token.
  const unread = `${WELSH}-failed`
  const failing = "UPDATE token_tasks SET failures = 1 WHERE kind = 'facts' AND principal = $1"
  await first.store.query(failing, [unread])
  expect(writeCandidates(addressOf(first.settings))).toEqual([...lines, unread])
  // Another node does not have the block of the deployment any more.
  node.published.clear()
  node.requests.length = 0
  const { store } = await databaseWith()
  const url = await node.serve()
  const second = startFollowingTokens({ store, url, candidates: lines })
  await second.untilRead()
  const walk = async () =>
    (await store.query("SELECT 1 AS one FROM meta WHERE name = 'walk'")).length
  await expect.poll(walk).toBe(0)
  const asked = (height: number) => {
    const id = node.blocks.find((block) => block.height === height)?.id
    return node.requests.includes(`/v3/tenures/${id}`)
  }
  expect([4_620_779, 4_620_778, 4_620_777].map(asked)).toEqual([true, false, false])
  const { body } = await getJson(`${await startTokens(store)}/metadata/v1/ft/${WELSH}`)
  expect(body.tx_id).toBe(`0x${lines[0]?.split(' ')[2]}`)
})
