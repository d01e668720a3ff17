import pLimit from 'p-limit'
import { expect, test } from 'vitest'
import { getJson } from '../support/startService.ts'
import { openDatabase, ownDatabase, sharedDatabase } from '../support/tokens/databases.ts'
import { ADDRESS, importInto, writeLines } from '../support/tokens/importing.ts'
import { LONGCOIN, SAMPLE, snapshotTokens } from '../support/tokens/snapshotTokens.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const SAMPLES = 'ST000000000000000000002AMW42H'

const start = async () => `${await startTokens(sharedDatabase())}/metadata/v1/ft`

test('the response for a token equals its entry in the snapshot', async () => {
  const origin = await start()
  const tokens = snapshotTokens()
  expect(tokens).toHaveLength(3661)
  const some = tokens.filter((_, index) => index % 10 === 0)
  await pLimit(8).map(some, async ({ principal, token }) => {
    const { status, body } = await getJson(`${origin}/${principal}`)
    expect([status, body]).toEqual([200, token])
  })
})

test('a supply above 2^53 and 100,000 decimals are exact', async () => {
  const origin = await start()
  const long = await getJson(`${origin}/${LONGCOIN}`)
  expect(long.body).toMatchObject({ total_supply: '888888888888888888', decimals: 6 })
  const principal = 'SP3V5E10PAR6BJQTC8S5ECX9JKVKR36DMQTD02SVQ.unity-hub'
  expect((await getJson(`${origin}/${principal}`)).body.decimals).toBe(100_000)
})

test('each locale has its own metadata, but the same on-chain name', async () => {
  const origin = await start()
  for (const [locale, name] of [
    ['en', 'Waymark Stone (sample)'],
    ['de', 'Wegzeichenstein (Muster)'],
    ['pt-BR', 'Pedra de sinalização (amostra)'],
    ['ja', '道しるべの石（サンプル）'],
    ['ar', 'حجر علامة الطريق (عيّنة)'],
  ]) {
    const { body } = await getJson(`${origin}/${SAMPLE}?locale=${locale}`)
    expect(body.metadata.name).toBe(name)
    expect(body.description).toBe(body.metadata.description)
    expect(body.name).toBe('Cairn Sample: Localized')
    expect(body.metadata.localization).toEqual({
      uri: 'https://cairn.example/sample/localized.{locale}.json',
      default: 'en',
      locales: ['en', 'de', 'pt-BR', 'ja', 'ar'],
    })
  }
})

test('fields missing in a localized document come from the default one', async () => {
  const origin = await start()
  const { body: standard } = await getJson(`${origin}/${SAMPLE}`)
  const { body: partial } = await getJson(`${origin}/${SAMPLE}?locale=ja`)
  expect(partial.metadata).toEqual({ ...standard.metadata, name: '道しるべの石（サンプル）' })
  expect({ ...partial, metadata: null }).toEqual({ ...standard, metadata: null })
})

test('locales are matched exactly first, then in any case, and change no other response', async () => {
  const origin = await start()
  const before = await getJson(`${origin}/${SAMPLE}`)
  const { body } = await getJson(`${origin}/${SAMPLE}?locale=PT-br`)
  expect(body.metadata.name).toBe('Pedra de sinalização (amostra)')
  expect((await getJson(`${origin}/${SAMPLE}`)).body).toEqual(before.body)
  // A form sends an empty locale for the default document.
  expect((await getJson(`${origin}/${SAMPLE}?locale=`)).body).toEqual(before.body)
})

test('attributes keep every JSON type and all digits of integers above 2^53', async () => {
  const origin = await start()
  const text = await (await fetch(`${origin}/${SAMPLE}`)).text()
  expect(text).toContain('"value":9007199254740993000000001')
  const { attributes } = JSON.parse(text).metadata
  const types = new Set(attributes.map(({ display_type }: never) => display_type))
  for (const type of ['string', 'number', 'date', 'boost_number', 'boost_percentage']) {
    expect(types).toContain(type)
  }
  const values = attributes.map(({ value }: { value: unknown }) => value)
  for (const value of [true, null, ['granite', 'slate', 'basalt'], 12.5, 'Granite']) {
    expect(values).toContainEqual(value)
  }
  expect(attributes).toContainEqual(expect.objectContaining({ value: 7, max_value: 9 }))
})

test('properties can have any name, including those that every object has', async () => {
  const origin = await start()
  const text = await (await fetch(`${origin}/${SAMPLES}.cairn-sample-hostile`)).text()
  expect(text).toContain(
    '"properties":{"constructor":"x","toString":"y","__proto__":{"__proto__":"z"}}',
  )
})

test.each([
  ['SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.nothing', 404, { error: 'Contract not found' }],
  [
    `${SAMPLES}.cairn-sample-token-error`,
    422,
    { error: 'Token error', message: expect.stringContaining('Clarity') },
  ],
  [`${SAMPLES}.cairn-sample-no-token`, 404, { error: 'Token not found' }],
  [`${SAMPLES}.cairn-sample-no-token?locale=xx`, 404, { error: 'Token not found' }],
  [`${LONGCOIN}?locale=de`, 422, { error: 'Locale not found' }],
  [`${SAMPLE}?locale=fr`, 422, { error: 'Locale not found' }],
  [`${SAMPLES}.cairn-sample-in-progress?locale=fr`, 422, { error: 'Locale not found' }],
  [`${SAMPLES}.cairn-sample-in-progress`, 422, { error: 'Token metadata fetch in progress' }],
])('%s gets status %i, with nothing else in the body', async (path, status, body) => {
  const origin = await start()
  const response = await getJson(`${origin}/${path}`)
  expect([response.status, response.body]).toEqual([status, body])
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})

test.each([
  'longcoin',
  'sp265wbwd4nh7tvpyqtvd23x3607nnk4484dtxqz3.longcoin',
  'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.1long',
  `SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.${'a'.repeat(41)}`,
  'SPILOU5WBWD4NH7TVPYQTVD23X3607NNK44.longcoin',
])('%s is not a valid principal', async (principal) => {
  const { status, body } = await getJson(`${await start()}/${principal}`)
  expect([status, body.statusCode, body.error]).toEqual([400, 400, 'Bad Request'])
  expect(body.message).toContain('params/principal')
})

test('a response can be revalidated until the tokens change', async () => {
  const settings = await ownDatabase()
  const origin = await startTokens(openDatabase(settings))
  const url = `${origin}/metadata/v1/ft/${LONGCOIN}`
  const first = await getJson(url)
  expect(first.headers.get('Cache-Tag')).toBe('tokens')
  const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' }
  expect((await fetch(url, { headers })).status).toBe(304)
  const line = { principal: LONGCOIN, token: { name: 'Renamed' } }
  expect(await importInto(settings, [writeLines([line])])).toMatchObject({ code: 0 })
  const again = await getJson(url, { headers })
  expect(again.body).toEqual({ name: 'Renamed', sender_address: ADDRESS })
})
