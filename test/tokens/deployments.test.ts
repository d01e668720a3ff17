import { describe, expect, test } from 'vitest'
import { coinbaseOf } from '../../src/demo/encodeStacksTransaction.ts'
import { buildChain, sha, timestampOf } from '../../src/demo/stacksBlocks.ts'
import { SBTC, WELSH } from '../support/bundledIds.ts'
import { startFollowingTokens } from '../support/stacks/followTokens.ts'
import { nodeWith, type TestStacksNode } from '../support/stacks/simulatedStacksNode.ts'
import { deploymentOf } from '../support/stacks/stacksTransactions.ts'
import { vmAnswers } from '../support/stacks/vmAnswers.ts'
import { getJson } from '../support/startService.ts'
import { databaseWith } from '../support/tokens/databases.ts'
import { inSeconds } from '../support/tokens/followDocuments.ts'
import { importInto, writeLines } from '../support/tokens/importing.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const DAY = 86_400

const OLD = 20
const LENGTH = 40

/** A node with both tokens, and a chain of 20 old blocks and 20 of Nakamoto. */
function nodeOf(
  content: Omit<Parameters<typeof buildChain>[0], 'old' | 'length'>,
  published: Record<string, number>,
): TestStacksNode {
  const node = nodeWith([SBTC, WELSH])
  node.blocks = buildChain({ old: OLD, length: LENGTH, ...content })
  node.height = LENGTH
  for (const [principal, height] of Object.entries(published)) node.published.set(principal, height)
  return node
}

function idOf(transaction: Uint8Array): string {
  return sha(transaction).toString('hex')
}

const ofSbtc = deploymentOf(SBTC)
const ofWelsh = deploymentOf(WELSH)

async function followAndServe(node: TestStacksNode) {
  const { settings, store, following } = await follow(node, [SBTC, WELSH])
  const origin = await startTokens(store)
  const txOf = async (principal: string): Promise<string | undefined> =>
    (await getJson(`${origin}/metadata/v1/ft/${principal}`)).body.tx_id
  const deploymentIn = async (principal: string) =>
    (await getJson(`${origin}/explorer/v1/tokens/${principal}`)).body.deployment
  return { settings, following, origin, txOf, deploymentIn }
}

test('the transaction that deployed a token is found in its block, old or new', async () => {
  const node = nodeOf({ transactions: { 33: [ofSbtc], 7: [ofWelsh] } }, { [SBTC]: 33, [WELSH]: 7 })
  const { txOf, deploymentIn } = await followAndServe(node)
  expect([await txOf(SBTC), await txOf(WELSH)]).toEqual([`0x${idOf(ofSbtc)}`, `0x${idOf(ofWelsh)}`])
  expect(await deploymentIn(SBTC)).toEqual({
    tx_id: idOf(ofSbtc),
    block_height: 33,
    block_id: node.blocks[32]?.id,
    timestamp: timestampOf(33),
  })
  // Blocks from before Nakamoto have no time.
  expect(await deploymentIn(WELSH)).toEqual({
    tx_id: idOf(ofWelsh),
    block_height: 7,
    block_id: node.blocks[6]?.id,
  })
})

test('the day of deployment is beside each token that is called the same, in lists and in results', async () => {
  const node = nodeOf(
    { transactions: { 33: [ofSbtc], 35: [ofWelsh] } },
    { [SBTC]: 33, [WELSH]: 35 },
  )
  Object.assign(node.contracts.get(WELSH) ?? {}, node.contracts.get(SBTC))
  const { origin } = await followAndServe(node)
  const { body: alike } = await getJson(`${origin}/explorer/v1/tokens/${SBTC}/look-alikes`)
  expect(alike.results).toMatchObject([{ principal: WELSH, deployed_at: timestampOf(35) }])
  const expected = { [SBTC]: timestampOf(33), [WELSH]: timestampOf(35) }
  const { body: list } = await getJson(`${origin}/metadata/v1/ft`)
  expect(deployedIn(list.results, 'contract_principal')).toEqual(expected)
  const { body: found } = await getJson(`${origin}/explorer/v1/search?q=sbtc`)
  expect(deployedIn(found.results, 'id')).toEqual(expected)
  const { body: compat } = await getJson(`${origin}/compat/metadata/v1/ft`)
  expect(compat.results[0]).not.toHaveProperty('deployed_at')
})

function deployedIn(rows: Record<string, unknown>[], key: string) {
  return Object.fromEntries(rows.map((row) => [row[key], row.deployed_at]))
}

test('an imported token keeps the transaction that the node told', async () => {
  const node = nodeOf({ transactions: { 33: [ofSbtc] } }, { [SBTC]: 33 })
  const { settings, following, txOf } = await followAndServe(node)
  await following.stop()
  const token = { name: 'Mine', tx_id: `0x${'1'.repeat(64)}` }
  await importInto(settings, [writeLines([{ principal: SBTC, token }])])
  expect(await txOf(SBTC)).toBe(`0x${idOf(ofSbtc)}`)
})

test('a token without its transaction is not in the list of the retired form', async () => {
  const node = nodeOf({ transactions: { 33: [ofSbtc] } }, { [SBTC]: 33, [WELSH]: 33 })
  const { origin, deploymentIn } = await followAndServe(node)
  expect(await deploymentIn(WELSH)).toEqual({ block_height: 33 })
  const principalsOf = async (path: string) => {
    const { body } = await getJson(`${origin}${path}`)
    return [body.total, body.results.map((token: { tx_id?: string }) => token.tx_id)]
  }
  const tx = `0x${idOf(ofSbtc)}`
  expect(await principalsOf('/metadata/v1/ft')).toEqual([2, [tx, undefined]])
  expect(await principalsOf('/compat/metadata/v1/ft')).toEqual([1, [tx]])
})

async function follow(node: TestStacksNode, principals: string[]) {
  const { settings, store } = await databaseWith()
  const url = await node.serve()
  const following = startFollowingTokens({ store, url, candidates: principals })
  await following.untilRead()
  const deployments = await store.query(
    'SELECT principal, tx_id, block_height FROM deployments ORDER BY principal',
  )
  const due = await store.query(
    "SELECT principal, due_at, failures FROM token_tasks WHERE kind = 'deployment' ORDER BY principal",
  )
  return { settings, store, following, deployments, due }
}

test('a deployment in a microblock is one of the block after it', async () => {
  const microblocks = { 9: [[coinbaseOf(100)], [ofWelsh, coinbaseOf(101)]] }
  const node = nodeOf({ microblocks }, { [WELSH]: 9 })
  const { deployments } = await follow(node, [WELSH])
  expect(deployments).toEqual([{ principal: WELSH, tx_id: idOf(ofWelsh), block_height: 9 }])
})

test.each([20, 21, 22])('the blocks beside block %s are tried too', async (height) => {
  for (const place of [height - 1, height + 1]) {
    const node = nodeOf({ transactions: { [place]: [ofSbtc] } }, { [SBTC]: height })
    const { deployments } = await follow(node, [SBTC])
    expect(deployments).toEqual([{ principal: SBTC, tx_id: idOf(ofSbtc), block_height: place }])
  }
})

test('the last of several transactions is the one that deployed', async () => {
  const failed = deploymentOf(SBTC, '(+ 1 true)')
  const node = nodeOf({ transactions: { 33: [failed, ofSbtc, ofWelsh] } }, { [SBTC]: 33 })
  const { deployments } = await follow(node, [SBTC])
  expect(deployments).toEqual([{ principal: SBTC, tx_id: idOf(ofSbtc), block_height: 33 }])
})

test('a contract named undefined is not deployed by a transaction that deploys nothing', async () => {
  const principal = 'SP000000000000000000002Q6VF78.undefined'
  const deployed = deploymentOf(principal)
  const node = nodeOf({ transactions: { 33: [deployed, coinbaseOf(100)] } }, { [principal]: 33 })
  const [contract] = vmAnswers().filter((one) => one.is_sip010)
  if (contract !== undefined) node.add({ ...contract, principal })
  const { deployments } = await follow(node, [principal])
  expect(deployments).toEqual([{ principal, tx_id: idOf(deployed), block_height: 33 }])
})

test('a deployment that the node lacks is looked for again after a month', async () => {
  const node = nodeOf({}, { [SBTC]: 33 })
  node.blocks = node.blocks.filter(({ height }) => height < 32 || height > 34)
  const { deployments, due } = await follow(node, [SBTC])
  expect(deployments).toEqual([{ principal: SBTC, tx_id: null, block_height: 33 }])
  expect(due).toEqual([{ principal: SBTC, due_at: inSeconds(30 * DAY), failures: 0 }])
})

test('a node without the headers of old blocks lacks the deployment', async () => {
  const node = nodeOf({ transactions: { 7: [ofWelsh] } }, { [WELSH]: 7 })
  node.intercept = (path) =>
    path.startsWith('/v2/headers') ? new Response('No such block', { status: 404 }) : undefined
  const { deployments, following } = await follow(node, [WELSH])
  expect(deployments).toEqual([{ principal: WELSH, tx_id: null, block_height: 7 }])
  expect(following.events).not.toContainEqual(expect.objectContaining({ kind: 'waiting' }))
})

test('a block that the node breaks off twice is asked for again in a minute', async () => {
  const node = nodeOf({ transactions: { 33: [ofSbtc] } }, { [SBTC]: 33 })
  node.intercept = (path) => (path === '/v3/blocks/height/33' ? brokenOff() : undefined)
  const { due, following } = await follow(node, [SBTC])
  expect(due).toEqual([{ principal: SBTC, due_at: inSeconds(60), failures: 1 }])
  expect(following.events.filter(({ kind }) => kind === 'waiting')).toHaveLength(1)
})

function brokenOff(): Response {
  let isBegun = false
  return new Response(
    new ReadableStream({
      pull(stream) {
        if (isBegun) stream.error(new Error('There is no file.'))
        else stream.enqueue(new Uint8Array(1000))
        isBegun = true
      },
    }),
  )
}

test('a new deployment is looked for again after a day, an old one not', async () => {
  const node = nodeOf({ transactions: { 33: [ofSbtc] } }, { [SBTC]: 33 })
  const { due } = await follow(node, [SBTC])
  expect(due).toEqual([{ principal: SBTC, due_at: inSeconds(DAY), failures: 0 }])

  const later = nodeOf({ transactions: { 33: [ofSbtc] } }, { [SBTC]: 33 })
  later.height = 6000
  const [first] = buildChain({ old: 0, length: 1 })
  if (first !== undefined) later.blocks.push({ ...first, height: 6000 })
  const { due: none, deployments } = await follow(later, [SBTC])
  expect([none, deployments]).toEqual([[], [expect.objectContaining({ block_height: 33 })]])
})

test('the headers of old blocks are read once, and only as far down as needed', async () => {
  const node = nodeOf(
    { transactions: { 12: [ofSbtc], 14: [ofWelsh] } },
    { [SBTC]: 12, [WELSH]: 14 },
  )
  node.headersAtOnce = 3
  const { deployments } = await follow(node, [SBTC, WELSH])
  expect(deployments.map((row) => row.block_height)).toEqual([12, 14])
  // 20 to 18, 17 to 15, 14 to 12.
  expect(node.requests.filter((path) => path.startsWith('/v2/headers'))).toHaveLength(3)
})

describe('what a node sends wrongly', () => {
  test.each<[string, failing: string[], spoil: (node: TestStacksNode) => void]>([
    ['a block of another height', [SBTC], (node) => swap(node, 33, 34)],
    ['an old block of another height', [WELSH], (node) => swap(node, 7, 8)],
    [
      'headers that are not linked',
      [WELSH],
      (node) => {
        node.blocks = node.blocks.filter(({ height }) => height !== 15)
      },
    ],
    [
      'an end too early',
      [SBTC, WELSH],
      (node) => {
        for (const block of node.blocks.slice(0, 37)) block.bytes = block.bytes.subarray(0, -1)
      },
    ],
  ])('%s makes it ask again in a minute, and the facts are there', async (_, failing, spoil) => {
    const node = nodeOf(
      { transactions: { 33: [ofSbtc], 7: [ofWelsh] } },
      { [SBTC]: 33, [WELSH]: 7 },
    )
    spoil(node)
    const { store, due, following } = await follow(node, [SBTC, WELSH])
    expect(due.filter(({ failures }) => failures === 1)).toEqual(
      failing.map((principal) => ({ principal, due_at: inSeconds(60), failures: 1 })),
    )
    expect(await store.query('SELECT count(*) AS count FROM tokens')).toEqual([{ count: 2 }])
    expect(following.events).not.toContainEqual(expect.objectContaining({ kind: 'waiting' }))
  })

  function swap(node: TestStacksNode, one: number, other: number): void {
    const [first, second] = [one, other].map((height) =>
      node.blocks.find((block) => block.height === height),
    )
    if (first === undefined || second === undefined) return
    const { bytes } = first
    first.bytes = second.bytes
    second.bytes = bytes
  }
})
