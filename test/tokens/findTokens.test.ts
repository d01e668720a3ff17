import { expect, test } from 'vitest'
import { getJson } from '../support/startService.ts'
import { sharedDatabase } from '../support/tokens/databases.ts'
import { LONGCOIN, SAMPLE, snapshotTokens } from '../support/tokens/snapshotTokens.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const MEMEGOAT = 'SP2F4QC563WN0A0949WPH5W1YXVC4M1R46QKE0G14.memegoatstx'
const LOCALIZED = SAMPLE

async function start() {
  const origin = await startTokens(sharedDatabase())
  return {
    find: async (query: string) => getJson(`${origin}/metadata/v1/search?${query}`),
    token: async (principal: string) => getJson(`${origin}/metadata/v1/ft/${principal}`),
  }
}

test('several tokens are found in one request, in its order, each once', async () => {
  const { find, token } = await start()
  const query = [MEMEGOAT, `${LONGCOIN}:1`, LONGCOIN].map((it) => `contract=${it}`).join('&')
  const { status, body } = await find(query)
  const expected = await Promise.all(
    [MEMEGOAT, LONGCOIN].map(async (principal) => {
      const { metadata: _, ...fields } = (await token(principal)).body
      return { contract_id: principal, token_number: 1, token_type: 'ft', ...fields }
    }),
  )
  expect([status, body]).toEqual([200, expected])
  expect((await find(`contract=${MEMEGOAT},${LONGCOIN}`)).body).toEqual(expected)
})

test('unknown contracts, and numbers that no fungible token has, are left out', async () => {
  const { find } = await start()
  for (const contract of [`${LONGCOIN}-nowhere`, `${LONGCOIN}:2`, `${LONGCOIN}:0`]) {
    const { status, body } = await find(`contract=${contract}`)
    expect([contract, status, body]).toEqual([contract, 200, []])
  }
})

test('fifty tokens are found at once, and no more', async () => {
  const { find } = await start()
  const principals = snapshotTokens().map(({ principal }) => principal)
  const { body } = await find(`contract=${principals.slice(0, 50).join('&contract=')}`)
  expect(body.map((row: { contract_id: string }) => row.contract_id)).toEqual(
    principals.slice(0, 50),
  )
  const refused = await find(`contract=${principals.slice(0, 51).join('&contract=')}`)
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('1 to 50')])
  expect((await find('')).status).toBe(400)
})

test('a locale applies to the tokens that have it', async () => {
  const { find, token } = await start()
  const { body } = await find(`contract=${LOCALIZED}&contract=${LONGCOIN}&locale=AR`)
  const localized = (await token(`${LOCALIZED}?locale=ar`)).body
  const other = (await token(LONGCOIN)).body
  expect(localized.description).not.toBe((await token(LOCALIZED)).body.description)
  expect(body.map(({ description }: { description: string }) => description)).toEqual([
    localized.description,
    other.description,
  ])
})
