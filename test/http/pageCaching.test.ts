import { expect, test } from 'vitest'
import { type Database, DatabaseUnavailable } from '../../src/service/database/database.ts'
import { getPage, startPages } from '../support/getPage.ts'
import { getJson } from '../support/startService.ts'

test('an unchanged page has the same bytes and is revalidated with a 304', async () => {
  const [one, other] = [await startPages(), await startPages()]
  const [first, second] = [
    await getPage(one, '/block/849250'),
    await getPage(other, '/block/849250'),
  ]
  expect(first.html.replaceAll(one, '')).toBe(second.html.replaceAll(other, ''))
  const etag = first.response.headers.get('ETag') ?? ''
  const again = await fetch(`${one}/block/849250`, {
    headers: { Accept: 'text/html', 'If-None-Match': `"x", ${etag}` },
  })
  expect([again.status, await again.text()]).toEqual([304, ''])
  for (const name of ['ETag', 'Vary', 'Content-Security-Policy']) {
    expect(again.headers.get(name)).toBe(first.response.headers.get(name))
  }
})

test('concurrent requests for a page query the database once, and again after the data changes', async () => {
  let [reads, version, seconds] = [0, 'one', 0]
  const wrap = (database: Database): Database => ({
    ...database,
    dataVersion: async () => version,
    query: (sql, parameters) => {
      if (sql.includes('OFFSET')) reads++
      return database.query(sql, parameters)
    },
  })
  const origin = await startPages(wrap, { monotonicMs: () => seconds * 1000 })
  const read = () => getPage(origin, '/block/849250')
  const pages = await Promise.all(Array.from({ length: 20 }, read))
  await read()
  expect(new Set(pages.map(({ html }) => html)).size).toBe(1)
  expect(reads).toBe(1)
  version = 'two'
  seconds += 5
  await read()
  expect(reads).toBe(2)
})

test('with a slow database, the page shell is sent and not cached', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const wrap = (database: Database): Database => ({
    ...database,
    query: async (sql, parameters) => {
      await released
      return database.query(sql, parameters)
    },
  })
  const origin = await startPages(wrap, { pageBudgetMs: 250 })
  const shell = await getPage(origin, '/block/849250')
  expect(shell.response.status).toBe(200)
  expect(shell.response.headers.get('Cache-Control')).toBe('no-store')
  expect(shell.document.querySelector('h1')?.textContent).toBe('849,250')
  expect(shell.document.body.textContent).toContain('Loading the activity of the block')
  release()
  const readPage = async () => (await getPage(origin, '/block/849250')).document.body.textContent
  await expect.poll(readPage).toContain('4,756 records')
})

test('if the database cannot be read, responses are a 503 with Retry-After', async () => {
  let isDown = true
  const origin = await startPages((database) => ({
    ...database,
    query: async (sql, parameters) => {
      if (isDown) throw new DatabaseUnavailable('busy')
      return database.query(sql, parameters)
    },
  }))
  for (const path of ['/block/849250', '/search?q=dog']) {
    const { response, document, meta } = await getPage(origin, path)
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(meta('robots')).toBe('noindex')
    expect(document.body.textContent).toContain('The service is unavailable')
  }
  const response = await fetch(`${origin}/runes/v1/blocks/849250/activity`)
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5'])
  isDown = false
  expect((await getPage(origin, '/block/849250')).response.status).toBe(200)
})

test('error responses at the path of a page are not cached and have a Vary header', async () => {
  const origin = await startPages()
  const init = { headers: { Accept: 'application/json' } }
  for (const [path, status] of [
    ['/block/849250?limit=5000', 400],
    ['/nowhere', 404],
  ] as const) {
    const refused = await getJson(origin, path, init)
    expect(refused.status).toBe(status)
    expect(refused.headers.get('Vary')).toContain('Accept')
    expect(refused.headers.get('Cache-Control')).toBe('no-store')
  }
})
