import { describe, expect, test } from 'vitest'
import type { DocumentOptions } from '../../src/tokenFollower/documentReader.ts'
import { openTokens } from '../../src/tokens/openTokens.ts'
import { vmAnswers } from '../support/stacks/vmAnswers.ts'
import { getJson } from '../support/startService.ts'
import { ENGINES } from '../support/tokens/databases.ts'
import { eventually, followDocuments, SBTC, WELSH } from '../support/tokens/followDocuments.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const DAY = 86_400
const inSeconds = (seconds: number) => expect.closeTo(Date.now() / 1000 + seconds, -2)

const DOCUMENT = {
  sip: 10,
  name: 'Bitcoin on Stacks',
  description: 'A description',
  image_url: 'https://images.example/1.png',
  attributes: [{ trait_type: 'Backing', value: 1.5 }, 'plain', { trait_type: 'Zero', value: 0 }],
  properties: { decimals: 8, big: '12345678901234567890' },
}

describe.each(ENGINES)('on %s', (engine) => {
  test('the document that a contract names is read, and served', async () => {
    const follower = await followDocuments({
      engine,
      respond: (_, response) => response.end(JSON.stringify(DOCUMENT)),
      uris: { [SBTC]: '/sbtc/{id}.json' },
    })
    await follower.untilState('read')
    const { name, description, image_canonical_uri, metadata } = await follower.token()
    expect({ name, description, image_canonical_uri, metadata }).toEqual({
      name: 'sBTC',
      description: 'A description',
      image_canonical_uri: 'https://images.example/1.png',
      metadata: {
        sip: 16,
        name: 'Bitcoin on Stacks',
        description: 'A description',
        image: 'https://images.example/1.png',
        attributes: [
          { trait_type: 'Backing', value: 1.5 },
          { value: 'plain' },
          { trait_type: 'Zero', value: 0 },
        ],
        properties: { decimals: 8, big: '12345678901234567890' },
      },
    })
    expect(follower.hosts.open.requests).toEqual([expect.stringMatching(/ \/sbtc\/1\.json$/)])
    const { document, facts } = await follower.details()
    expect(document).toEqual({
      state: 'read',
      uri: follower.hosts.url('/sbtc/1.json'),
      read_at: inSeconds(0),
      next_at: inSeconds(DAY),
    })
    expect(facts).toEqual({ height: 5_000_000, read_at: inSeconds(0) })
  })

  test('each language is read for itself: one that fails is no other’s problem', async () => {
    const localizationAt = (host = '') => ({
      uri: `http://${host}/{locale}/{id}.json`,
      default: 'en',
      locales: ['en', 'de', 'DE', 'fr', 'not a tag', 'de'],
    })
    const follower = await followDocuments({
      engine,
      respond: ({ url, headers }, response) => {
        if (url === '/en') {
          const localization = localizationAt(headers.host)
          return response.end(JSON.stringify({ ...DOCUMENT, localization }))
        }
        if (url !== '/de/1.json') return response.writeHead(404).end()
        const attributes = [{ trait_type: 'Deckung', value: 1 }]
        const properties = { decimals: 9, Farbe: 'rot' }
        return response.end(JSON.stringify({ description: 'Text', attributes, properties }))
      },
      uris: { [SBTC]: '/en' },
    })
    await eventually(async () => {
      expect(await follower.token(SBTC, '?locale=de')).toMatchObject({ description: 'Text' })
      expect(follower.hosts.open.requests).toHaveLength(3)
    })
    expect((await follower.token(SBTC, '?locale=DE')).metadata).toMatchObject({
      name: 'Bitcoin on Stacks',
      image: 'https://images.example/1.png',
      attributes: [{ trait_type: 'Deckung', value: 1 }],
      properties: { decimals: 9, big: '12345678901234567890', Farbe: 'rot' },
      localization: {
        uri: follower.hosts.url('/{locale}/{id}.json'),
        default: 'en',
        locales: ['en', 'de', 'fr'],
      },
    })
    expect((await follower.token(SBTC, '?locale=fr')).error).toBe('Locale not found')
    expect((await follower.token()).metadata.description).toBe('A description')
    const path = `/metadata/v1/search?contract=${SBTC}&locale=de`
    expect((await getJson(`${follower.origin}/explorer/v1/search?q=german`)).body.total).toBe(1)
    expect((await getJson(`${follower.origin}${path}`)).body[0].description).toBe('Text')
  })

  test('what was read stays when the host fails, when its document is broken, and when another URI fails', async () => {
    let respond = (): [status: number, body: string] => [200, JSON.stringify(DOCUMENT)]
    const follower = await followDocuments({
      engine,
      respond: (_, response) => {
        const [status, body] = respond()
        response.writeHead(status).end(body)
      },
      uris: { [SBTC]: '/a' },
    })
    await follower.untilState('read')
    const { read_at } = (await follower.details()).document
    const token = await follower.token()

    respond = () => [503, '']
    await follower.readAgain()
    await follower.untilState('failed')
    expect((await follower.details()).document).toMatchObject({
      read_at,
      problem: 'The host responded with status 503.',
      next_at: inSeconds(3600),
    })
    expect(await follower.token()).toEqual(token)

    respond = () => [200, '{"name": "cut o']
    await follower.readAgain()
    await eventually(async () =>
      expect((await follower.details()).document).toMatchObject({
        read_at,
        problem: 'The document is no JSON object.',
        next_at: inSeconds(DAY),
      }),
    )
    expect(await follower.token()).toEqual(token)

    respond = () => [404, '']
    follower.point(SBTC, '/b')
    await follower.readFactsAgain()
    await follower.untilState('failed')
    expect((await follower.details()).document).toMatchObject({
      uri: follower.hosts.url('/b'),
      read_uri: follower.hosts.url('/a'),
      read_at,
    })
    const moved = await follower.token()
    expect(moved.metadata).toEqual(token.metadata)

    respond = () => [200, JSON.stringify({ name: 'New' })]
    await follower.readAgain()
    await follower.untilState('read')
    expect((await follower.token()).metadata).toEqual({ sip: 16, name: 'New' })
  })

  test.each([
    ['another version', "UPDATE meta SET value = '0' WHERE part = 'tokens' AND name = 'version'"],
    ['an operator', "DELETE FROM meta WHERE part = 'tokens'"],
  ])(
    'raw documents outlive the other tables, which %s removes: a host may be gone',
    async (_, sql) => {
      let isGone = false
      const follower = await followDocuments({
        engine,
        respond: (_, response) =>
          isGone ? response.destroy() : response.end(JSON.stringify(DOCUMENT)),
        uris: { [SBTC]: '/a' },
      })
      await follower.untilState('read')
      await follower.following.stop()
      isGone = true
      await follower.store.query(sql)
      await openTokens(follower.store, { source: 'node', log: () => {} })
      // The node does not have the others.
      await follower.store.query('DELETE FROM tokens WHERE principal <> $1', [SBTC])
      // Whoever removes the tables starts the service again.
      const origin = await startTokens(follower.store)
      const read = async (path: string) => (await getJson(`${origin}${path}/${SBTC}`)).body
      expect((await read('/metadata/v1/ft')).metadata).toBeUndefined()
      await follower.follow().untilRead()
      await eventually(async () => {
        expect((await read('/explorer/v1/tokens')).document?.state).toBe('failed')
      })
      expect((await read('/metadata/v1/ft')).metadata.description).toBe('A description')
    },
  )
})

test('a document that stays the same is not written again', async () => {
  const follower = await followDocuments({
    respond: ({ headers }, response) => {
      if (headers['if-none-match'] === '"1"') return response.writeHead(304).end()
      return response.writeHead(200, { etag: '"1"' }).end(JSON.stringify(DOCUMENT))
    },
    uris: { [SBTC]: '/a' },
  })
  await follower.untilState('read')
  const before = await follower.writes()
  await follower.readAgain()
  await eventually(async () => {
    expect(follower.hosts.open.requests).toHaveLength(2)
    const due = 'SELECT due_at FROM token_documents'
    expect(await follower.store.query(due)).toEqual([{ due_at: inSeconds(DAY) }])
  })
  expect(await follower.writes()).toBe(before)
})

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
    const asked = follower.hosts.open.requests.map((request) => request.split(' ')[1])
    expect(asked.toSorted()).toEqual([...paths.values()].map((path) => `/first${path}`).toSorted())
  })

  test('is read from the other gateway after two failures', async () => {
    const follower = await followGateways('ipfs://QmAb', 2)
    for (let failures = 1; failures <= 2; failures++) {
      await eventually(async () => {
        const rows = await follower.store.query('SELECT failures FROM token_documents')
        expect(rows).toEqual([{ failures }])
      })
      await follower.readAgain()
    }
    await follower.untilState('read')
    const paths = follower.hosts.open.requests.map((request) => request.split(' ')[1])
    expect(paths).toEqual(['/first/ipfs/QmAb', '/first/ipfs/QmAb', '/second/ipfs/QmAb'])
  })

  function followGateways(uri: string, failures: number) {
    let left = failures
    return followDocuments({
      respond: (_, response) => {
        if (left-- > 0) return response.writeHead(504).end()
        return response.end(JSON.stringify(DOCUMENT))
      },
      uris: { [SBTC]: uri },
    })
  }
})

test('languages whose URI would be too long are listed, and not asked for', async () => {
  const locales = ['en', ...Array.from({ length: 150 }, (_, at) => `x-${'y'.repeat(90)}${at}`)]
  const uri = `data:,%7B"description":"${'{locale}'.repeat(120)}"%7D`
  const follower = await followDocuments({
    respond: (_, response) => {
      response.end(JSON.stringify({ name: 'A', localization: { uri, default: 'en', locales } }))
    },
    uris: { [SBTC]: '/a' },
  })
  await follower.untilState('read')
  expect((await follower.token()).metadata.localization.locales).toHaveLength(101)
  const count = 'SELECT count(*) AS count FROM token_documents'
  expect(await follower.store.query(count)).toEqual([{ count: 1 }])
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

test('with another setting, the documents that were not wanted are read', async () => {
  const documents: Partial<DocumentOptions> = { requests: 'none' }
  const follower = await followDocuments({
    respond: (_, response) => response.end(JSON.stringify(DOCUMENT)),
    uris: { [SBTC]: '/a' },
    documents,
  })
  await follower.following.stop()
  expect((await follower.details()).document).toBeUndefined()
  documents.requests = 'fetch'
  follower.follow()
  await follower.untilState('read')
})

test('a contract that names no document has none', async () => {
  const follower = await followDocuments({ respond: () => {}, uris: { [SBTC]: '' } })
  expect((await follower.details()).document).toEqual({ state: 'none' })
})

describe('a document that cannot be read is told of, and no problem of the token', () => {
  const list = (length: number) => JSON.stringify(Array.from({ length }, () => 1))
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const NOT_READABLE = 'The document has an address that cannot be read.'

  const BODIES: [body: string, problem: unknown][] = [
    ['{"name": ', 'The document is no JSON object.'],
    ['[1]', 'The document is no JSON object.'],
    ['null', 'The document is no JSON object.'],
    ['', 'The document is no JSON object.'],
    ['{"description": "x"}', 'The document has no name.'],
    [
      `{"name":"A","attributes":${list(1001)}}`,
      'The document has more than 1,000 attributes or properties.',
    ],
    [`{"name":"A","a":${nested(101)}}`, 'The document is nested more than 100 levels deep.'],
    [`{"name":"A","a":${nested(200_000)}}`, expect.stringMatching(/^The document is n/)],
    [`{"name":"${'A'.repeat(10_001)}"}`, 'The document has a text of more than 10,000 characters.'],
    [`{"name":"A","a":"${'x'.repeat(1_000_000)}"}`, 'The host sent more than 1 MB.'],
  ]

  const URIS: [uri: string, problem: string][] = [
    ['not an address', NOT_READABLE],
    ['example.com/1.json', NOT_READABLE],
    ['ftp://public.example/1.json', NOT_READABLE],
    ['javascript:alert(1)', NOT_READABLE],
    ['data:nothing', NOT_READABLE],
    ['http://127.0.0.1/latest/meta-data', 'The host has an address with port 80.'],
  ]

  test('whatever is wrong', async () => {
    const cases = [...BODIES.map(([, problem], at) => [`/${at}`, problem] as const), ...URIS]
    const principals = vmAnswers().filter((contract) => contract.is_sip010)
    const all = cases.map(([uri, problem], at) => {
      const principal = principals[at]?.principal ?? ''
      return { principal, uri, problem }
    })
    const follower = await followDocuments({
      respond: ({ url }, response) => response.end(BODIES[Number(url?.slice(1))]?.[0]),
      uris: Object.fromEntries(all.map(({ principal, uri }) => [principal, uri])),
    })
    for (const { principal, uri, problem } of all) {
      await follower.untilState('failed', principal)
      const { document } = await follower.details(principal)
      expect([uri, document.problem]).toEqual([uri, problem])
      expect((await follower.token(principal)).decimals).toBeGreaterThanOrEqual(0)
    }
    expect(follower.hosts.forbidden.requests).toEqual([])
  })
})

test('a hostile document is stored as text, with all its digits', async () => {
  const body = String.raw`{"name":"\u0000\u202e<script>","description":"\ud800","image":{"a":1},
    "properties":{"__proto__":{"x":1},"constructor":"c","n":12345678901234567890.10}}`
  const follower = await followDocuments({
    respond: (_, response) => response.end(body),
    uris: { [SBTC]: '/a' },
  })
  await follower.untilState('read')
  const text = await (await fetch(`${follower.origin}/metadata/v1/ft/${SBTC}`)).text()
  expect(text).toContain('"n":12345678901234567890.10')
  expect(text).toContain('"__proto__":{"x":1}')
  const { metadata } = JSON.parse(text)
  expect(metadata.name).toBe('\ufffd\u202e<script>')
  expect(metadata.properties.constructor).toBe('c')
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
  const paths = follower.hosts.open.requests.map((request) => request.split(' ')[1])
  expect(paths).toEqual(['/0', '/3', '/1', '/2'])
})

test('a host that asks to wait is left alone by all tokens, and others are read', async () => {
  const follower = await followDocuments({
    respond: ({ headers }, response) => {
      if (headers.host?.startsWith('other')) return response.end(JSON.stringify(DOCUMENT))
      return response.writeHead(429, { 'retry-after': '100' }).end()
    },
    uris: { [SBTC]: '/a', [WELSH]: '/b' },
    documents: { limits: { host: { intervalMs: 0, concurrent: 1 }, pollMs: 5 } },
  })
  await eventually(() => expect(follower.hosts.open.requests).toHaveLength(1))
  const [first] = follower.hosts.open.requests
  const [left, moved] = first?.endsWith('/a') ? [SBTC, WELSH] : [WELSH, SBTC]
  follower.point(moved, `http://other.example:${follower.hosts.open.port}/c`)
  await follower.readFactsAgain()
  await follower.untilState('read', moved)
  expect((await follower.details(left)).document.state).toBe('waiting')
  expect(follower.hosts.open.requests).toHaveLength(2)
})
