import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openStacksNode } from '../../src/stacks/node.ts'
import { SBTC, WELSH } from '../support/bundledIds.ts'
import { collectGarbageUntilEnd } from '../support/collectGarbage.ts'
import { streamed } from '../support/nodeClient.ts'
import { startFollowingTokens } from '../support/stacks/followTokens.ts'
import { nodeWith } from '../support/stacks/simulatedStacksNode.ts'
import { vmAnswers } from '../support/stacks/vmAnswers.ts'
import { getJson } from '../support/startService.ts'
import { databaseWith } from '../support/tokens/databases.ts'
import { inSeconds } from '../support/tokens/followDocuments.ts'
import { LONGCOIN } from '../support/tokens/snapshotTokens.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const SBTC_PATH = SBTC.replace('.', '/')

describe('the node', () => {
  const refused = (status: number, text = '') => new Response(text, { status })

  test.each([
    ['refuses', 'node-refuses', /refuses \/v2\/info \(401\)/, () => refused(401)],
    ['is busy', 'node-busy', /too busy for \/v2\/info \(503\)/, () => refused(503)],
    ['is too old', 'node-unsupported', /version 3\.0\.0\.0\.3 or later/, () => refused(404)],
    ['is none', 'node-malformed', /is malformed \(body\)/, () => new Response('<html>')],
    [
      'is on another network',
      'node-unsupported',
      /^The Stacks node is on network 7: Cairn knows mainnet and testnet\.$/,
      () => Response.json({ network_id: 7, stacks_tip_height: 1 }),
    ],
  ])('%s: the follower says so, and goes on by itself', async (_, reason, sentence, respond) => {
    const { store } = await databaseWith([LONGCOIN])
    const node = nodeWith([])
    node.intercept = respond
    const following = startFollowingTokens({ store, url: await node.serve() })
    await following.until((event) => event.kind === 'waiting')
    expect(following.events).toContainEqual({
      kind: 'waiting',
      reason,
      sentence: expect.stringMatching(sentence),
    })
    expect((await getJson(`${await startTokens(store)}/metadata/v1/ft/${LONGCOIN}`)).status).toBe(
      200,
    )
    node.intercept = () => undefined
    await following.untilRead()
  })

  test('is away: the sentence has its address and no password', async () => {
    const { store } = await databaseWith()
    const following = startFollowingTokens({ store, url: 'http://user:secret@127.0.0.1:9' })
    await following.until((event) => event.kind === 'waiting')
    const told = following.events.find(({ kind }) => kind === 'waiting')
    expect(told).toMatchObject({ reason: 'node-unreachable' })
    expect(JSON.stringify(told)).toContain('The Stacks node at http://127.0.0.1:9 is unreachable')
    expect(JSON.stringify(told)).not.toContain('secret')
  })

  test('is still syncing: nothing is read until it has the newest block', async () => {
    const { store } = await databaseWith()
    const node = nodeWith([SBTC])
    node.isFullySynced = false
    const following = startFollowingTokens({ store, url: await node.serve(), candidates: [SBTC] })
    await following.until((event) => event.kind === 'waiting')
    expect(node.requests.some((path) => path.startsWith('/v2/contracts'))).toBe(false)
    node.isFullySynced = true
    await following.untilRead()
  })

  test('has left the block between two calls: the contract is read after the new one', async () => {
    const { store } = await databaseWith()
    const node = nodeWith([SBTC])
    let calls = 0
    node.intercept = (path) => {
      if (path.includes('call-read') && ++calls === 3) node.height += 1
      return undefined
    }
    const limits = { pollMs: 60_000 }
    const url = await node.serve()
    const following = startFollowingTokens({ store, url, candidates: [SBTC], limits })
    await following.until(({ kind }) => kind === 'contracts')
    expect(calls).toBe(8)
    expect(await store.query('SELECT facts_height FROM tokens')).toEqual([
      { facts_height: node.height },
    ])
  })

  test('gets no more requests than the setting allows, evenly spread', async () => {
    const { store } = await databaseWith()
    const node = nodeWith([SBTC])
    const at: number[] = []
    node.intercept = () => {
      at.push(performance.now())
      return undefined
    }
    const url = await node.serve()
    const following = startFollowingTokens({ store, url, candidates: [SBTC], rate: 20 })
    await following.untilRead()
    expect(at.length).toBeGreaterThanOrEqual(8)
    // 50 ms apart. The first request can be late, so that the next one follows sooner.
    const [first = 0] = at
    expect((at.at(-1) ?? 0) - first).toBeGreaterThan((at.length - 2) * 50)
  })

  test('gets two requests at once, and no more', async () => {
    const { store } = await databaseWith()
    const candidates = vmAnswers()
      .slice(0, 6)
      .map(({ principal }) => principal)
    const node = nodeWith(candidates)
    // Each takes longer than the way of the next one.
    node.intercept = () => setTimeout(50, undefined)
    const following = startFollowingTokens({ store, url: await node.serve(), candidates })
    await following.untilRead()
    expect(node.maxRunning).toBe(2)
  })

  test('gets the user and the password of its address', async () => {
    const node = nodeWith([])
    let authorization: string | null = null
    node.intercept = (_, { headers }) => {
      authorization = headers.get('authorization')
      return undefined
    }
    const { host } = new URL(await node.serve())
    await openStacksNode({ url: `http://jos%C3%A9:100%25%E2%82%AC@${host}`, rate: 1e6 }).info()
    expect(authorization).toBe(`Basic ${Buffer.from('josé:100%€').toString('base64')}`)
  })
})

test('a node that stops in the middle of a response is not waited for any longer', async () => {
  const node = nodeWith([])
  node.intercept = () => streamed(['{"network_id":'])
  const client = openStacksNode({ url: await node.serve(), rate: 1e6, timeoutMs: 300 })
  collectGarbageUntilEnd()
  const error = await client.info().catch((reason: unknown) => reason)
  expect(error).toMatchObject({
    kind: 'timeout',
    message: expect.stringMatching(/within 0.3 s\.$/),
  })
})

describe('a contract that the node cannot read', () => {
  const WITHOUT_NAME = { status: 200, symbol: 'sBTC', name: undefined }

  test.each([
    ['calls that run too long', () => new Response('ExecutionTime expired', { status: 408 })],
    ['responses that are no JSON', () => new Response('<html>')],
    ['malformed values', () => Response.json({ okay: true, result: '0xff' })],
  ])('does not keep others from being read: %s', async (_, respond) => {
    const { store } = await databaseWith()
    const node = nodeWith([SBTC, WELSH])
    node.intercept = (path) => (path.endsWith(`${SBTC_PATH}/get-name`) ? respond() : undefined)
    const url = await node.serve()
    const following = startFollowingTokens({ store, url, candidates: [SBTC, WELSH] })
    await following.untilRead()
    const origin = await startTokens(store)
    const tokenOf = async (principal: string) => {
      const { status, body } = await getJson(`${origin}/metadata/v1/ft/${principal}`)
      return { status, symbol: body.symbol, name: body.name }
    }
    expect(await tokenOf(SBTC)).toEqual(WITHOUT_NAME)
    expect(await tokenOf(WELSH)).toMatchObject({ status: 200, symbol: 'WELSH' })
    expect(following.events).not.toContainEqual(expect.objectContaining({ kind: 'waiting' }))
    const failures = 'SELECT failures FROM token_tasks WHERE principal = $1 AND kind = $2'
    expect(await store.query(failures, [SBTC, 'facts'])).toEqual([{ failures: 1 }])
  })

  test.each([
    ['refuses its address', 400, 0],
    ['fails each time', 500, 1],
  ])('is asked again later if the node %s', async (_, status, faults) => {
    const { store } = await databaseWith()
    const node = nodeWith([SBTC, WELSH])
    node.intercept = (path) => (path.includes(SBTC_PATH) ? new Response('', { status }) : undefined)
    const url = await node.serve()
    const following = startFollowingTokens({ store, url, candidates: [SBTC, WELSH] })
    await following.untilRead()
    expect(await store.query('SELECT principal FROM tokens')).toEqual([{ principal: WELSH }])
    const tasks = await store.query(
      'SELECT failures, due_at FROM token_tasks WHERE principal = $1',
      [SBTC],
    )
    expect(tasks).toEqual([{ failures: 1, due_at: inSeconds(60) }])
    expect(following.events.filter(({ kind }) => kind === 'waiting')).toHaveLength(faults)
  })
})

test('a contract is read once if the node fails for another one meanwhile', async () => {
  const { store } = await databaseWith()
  const node = nodeWith([SBTC, WELSH])
  let hasFailed = false
  node.intercept = async (path) => {
    if (path.endsWith(`interface/${SBTC_PATH}`) && !hasFailed) {
      hasFailed = true
      return new Response('', { status: 503 })
    }
    // The other one takes longer than the failure and the pause after it.
    if (path.endsWith('welshcorgicoin-token/get-name')) await setTimeout(100)
    return undefined
  }
  const url = await node.serve()
  const following = startFollowingTokens({ store, url, candidates: [SBTC, WELSH] })
  await following.untilRead()
  expect(await store.query('SELECT count(*) AS count FROM tokens')).toEqual([{ count: 2 }])
  expect(node.requests.filter((path) => path.endsWith('token/get-name'))).toHaveLength(2)
})

test('a node that fails for one contract after the other is waited for each time', async () => {
  const { store } = await databaseWith()
  const candidates = vmAnswers()
    .slice(0, 8)
    .map(({ principal }) => principal)
  const node = nodeWith(candidates)
  let refusals = 8
  node.intercept = (path) =>
    path.startsWith('/v2/contracts') && --refusals >= 0
      ? new Response('', { status: 503 })
      : undefined
  const limits = { pollMs: 60_000 }
  const following = startFollowingTokens({ store, url: await node.serve(), candidates, limits })
  await following.until(({ kind }) => kind === 'resumed')
  const kinds = following.events.map(({ kind }) => kind)
  // Two contracts are read at once: one may be refused after the other was read, so that more waits follow.
  const waits = kinds.slice(0, kinds.indexOf('resumed')).filter((kind) => kind === 'waiting')
  expect(waits.length).toBeGreaterThanOrEqual(2)
})
