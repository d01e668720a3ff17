import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Store } from '../../src/database/database.ts'
import { Random } from '../../src/demo/random.ts'
import { blockAfter } from '../../src/demo/stacksBlocks.ts'
import { mine, setSupply } from '../support/stacks/followChain.ts'
import { startFollowingTokens } from '../support/stacks/followTokens.ts'
import { nodeWith, type TestStacksNode } from '../support/stacks/simulatedStacksNode.ts'
import { callOf, deploymentOf } from '../support/stacks/stacksTransactions.ts'
import { vmAnswers } from '../support/stacks/vmAnswers.ts'
import { databaseWith, openDatabase } from '../support/tokens/databases.ts'
import { eventually, pointTo } from '../support/tokens/followDocuments.ts'
import type { FollowingProcess } from '../support/tokens/followInProcess.ts'
import { startHosts } from '../support/tokens/startHosts.ts'

const KILLS = 50
const SEED = 20
const MAX_MS = 1200

const TOKENS = vmAnswers()
  .filter((contract) => contract.is_sip010)
  .map(({ principal }) => principal)
/** The others are deployed later, one before each kill. */
const CANDIDATES = TOKENS.slice(0, 40)

test('a follower of tokens that is killed at any moment loses nothing, and reads nothing for ever', async () => {
  const hosts = await startHosts(({ url }, response) =>
    response.end(JSON.stringify({ name: `Document of ${url}` })),
  )
  const node = nodeWith(CANDIDATES)
  node.blocks = [blockAfter(undefined, { height: 4_620_776 })]
  mine(node)
  const point = (principal: string) =>
    pointTo(node, principal, hosts.url(`/${TOKENS.indexOf(principal)}`))
  for (const principal of CANDIDATES) point(principal)
  const { settings, store } = await databaseWith()
  const url = await node.serve()
  const options = { url, candidates: CANDIDATES, network: hosts.network }
  const random = new Random(SEED)
  const read: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    deploy(node, TOKENS[CANDIDATES.length + kill] ?? '')
    point(TOKENS[CANDIDATES.length + kill] ?? '')
    await killWhileFollowing({ ...options, file: fileOf(settings) }, random.below(MAX_MS))
    read.push((await documentsOf(openDatabase(settings))).length)
  }
  console.log(`seed ${SEED}: documents read at each kill: ${read.join(' ')}`)
  expect(new Set(read).size).toBeGreaterThan(KILLS / 4)

  await untilRead(store, options)
  const { store: other } = await databaseWith()
  await untilRead(other, options)
  expect(await tablesOf(store)).toEqual(await tablesOf(other))
  expect(await documentsOf(store)).toHaveLength(CANDIDATES.length + KILLS)

  // Once more: nothing is left to read.
  node.requests.length = 0
  hosts.open.requests.length = 0
  await untilRead(store, options)
  expect(node.requests.filter((path) => path.startsWith('/v2/contracts'))).toEqual([])
  expect(hosts.open.requests).toEqual([])
})

/** In a new block, which also calls the token before. */
function deploy(node: TestStacksNode, principal: string): void {
  const contract = vmAnswers().find((one) => one.principal === principal)
  if (contract !== undefined) node.add(contract)
  const [called = ''] = node.published.keys()
  const calls = called === '' ? [] : [callOf(called)]
  const { height } = mine(node, [deploymentOf(principal), ...calls])
  node.published.set(principal, height)
  if (called !== '') setSupply(node, called, height)
}

function fileOf(settings: object): string {
  if ('DATA_DIR' in settings) return join(String(settings.DATA_DIR), 'tokens-bundled.db')
  throw new Error('This test needs SQLite.')
}

async function killWhileFollowing(options: FollowingProcess, ms: number): Promise<void> {
  const script = resolve('test/support/tokens/followInProcess.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(options)])
  await once(child.stdout, 'data')
  await setTimeout(ms)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

type Options = Omit<FollowingProcess, 'file'>

/** Follows until nothing is due, what was called within a minute included. */
async function untilRead(store: Store, { url, candidates, network }: Options): Promise<void> {
  const following = startFollowingTokens({
    store,
    url,
    candidates,
    documents: {
      requests: 'fetch',
      network,
      limits: { host: { intervalMs: 0, concurrent: 4 }, pollMs: 5 },
    },
  })
  await following.until((event) => event.kind === 'status' && event.status?.state === 'following')
  await store.query('UPDATE token_tasks SET due_at = 0 WHERE named_height > read_height')
  await eventually(async () => {
    const now = Math.floor(Date.now() / 1000)
    for (const table of ['token_tasks', 'token_documents']) {
      const due = `SELECT count(*) AS due FROM ${table} WHERE due_at <= $1`
      expect(await store.query(due, [now])).toEqual([{ due: 0 }])
    }
    expect(await store.query("SELECT 1 AS one FROM meta WHERE name = 'walk'")).toEqual([])
  })
  await following.stop()
}

function documentsOf({ query }: Store) {
  return query('SELECT principal, name FROM token_metadata ORDER BY principal')
}

/** What does not depend on when it was read. */
async function tablesOf({ query }: Store) {
  return {
    contracts: await query('SELECT principal, state FROM contracts ORDER BY principal'),
    tokens: await query(
      'SELECT principal, status, name, total_supply, token_uri, tx_id FROM tokens ORDER BY principal',
    ),
    deployments: await query('SELECT * FROM deployments ORDER BY principal'),
    metadata: await query('SELECT * FROM token_metadata ORDER BY principal'),
    documents: await query('SELECT principal, uri, bytes FROM token_documents ORDER BY principal'),
    tasks: await query(
      'SELECT principal, kind, failures FROM token_tasks ORDER BY principal, kind',
    ),
  }
}
