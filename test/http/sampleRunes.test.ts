import { expect, inject, test } from 'vitest'
import { SAMPLE_RUNES } from '../../src/contract/samples.ts'
import { select } from '../support/importing.ts'

const columns = (names: string) =>
  names
    .split(' ')
    .map((name) => `CAST(${name} AS TEXT) AS ${name}`)
    .join(', ')

const read = (table: string, names: string, rune: string, column = 'rune_id') =>
  select(
    inject('databaseUrl'),
    `SELECT ${columns(names)} FROM ${table} WHERE ${column} = '${rune}' ORDER BY ${names.split(' ')[0]}`,
  )

test.each(SAMPLE_RUNES)('records, supply and balances of the sample rune %s add up', async (id) => {
  const [rune] = await read('runes', 'premine terms_amount terms_cap', id, 'id')
  const [supply] = await read('supply_changes', 'minted total_mints burned total_burns', id)
  const ledger = await read('ledger', 'operation address amount', id)
  const balances = await read('balance_changes', 'address balance', id)

  const net = new Map<string, bigint>()
  const totals = { mint: 0n, burn: 0n }
  for (const { operation, address, amount } of ledger) {
    if (operation === 'mint' || operation === 'burn') totals[operation] += BigInt(String(amount))
    if (address === null || amount === null) continue
    const moved = BigInt(String(amount)) * (operation === 'receive' ? 1n : -1n)
    net.set(String(address), (net.get(String(address)) ?? 0n) + moved)
  }
  expect(balances.map(({ address, balance }) => [address, BigInt(String(balance))])).toEqual(
    [...net].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
  expect([...net.values()].every((balance) => balance >= 0n)).toBe(true)
  expect(supply).toMatchObject({ minted: String(totals.mint), burned: String(totals.burn) })
  const held = [...net.values()].reduce((sum, balance) => sum + balance, 0n)
  expect(held).toBe(BigInt(String(rune?.premine)) + totals.mint - totals.burn)
  const minted = BigInt(String(supply?.total_mints)) * BigInt(String(rune?.terms_amount))
  expect(minted).toBe(totals.mint)
})
