import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../src/service/database/database.ts'
import { createLogger } from '../../src/service/observability/logger.ts'
import { emptyDatabase } from '../support/ownDatabase.ts'
import { expectSameResponse, readCacheStatus, readResponse } from '../support/responses.ts'
import { startMirror } from '../support/startMirror.ts'
import { startUpstream } from '../support/startUpstream.ts'

const LONGCOIN = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SAMPLE = '/metadata/v1/ft/ST000000000000000000002AMW42H.cairn-sample'
const UNKNOWN = '/metadata/v1/ft/SP000000000000000000002Q6VF78.not-a-token'
const BLOCK = '/runes/v1/blocks/849250/activity'
const SAMPLE_BLOCK = '/runes/v1/blocks/999999999/activity'
const DAY = 86_400

test('a hundred concurrent requests send one upstream request, and later ones none', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  const send = (_: unknown, index: number) =>
    readResponse(mirror.origin, `${LONGCOIN}?locale=&_=${index}`)
  const responses = await Promise.all(Array.from({ length: 100 }, send))
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  expect(source.requests).toEqual([LONGCOIN])
  await readResponse(mirror.origin, LONGCOIN)
  expect(source.requests).toHaveLength(1)
})

test('stored upstream responses are served after a restart', async () => {
  const source = await startUpstream()
  const databaseUrl = await emptyDatabase()
  const first = await startMirror(source.origin, { databaseUrl })
  const before = await readResponse(first.origin, LONGCOIN)
  await source.stop()
  const second = await startMirror(source.origin, { databaseUrl })
  expect(await readResponse(second.origin, LONGCOIN)).toEqual(before)
})

test('upstream responses are served even if the database cannot store them', async () => {
  const lines: string[] = []
  const source = await startUpstream()
  const mirror = await startMirror(source.origin, {
    logger: createLogger('info', { write: (line) => lines.push(line) }),
    wrap: (database) => ({
      ...database,
      query: async (sql, parameters) => {
        if (sql.includes('upstream_responses')) throw new Error('read-only')
        return database.query(sql, parameters)
      },
    }),
  })
  for (const path of [LONGCOIN, LONGCOIN, BLOCK]) {
    await expectSameResponse([source.origin, mirror.origin], path)
  }
  expect(lines.join('')).toContain('cannot be stored in the database')
  expect(lines).toHaveLength(1)
})

test('cached upstream tokens are served while the database cannot be read', async () => {
  let isDown = false
  const source = await startUpstream()
  const mirror = await startMirror(source.origin, {
    wrap: (database) => ({
      ...database,
      query: async (sql, parameters) => {
        if (sql.includes('upstream_responses')) throw new Error('read-only')
        if (isDown) throw new DatabaseUnavailable()
        return database.query(sql, parameters)
      },
    }),
  })
  const before = await readResponse(mirror.origin, LONGCOIN)
  isDown = true
  expect(await readResponse(mirror.origin, `${LONGCOIN}?locale=`)).toEqual(before)
})

test('responses have an Age header and are refreshed when they are stale', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  expect(await readCacheStatus(mirror.origin, LONGCOIN)).toMatchObject({ how: 'fwd=uri-miss' })
  mirror.advanceClock(200)
  const cached = await fetch(mirror.origin + LONGCOIN)
  expect(cached.headers.get('Cache-Status')).toMatch(/^cairn; hit; ttl=\d+$/)
  expect(Number(cached.headers.get('Age'))).toBeGreaterThanOrEqual(200)
  expect(cached.headers.get('Access-Control-Expose-Headers')).toMatch(/Age.*Cache-Status/)
  mirror.advanceClock(101)
  await mirror.untilFresh(LONGCOIN)
  expect(source.requests).toHaveLength(2)
})

test('a response read before the wall clock was set back has the age 0 and is refreshed', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  await readResponse(mirror.origin, LONGCOIN)
  mirror.shiftWallClock(-3600)
  // Past the second for which the response itself is cached.
  mirror.advanceClock(2)
  const again = await fetch(mirror.origin + LONGCOIN)
  expect(Number(again.headers.get('Age'))).toBe(0)
  await mirror.untilFresh(LONGCOIN)
  expect(source.requests).toEqual([LONGCOIN, LONGCOIN])
})

test('final blocks are not requested again, but lists without records are', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  const emptyList = '/runes/v1/blocks/1/activity?offset=0&limit=20'
  const paths = [`${SAMPLE_BLOCK}?offset=0&limit=20`, emptyList, UNKNOWN, `${SAMPLE}-in-progress`]
  for (const path of paths) await readResponse(mirror.origin, path)
  expect(source.requests.splice(0)).toEqual(paths)
  mirror.advanceClock(11)
  for (const path of paths) await readResponse(mirror.origin, path)
  expect(source.requests.splice(0)).toEqual([`${SAMPLE}-in-progress`])
  mirror.advanceClock(DAY)
  for (const path of paths.slice(0, 3)) await readResponse(mirror.origin, path)
  expect(source.requests.splice(0)).toEqual([emptyList, UNKNOWN])
})

test('a page rendered with upstream data is cached as long as the data and served stale if the upstream service is gone', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin, { pages: 'server-rendered' })
  const openPage = async () => {
    const path = '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
    return (await readResponse(mirror.origin, path, { Accept: 'text/html' })).text
  }
  // A page sent before its data arrived is not cached.
  await expect.poll(openPage).toContain('888,888,888,888.888888')
  expect(await openPage()).not.toContain('No newer data has been retrieved yet.')
  mirror.advanceClock(301)
  source.requests.length = 0
  await openPage()
  expect(source.requests).toContain(LONGCOIN)
  await source.stop()
  mirror.advanceClock(DAY)
  await expect.poll(openPage).toContain('No newer data has been retrieved yet.')
  expect(await openPage()).toContain('888,888,888,888.888888')
})
