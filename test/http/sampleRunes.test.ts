import { expect, test } from 'vitest'
import { SAMPLE_RUNES } from '../../src/contract/samples.ts'
import { readAll } from '../support/importing.ts'
import { getJson, startService } from '../support/startService.ts'

/** In the smallest unit. Amounts have all decimals of their rune. */
const unitsOf = (amount = '0') => BigInt(amount.replace('.', ''))
const sumOf = (amounts: Iterable<bigint>) => [...amounts].reduce((sum, it) => sum + it, 0n)

test.each(SAMPLE_RUNES)('records, supply and holders of the sample rune %s add up', async (id) => {
  const origin = await startService()
  const { supply, mint_terms } = (await getJson(origin, `/runes/v1/etchings/${id}`)).body
  const records = await readAll(origin, `etchings/${id}`)
  const { body, headers } = await getJson(origin, `/runes/v1/etchings/${id}/holders?limit=1000`)
  expect(headers.get('X-Cairn-Coverage')).toBe('sample')

  const net = new Map<string, bigint>()
  for (const { operation, address, amount } of records) {
    if (address === undefined) continue
    const units = operation === 'receive' ? unitsOf(amount) : -unitsOf(amount)
    net.set(address, (net.get(address) ?? 0n) + units)
  }
  const held = [...net].filter(([, units]) => units !== 0n)
  const holders = body.results.map((it: { address: string; balance: string }) => [
    it.address,
    unitsOf(it.balance),
  ])
  expect(new Map(holders)).toEqual(new Map(held))
  expect(body.total).toBe(held.length)

  const minted = records.filter(({ operation }) => operation === 'mint')
  const burned = records.filter(({ operation }) => operation === 'burn')
  expect(unitsOf(supply.minted)).toBe(sumOf(minted.map(({ amount }) => unitsOf(amount))))
  expect(unitsOf(supply.minted)).toBe(BigInt(supply.total_mints) * unitsOf(mint_terms.amount))
  expect(unitsOf(supply.burned)).toBe(sumOf(burned.map(({ amount }) => unitsOf(amount))))
  expect([supply.total_mints, supply.total_burns]).toEqual([`${minted.length}`, `${burned.length}`])
  expect(unitsOf(supply.current)).toBe(sumOf(net.values()))
  expect(unitsOf(supply.current)).toBe(
    unitsOf(supply.premine) + unitsOf(supply.minted) - unitsOf(supply.burned),
  )
})

test('one complete sample rune can be minted, and the cap of the other is reached', async () => {
  const origin = await startService()
  const supplies = await Promise.all(
    SAMPLE_RUNES.map(async (id) => (await getJson(origin, `/runes/v1/etchings/${id}`)).body.supply),
  )
  expect(supplies).toMatchObject([
    { mintable: true, mint_percentage: '30.0000' },
    { mintable: false, mint_percentage: '100.0000' },
  ])
})
