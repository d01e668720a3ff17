// Where documents are read from, and how much a host and an author get.
import { describe, expect, test } from 'vitest'
import type { DocumentOptions } from '../../src/tokenFollower/documentReader.ts'
import { SBTC, WELSH } from '../support/bundledIds.ts'
import { vmAnswers } from '../support/stacks/vmAnswers.ts'
import {
  DOCUMENT,
  eventually,
  followDocuments,
  inSeconds,
} from '../support/tokens/followDocuments.ts'

describe('what is named by its hash', () => {
  test('is read from the gateway, once', async () => {
    const paths = new Map([
      ['ipfs://bafy/1.json', '/ipfs/bafy/1.json'],
      ['ipfs://ipfs/QmA/1.json?x=y', '/ipfs/QmA/1.json?x=y'],
      ['ipfs:QmB', '/ipfs/QmB'],
      ['https://ipfs.io/ipfs/QmC', '/ipfs/QmC'],
      ['https://gateway.pinata.cloud/ipfs/QmD', '/ipfs/QmD'],
      ['ar://Ab_c', '/Ab_c'],
      ['https://arweave.net/Ab_d', '/Ab_d'],
    ])
    const tokens = vmAnswers().filter((contract) => contract.is_sip010)
    const uris = [...paths.keys()].map((uri, at) => [tokens[at]?.principal ?? '', uri] as const)
    const follower = await followDocuments({
      respond: (_, response) => response.end(JSON.stringify(DOCUMENT)),
      uris: Object.fromEntries(uris),
    })
    for (const [principal] of uris) await follower.untilState('read', principal)
    await follower.readAgain()
    await eventually(async () => {
      const due = 'SELECT count(due_at) AS due FROM token_documents'
      expect(await follower.store.query(due)).toEqual([{ due: 0 }])
    })
    const asked = follower.hosts.open.requests.map(({ path }) => path)
    expect(asked.toSorted()).toEqual([...paths.values()].map((path) => `/first${path}`).toSorted())
  })

  test.each([504, 429])(
    'is read from the other gateway after two failures of status %s',
    async (status) => {
      let left = 2
      const follower = await followDocuments({
        respond: (_, response) => {
          if (left-- > 0) return response.writeHead(status, { 'retry-after': '1' }).end()
          return response.end(JSON.stringify(DOCUMENT))
        },
        uris: { [SBTC]: 'ipfs://QmAb' },
      })
      for (let failures = 1; failures <= 2; failures++) {
        await eventually(async () => {
          const rows = await follower.store.query('SELECT failures FROM token_documents')
          expect(rows).toEqual([{ failures }])
        })
        await follower.readAgain()
      }
      await follower.untilState('read')
      const paths = follower.hosts.open.requests.map(({ path }) => path)
      expect(paths).toEqual(['/first/ipfs/QmAb', '/first/ipfs/QmAb', '/second/ipfs/QmAb'])
    },
  )
})

const inBase64 = (text: string) =>
  `data:application/json;base64,${Buffer.from(text).toString('base64')}`

test('a document in its URI is read, and no host is asked, whatever the setting', async () => {
  const [first, second, third, fourth] = vmAnswers()
    .filter((contract) => contract.is_sip010)
    .map(({ principal }) => principal)
  const documents = [
    [first, '100%25 ünï #1', 'data:application/json,{"name":"100%25 ünï #1"}'],
    [second, '100% ünï', `data:application/json,${encodeURIComponent('{"name":"100% ünï"}')}`],
    [third, '100% ünï %zz', 'data:,%7B"name":"100% ünï %zz"%7D'],
    [fourth, 'ünï', inBase64('{"name":"ünï"}')],
  ]
  const follower = await followDocuments({
    respond: (_, response) => response.end('{"name":"Other"}'),
    uris: {
      ...Object.fromEntries(documents.map(([principal, , uri]) => [principal, uri])),
      [WELSH]: '/other',
    },
    documents: { requests: 'none' },
  })
  for (const [principal, name] of documents) {
    await follower.untilState('read', principal)
    expect((await follower.token(principal)).metadata.name).toBe(name)
  }
  expect((await follower.details(WELSH)).document).toBeUndefined()
  expect(follower.hosts.open.requests).toEqual([])
})

test('whoever deploys many tokens does not keep others waiting', async () => {
  const principals = vmAnswers()
    .filter((contract) => contract.is_sip010)
    .slice(0, 4)
    .map(({ principal }) => principal)
    .toSorted()
  const documents: Partial<DocumentOptions> = { requests: 'none' }
  const follower = await followDocuments({
    respond: (_, response) => response.end(JSON.stringify(DOCUMENT)),
    uris: Object.fromEntries(principals.map((principal, at) => [principal, `/${at}`])),
    documents,
  })
  await follower.following.stop()
  const [, , , last = ''] = principals
  await follower.store.query("UPDATE tokens SET sender_address = 'many' WHERE principal <> $1", [
    last,
  ])
  documents.requests = 'fetch'
  documents.limits = { host: { intervalMs: 0, concurrent: 1 }, pollMs: 5 }
  follower.follow()
  await follower.untilState('read', principals[2])
  const paths = follower.hosts.open.requests.map(({ path }) => path)
  expect(paths).toEqual(['/0', '/3', '/1', '/2'])
})

describe('a host that asks to wait', () => {
  const busy = (seconds: number) => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
  })

  test('is left alone by all tokens, and others are read', async () => {
    const follower = await followDocuments({
      respond: ({ headers }, response) => {
        if (headers.host?.startsWith('other')) return response.end(JSON.stringify(DOCUMENT))
        return response.writeHead(429, busy(7000).headers).end()
      },
      uris: { [SBTC]: '/a', [WELSH]: '/b' },
      documents: { limits: { host: { intervalMs: 0, concurrent: 1 }, pollMs: 5 } },
    })
    await eventually(() => expect(follower.hosts.open.requests).toHaveLength(1))
    const [first] = follower.hosts.open.requests
    const [asked, moved] = first?.path === '/a' ? [SBTC, WELSH] : [WELSH, SBTC]
    await follower.untilState('failed', asked)
    expect((await follower.details(asked)).document).toMatchObject({
      problem: 'The host asked to wait (status 429).',
      next_at: inSeconds(7000),
    })
    // This one was not asked for.
    await eventually(async () =>
      expect((await follower.details(moved)).document).toMatchObject({
        state: 'waiting',
        next_at: inSeconds(7000),
      }),
    )
    follower.point(moved, `http://other.example:${follower.hosts.open.port}/c`)
    await follower.readFactsAgain()
    await follower.untilState('read', moved)
    expect(follower.hosts.open.requests).toHaveLength(2)
  })

  test('is the one that was redirected to, which anybody can name', async () => {
    const follower = await followDocuments({
      respond: ({ headers, url }, response) => {
        if (headers.host?.startsWith('other')) {
          return response.writeHead(429, busy(7000).headers).end()
        }
        if (url !== '/a') return response.end(JSON.stringify(DOCUMENT))
        const port = headers.host?.split(':')[1]
        return response.writeHead(302, { location: `http://other.example:${port}/` }).end()
      },
      uris: { [SBTC]: '/a' },
    })
    await follower.untilState('failed')
    follower.point(SBTC, '/b')
    await follower.readFactsAgain()
    await follower.untilState('read')
  })

  test('for a second only is asked again after an hour', async () => {
    const follower = await followDocuments({
      respond: (_, response) => response.writeHead(429, busy(1).headers).end(),
      uris: { [SBTC]: '/a' },
    })
    await follower.untilState('failed')
    expect((await follower.details()).document.next_at).toEqual(inSeconds(3600))
  })
})

test('a host gets no more requests than its share by redirects of others', async () => {
  const times: number[] = []
  const follower = await followDocuments({
    respond: ({ headers, url }, response) => {
      const [host, port] = headers.host?.split(':') ?? []
      if (host !== 'other.example') {
        return response.writeHead(302, { location: `http://other.example:${port}${url}` }).end()
      }
      times.push(performance.now())
      return response.end(JSON.stringify(DOCUMENT))
    },
    uris: { [SBTC]: '/a', [WELSH]: 'http://third.example:PORT/b' },
    documents: { limits: { host: { intervalMs: 1000, concurrent: 2 }, pollMs: 5 } },
  })
  await follower.untilState('read', SBTC)
  await follower.untilState('read', WELSH)
  const [first = 0, second = 0] = times
  expect(second - first).toBeGreaterThan(500)
})
