import { expect, test } from 'vitest'
import { type Database, DatabaseUnavailable } from '../../src/service/database/database.ts'
import { getJson, startService } from '../support/startService.ts'

const ABOUT = '/explorer/v1/about'
const BLOCK = '/runes/v1/blocks/849250/activity'

test('revalidations and cached responses do not query the database', async () => {
  const queries: string[] = []
  const origin = await startService({ wrap: (database) => count(database, queries) })
  for (const path of [
    BLOCK,
    ABOUT,
    '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
  ]) {
    const first = await fetch(origin + path)
    await first.text()
    queries.length = 0
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' }
    const again = await fetch(origin + path, { headers })
    expect(again.status).toBe(304)
    expect((await fetch(origin + path)).status).toBe(200)
    expect((await fetch(origin + path, { method: 'HEAD' })).status).toBe(200)
    expect(queries).toEqual([])
  }
})

test('equal concurrent requests send the same queries as one', async () => {
  const alone: string[] = []
  const one = await startService({ wrap: (database) => count(database, alone) })
  await fetch(one + BLOCK)
  const together: string[] = []
  const many = await startService({ wrap: (database) => count(database, together) })
  const responses = await Promise.all(Array.from({ length: 50 }, () => fetch(many + BLOCK)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(together).toEqual(alone)
})

test('a cached response equals the original in every content coding and method', async () => {
  const origin = await startService()
  for (const coding of ['br', 'gzip', 'identity']) {
    const headers = { 'Accept-Encoding': coding }
    const send = async (method: string) => {
      const response = await fetch(origin + BLOCK, { headers, method })
      const fields = new Map(response.headers)
      // These differ for each connection or request.
      for (const name of ['date', 'connection', 'keep-alive', 'x-request-id']) fields.delete(name)
      return { fields, text: await response.text() }
    }
    const [original, cached, head] = [await send('GET'), await send('GET'), await send('HEAD')]
    expect(cached).toEqual(original)
    expect(head).toEqual({ fields: original.fields, text: '' })
  }
})

test('while the database cannot be read, final records are served from the cache and other requests get a 503', async () => {
  let [isDown, seconds] = [false, 0]
  const failing = (database: Database): Database => {
    const whileUp = <Result>(work: () => Promise<Result>) =>
      isDown ? Promise.reject(new DatabaseUnavailable('away')) : work()
    return {
      ...database,
      dataVersion: (part) => whileUp(() => database.dataVersion(part)),
      query: (sql, parameters) => whileUp(() => database.query(sql, parameters)),
    }
  }
  const origin = await startService({ wrap: failing, monotonicMs: () => seconds * 1000 })
  const [block, about] = [await getJson(origin, BLOCK), await getJson(origin, ABOUT)]
  isDown = true
  seconds += 5
  const final = await getJson(origin, BLOCK)
  expect([final.status, final.body]).toEqual([200, block.body])
  const refused = await getJson(origin, ABOUT)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  isDown = false
  seconds += 5
  expect((await getJson(origin, ABOUT)).body).toEqual(about.body)
})

function count(database: Database, queries: string[]): Database {
  return {
    ...database,
    query: (sql, parameters) => {
      queries.push(sql)
      return database.query(sql, parameters)
    },
  }
}
