import { expect, test } from 'vitest'
import { importInto, writeLines } from '../support/importing.ts'
import { filledDatabase } from '../support/ownDatabase.ts'
import { snapshotLines } from '../support/snapshot.ts'
import { getJson, startService } from '../support/startService.ts'

/** The tokens of the snapshot whose `field` is `text` in any case, by principal. */
function principalsWith(field: 'name' | 'symbol', text: string): string[] {
  return snapshotLines('tokens')
    .filter(({ token }) => token[field]?.toLowerCase() === text.toLowerCase())
    .map(({ principal }) => principal)
    .sort()
}

test('the tokens that call themselves sBTC are counted, and the first twenty named', async () => {
  const origin = await startService()
  const symbols = principalsWith('symbol', 'sBTC')
  const names = principalsWith('name', 'sBTC')
  expect(symbols.length).toBe(28)
  const principal = symbols.find((symbol) => names.includes(symbol)) ?? ''

  const { status, body } = await getJson(origin, `/explorer/v1/tokens/${principal}/namesakes`)
  expect(status).toBe(200)
  expect([body.symbol.total, body.name.total]).toEqual([27, names.length - 1])
  const others = symbols.filter((symbol) => symbol !== principal)
  expect(body.symbol.results.map((token: { principal: string }) => token.principal)).toEqual(
    others.slice(0, 20),
  )
  expect(body.symbol.results[0].symbol).toMatch(/^sbtc$/i)
})

test('a token of its own has no namesakes, an unknown one no answer', async () => {
  const origin = await startService()
  const of = (principal: string) => getJson(origin, `/explorer/v1/tokens/${principal}/namesakes`)
  const sample = await of('ST000000000000000000002AMW42H.cairn-sample-localized')
  const none = { total: 0, results: [] }
  expect(sample.body).toEqual({ symbol: none, name: none })
  const unknown = await of('ST000000000000000000002AMW42H.unheard-of')
  expect([unknown.status, unknown.body.error]).toEqual([404, 'Contract not found'])
  expect((await of('sbtc')).status).toBe(400)
})

test('capitals beyond A to Z are the same letters, too', async () => {
  const databaseUrl = await filledDatabase()
  const address = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'
  const named = [
    ['one', 'ÉTOILE Ω', 'ÉTO'],
    ['two', 'étoile ω', 'éto'],
    ['without-accent', 'etoile ω', 'eto'],
  ] as const
  const tokens = named.map(([contract, name, symbol]) => ({
    asset_identifier: `${address}.${contract}::asset`,
    name,
    symbol,
  }))
  expect(await importInto(databaseUrl, [writeLines(tokens)])).toMatchObject({ code: 0 })
  const origin = await startService({ databaseUrl })
  const { body } = await getJson(origin, `/explorer/v1/tokens/${address}.one/namesakes`)
  const twin = { principal: `${address}.two`, name: 'étoile ω', symbol: 'éto' }
  const shared = { total: 1, results: [twin] }
  expect(body).toEqual({ symbol: shared, name: shared })
})
