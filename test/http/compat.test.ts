import { expect, test } from 'vitest'
import { BLOCK, LONGCOIN, RUNE, TX } from '../support/bundledIds.ts'
import { getJson, startService } from '../support/startService.ts'
import { snapshotTokens } from '../support/tokens/snapshotTokens.ts'

const GENESIS = '1:0'

test('under /compat, the records of the runes API have the form of the retired servers', async () => {
  const origin = await startService()
  for (const path of [`/transactions/${TX}`, `/blocks/${BLOCK}`, `/etchings/${RUNE}`]) {
    const { body } = await getJson(`${origin}/compat/runes/v1${path}/activity`)
    expect(body.results.length).toBeGreaterThan(0)
    for (const { location } of body.results) {
      expect(location.block_hash).toMatch(/^[0-9a-f]{64}$/)
      expect(location.tx_id).toMatch(/^[0-9a-f]{64}$/)
      const { tx_id, vout } = location
      expect(location.output).toBe(vout === undefined ? undefined : `${tx_id}:${vout}`)
    }
    const { body: specified } = await getJson(`${origin}/runes/v1${path}/activity`)
    expect(specified.results[0].location.tx_id).toMatch(/^0x[0-9a-f]{64}$/)
  }
  const { body } = await getJson(`${origin}/compat/runes/v1/etchings/${RUNE}`)
  expect(body.location.tx_id).toMatch(/^[0-9a-f]{64}$/)
  expect(body.location.block_hash).toMatch(/^[0-9a-f]{64}$/)
})

test('under /compat, the first rune has the location of the retired API', async () => {
  const origin = await startService()
  const { body } = await getJson(`${origin}/compat/runes/v1/etchings/${GENESIS}`)
  expect(body.location).toEqual({
    block_hash: '0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5',
    block_height: 840_000,
    tx_index: 0,
    tx_id: '',
    timestamp: 0,
  })
  const { body: specified } = await getJson(`${origin}/runes/v1/etchings/${GENESIS}`)
  expect(specified.location).toEqual({ block_height: 1, tx_index: 0 })
})

const EMPTY = { limit: 20, offset: 0, total: 0, results: [] }

test('under /compat, any text is an address, and the activity of an unknown rune is empty', async () => {
  const origin = await startService()
  for (const path of [
    '/addresses/undefined/balances',
    '/addresses/%00/activity',
    '/addresses/not%20an%20address%2F/activity?operation_type=mint',
    `/etchings/${RUNE}/activity/x`,
    '/etchings/NOSUCHRUNE/activity',
    '/etchings/5:5/activity/x',
  ]) {
    const { status, body } = await getJson(`${origin}/compat/runes/v1${path}`)
    expect([path, status, body]).toEqual([path, 200, EMPTY])
    const specified = await getJson(`${origin}/runes/v1${path}`)
    expect([path, specified.status]).toEqual([path, expect.toBeOneOf([400, 404])])
  }
  for (const path of [`/etchings/${RUNE}/holders/x`, '/etchings/NOSUCHRUNE']) {
    const { status, body } = await getJson(`${origin}/compat/runes/v1${path}`)
    expect([path, status, body]).toEqual([path, 404, { error: 'Not found' }])
  }
})

test('a malformed parameter is refused in both forms', async () => {
  const origin = await startService()
  for (const path of ['/blocks/latest/activity', '/blocks/1/activity?limit=-1']) {
    const [one, other] = await Promise.all(
      ['', '/compat'].map((prefix) => getJson(`${origin}${prefix}/runes/v1${path}`)),
    )
    expect([one?.status, one?.body]).toEqual([other?.status, other?.body])
    expect(one?.body).toMatchObject({ statusCode: 400, error: 'Bad Request' })
  }
})

test('tokens in a list have the fields of the public token API, and no others under /compat', async () => {
  const origin = await startService()
  const { body } = await getJson(`${origin}/compat/metadata/v1/ft?limit=60`)
  const known = snapshotTokens().filter(({ token }) => token.tx_id !== undefined)
  expect(known).not.toEqual([])
  // The others have no transaction.
  expect(body.total).toBe(known.length)
  expect(body.results).toHaveLength(known.length)
  for (const retired of body.results.slice(0, 3)) {
    const path = `/metadata/v1/ft?address=${retired.contract_principal}`
    const [row] = (await getJson(origin + path)).body.results
    const { has_document, deployed_at, same_name, listed_by, ...specified } = row
    expect(has_document).toEqual(expect.any(Boolean))
    expect(retired).toEqual(specified)
  }
})

test('the token API has a status, also without its version', async () => {
  const origin = await startService()
  for (const path of ['/metadata/v1/', '/metadata/v1', '/metadata/', '/compat/metadata/']) {
    const { status, body } = await getJson(origin + path)
    const expected = { server_version: 'cairn test', status: 'ready', chain_tip: null }
    expect([path, status, body]).toEqual([path, 200, expected])
  }
})

test('a token that is not fungible is a 404 in the form of the token API', async () => {
  const origin = await startService()
  for (const path of [`/v1/nft/${LONGCOIN}/1`, `/nft/${LONGCOIN}/1`, `/v1/sft/${LONGCOIN}/7`]) {
    for (const prefix of ['/metadata', '/compat/metadata']) {
      const { status, body } = await getJson(origin + prefix + path)
      expect([path, status, body]).toEqual([path, 404, { error: 'Token not found' }])
    }
  }
  expect((await getJson(`${origin}/metadata/v1/nft/longcoin/1`)).status).toBe(400)
})
