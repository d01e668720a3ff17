import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { expect, inject, onTestFinished, test } from 'vitest'
import { SETTINGS } from '../../src/service/settings.ts'
import { runToExit, startAndKill, startCairn } from '../support/startCairn.ts'
import { getJson } from '../support/startService.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the first start fills the database and prints its URL, and the second uses the filled database', async () => {
  const file = join(newFolder(), 'new', 'cairn.db')
  const first = await startCairn(file)
  expect(first.output()).toContain('Filling the database from the snapshot')
  expect(first.output().match(/http:\/\/127\.0\.0\.1:\d+\/(token|tx|block)\//g)).toHaveLength(3)
  const about = await getJson(first.origin, '/explorer/v1/about')
  await first.stop()

  const second = await startCairn(file)
  expect(second.output()).not.toContain('Filling')
  expect((await getJson(second.origin, '/explorer/v1/about')).body).toEqual(about.body)
  await second.stop()
})

test('a service without the snapshot reads all data from the upstream service', async () => {
  const source = inject('cairnOrigin')
  const mirror = await startCairn(join(newFolder(), 'cairn.db'), {
    SNAPSHOT: 'none',
    UPSTREAM_URL: `${source}/`,
  })
  expect(mirror.output()).not.toContain('Filling')
  const about = await getJson(mirror.origin, '/explorer/v1/about')
  expect(about.body).toMatchObject({ tokens: 0, records: 0, blocks: [] })
  const html = { headers: { Accept: 'text/html' } }
  const links = mirror.output().matchAll(/(?<=:\d+)\/(token|tx|block)\/\S+/g)
  for (const path of ['/', ...[...links].map(([link]) => link)]) {
    expect((await fetch(mirror.origin + path, html)).status, path).toBe(200)
  }
  const path = '/runes/v1/blocks/849250/activity?limit=100'
  const [one, other] = await Promise.all(
    [source, mirror.origin].map((origin) => fetch(origin + path)),
  )
  expect(await other?.text()).toBe(await one?.text())
  await mirror.stop()
})

test('a database that Cairn did not create is rejected and not changed', async () => {
  const file = join(newFolder(), 'other.db')
  const other = new Libsql(file)
  other.exec('CREATE TABLE letters (a TEXT)')
  other.close()
  const before = readFileSync(file)
  const { code, output } = await runToExit({ DATABASE_URL: `file:${file}`, PORT: '0' })
  expect(code).toBe(1)
  expect(output).toContain('is a database that Cairn did not create')
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(readFileSync(file)).toEqual(before)
})

test('a file that is not a database is rejected and not changed', async () => {
  const file = join(newFolder(), 'letter.txt')
  writeFileSync(file, 'Dear reader, this is no database. '.repeat(100))
  const { code, output } = await runToExit({ DATABASE_URL: `file:${file}`, PORT: '0' })
  expect(code).toBe(1)
  expect(output).toContain('is not a database')
  expect(readFileSync(file, 'utf8')).toContain('Dear reader')
})

test('a database in a folder that is not writable ends the start with a message', async () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  for (const path of [`${file}/cairn.db`, '/proc/nowhere/cairn.db', newFolder()]) {
    const { code, output } = await runToExit({ DATABASE_URL: `file:${path}`, PORT: '0' })
    expect(code).toBe(1)
    expect(output).toContain('cannot be opened for writing')
    expect(output.trim().split('\n')).toHaveLength(1)
  }
})

test('a port in use ends the start with a message', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => blocker.once('listening', listening))
  const address = blocker.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const database = `file:${inject('databaseFile')}`
  const { code, output } = await runToExit({ DATABASE_URL: database, PORT: port })
  blocker.close()
  expect(code).toBe(1)
  expect(output).toContain(`Port ${port} is in use.`)
})

const WRONG: [setting: string, value: string, message: string][] = [
  ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be file: and the path'],
  ['DATA_DIR', '', 'DATA_DIR must not be empty.'],
  ['HEX_PREFIX', 'yes', 'HEX_PREFIX must be "0x" or "none".'],
  ['HOST', '', 'HOST must not be empty.'],
  [
    'IMAGE_HOSTS',
    'https://images.example',
    'IMAGE_HOSTS must be "none", or host names such as images.example, separated by commas.',
  ],
  [
    'IPFS_GATEWAY',
    'http://ipfs.example',
    'IPFS_GATEWAY must be an https address without a path, such as https://ipfs.example.',
  ],
  ['PORT', 'http', 'PORT must be a whole number from 0 to 65535.'],
  ['SNAPSHOT', 'some', 'SNAPSHOT must be "filled" or "none".'],
  ['UPSTREAM_MAX_AGE', '5m', 'UPSTREAM_MAX_AGE must be a whole number from 0 to 99999999.'],
  ['UPSTREAM_RUNES_URL', 'https://a.example/?key=1', 'UPSTREAM_RUNES_URL must be an http'],
  ['UPSTREAM_TIMEOUT', '0', 'UPSTREAM_TIMEOUT must be a whole number from 1 to 999.'],
  ['UPSTREAM_TOKENS_URL', 'https://me:pass@a.example', 'UPSTREAM_TOKENS_URL must be an http'],
  ['UPSTREAM_URL', 'ftp://x', 'UPSTREAM_URL must be an http or https address without a query,'],
]

test('each invalid setting is reported with a message, all at once', async () => {
  const { code, output } = await runToExit(
    Object.fromEntries(WRONG.map(([setting, value]) => [setting, value])),
  )
  expect(code).toBe(1)
  expect(output.trim().split('\n').sort()).toEqual(
    WRONG.map(([, , message]) => expect.stringContaining(message)),
  )
})

test('a single invalid setting is reported with one message', async () => {
  const { code, output } = await runToExit({ PORT: '70000' })
  expect([code, output.trim()]).toEqual([1, 'PORT must be a whole number from 0 to 65535.'])
})

test('settings are read from .env in the working folder, and the environment has priority', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, '.env'), '# comment\nPORT=many\nSNAPSHOT="some"\n')
  const { code, output } = await runToExit({ PORT: '0' }, [], folder)
  expect([code, output.trim()]).toEqual([1, 'SNAPSHOT must be "filled" or "none".'])
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
  ['--port', '80'],
  ['db:prepare', '--port'],
])('an unknown argument is rejected with a message: %s %s', async (...args) => {
  const { code, output } = await runToExit({}, args)
  expect(code).toBe(1)
  expect(output.trim()).toMatch(/^Unknown argument --port\. .*--help lists them\.$/)
})

test('after a start was killed while filling the database, the next start completes it', async () => {
  const file = join(newFolder(), 'cairn.db')
  await startAndKill(file, /Filling/)
  const cairn = await startCairn(file)
  expect(cairn.output()).toContain('Filling')
  const { body } = await getJson(cairn.origin, '/explorer/v1/about')
  expect(body).toMatchObject({ tokens: 3661, runes: 178, records: 17_283 })
  await cairn.stop()
})

test('two processes can start at the same time on a new database', async () => {
  const file = join(newFolder(), 'cairn.db')
  const both = await Promise.all([startCairn(file), startCairn(file)])
  for (const { origin } of both) {
    const { body } = await getJson(origin, '/explorer/v1/about')
    expect(body).toMatchObject({ tokens: 3661, records: 17_283 })
  }
  await Promise.all(both.map(({ stop }) => stop()))
})
