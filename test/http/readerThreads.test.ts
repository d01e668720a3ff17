import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { isList } from '../../src/contract/endpoint.ts'
import { readInWorkers } from '../../src/service/readers/readInWorkers.ts'
import { BLOCK, LONGCOIN } from '../support/bundledIds.ts'
import { readExampleRequests } from '../support/exampleRequests.ts'
import { newFile } from '../support/indexFollower.ts'
import { bundledData } from '../support/servedData.ts'
import { startCairn } from '../support/startCairn.ts'
import { getJson, startService } from '../support/startService.ts'

const FOLDER = inject('dataFolder')

/** The built program over the bundled data, which reads in two threads. */
async function startBuilt() {
  const server = inject('engine') === 'postgres' ? inject('postgresServer') : undefined
  const url = server?.replace(/\/\/.*@(.*)\/.*/, '//reader:reader@$1/bundled')
  const cairn = await startCairn({ DATA_DIR: FOLDER, ...(url && { DATABASE_URL: url }) })
  onTestFinished(cairn.stop)
  return cairn
}

async function readWithHeaders(url: string) {
  const response = await fetch(url)
  const headers = ['Content-Type', 'ETag', 'Cache-Tag', 'Cache-Control', 'Retry-After', 'Vary'].map(
    (name) => response.headers.get(name),
  )
  return { status: response.status, headers, text: await response.text() }
}

test('the built program, which reads in threads, answers every request as one thread does', async () => {
  const [built, inThread] = [await startBuilt(), await startService()]
  const requests = await readExampleRequests(inThread)
  // Its version and, on PostgreSQL, its source are others.
  const paths = requests.filter(
    ({ name }) => !/^(health|about|runesStatus|tokensStatus|decodeTransaction)/.test(name),
  )
  const refused = [
    '/explorer/v1/runes/99:9',
    '/explorer/v1/runes/no%20rune',
    '/explorer/v1/blocks?limit=0',
    '/explorer/v1/blocks/999999/movements.csv',
    `/runes/v1/transactions/${'0'.repeat(64)}/activity`,
    `/metadata/v1/ft/${LONGCOIN}?locale=xx`,
    '/metadata/v1/ft/SP000000000000000000002Q6VF78.none',
    '/explorer/v1/search?q=',
  ]
  const exports = paths
    .filter(({ endpoint }) => isList(endpoint))
    .map(({ path }, index) => path.replace(/(\?|$)/, index === 0 ? '.ndjson$1' : '.csv$1'))
  for (const path of [...paths.map((it) => it.path), ...refused, ...exports]) {
    expect([path, await readWithHeaders(built.origin + path)]).toEqual([
      path,
      await readWithHeaders(inThread + path),
    ])
  }
  const metrics = await (await fetch(`${built.origin}/metrics`)).text()
  const queries = /duration_seconds_count\{outcome="succeeded"\} (\d+)/.exec(metrics)?.[1]
  expect(Number(queries)).toBeGreaterThan(paths.length)
  const open = /cairn_database_connections\{database="runes",state="open"\} (\d+)/.exec(
    metrics,
  )?.[1]
  // At least one of each thread.
  if (inject('engine') === 'postgres') expect(Number(open)).toBeGreaterThanOrEqual(3)
}, 240_000)

/** A service whose reader threads do as `dyingReader.mjs` says. */
function startHostile(): Promise<string> {
  const limits = { connections: 1, timeoutMs: 0 }
  const placeOf = (file: string) => ({ address: `file:${join(FOLDER, file)}`, limits })
  const places = { runes: placeOf('runes-bundled.db'), tokens: placeOf('tokens-bundled.db') }
  return startService({
    data: {
      ...bundledData(),
      openReader: (facts, hooks) =>
        readInWorkers(resolve('test/support/dyingReader.mjs'), { ...facts, stores: places }, hooks),
    },
  })
}

const activityOf = (block: number | string) => `/runes/v1/blocks/${block}/activity`

test.skipIf(inject('engine') === 'postgres')(
  'a slow answer occupies one thread, and others go on',
  async () => {
    const release = newFile()
    process.env.RELEASE_FILE = release
    const origin = await startHostile()
    const slow = fetch(origin + activityOf(777))
    for (let block = 0; block < 20; block++) {
      expect((await fetch(origin + activityOf(block))).status).toBe(200)
    }
    expect(existsSync(release)).toBe(false)
    writeFileSync(release, '')
    expect((await slow).status).toBe(200)
  },
)

test.skipIf(inject('engine') === 'postgres')(
  'if a reader thread dies, its requests get a 503, and it is started again',
  async () => {
    const origin = await startHostile()
    for (let death = 0; death < 2; death++) {
      const { status, headers } = await getJson(origin + activityOf(666))
      expect([status, headers.get('Retry-After')]).toEqual([503, '1'])
    }
    await expect.poll(async () => (await fetch(origin + activityOf(BLOCK))).status).toBe(200)
    expect((await fetch(`${origin}/health/live`)).status).toBe(200)
  },
)
