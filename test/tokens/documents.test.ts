import { describe, expect, test } from 'vitest'
import type { DocumentOptions } from '../../src/tokenFollower/documentReader.ts'
import { openTokens } from '../../src/tokens/openTokens.ts'
import { SBTC, WELSH } from '../support/bundledIds.ts'
import { vmAnswers } from '../support/stacks/vmAnswers.ts'
import { getJson } from '../support/startService.ts'
import {
  DOCUMENT,
  eventually,
  followDocuments,
  inSeconds,
} from '../support/tokens/followDocuments.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const DAY = 86_400

test('the document that a contract names is read, and served', async () => {
  const follower = await followDocuments({
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
  expect(follower.hosts.open.requests).toEqual([{ host: 'public.example', path: '/sbtc/1.json' }])
  const { document, facts } = await follower.details()
  expect(document).toEqual({
    state: 'read',
    uri: follower.hosts.url('/sbtc/1.json'),
    read_at: inSeconds(),
    next_at: inSeconds(DAY),
  })
  expect(facts).toEqual({ height: 5_000_000, read_at: inSeconds() })
})

test('each language is read for itself: one that fails is no other’s problem', async () => {
  const localizationAt = (host = '') => ({
    uri: `http://${host}/{locale}/{id}.json`,
    default: 'en',
    locales: ['en', 'de', 'DE', 'fr', 'not a tag', 'de'],
  })
  const follower = await followDocuments({
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
  await follower.readAgain()
  await eventually(async () =>
    expect((await follower.details()).document.next_at).toEqual(inSeconds(6 * 3600)),
  )

  respond = () => [200, '{"name": "cut o']
  await follower.readAgain()
  await eventually(async () =>
    expect((await follower.details()).document).toMatchObject({
      read_at,
      problem: 'The document is not a JSON object.',
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

test('with another setting, the documents are read that were not wanted, also again', async () => {
  const documents: Partial<DocumentOptions> = { requests: 'none' }
  const follower = await followDocuments({
    respond: (_, response) => response.end(JSON.stringify(DOCUMENT)),
    uris: { [SBTC]: '/a', [WELSH]: ' \tdata:,nothing' },
    documents,
  })
  await follower.untilState('failed', WELSH)
  await follower.following.stop()
  expect((await follower.details()).document).toBeUndefined()

  const followWith = async (requests: 'fetch' | 'none', next: unknown) => {
    documents.requests = requests
    const following = follower.follow()
    const due = 'SELECT due_at FROM token_documents ORDER BY principal'
    await eventually(async () =>
      expect(await follower.store.query(due)).toEqual([
        { due_at: next },
        { due_at: inSeconds(DAY) },
      ]),
    )
    await following.stop()
  }
  await followWith('fetch', inSeconds(DAY))
  await followWith('none', null)
  await followWith('fetch', inSeconds(DAY))
  expect(follower.hosts.open.requests).toHaveLength(2)
  expect((await follower.details()).document.state).toBe('read')
})

describe('what arrives late', () => {
  test('is not shown if the token points elsewhere meanwhile', async () => {
    let respondLate = () => {}
    const follower = await followDocuments({
      respond: ({ url }, response) => {
        if (url !== '/late') return response.writeHead(404).end()
        respondLate = () => response.end(JSON.stringify(DOCUMENT))
      },
      uris: { [SBTC]: '/late', [WELSH]: '/other' },
    })
    await eventually(() => expect(follower.hosts.open.requests).toHaveLength(2))
    follower.point(SBTC, '/b')
    await follower.readFactsAgain()
    respondLate()
    await follower.untilState('failed')
    expect((await follower.token()).metadata).toBeUndefined()
    const sql = 'SELECT uri, read_uri FROM token_documents WHERE principal = $1'
    expect(await follower.store.query(sql, [SBTC])).toEqual([
      { uri: follower.hosts.url('/b'), read_uri: null },
    ])
  })

  test('is not shown if the default document does not list its language any more', async () => {
    let respondLate = () => {}
    let locales = ['en', 'de']
    const follower = await followDocuments({
      respond: ({ url, headers }, response) => {
        if (url === '/de') {
          respondLate = () => response.end(JSON.stringify({ description: 'Text' }))
          return
        }
        const localization = { uri: `http://${headers.host}/{locale}`, default: 'en', locales }
        return response.end(JSON.stringify({ ...DOCUMENT, localization }))
      },
      uris: { [SBTC]: '/en' },
    })
    await eventually(() => expect(follower.hosts.open.requests).toHaveLength(2))
    locales = ['en']
    await follower.readAgain()
    await eventually(async () =>
      expect((await follower.token()).metadata.localization.locales).toEqual(['en']),
    )
    respondLate()
    await follower.readAgain()
    await eventually(() => expect(follower.hosts.open.requests).toHaveLength(4))
    const due = "SELECT due_at FROM token_documents WHERE locale = ''"
    await eventually(async () =>
      expect(await follower.store.query(due)).toEqual([{ due_at: inSeconds(DAY) }]),
    )
    expect((await follower.token(SBTC, '?locale=de')).error).toBe('Locale not found')
    const languages = "SELECT locale FROM token_metadata WHERE principal = $1 AND locale <> ''"
    expect(await follower.store.query(languages, [SBTC])).toEqual([])
  })
})

test('the image is the first of those that documents call so', async () => {
  const keys = ['image', 'imageUrl', 'image_url', 'image_uri', 'image_canonical_uri']
  const principals = vmAnswers().filter((contract) => contract.is_sip010)
  const uris = keys.map((_, at) => [principals[at]?.principal ?? '', `/${at}`] as const)
  const follower = await followDocuments({
    respond: ({ url }, response) => {
      // From one of them on, each has an image of its own.
      const images = keys
        .slice(Number(url?.slice(1)))
        .map((key) => [key, `https://a.example/${key}`])
      response.end(JSON.stringify({ name: 'A', ...Object.fromEntries(images.toReversed()) }))
    },
    uris: Object.fromEntries(uris),
  })
  for (const [at, [principal]] of uris.entries()) {
    await follower.untilState('read', principal)
    expect((await follower.token(principal)).metadata.image).toBe(`https://a.example/${keys[at]}`)
  }
})

test('a contract that names no document has none', async () => {
  const follower = await followDocuments({ respond: () => {}, uris: { [SBTC]: '' } })
  expect((await follower.details()).document).toEqual({ state: 'none' })
})
