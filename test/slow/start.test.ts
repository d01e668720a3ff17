import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import Libsql from 'libsql'
import { expect, inject, onTestFinished, test } from 'vitest'
import { SETTINGS } from '../../src/service/settings.ts'
import { listen } from '../../tools/listen.ts'
import { SBTC } from '../support/bundledIds.ts'
import { createDemoNode, createShortChain, serve } from '../support/indexFollower.ts'
import { nodeWith, TestStacksNode } from '../support/stacks/simulatedStacksNode.ts'
import { runToExit, runUntil, startAndKill, startCairn } from '../support/startCairn.ts'
import { getJson } from '../support/startService.ts'
import { createDatabase, makeFolder } from '../support/tokens/databases.ts'
import { pointTo } from '../support/tokens/followDocuments.ts'

const BUNDLED = { tokens: 3661, runes: 78, records: 5403 }

async function readAbout(origin: string) {
  return (await getJson(`${origin}/explorer/v1/about`)).body
}

test('the first start fills the databases and prints its URL, and the second uses them', async () => {
  const settings = { DATA_DIR: join(makeFolder(), 'new') }
  const first = await startCairn(settings)
  expect(first.output()).toMatch(/Runes from six blocks of April 2024 that Cairn brings/)
  const about = await readAbout(first.origin)
  expect(about).toMatchObject({ runes: BUNDLED.runes, records: BUNDLED.records })
  for (const path of ['/', '/block/840002', `/tx/${about.examples.tx_id}`]) {
    const { status } = await fetch(first.origin + path, { headers: { Accept: 'text/html' } })
    expect([path, status]).toEqual([path, 200])
  }
  await first.stop()
  expect(first.child.exitCode).toBe(0)
  const second = await startCairn(settings)
  expect(await readAbout(second.origin)).toEqual(about)
  await second.stop()
})

test('a start that was killed while it filled the databases is completed by the next one', async () => {
  const folder = makeFolder()
  await startAndKill(folder, /token/i)
  const cairn = await startCairn({ DATA_DIR: folder })
  const { tokens, ...counts } = BUNDLED
  expect(await readAbout(cairn.origin)).toMatchObject(counts)
  const list = await getJson(`${cairn.origin}/metadata/v1/ft?limit=1`)
  expect(list.body.total).toBe(tokens)
  await cairn.stop()
})

test('if two processes start at the same time on new databases, one may be told to wait', async () => {
  const settings = { DATA_DIR: makeFolder() }
  const started = await Promise.allSettled([startCairn(settings), startCairn(settings)])
  const running = started.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
  expect(running.length).toBeGreaterThan(0)
  for (const it of started) {
    if (it.status === 'rejected') expect(String(it.reason)).toMatch(/Another program is writing/)
  }
  running.push(await startCairn(settings))
  for (const { origin } of running) {
    expect((await readAbout(origin)).records).toBe(BUNDLED.records)
  }
  await Promise.all(running.map(({ stop }) => stop()))
})

test('two processes with a node and one database serve the same index', async () => {
  const node = createShortChain()
  const { url } = await serve(node)
  const DATABASE_URL = await createDatabase('template0')
  const settings = { DATA_DIR: makeFolder(), DATABASE_URL, BITCOIN_RPC_URL: url }
  const both = [await startCairn(settings), await startCairn(settings)]
  const heights = () =>
    Promise.all(both.map(async (it) => (await getJson(`${it.origin}/health`)).body.block_height))
  await expect.poll(heights, { timeout: 60_000 }).toEqual([59, 59])
  node.mine()
  await expect.poll(heights, { timeout: 60_000 }).toEqual([60, 60])
  await Promise.all(both.map(({ stop }) => stop()))
})

test('the tokens of a Stacks node are read in a thread, from the contracts that Cairn brings, and no document of this machine', async () => {
  const node = nodeWith([SBTC])
  pointTo(node, SBTC, 'http://127.0.0.1/')
  const settings = { DATA_DIR: makeFolder(), STACKS_NODE_URL: await node.serve() }
  const cairn = await startCairn({ ...settings, STACKS_RATE: '1000' })
  // Before the node is read, sBTC has no supply.
  const supply = async () =>
    (await getJson(`${cairn.origin}/metadata/v1/ft/${SBTC}`)).body.total_supply
  await expect.poll(supply, { timeout: 60_000 }).toBe('0')
  const problem = async () =>
    (await getJson(`${cairn.origin}/explorer/v1/tokens/${SBTC}`)).body.document?.problem
  await expect
    .poll(problem, { timeout: 60_000 })
    .toBe('The host has an address that is not public.')
  const { token_follower } = (await getJson(`${cairn.origin}/health`)).body
  expect(token_follower.state).toBe('following')
  expect(cairn.output()).toMatch(/^Token contracts: [\d,]+ read, [\d,]+ due\.$/m)
  await cairn.stop()
  expect(cairn.child.exitCode).toBe(0)
})

test('the demo has six tokens of its own, from its first block on at each start', async () => {
  const settings = { DATA_DIR: makeFolder() }
  for (let starts = 0; starts < 2; starts++) {
    const cairn = await startCairn(settings, ['demo'])
    const total = async () => (await getJson(`${cairn.origin}/metadata/v1/ft`)).body.total
    expect(await total()).toBe(0)
    await expect.poll(total, { timeout: 60_000 }).toBe(6)
    await cairn.stop()
  }
})

test('index follows alone, verify proves the index, and --rebuild begins anew', async () => {
  const node = createDemoNode()
  const { url } = await serve(node)
  const settings = { DATA_DIR: makeFolder(), BITCOIN_RPC_URL: url }
  expect(await runToExit(settings, ['verify'])).toEqual({
    code: 1,
    output: expect.stringContaining('There is no index of runes in'),
  })
  const service = await startCairn(settings)
  await expect
    .poll(async () => (await getJson(`${service.origin}/runes/v1/`)).body, { timeout: 60_000 })
    .toMatchObject({ status: 'ready', block_height: 299 })
  expect(await runToExit(settings, ['index', '--rebuild'])).toEqual({
    code: 1,
    output: expect.stringMatching(/another/i),
  })
  const verified = await runToExit(settings, ['verify'])
  expect(verified).toEqual({
    code: 0,
    output: expect.stringMatching(
      /Verified at block 299: supply = balances = outputs for all \d+ runes\./,
    ),
  })
  expect(await readAbout(service.origin)).toMatchObject({ verified: { block_height: 299 } })
  await service.stop()

  const file = new Libsql(join(settings.DATA_DIR, 'runes-node.db'))
  file.exec(`UPDATE balances SET amount = replace(amount, '1', '2')`)
  file.close()
  const wrong = await runToExit(settings, ['verify'])
  expect([wrong.code, wrong.output]).toEqual([
    1,
    expect.stringMatching(/runes are wrong\. Rebuild/),
  ])
  const outdated = new Libsql(join(settings.DATA_DIR, 'runes-node.db'))
  outdated.exec(`UPDATE meta SET value = '0' WHERE part = 'runes' AND name = 'version'`)
  outdated.close()
  expect(await runToExit(settings, ['verify'])).toEqual({
    code: 1,
    output: expect.stringContaining('Another version of Cairn made this index. Rebuild it with'),
  })
  await runUntil(settings, ['index', '--rebuild'], /299/)
  expect(await runToExit(settings, ['verify'])).toMatchObject({ code: 0 })
})

test.each([
  ['a database that Cairn did not create', 'other.db', /is a database that Cairn did not create/],
  ['a file that is no database', 'text', /is not a database/],
])('%s is refused and not changed', async (_, kind, sentence) => {
  const folder = makeFolder()
  const file = join(folder, 'tokens-bundled.db')
  if (kind === 'text') writeFileSync(file, 'Dear reader, this is no database. '.repeat(100))
  else {
    const other = new Libsql(file)
    other.exec('CREATE TABLE letters (a TEXT)')
    other.close()
  }
  const before = readFileSync(file)
  const { code, output } = await runToExit({ DATA_DIR: folder, PORT: '0' })
  expect([code, output]).toEqual([1, expect.stringMatching(sentence)])
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(readFileSync(file)).toEqual(before)
})

test('a folder that is not writable ends the start with a sentence', async () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')
  for (const folder of [`${file}/data`, '/proc/nowhere']) {
    const { code, output } = await runToExit({ DATA_DIR: folder, PORT: '0' })
    expect([code, output]).toEqual([1, expect.stringContaining('cannot be opened for writing')])
    expect(output.trim().split('\n')).toHaveLength(1)
  }
})

test('a port in use ends the start with a sentence', async () => {
  const blocker = createServer()
  const port = String(await listen(blocker))
  onTestFinished(() => void blocker.close())
  const { code, output } = await runToExit({ DATA_DIR: inject('dataFolder'), PORT: port })
  expect([code, output]).toEqual([1, expect.stringContaining(`Port ${port} is in use.`)])
})

test('an index of another network is refused with what to do', async () => {
  const folder = makeFolder()
  copyFileSync(join(inject('dataFolder'), 'runes-bundled.db'), join(folder, 'runes-node.db'))
  const { url } = await serve(createShortChain())
  const settings = { DATA_DIR: folder, BITCOIN_RPC_URL: url }
  await runUntil(settings, ['index'], /is of the network main, the node is on regtest/)
  rmSync(join(folder, 'runes-node.db'))
})

test('index ends when one of its followers has stopped for good', async () => {
  const folder = makeFolder()
  const file = join(folder, 'runes-node.db')
  copyFileSync(join(inject('dataFolder'), 'runes-bundled.db'), file)
  const outdated = new Libsql(file)
  outdated.exec(`UPDATE meta SET value = '0' WHERE part = 'runes' AND name = 'version'`)
  outdated.close()
  const { url } = await serve(createShortChain())
  const STACKS_NODE_URL = await new TestStacksNode().serve()
  const settings = { DATA_DIR: folder, BITCOIN_RPC_URL: url, STACKS_NODE_URL }
  expect(await runToExit(settings, ['index'])).toEqual({
    code: 1,
    output: expect.stringContaining('Another version of Cairn made this index. Rebuild it with'),
  })
  rmSync(file)
})

const WRONG: [setting: string, value: string, sentence: string][] = [
  [
    'ARWEAVE_DOCUMENT_GATEWAYS',
    'https://a.example,',
    'ARWEAVE_DOCUMENT_GATEWAYS must be https addresses',
  ],
  ['BITCOIN_RPC_URL', 'ftp://x', 'BITCOIN_RPC_URL must be an http or https address'],
  ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be a PostgreSQL address'],
  ['DATA_DIR', '', 'DATA_DIR must not be empty.'],
  ['HOST', '', 'HOST must not be empty.'],
  ['IMAGE_HOSTS', 'https://images.example', 'IMAGE_HOSTS must be "none", or host names'],
  ['IPFS_DOCUMENT_GATEWAYS', 'http://a.example', 'IPFS_DOCUMENT_GATEWAYS must be https addresses'],
  ['IPFS_GATEWAY', 'http://ipfs.example', 'IPFS_GATEWAY must be an https address without a path'],
  ['PORT', 'http', 'PORT must be a whole number from 0 to 65535.'],
  ['STACKS_NODE_URL', 'http://me:100%@a.example', 'STACKS_NODE_URL has a malformed user'],
  ['STACKS_RATE', '0', 'STACKS_RATE must be a whole number from 1 to 1000.'],
  ['TOKEN_DOCUMENTS', 'some', 'TOKEN_DOCUMENTS must be fetch or none.'],
  ['TOKEN_LIST', 'nowhere.json', 'TOKEN_LIST must be a JSON file'],
  ['TRUST_PROXY', 'everyone', 'TRUST_PROXY must be addresses, networks'],
]

test('each invalid setting is reported with a sentence, all at once', async () => {
  const settings = Object.fromEntries(WRONG.map(([setting, value]) => [setting, value]))
  const { code, output } = await runToExit(settings)
  expect(code).toBe(1)
  expect(output.trim().split('\n').sort()).toEqual(
    WRONG.map(([, , sentence]) => expect.stringContaining(sentence)),
  )
})

test('settings are read from .env in the working folder, and the environment has priority', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, '.env'), '# comment\nPORT=many\nIPFS_GATEWAY="some"\n')
  const { code, output } = await runToExit({ PORT: '0' }, [], folder)
  expect([code, output.trim()]).toEqual([
    1,
    expect.stringMatching(/^IPFS_GATEWAY must be an https address without a path.*$/),
  ])
})

test('--help lists every setting and starts nothing', async () => {
  const { code, output } = await runToExit({}, ['--help'])
  expect(code).toBe(0)
  for (const { name, default: preset } of SETTINGS) {
    expect(output).toContain(preset === undefined ? `  ${name}\n` : `  ${name} [${preset}]\n`)
  }
  expect(output).not.toContain('Cairn is at')
})

test.each([
  [['--port', '80'], '--port'],
  [['db:prepare'], 'db:prepare'],
  [['verify', '--rebuild'], '--rebuild'],
])('the arguments %j are refused with a sentence', async (args, unknown) => {
  const { code, output } = await runToExit({}, args)
  expect([code, output.trim()]).toEqual([
    1,
    `Unknown argument ${unknown}. Settings are environment variables; --help lists them.`,
  ])
})

test('index without a node ends with a sentence', async () => {
  const settings = { DATA_DIR: makeFolder() }
  const stacks = { ...settings, STACKS_NODE_URL: 'http://127.0.0.1:1' }
  const needsEither = /^Set BITCOIN_RPC_URL to .* or STACKS_NODE_URL to/
  const needsBitcoin = /^--rebuild indexes the runes .*\. Set BITCOIN_RPC_URL to its address\.$/
  for (const [given, args, sentence] of [
    [settings, ['index'], needsEither],
    [settings, ['index', '--rebuild'], needsBitcoin],
    [stacks, ['index', '--rebuild'], needsBitcoin],
  ] as const) {
    const { code, output } = await runToExit(given, [...args])
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(sentence)])
  }
})
