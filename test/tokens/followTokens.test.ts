import { describe, expect, test } from 'vitest'
import { readMeta } from '../../src/database/meta.ts'
import { openTokens } from '../../src/tokens/openTokens.ts'
import { SBTC, WELSH } from '../support/bundledIds.ts'
import { startFollowingTokens } from '../support/stacks/followTokens.ts'
import { nodeWith, TestStacksNode } from '../support/stacks/simulatedStacksNode.ts'
import { type VmContract, vmAnswers } from '../support/stacks/vmAnswers.ts'
import { getJson } from '../support/startService.ts'
import { databaseWith, openDatabase } from '../support/tokens/databases.ts'
import { inSeconds } from '../support/tokens/followDocuments.ts'
import { importInto, tokenLine, writeLines } from '../support/tokens/importing.ts'
import { LONGCOIN } from '../support/tokens/snapshotTokens.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const DAY = 86_400

/** What the token API should say, by the answers of the VM. */
function expected({ principal, ...contract }: VmContract): object {
  const supply = contract.get_total_supply
  return {
    name: contract.get_name?.value ?? undefined,
    symbol: contract.get_symbol?.value ?? undefined,
    decimals: Number(contract.get_decimals?.value),
    ...(supply && !supply.is_err && { total_supply: supply.value }),
    ...(contract.get_token_uri?.value && { token_uri: contract.get_token_uri.value }),
    sender_address: principal.split('.')[0],
    asset_identifier: `${principal}::${contract.fungible_tokens[0]}`,
  }
}

/** Without a document, which some have in their URI. */
function factsOf(body: Record<string, unknown>): object {
  const { metadata: _, description: __, image_canonical_uri: ___, ...facts } = body
  return String(body.token_uri).startsWith('data:') ? facts : body
}

test('the tokens among the contracts of a node are found, and served as its VM says', async () => {
  const { store } = await databaseWith()
  const node = new TestStacksNode()
  for (const contract of vmAnswers()) node.add(contract)
  const candidates = vmAnswers().map(({ principal }) => principal)
  const following = startFollowingTokens({ store, url: await node.serve(), candidates })
  await following.untilRead()
  const origin = await startTokens(store)
  const tokens = vmAnswers().filter((contract) => contract.is_sip010)
  expect(tokens).toHaveLength(139)
  for (const contract of vmAnswers()) {
    const { status, body } = await getJson(`${origin}/metadata/v1/ft/${contract.principal}`)
    if (contract.is_sip010) expect([status, factsOf(body)]).toEqual([200, expected(contract)])
    else expect([status, body.error]).toEqual([404, 'Contract not found'])
  }
  expect((await getJson(`${origin}/metadata/v1/ft`)).body.total).toBe(139)
})

test('a bundled token stays with its document until the node has read it, then gets its supply', async () => {
  const { store } = await databaseWith([SBTC])
  const origin = await startTokens(store)
  const before = (await getJson(`${origin}/metadata/v1/ft/${SBTC}`)).body
  expect(before.total_supply).toBeUndefined()
  const node = nodeWith([SBTC])
  const following = startFollowingTokens({ store, url: await node.serve() })
  await following.untilRead()
  const { body } = await getJson(`${origin}/metadata/v1/ft/${SBTC}`)
  expect(body).toMatchObject({ name: 'sBTC', symbol: 'sBTC', decimals: 8, total_supply: '0' })
  expect([body.metadata, body.image_uri]).toEqual([before.metadata, before.image_uri])
  expect((await getJson(`${origin}/explorer/v1/search?q=sbtc`)).body.total).toBe(1)
})

test('a supply is read again; what stays the same is not written', async () => {
  const { settings, store } = await databaseWith()
  const line = { principal: WELSH, token: { metadata: { name: 'Mine', sip: 16 } } }
  await importInto(settings, [writeLines([line])])
  const node = nodeWith([WELSH])
  const following = startFollowingTokens({ store, url: await node.serve() })
  await following.untilRead()
  const origin = await startTokens(store)
  const token = async () => (await getJson(`${origin}/metadata/v1/ft/${WELSH}`)).body
  expect(await token()).toMatchObject({ symbol: 'WELSH', metadata: { name: 'Mine' } })
  const writes = async () => (await readMeta(store, 'tokens'))?.get('writes')
  const before = await writes()
  await store.query('UPDATE token_tasks SET due_at = 0')
  await following.untilRead()
  expect(await writes()).toBe(before)
  const contract = node.contracts.get(WELSH)
  if (contract) contract.answers.total_supply = { hex: `0x0701${'0'.repeat(31)}7` }
  node.height += 10
  await store.query("UPDATE token_tasks SET due_at = 0 WHERE kind = 'supply'")
  await following.untilRead()
  expect(await token()).toMatchObject({
    total_supply: '7',
    symbol: 'WELSH',
    metadata: { name: 'Mine' },
  })
  expect(Number(await writes())).toBe(Number(before) + 1)
  const details = await getJson(`${origin}/explorer/v1/tokens/${WELSH}`)
  expect(details.body.facts.height).toBe(node.height)
})

test('what is no token for the node goes; what the node does not know stays', async () => {
  const { settings, store } = await databaseWith([LONGCOIN])
  const other = vmAnswers().find((contract) => !contract.is_sip010)
  if (other === undefined) throw new Error('some are none')
  const line = { principal: other.principal, token: { name: 'None' } }
  await importInto(settings, [writeLines([line])])
  const origin = await startTokens(store)
  const status = async (principal: string) =>
    (await getJson(`${origin}/metadata/v1/ft/${principal}`)).status
  expect(await status(other.principal)).toBe(200)
  const node = nodeWith([other.principal])
  const following = startFollowingTokens({ store, url: await node.serve() })
  await following.untilRead()
  expect([await status(other.principal), await status(LONGCOIN)]).toEqual([404, 200])
})

test('a newer snapshot does not touch what the node has read', async () => {
  const { store } = await databaseWith([LONGCOIN, SBTC])
  const other = vmAnswers().find((contract) => !contract.is_sip010)?.principal ?? ''
  const node = nodeWith([SBTC, other])
  const candidates = [SBTC, other]
  const following = startFollowingTokens({ store, url: await node.serve(), candidates })
  await following.untilRead()
  await following.stop()
  await store.query("UPDATE tokens SET name = 'Old' WHERE principal IN ($1, $2)", [LONGCOIN, SBTC])
  await store.query("UPDATE meta SET value = 'old' WHERE part = 'tokens' AND name = 'snapshot'")
  await openTokens(store, { source: 'node', log: () => {} })
  const rows = await store.query(
    'SELECT name, source FROM tokens WHERE principal IN ($1, $2) ORDER BY principal',
    [LONGCOIN, SBTC],
  )
  expect(rows).toEqual([
    { name: 'Old', source: 'snapshot' },
    { name: 'LONGcoin', source: 'snapshot' },
  ])
  expect(await store.query("SELECT 1 AS one FROM tokens WHERE source = 'sample'")).toEqual([])
})

test('an import gets the facts of the node at once, and keeps its document', async () => {
  const { settings, store } = await databaseWith([SBTC])
  const url = await nodeWith([SBTC]).serve()
  const first = startFollowingTokens({ store, url })
  await first.untilRead()
  await first.stop()
  const token = { name: 'Mine', metadata: { name: 'Mine', sip: 16 } }
  await importInto(settings, [writeLines([{ principal: SBTC, token }])])
  const second = startFollowingTokens({ store, url })
  await second.untilRead()
  const { body } = await getJson(`${await startTokens(store)}/metadata/v1/ft/${SBTC}`)
  expect([body.name, body.metadata.name]).toEqual(['sBTC', 'Mine'])
  await second.stop()
  await store.query("UPDATE meta SET value = '0' WHERE part = 'tokens' AND name = 'version'")
  await expect(openTokens(store, { source: 'node', log: () => {} })).rejects.toThrow(
    'import the tokens again',
  )
})

test('while it follows, an import is refused, and another follower waits', async () => {
  const { settings, store } = await databaseWith()
  const url = await nodeWith([]).serve()
  const first = startFollowingTokens({ store, url, candidates: [SBTC] })
  await first.untilRead()
  const second = startFollowingTokens({ store: openDatabase(settings), url })
  await second.until((event) => event.kind === 'waiting')
  expect(second.events).toContainEqual({
    kind: 'waiting',
    reason: undefined,
    sentence: 'Another program is writing to this database. Wait until it ends, or stop it.',
  })
  const refused = await importInto(settings, [writeLines([tokenLine('mine')])])
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('Another program')])
  await first.stop()
  await second.until((event) => event.kind === 'status' && event.status?.state === 'following')
})

test('other networks begin empty, and their tokens are not mixed with those of mainnet', async () => {
  const { store } = await databaseWith([LONGCOIN, SBTC])
  const node = nodeWith([SBTC])
  node.networkId = 2_147_483_648
  const url = await node.serve()
  const following = startFollowingTokens({ store, url, candidates: [SBTC] })
  await following.until((event) => event.kind === 'status' && event.status?.state === 'following')
  const origin = await startTokens(store)
  expect((await getJson(`${origin}/metadata/v1/ft`)).body.total).toBe(0)
  await following.stop()
  node.networkId = 1
  await expect(startFollowingTokens({ store, url }).ended).rejects.toThrow(
    'The tokens are those of Stacks testnet, the node is on mainnet. Set DATA_DIR to another folder',
  )
  const status = JSON.parse((await readMeta(store, 'tokens'))?.get('follower') ?? '')
  expect(status).toMatchObject({ state: 'stopped', reason: 'other-network' })
})

describe('a contract', () => {
  test('with a call that fails is served with what is known, and asked again', async () => {
    const { store } = await databaseWith()
    const node = nodeWith([SBTC, WELSH])
    Object.assign(node.contracts.get(SBTC)?.answers ?? {}, { decimals: { cause: 'Runtime(…)' } })
    for (const name of ['name', 'symbol', 'decimals', 'total_supply', 'token_uri']) {
      Object.assign(node.contracts.get(WELSH)?.answers ?? {}, { [name]: { hex: '0x09' } })
    }
    Object.assign(node.contracts.get(WELSH)?.answers ?? {}, { decimals: { cause: 'CostOverflow' } })
    const url = await node.serve()
    const following = startFollowingTokens({ store, url, candidates: [SBTC, WELSH] })
    await following.untilRead()
    const origin = await startTokens(store)
    const sbtc = await getJson(`${origin}/metadata/v1/ft/${SBTC}`)
    expect([sbtc.status, sbtc.body.name, sbtc.body.decimals]).toEqual([200, 'sBTC', undefined])
    const welsh = await getJson(`${origin}/metadata/v1/ft/${WELSH}`)
    expect([welsh.status, welsh.body.message]).toEqual([
      422,
      expect.stringContaining('get-decimals failed: CostOverflow'),
    ])
    const [task] = await store.query(
      "SELECT failures, due_at FROM token_tasks WHERE kind = 'facts' AND principal = $1",
      [SBTC],
    )
    expect(task).toEqual({ failures: 1, due_at: inSeconds(60) })
  })

  test.each([
    ['takes over a second each time is asked weekly', [2, 2], [7 * DAY, 7 * DAY]],
    ['took over a second once is asked as often as others', [2, 0.1], [DAY, DAY / 24]],
  ])('that %s', async (_, times, [facts, supply]) => {
    const { store } = await databaseWith()
    const url = await nodeWith([SBTC]).serve()
    const left = [...times]
    const secondsOf = (name: string) => (name === 'get-name' ? (left.shift() ?? 0) : 0)
    const following = startFollowingTokens({ store, url, candidates: [SBTC], secondsOf })
    await following.untilRead()
    const tasks = await store.query(
      "SELECT kind, due_at FROM token_tasks WHERE kind <> 'deployment' ORDER BY kind",
    )
    expect(tasks).toEqual([
      { kind: 'facts', due_at: inSeconds(facts) },
      { kind: 'supply', due_at: inSeconds(supply) },
    ])
  })

  test('whose texts are hostile is stored as text', async () => {
    const { store } = await databaseWith()
    const node = nodeWith([SBTC])
    const text = '<b>\u202e\u0000</b> {ID} $token_id {Locale}'
    const bytes = Buffer.from(text)
    const hex = `0x070a0e${bytes.length.toString(16).padStart(8, '0')}${bytes.toString('hex')}`
    Object.assign(node.contracts.get(SBTC)?.answers ?? {}, { name: { hex }, token_uri: { hex } })
    const following = startFollowingTokens({ store, url: await node.serve(), candidates: [SBTC] })
    await following.untilRead()
    const { body } = await getJson(`${await startTokens(store)}/metadata/v1/ft/${SBTC}`)
    expect(body.name).toBe('<b>\u202e\ufffd</b> {ID} $token_id {Locale}')
    expect(body.token_uri).toBe('<b>\u202e\ufffd</b> 1 1 ')
  })
})
