import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import type { NewRow } from '../../src/service/database/replaceRows.ts'
import { createLogger } from '../../src/service/observability/logger.ts'
import { walk } from '../support/expectRecords.ts'
import { FIRST_HEIGHT, generateIndex } from '../support/generateIndex.ts'
import { formatUnits } from '../support/generateLedger.ts'
import { indexDatabase, insertIndex } from '../support/indexDatabase.ts'
import { isThorough } from '../support/isThorough.ts'
import { openWriter } from '../support/ledgerBlocks.ts'
import { getJson, startService } from '../support/startService.ts'

const LIMITS = isThorough() ? [7, 60, 1000] : [7, 1000]
const STRANGER = `bc1q${'x'.repeat(30)}`

type Index = ReturnType<typeof generateIndex>

/** The holders that follow from what transactions changed, largest balance first. */
function holdersOf({ totals, runes }: Index, runeId: string) {
  const decimals = runes.find(({ id }) => id === runeId)?.divisibility ?? 0
  return [...(totals.get(runeId)?.balances ?? [])]
    .filter(([, units]) => units > 0n)
    .toSorted(([a, one], [b, other]) => (one === other ? (a < b ? -1 : 1) : one > other ? -1 : 1))
    .map(([address, units]) => ({ address, balance: formatUnits(units, decimals) }))
}

function unitsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

const LEDGERS = [
  [1, 'deducted'],
  [3, 'not deducted'],
  [2, 'deducted'],
  [4, 'not deducted'],
] as const

test.each(isThorough() ? LEDGERS : LEDGERS.slice(0, 2))(
  'with seed %i and burns %s in the balances, holders add up to the supply',
  async (seed, burns) => {
    const index = generateIndex(seed, { burns, blocks: 20, transactions: 40, addresses: 150 })
    const origin = await startService({ databaseUrl: await indexDatabase(index.rows) })
    for (const { id } of index.runes) {
      const expected = holdersOf(index, id)
      for (const limit of LIMITS) {
        expect(await walk(origin, `/runes/v1/etchings/${id}/holders`, limit)).toEqual(expected)
      }
      const { supply } = (await getJson(origin, `/runes/v1/etchings/${id}`)).body
      const sum = expected.reduce((total, { balance }) => total + unitsOf(balance), 0n)
      expect(sum).toBe(unitsOf(supply.current))
      expect(unitsOf(supply.current)).toBe(
        unitsOf(supply.premine) + unitsOf(supply.minted) - unitsOf(supply.burned),
      )
      for (const holder of expected.slice(0, 10)) {
        const path = `/runes/v1/etchings/${id}/holders/${holder.address}`
        expect((await getJson(origin, path)).body).toEqual(holder)
      }
    }
  },
)

test.each(['deducted', 'not deducted'] as const)(
  'with burns %s, a former holder has 0 and is in no list; an address that never held is a 404',
  async (burns) => {
    const index = generateIndex(5, { burns, blocks: 20, transactions: 40 })
    const origin = await startService({ databaseUrl: await indexDatabase(index.rows) })
    const balances = [...(index.totals.get('840001:1')?.balances ?? [])]
    const [former] = balances.find(([, units]) => units === 0n) ?? []
    expect(former).toBeDefined()
    for (const prefix of ['/runes/v1', '/runes']) {
      const zero = await getJson(origin, `${prefix}/etchings/2/holders/${former}`)
      expect([zero.status, zero.body]).toEqual([200, { address: former, balance: '0.00' }])
    }
    const holders = await walk(origin, '/runes/v1/etchings/2/holders', 1000)
    expect(holders.map(({ address }) => address)).not.toContain(former)
    const never = await getJson(origin, `/runes/v1/etchings/2/holders/${STRANGER}`)
    expect([never.status, never.body]).toEqual([404, { error: 'Not found' }])
    expect((await getJson(origin, '/runes/v1/etchings/2/holders/nobody')).status).toBe(400)
  },
)

test.each(['deducted', 'not deducted'] as const)(
  'with burns %s, holders follow the chain as it grows and is reorganised',
  async (burns) => {
    const whole = generateIndex(6, { burns, blocks: 16, transactions: 40 })
    const within = (isWanted: (height: number) => boolean) => {
      const wanted = (rows: NewRow[]) => rows.filter((row) => isWanted(Number(row.block_height)))
      const { runes, ledger, supply_changes, balance_changes } = whole.rows
      return {
        runes: wanted(runes),
        ledger: wanted(ledger),
        supply_changes: wanted(supply_changes),
        balance_changes: wanted(balance_changes),
      }
    }
    const databaseUrl = await indexDatabase(within((at) => at < FIRST_HEIGHT + 8))
    const writer = await openWriter(databaseUrl)
    let time = 0
    const origin = await startService({ databaseUrl, monotonicMs: () => time })
    const expectSums = async () => {
      time += 2001
      for (const { id, supply } of await walk(origin, '/runes/v1/etchings', 60)) {
        const holders = await walk(origin, `/runes/v1/etchings/${id}/holders`, 60)
        const sum = holders.reduce((total, { balance }) => total + unitsOf(balance), 0n)
        expect(sum, id).toBe(unitsOf(supply.current))
        for (const { address, balance } of holders.slice(0, 3)) {
          const path = `/runes/v1/addresses/${address}/balances`
          expect(await walk(origin, path, 60)).toContainEqual({
            rune: expect.objectContaining({ id }),
            address,
            balance,
          })
        }
      }
    }
    await expectSums()
    for (let height = FIRST_HEIGHT + 8; height < FIRST_HEIGHT + 16; height++) {
      await insertIndex(
        writer.query,
        within((at) => at === height),
      )
      await expectSums()
    }
    expect(await walk(origin, '/runes/v1/etchings/1/holders', 60)).toEqual(
      holdersOf(whole, '840000:1'),
    )
    for (const table of ['runes', 'ledger', 'supply_changes', 'balance_changes']) {
      await writer.query(`DELETE FROM ${table} WHERE block_height >= $1`, [FIRST_HEIGHT + 12])
    }
    await expectSums()
  },
)

test('if burners contradict each other, holders and balances are a 501 and the log says why', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const index = generateIndex(7, { burns: 'not deducted', blocks: 20, transactions: 40 })
  const burner = index.rows.ledger.find(({ operation }) => operation === 'burn')
  const databaseUrl = await indexDatabase(index.rows)
  const writer = await openWriter(databaseUrl)
  await writer.query(
    'UPDATE balance_changes SET balance = $1 WHERE rune_id = $2 AND address = $3',
    ['1', burner?.rune_id ?? '', burner?.address ?? ''],
  )
  const origin = await startService({ databaseUrl, logger: createLogger('error', stream) })
  const address = String(burner?.address)
  for (const path of [
    'etchings/1/holders',
    `etchings/1/holders/${address}`,
    `addresses/${address}/balances`,
  ]) {
    const { status, body } = await getJson(origin, `/runes/v1/${path}`)
    expect([status, body.error], path).toEqual([501, 'Not Implemented'])
  }
  expect(lines.join('')).toContain('holders and balances are not served')
  expect(lines.join('')).toContain(address)
  for (const path of [
    'etchings',
    'etchings/1',
    'etchings/1/activity',
    `addresses/${address}/activity`,
  ]) {
    expect((await getJson(origin, `/runes/v1/${path}`)).status, path).toBe(200)
  }
})

test('many requests for the holders of a rune share one computation', async () => {
  const index = generateIndex(8, { blocks: 12, addresses: 150 })
  let recursions = 0
  const origin = await startService({
    databaseUrl: await indexDatabase(index.rows),
    wrap: (database) => ({
      ...database,
      query: (sql, parameters) => {
        if (sql.includes('WITH RECURSIVE')) recursions += 1
        return database.query(sql, parameters)
      },
    }),
  })
  const offsets = Array.from({ length: 20 }, (_, offset) => offset)
  await Promise.all(
    offsets.map((offset) =>
      getJson(origin, `/runes/v1/etchings/1/holders?limit=1&offset=${offset}`),
    ),
  )
  expect(recursions).toBe(1)
})
