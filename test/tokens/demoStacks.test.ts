import { deserializeTransaction } from '@stacks/transactions'
import { expect, onTestFinished, test } from 'vitest'
import { DEMO_HOST, startDemoStacks } from '../../src/demo/demoStacks.ts'
import { callOf, coinbaseOf, deploymentOf } from '../../src/demo/encodeStacksTransaction.ts'
import { startFollowingTokens } from '../support/stacks/followTokens.ts'
import { getJson } from '../support/startService.ts'
import { databaseWith } from '../support/tokens/databases.ts'
import { eventually } from '../support/tokens/followDocuments.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

/** A follower of the demo, which mines a block only when it is told to. */
async function followDemo() {
  const demo = await startDemoStacks({ intervalMs: 1e9 })
  onTestFinished(demo.stop)
  const { store } = await databaseWith()
  const own = '127.0.0.1'
  startFollowingTokens({
    store,
    url: demo.url,
    documents: {
      requests: 'fetch',
      network: { ports: [demo.port], hosts: { [DEMO_HOST]: [own] }, allowedAddresses: [own] },
      limits: { timeoutMs: 3000, host: { intervalMs: 0, concurrent: 5 } },
    },
  })
  const origin = await startTokens(store)
  const list = async (): Promise<Record<string, string>[]> =>
    (await getJson(`${origin}/metadata/v1/ft`)).body.results
  const principalOf = async (name: string) =>
    (await list()).find((token) => token.contract_principal?.endsWith(`.${name}`))
      ?.contract_principal
  const read = async (name: string, query = '') =>
    (await getJson(`${origin}/metadata/v1/ft/${await principalOf(name)}${query}`)).body
  const documentOf = async (name: string) =>
    (await getJson(`${origin}/explorer/v1/tokens/${await principalOf(name)}`)).body.document
  return { store, chain: demo.chain, list, read, documentOf }
}

test('the demo has a token of every kind, and each is found, dated and read', async () => {
  const { list, read, documentOf } = await followDemo()
  await eventually(async () => expect((await documentOf('ferry-ticket')).state).toBe('waiting'))
  await eventually(async () => {
    expect(await list()).toHaveLength(6)
    for (const token of await list()) expect(token.tx_id).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await documentOf('ferry-ticket')).toMatchObject({
      state: 'failed',
      problem: 'The host did not send it within 3 s.',
    })
    expect((await read('lantern', '?locale=ja')).metadata.name).toBe('ランタン')
    expect((await read('lantern', '?locale=fr')).metadata.name).toBe('Lanterne')
    expect((await documentOf('hostile')).state).toBe('read')
    expect((await documentOf('lantern-token')).state).toBe('read')
  })
  const [genuine, copy] = [await read('lantern'), await read('lantern-token')]
  expect(copy.name).toBe(genuine.name)
  expect(copy.metadata.image).toBe(genuine.metadata.image)
  expect((await read('hostile')).decimals).toBe(100_000)
})

test('a supply of the demo changes each minute, and there is a new token every two', async () => {
  const { store, chain, list, read } = await followDemo()
  await eventually(async () => expect(await list()).toHaveLength(6))
  const before = Number((await read('rainfall')).total_supply)
  for (let block = 1; block <= 12; block++) chain.mineNext(1_800_000_000 + block * 10)
  await eventually(async () => expect(await list()).toHaveLength(7))
  // A minute later.
  await store.query('UPDATE token_tasks SET read_at = read_at - 60, due_at = due_at - 60')
  await eventually(async () =>
    expect(Number((await read('rainfall')).total_supply)).toBe(before + 2 * 1250),
  )
})

test('the transactions of the demo are those of Stacks', () => {
  const contract = { deployer: Buffer.alloc(20, 7), name: 'a-contract' }
  const payloads = [deploymentOf(contract, '(+ 1 1)'), callOf(contract, 'mint'), coinbaseOf(5)].map(
    (bytes) => deserializeTransaction(bytes).payload,
  )
  expect(payloads).toMatchObject([
    { payloadType: 1, contractName: { content: 'a-contract' }, codeBody: { content: '(+ 1 1)' } },
    { payloadType: 2, contractName: { content: 'a-contract' }, functionName: { content: 'mint' } },
    { payloadType: 4 },
  ])
})
