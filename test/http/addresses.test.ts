import { expect, test } from 'vitest'
import { recordsOf, walk } from '../support/expectRecords.ts'
import { generateIndex } from '../support/generateIndex.ts'
import { formatUnits } from '../support/generateLedger.ts'
import { indexDatabase } from '../support/indexDatabase.ts'
import { getJson, startService } from '../support/startService.ts'

const LIMITS = [7, 60, 1000]
const STRANGER = `bc1q${'x'.repeat(30)}`
const index = generateIndex(21, {
  blocks: 25,
  transactions: 40,
  addresses: 40,
  burns: 'not deducted',
})
const addresses = [...new Set(index.rows.ledger.flatMap(({ address }) => address ?? []))].map(
  String,
)

test('the activity of an address has each record whose address it is, newest first', async () => {
  const origin = await startService({ databaseUrl: await indexDatabase(index.rows) })
  for (const address of addresses.slice(0, 6)) {
    const expected = recordsOf(
      index.rows.ledger.filter((row) => row.address === address),
      index.runes,
    )
    for (const limit of LIMITS) {
      expect(await walk(origin, `/runes/v1/addresses/${address}/activity`, limit)).toEqual(expected)
    }
    for (const operation of ['burn', 'send', 'receive']) {
      const path = `/runes/addresses/${address}/activity?operation_type=${operation}`
      expect(await walk(origin, path, 7)).toEqual(
        expected.filter((it) => it.operation === operation),
      )
    }
  }
})

test('the signed activity of an address is its balance of each rune', async () => {
  const origin = await startService({ databaseUrl: await indexDatabase(index.rows) })
  for (const address of addresses) {
    const net = new Map<string, bigint>()
    for (const { rune, operation, amount } of await walk(
      origin,
      `/runes/v1/addresses/${address}/activity`,
      1000,
    )) {
      const units = BigInt(amount.replace('.', '')) * (operation === 'receive' ? 1n : -1n)
      net.set(rune.id, (net.get(rune.id) ?? 0n) + units)
    }
    const balances = await walk(origin, `/runes/v1/addresses/${address}/balances`, 7)
    const held = balances.map(({ rune, balance }) => [rune.id, BigInt(balance.replace('.', ''))])
    expect(new Map(held as [string, bigint][])).toEqual(
      new Map([...net].filter(([, units]) => units !== 0n)),
    )
  }
})

test('balances are sorted by the amount that is shown, and zero is left out', async () => {
  const origin = await startService({ databaseUrl: await indexDatabase(index.rows) })
  for (const address of addresses.slice(0, 10)) {
    const expected = index.runes
      .map(({ id, number, name, spaced_name, divisibility }) => {
        const units = index.totals.get(id)?.balances.get(address) ?? 0n
        const amount = units * 10n ** BigInt(38 - divisibility)
        const rune = { id, number, name, spaced_name }
        return { amount, shown: { rune, address, balance: formatUnits(units, divisibility) } }
      })
      .filter(({ amount }) => amount > 0n)
      .toSorted((a, b) => (a.amount > b.amount ? -1 : 1))
      .map(({ shown }) => shown)
    for (const limit of [1, 1000]) {
      expect(await walk(origin, `/runes/v1/addresses/${address}/balances`, limit)).toEqual(expected)
    }
  }
})

test('an unknown address has no activity and no balances; a malformed one is a 400', async () => {
  const origin = await startService({ databaseUrl: await indexDatabase(index.rows) })
  for (const list of ['activity', 'balances']) {
    const unknown = await getJson(origin, `/runes/v1/addresses/${STRANGER}/${list}`)
    expect([unknown.status, unknown.body]).toEqual([
      200,
      { limit: 20, offset: 0, total: 0, results: [] },
    ])
    for (const malformed of ['nobody', 'bc1q-xxxxxxxxxxxxxxxxxxx', 'x'.repeat(91)]) {
      const { status, body } = await getJson(origin, `/runes/v1/addresses/${malformed}/${list}`)
      expect([status, body.message], malformed).toEqual([
        400,
        expect.stringContaining('params/address must be'),
      ])
    }
  }
  const [address = ''] = addresses
  const paths = [address.toUpperCase(), address].map((it) => `/runes/v1/addresses/${it}/activity`)
  const [upper, lower] = await Promise.all(paths.map((path) => getJson(origin, path)))
  expect(upper?.body).toEqual(lower?.body)
})

test('the snapshot has partial activity of addresses, and no balances', async () => {
  const origin = await startService()
  const { body } = await getJson(origin, '/runes/v1/blocks/840002/activity?operation_type=receive')
  const { address } = body.results[0]
  const activity = await getJson(origin, `/runes/v1/addresses/${address}/activity`)
  expect([activity.status, activity.headers.get('X-Cairn-Coverage')]).toEqual([200, 'partial'])
  expect(activity.body.total).toBeGreaterThan(0)
  const balances = await getJson(origin, `/runes/v1/addresses/${address}/balances`)
  expect([balances.status, balances.body.error]).toEqual([501, 'Not Implemented'])
})
