import { describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { countWrite } from '../../src/database/meta.ts'
import { BLOCK, BLOCK_HASH, LONGCOIN } from '../support/bundledIds.ts'
import { getPage } from '../support/getPage.ts'
import { createDeepNode, createShortChain } from '../support/indexFollower.ts'
import { requestWithHost } from '../support/requestWithHost.ts'
import { bundledData, followNode } from '../support/servedData.ts'
import { failWhile, getJson, hastyClock, startService } from '../support/startService.ts'
import { databaseWith } from '../support/tokens/databases.ts'

const ABOUT = '/explorer/v1/about'
const ACTIVITY = `/runes/v1/blocks/${BLOCK}/activity`
const PAGE = `/block/${BLOCK}`

async function countEntries(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(/\ncairn_cache_entries (\d+)/.exec(metrics)?.[1])
}

/** Notes the queries, but those that read the state of the chain. */
function noteQueries(queries: string[]) {
  return (database: Database): Database => ({
    ...database,
    query: (sql, parameters) => {
      if (!/FROM (blocks ORDER BY height DESC|meta|sqlite_master)/.test(sql)) queries.push(sql)
      return database.query(sql, parameters)
    },
  })
}

describe('the cache of responses', () => {
  test('requests that differ only in form, defaults or unknown parameters share a response', async () => {
    const origin = await startService()
    for (const path of [
      ACTIVITY,
      `${ACTIVITY}?limit=20`,
      `${ACTIVITY}?offset=0&limit=20`,
      `${ACTIVITY}?utm_source=x&offset=0`,
      `/runes/v1/blocks/0${BLOCK}/activity`,
      `/runes/blocks/${BLOCK}/activity`,
    ]) {
      expect((await fetch(origin + path)).status).toBe(200)
    }
    expect(await countEntries(origin)).toBe(1)
    for (const form of [BLOCK_HASH, `0x${BLOCK_HASH}`, BLOCK_HASH.toUpperCase()]) {
      expect((await fetch(`${origin}/runes/v1/blocks/${form}/activity`)).status).toBe(200)
    }
    expect(await countEntries(origin)).toBe(2)
  })

  test('a cached response needs no query, and is the same in every coding and method', async () => {
    const queries: string[] = []
    const origin = await startService({ wrap: noteQueries(queries) })
    for (const path of [ACTIVITY, ABOUT, `/metadata/v1/ft/${LONGCOIN}`]) {
      const first = await fetch(origin + path)
      await first.text()
      queries.length = 0
      const known = { 'If-None-Match': first.headers.get('ETag') ?? '' }
      expect((await fetch(origin + path, { headers: known })).status).toBe(304)
      for (const coding of ['br', 'gzip', 'identity']) {
        const send = async (method: string) => {
          const headers = { 'Accept-Encoding': coding }
          const response = await fetch(origin + path, { headers, method })
          const fields = new Map(response.headers)
          // These differ for each connection or request.
          for (const name of ['date', 'connection', 'keep-alive', 'x-request-id'])
            fields.delete(name)
          return { fields, text: await response.text() }
        }
        const [one, other, head] = [await send('GET'), await send('GET'), await send('HEAD')]
        expect(other).toEqual(one)
        expect(head).toEqual({ fields: one.fields, text: '' })
      }
      expect(queries).toEqual([])
    }
  })

  test('equal concurrent requests send the same queries as one', async () => {
    const [alone, together]: string[][] = [[], []]
    const one = await startService({ wrap: noteQueries(alone ?? []) })
    await fetch(one + ACTIVITY)
    const many = await startService({ wrap: noteQueries(together ?? []) })
    const responses = await Promise.all(Array.from({ length: 50 }, () => fetch(many + ACTIVITY)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(together).toEqual(alone)
    expect(alone).not.toEqual([])
  })

  test('responses are current after each block, also after one is replaced', async () => {
    const node = createShortChain()
    const data = await followNode(node)
    const origin = await startService({
      data,
      monotonicMs: hastyClock(),
      pages: 'server-rendered',
    })
    const read = async () => (await getJson(`${origin}/explorer/v1/blocks`)).body.results[0]
    for (const change of [() => {}, () => node.invalidate(node.tip.height)]) {
      change()
      await read()
      const { height, hash } = node.mine()
      await data.following.untilTip()
      expect(await read()).toMatchObject({ block_height: height, block_hash: hash })
      expect((await getPage(origin, `/block/${height}`)).html).toContain(hash)
    }
  })

  test('while the database is away, records of final blocks are served, and others get a 503', async () => {
    const node = createDeepNode()
    const data = await followNode(node)
    const last = node.tip.height - 200
    let isDown = false
    const origin = await startService({
      data,
      wrap: failWhile(() => isDown),
      monotonicMs: hastyClock(),
    })
    const path = (height: number) => `${origin}/runes/v1/blocks/${height}/activity`
    // A reorganisation takes back 200 blocks at most.
    const [final, late] = [await getJson(path(last)), await getJson(path(last + 1))]
    expect([final.headers.get('Cache-Tag'), late.headers.get('Cache-Tag')]).toEqual([
      'final',
      'tip',
    ])
    const blocks = [final, late].map(({ headers }) => headers.get('Block-Height'))
    expect(blocks).toEqual([null, String(node.tip.height)])
    isDown = true
    expect(await getJson(path(last))).toMatchObject({ status: 200, body: final.body })
    const refused = await getJson(path(last + 1))
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
    isDown = false
    expect((await getJson(path(last + 1))).body).toEqual(late.body)
  })

  test('the outputs of a transaction are never final, because new blocks spend them', async () => {
    const node = createDeepNode()
    while (node.tip.height < 240) node.mine()
    const origin = await startService({ data: await followNode(node) })
    const movements = await getJson(`${origin}/explorer/v1/blocks/40/movements`)
    const path = `/explorer/v1/transactions/${movements.body.results[0].place.tx_id}/outputs`
    const { body, headers } = await getJson(origin + path)
    expect(body.total).toBeGreaterThan(0)
    expect([movements, { headers }].map((it) => it.headers.get('Cache-Tag'))).toEqual([
      'final',
      'tip',
    ])
  })
})

describe('the cache of pages', () => {
  const HTML = { headers: { Accept: 'text/html' } }

  test('an unchanged page has the same bytes and is revalidated with a 304', async () => {
    const start = () => startService({ pages: 'server-rendered' })
    const [one, other] = [await start(), await start()]
    const [first, second] = [await getPage(one, PAGE), await getPage(other, PAGE)]
    expect(first.html.replaceAll(one, '')).toBe(second.html.replaceAll(other, ''))
    const tag = first.response.headers.get('ETag') ?? ''
    const again = await getPage(one, PAGE, { 'If-None-Match': `"x", ${tag}` })
    expect([again.response.status, again.html]).toEqual([304, ''])
    for (const name of ['ETag', 'Vary', 'Content-Security-Policy']) {
      expect(again.response.headers.get(name)).toBe(first.response.headers.get(name))
    }
  })

  test('requests with many unknown parameters, hosts and searches evict nothing', async () => {
    const origin = await startService({ pages: 'server-rendered' })
    await fetch(origin + PAGE, HTML)
    await fetch(origin + PAGE, { headers: { Accept: 'application/json' } })
    await fetch(`${origin}/search?q=nothing-at-all`, HTML)
    const entries = await countEntries(origin)
    for (let index = 0; index < 10; index++) {
      await fetch(`${origin}${PAGE}?x=${index}`, HTML)
      await fetch(`${origin}/search?q=nothing-${index}`, HTML)
      const host = `host-${index}.example`
      await requestWithHost(origin, PAGE, { host })
      await requestWithHost(origin, PAGE, { host, accept: 'application/json' })
    }
    expect(await countEntries(origin)).toBe(entries)
  })

  test('pages without tokens stay cached while tokens are written', async () => {
    const { store } = await databaseWith([LONGCOIN])
    const { databases, ...data } = bundledData()
    const queries: string[] = []
    const origin = await startService({
      data: { ...data, databases: { ...databases, tokens: store } },
      wrap: noteQueries(queries),
      pages: 'server-rendered',
      monotonicMs: hastyClock(),
    })
    const isCached = async (path: string) => {
      queries.length = 0
      expect((await getPage(origin, path)).response.status).toBe(200)
      return queries.length === 0
    }
    // All pages read what is about the index: the first one that shows it reads it anew.
    const paths = [PAGE, '/runes', '/about', '/tokens']
    for (const path of paths) await isCached(path)
    for (const path of paths) expect([path, await isCached(path)]).toEqual([path, true])
    await countWrite(store.query, 'tokens')
    for (const path of paths) {
      expect([path, await isCached(path)]).toEqual([path, path === PAGE || path === '/runes'])
    }
  })

  test('a page for an unknown host has that host, and is not served to other clients', async () => {
    const origin = await startService({ pages: 'server-rendered' })
    const other = await requestWithHost(origin, PAGE, { host: 'other.example' })
    expect(other).toContain(`href="http://other.example${PAGE}"`)
    expect((await getPage(origin, PAGE)).html).not.toContain('other.example')
  })

  test('with a slow database, the page comes without data and is not cached', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const origin = await startService({
      pages: 'server-rendered',
      pageBudgetMs: 250,
      wrap: (database) => ({
        ...database,
        query: async (sql, parameters) => {
          await released
          return database.query(sql, parameters)
        },
      }),
    })
    const shell = await getPage(origin, PAGE)
    expect([shell.response.status, shell.response.headers.get('Cache-Control')]).toEqual([
      200,
      'no-store',
    ])
    expect(shell.document.querySelector('main')).not.toBeNull()
    expect(shell.document.querySelectorAll('tbody tr')).toHaveLength(0)
    release()
    const countRows = async () =>
      (await getPage(origin, PAGE)).document.querySelectorAll('tbody tr').length
    await expect.poll(countRows).toBeGreaterThan(10)
  })

  test('if the database cannot be read, pages are a 503 that is not cached', async () => {
    let isDown = true
    const origin = await startService({ pages: 'server-rendered', wrap: failWhile(() => isDown) })
    for (const path of [PAGE, '/runes', '/search?q=dog']) {
      const { response, meta } = await getPage(origin, path)
      expect([path, response.status, response.headers.get('Retry-After')]).toEqual([path, 503, '5'])
      expect(meta('robots')).toBe('noindex')
    }
    isDown = false
    await expect.poll(async () => (await getPage(origin, PAGE)).response.status).toBe(200)
  })
})
