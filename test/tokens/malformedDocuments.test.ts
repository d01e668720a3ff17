import { describe, expect, test } from 'vitest'
import { SBTC } from '../support/bundledIds.ts'
import { vmAnswers } from '../support/stacks/vmAnswers.ts'
import { eventually, followDocuments } from '../support/tokens/followDocuments.ts'

describe('a document that cannot be read is told of, and no problem of the token', () => {
  const list = (length: number) => JSON.stringify(Array.from({ length }, () => 1))
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const NOT_READABLE = 'The document has an address that cannot be read.'

  const BODIES: [body: string, problem: unknown][] = [
    ['{"name": ', 'The document is not a JSON object.'],
    ['[1]', 'The document is not a JSON object.'],
    ['null', 'The document is not a JSON object.'],
    ['', 'The document is not a JSON object.'],
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
    [`/long?${'x'.repeat(2000)}`, 'The document has an address that is too long.'],
    ['http://127.0.0.1:FORBIDDEN/', 'The host has an address that is not public.'],
    ['http://127.0.0.1/latest/meta-data', 'The address uses port 80.'],
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

test('a document in another language than the default one has 100 kB at most', async () => {
  const follower = await followDocuments({
    respond: ({ url, headers }, response) => {
      if (url === '/de') return response.end(`{"description":"x"}${' '.repeat(100_000)}`)
      const uri = `http://${headers.host}/{locale}`
      const localization = { uri, default: 'en', locales: ['en', 'de'] }
      return response.end(JSON.stringify({ name: 'A', localization }))
    },
    uris: { [SBTC]: '/en' },
  })
  await eventually(async () => {
    const problems = 'SELECT locale, problem FROM token_documents ORDER BY locale'
    expect(await follower.store.query(problems)).toEqual([
      { locale: '', problem: null },
      { locale: 'de', problem: 'The host sent more than 0.1 MB.' },
    ])
  })
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
  expect((await follower.token()).metadata.localization.locales).toHaveLength(21)
  const count = 'SELECT count(*) AS count FROM token_documents'
  expect(await follower.store.query(count)).toEqual([{ count: 1 }])
})
