import { expect, test } from 'vitest'
import { expectTokens } from '../support/expectTokens.ts'
import { snapshotLines } from '../support/snapshot.ts'
import { LONGCOIN } from '../support/snapshotIds.ts'
import { getJson, startService } from '../support/startService.ts'

const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample-localized'
const tokenAt = (principal: string) => `/metadata/v1/ft/${principal}`

test('the response for a token equals its entry in the snapshot', async () => {
  const tokens = snapshotLines('tokens')
  expect(tokens).toHaveLength(3661)
  // Every tenth token. A slow test checks all of them.
  await expectTokens(
    await startService(),
    tokens.filter((_, index) => index % 10 === 0),
  )
})

test('a supply above 2^53 keeps all digits', async () => {
  const origin = await startService()
  const { body } = await getJson(origin, tokenAt(LONGCOIN))
  expect(body).toMatchObject({ total_supply: '888888888888888888', decimals: 6 })
})

test('each locale has its own metadata, but the same on-chain name', async () => {
  const origin = await startService()
  for (const [locale, name] of [
    ['en', 'Waymark Stone (sample)'],
    ['de', 'Wegzeichenstein (Muster)'],
    ['pt-BR', 'Pedra de sinalização (amostra)'],
    ['ja', '道しるべの石（サンプル）'],
    ['ar', 'حجر علامة الطريق (عيّنة)'],
  ]) {
    const { body } = await getJson(origin, `${tokenAt(SAMPLE)}?locale=${locale}`)
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
  const origin = await startService()
  const { body: standard } = await getJson(origin, tokenAt(SAMPLE))
  const { body: partial } = await getJson(origin, `${tokenAt(SAMPLE)}?locale=ja`)
  expect(partial.metadata).toEqual({ ...standard.metadata, name: '道しるべの石（サンプル）' })
  expect({ ...partial, metadata: null }).toEqual({ ...standard, metadata: null })
})

test('locales are not case-sensitive, and requesting one does not change the default response', async () => {
  const origin = await startService()
  const before = await getJson(origin, tokenAt(SAMPLE))
  const { body } = await getJson(origin, `${tokenAt(SAMPLE)}?locale=PT-br`)
  expect(body.metadata.name).toBe('Pedra de sinalização (amostra)')
  expect((await getJson(origin, tokenAt(SAMPLE))).body).toEqual(before.body)
})

test('attributes keep every JSON type and all digits of integers above 2^53', async () => {
  const origin = await startService()
  const text = await (await fetch(origin + tokenAt(SAMPLE))).text()
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
  const origin = await startService()
  const path = tokenAt('ST000000000000000000002AMW42H.cairn-sample-hostile')
  expect(await (await fetch(origin + path)).text()).toContain(
    '"properties":{"constructor":"x","toString":"y","__proto__":{"__proto__":"z"}}',
  )
})

test.each([
  [`${LONGCOIN}?locale=de`, 422, { error: 'Locale not found' }],
  [`${SAMPLE}?locale=fr`, 422, { error: 'Locale not found' }],
  [
    'ST000000000000000000002AMW42H.cairn-sample-in-progress',
    422,
    { error: 'Token metadata fetch in progress' },
  ],
  ['ST000000000000000000002AMW42H.cairn-sample-no-token', 404, { error: 'Token not found' }],
  ['SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.nothing', 404, { error: 'Contract not found' }],
])('%s gets status %i', async (path, status, body) => {
  const origin = await startService()
  expect(await getJson(origin, tokenAt(path))).toMatchObject({ status, body })
})

test('the error for a token that cannot be read includes the reason', async () => {
  const origin = await startService()
  const path = tokenAt('ST000000000000000000002AMW42H.cairn-sample-token-error')
  const { status, body } = await getJson(origin, path)
  expect(status).toBe(422)
  expect(body).toEqual({ error: 'Token error', message: expect.stringContaining('Clarity') })
})

test.each([
  'longcoin',
  'sp265wbwd4nh7tvpyqtvd23x3607nnk4484dtxqz3.longcoin',
  'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.1long',
  `SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.${'a'.repeat(41)}`,
  'SPILOU5WBWD4NH7TVPYQTVD23X3607NNK44.longcoin',
])('%s is not a valid principal', async (principal) => {
  const origin = await startService()
  const { status, body } = await getJson(origin, tokenAt(principal))
  expect(status).toBe(400)
  expect(body.message).toContain('params/principal')
})
