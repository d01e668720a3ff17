import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import type { NewTransaction } from '../../src/demo/encodeTransaction.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import { createShortChain, openTemporary, readStatus, serve } from '../support/indexFollower.ts'
import { startCairn } from '../support/startCairn.ts'
import { getJson } from '../support/startService.ts'
import { makeFolder } from '../support/tokens/databases.ts'

const RECEIVERS = 80_000

/** Etches a rune, and gives a unit to each of many addresses. */
function largeAirdrop(): NewTransaction {
  const receivers = Array.from({ length: RECEIVERS }, (_, index) => ({
    script: taprootScript(`receiver ${index}`),
    value: 546,
  }))
  const etching = { premine: BigInt(RECEIVERS), turbo: false }
  const edicts = [{ id: '0:0', amount: 1n, output: RECEIVERS + 1 }]
  return {
    inputs: [{ txid: 'f'.repeat(64), vout: 0 }],
    outputs: [...receivers, runestoneOutput({ etching, edicts })],
  }
}

test('a block that needs more memory than there is leaves the service running, and is named', async () => {
  const node = createShortChain()
  const { url } = await serve(node)
  const settings = { DATA_DIR: makeFolder(), BITCOIN_RPC_URL: url }
  const readHealth = async (origin: string) => (await getJson(`${origin}/health`)).body
  const untilHealth = (origin: string) =>
    expect.poll(() => readHealth(origin), { timeout: 120_000, interval: 250 })
  const before = await startCairn(settings)
  await untilHealth(before.origin).toMatchObject({ block_height: 59 })
  await before.stop()
  const small = await startCairn({ ...settings, FOLLOWER_MEMORY_MB: '24' })
  node.mine([largeAirdrop()])
  const dies = { state: 'waiting', reason: 'dies-at-block', block_height: 60 }
  await untilHealth(small.origin).toMatchObject({
    status: 'ready',
    parts: { follower: 'degraded' },
    block_height: 59,
    follower: dies,
  })
  expect((await getJson(`${small.origin}/explorer/v1/about`)).body).toMatchObject({
    is_live: false,
    follower: dies,
  })
  expect(small.output()).toMatch(/failed again at block 60: it ran out of memory/)
  // The next thread tells the others, while it pauses.
  const other = openTemporary(join(settings.DATA_DIR, 'runes-node.db'))
  await expect.poll(() => readStatus(other), { timeout: 60_000 }).toMatchObject(dies)
  await small.stop()

  const large = await startCairn(settings)
  await untilHealth(large.origin).toMatchObject({ block_height: 60, parts: { follower: 'ready' } })
  await large.stop()
})
