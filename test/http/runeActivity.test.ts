import { expect, test } from 'vitest'
import type { NewRow } from '../../src/service/database/replaceRows.ts'
import { recordsOf, walk } from '../support/expectRecords.ts'
import { FIRST_HEIGHT, generateIndex } from '../support/generateIndex.ts'
import { indexDatabase, insertIndex } from '../support/indexDatabase.ts'
import { openWriter } from '../support/ledgerBlocks.ts'
import { getJson, startService } from '../support/startService.ts'

const LIMITS = [7, 60, 1000]
const index = generateIndex(19, { blocks: 30, transactions: 40 })
async function startIndex(rows = index.rows, options = {}) {
  return startService({ databaseUrl: await indexDatabase(rows), ...options })
}

/** The rows up to a block, as an indexer had written them then. */
function until(height: number) {
  return atHeights((at) => at <= height)
}

function atHeights(isWanted: (height: number) => boolean) {
  const wanted = (rows: NewRow[]) => rows.filter((row) => isWanted(Number(row.block_height)))
  const { runes, ledger, supply_changes, balance_changes } = index.rows
  return {
    runes: wanted(runes),
    ledger: wanted(ledger),
    supply_changes: wanted(supply_changes),
    balance_changes: wanted(balance_changes),
  }
}

test('the activity of a rune has each of its records once, newest first', async () => {
  const origin = await startIndex()
  const ledger = index.rows.ledger.filter(({ rune_id }) => rune_id === '840000:1')
  const expected = recordsOf(ledger, index.runes)
  expect(expected.length).toBeGreaterThan(500)
  for (const limit of LIMITS) {
    expect(await walk(origin, '/runes/v1/etchings/1/activity', limit)).toEqual(expected)
  }
  expect(await walk(origin, '/runes/etchings/OPENMINT/activity', 1000)).toEqual(expected)
})

test('the activity of a rune is filtered by operation and by address, and totals count what is left', async () => {
  const origin = await startIndex()
  const ledger = index.rows.ledger.filter(({ rune_id }) => rune_id === '840000:1')
  const all = recordsOf(ledger, index.runes)
  for (const operation of ['etching', 'mint', 'burn', 'send', 'receive']) {
    const path = `/runes/v1/etchings/1/activity?operation_type=${operation}`
    for (const limit of LIMITS) {
      expect(await walk(origin, path, limit)).toEqual(
        all.filter((it) => it.operation === operation),
      )
    }
  }
  const addresses = [...new Set(ledger.flatMap(({ address }) => address ?? []))].slice(0, 5)
  for (const address of addresses) {
    const expected = recordsOf(
      ledger.filter((row) => row.address === address),
      index.runes,
    )
    const path = `/runes/v1/etchings/1/activity/${address}`
    expect(await walk(origin, path, 7)).toEqual(expected)
    expect(await walk(origin, `${path}?operation_type=send`, 7)).toEqual(
      expected.filter((it) => it.operation === 'send'),
    )
  }
  const stranger = await getJson(origin, `/runes/v1/etchings/1/activity/bc1q${'x'.repeat(30)}`)
  expect([stranger.status, stranger.body.total]).toEqual([200, 0])
  for (const path of ['1/activity?operation_type=swap', '1/activity/nobody']) {
    expect((await getJson(origin, `/runes/v1/etchings/${path}`)).status).toBe(400)
  }
})

test('while the chain grows and is reorganised, every list follows', async () => {
  const databaseUrl = await indexDatabase(until(FIRST_HEIGHT + 3))
  const writer = await openWriter(databaseUrl)
  let time = 0
  const origin = await startService({ databaseUrl, monotonicMs: () => time })
  const holder = 'bc1qindexzzzzzzzzzzzzzzzzzzzz7x'
  const expectState = async (height: number) => {
    time += 2001
    const { runes, ledger } = until(height)
    expect((await walk(origin, '/runes/v1/etchings', 2)).map(({ id }) => id)).toEqual(
      runes.map(({ id }) => id).reverse(),
    )
    const lists: [string, (row: NewRow) => boolean][] = [
      ['etchings/1/activity', (row) => row.rune_id === '840000:1'],
      [
        'etchings/1/activity?operation_type=burn',
        (row) => row.rune_id === '840000:1' && row.operation === 'burn',
      ],
      [`addresses/${holder}/activity`, (row) => row.address === holder],
    ]
    for (const [path, isListed] of lists) {
      expect(await walk(origin, `/runes/v1/${path}`, 60)).toEqual(
        recordsOf(ledger.filter(isListed), index.runes),
      )
    }
  }
  await expectState(FIRST_HEIGHT + 3)
  for (const height of [4, 5, 6, 7, 8].map((step) => FIRST_HEIGHT + step)) {
    await insertIndex(
      writer.query,
      atHeights((at) => at === height),
    )
    await expectState(height)
  }
  for (const table of ['runes', 'ledger', 'supply_changes', 'balance_changes']) {
    await writer.query(`DELETE FROM ${table} WHERE block_height >= $1`, [FIRST_HEIGHT + 4])
  }
  await expectState(FIRST_HEIGHT + 3)
  await insertIndex(
    writer.query,
    atHeights((at) => at > FIRST_HEIGHT + 3 && at < FIRST_HEIGHT + 9),
  )
  await expectState(FIRST_HEIGHT + 8)
})
