// The demo chain has a mint or an etching that is refused for each reason.
import { expect, test } from 'vitest'
import { addressOf } from '../../src/bitcoin/addresses.ts'
import { createClient } from '../../src/contract/client.ts'
import { REFUSAL_REASONS } from '../../src/contract/schemas/refusal.ts'
import {
  CENOTAPH_NAME,
  CLOSED_NAME,
  FUTURE_NAME,
  MINTED_OUT_NAME,
  TREASURY_NAME,
} from '../../src/demo/demoRunes.ts'
import { LATECOMER_SCRIPT } from '../../src/demo/latecomer.ts'
import { demoData } from '../support/servedData.ts'
import { startService } from '../support/startService.ts'

/** Of a complete index, no rune is older than it. */
const REASONS = REFUSAL_REASONS.filter((reason) => reason !== 'older-rune')

/** All refusals of the latecomer, newest first. */
async function readRefusals() {
  const client = createClient({ baseUrl: await startService({ data: demoData() }) })
  const address = addressOf(LATECOMER_SCRIPT, 'regtest') ?? ''
  return { client, address, ...(await client.get('addressRefusals', { address, limit: 60 })) }
}

test('one person of the demo chain is refused something for each reason', async () => {
  const { results } = await readRefusals()
  expect(results.map(({ reason }) => reason).sort()).toEqual([...REASONS].sort())
})

test.each(REASONS)('its transaction says why it was refused: %s', async (reason) => {
  const { client, address, results } = await readRefusals()
  const refusal = results.find((one) => one.reason === reason) ?? expect.fail('there is none')
  expect(refusal).toMatchObject({ address, place: { block_height: 290 } })
  const { tx_id } = refusal.place
  const { refusals } = await client.get('transactionDetails', { tx_id })
  expect(refusals).toMatchObject([{ part: refusal.part, reason }])
})

test.each([
  [MINTED_OUT_NAME, 'after-cap'],
  [CLOSED_NAME, 'after-end'],
  [FUTURE_NAME, 'before-start'],
  [TREASURY_NAME, 'no-mint'],
  [CENOTAPH_NAME.replaceAll('•', ''), 'cenotaph-rune'],
])('the mints of a rune of the demo chain that got nothing say why: %s', async (name, reason) => {
  const client = createClient({ baseUrl: await startService({ data: demoData() }) })
  const { refusals, id } = await client.get('runeDetails', { rune: name })
  const { total, has_more, results } = await client.get('runeRefusals', { rune: name, limit: 60 })
  expect([total, has_more, results.length]).toEqual([refusals, false, refusals])
  const { address } = await readRefusals()
  const own = results.find((refusal) => refusal.address === address)
  expect(own).toMatchObject({ part: 'mint', reason, rune_id: id, place: { block_height: 290 } })
})

test('a transaction of the demo chain moves something beside what it is refused', async () => {
  const { client, results } = await readRefusals()
  const { tx_id = '' } = results.find(({ reason }) => reason === 'after-cap')?.place ?? {}
  const { counts, clauses, refusals } = await client.get('transactionDetails', { tx_id })
  expect([counts.mints, counts.transfers]).toEqual([0, 1])
  expect(clauses).toMatchObject([{ verb: 'sent', amount: '500' }])
  expect(refusals).toMatchObject([{ rune: { spaced_name: 'FIRST•COME•FIRST•SERVED' }, cap: '120' }])
})
