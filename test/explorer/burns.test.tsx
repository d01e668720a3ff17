import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FLAW_MEANINGS } from '../../src/contract/schemas/chain.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { coin, ETCHING, followRune, OWNER, to } from '../support/followRune.ts'
import { findHeading, grouped, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'

const readBurns = () => readTable('Burns')

test('the burns of all runes are a list, newest first', async () => {
  const { client, reader, address } = await visit('/runes', { data: demoData() })
  const main = within(await screen.findByRole('main'))
  await reader.click(await main.findByRole('link', { name: 'Burns' }))
  await findHeading('Burns')
  const { total, results } = await client.get('burns', { limit: 25 })
  await shows(`${grouped(total)} in this index`)
  const rows = await readBurns()
  expect(rows.map(({ Amount }) => Amount)).toEqual(
    results.map(({ amount }) => expect.stringContaining(grouped(amount))),
  )
  expect(new Set(results.map(({ rune }) => rune.id)).size).toBeGreaterThan(1)
  await reader.click(screen.getByRole('link', { name: 'Next page' }))
  await shows(`26–50 of ${grouped(total)}`)
  expect(address()).toBe('/burns?offset=25')
})

test('the burns of some blocks are counted apart', async () => {
  const { client } = await visit('/burns?from=100&to=120', { data: demoData() })
  const { total, results } = await client.get('burns', { from: '100', to: '120', limit: 25 })
  await shows(`${total} match`)
  const rows = await readBurns()
  expect(rows[0]?.Block).toBe(grouped(results[0]?.place.block_height))
  expect(results.every(({ place }) => place.block_height >= 100)).toBe(true)
  expect(results.every(({ place }) => place.block_height <= 120)).toBe(true)
})

test('a filter takes a month', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results } = await client.get('burns', { limit: 1 })
  const month = new Date((results[0]?.place.timestamp ?? 0) * 1000).toISOString().slice(0, 7)
  await navigate(`/burns?from=${month}&to=${month}`)
  const { total } = await client.get('burns', { from: month, to: month })
  await shows(`${grouped(total)} match`)
  expect(screen.getByRole('link', { name: `Remove the filter Since ${month}` })).toBeVisible()
})

test('the burns of one rune are found by its name', async () => {
  const { client, reader, address } = await visit('/burns', { data: demoData() })
  await readBurns()
  await reader.click(screen.getByRole('button', { name: 'Filter' }))
  await reader.type(await screen.findByLabelText('Rune'), 'goldenretriever{Enter}')
  const { total, results } = await client.get('burns', { rune: 'GOLDENRETRIEVER', limit: 25 })
  await shows(`${grouped(total)} match`)
  expect(address()).toBe('/burns?rune=goldenretriever')
  expect(await readBurns()).toHaveLength(results.length)
  expect(new Set(results.map(({ rune }) => rune.spaced_name))).toEqual(
    new Set(['GOLDEN•RETRIEVER']),
  )
  await reader.click(screen.getByRole('link', { name: /^Remove the filter Rune/ }))
  expect(address()).toBe('/burns')
})

test('what is no block or day is ignored, by the name of its field and with what is right', async () => {
  const { client, navigate } = await visit('/burns?from=2026-13', { data: demoData() })
  const rule = 'must be a block height, a day such as 2024-04-20, or a month such as 2024-04.'
  await shows(`Since “2026-13” was ignored. Since ${rule}`)
  const { total } = await client.get('burns', { limit: 1 })
  await shows(`${grouped(total)} in this index`)
  await navigate('/burns?from=soon&to=later&limit=many')
  await shows('Since “soon”, Until “later” and 1 more were ignored.')
  await shows(`Until ${rule}`)
})

test('a list without burns says so, and leads to all', async () => {
  const { reader, address } = await visit('/burns?to=1', { data: demoData() })
  await screen.findByText('No burn matches')
  await reader.click(screen.getByRole('link', { name: 'Show all burns' }))
  expect(address()).toBe('/burns')
  await readBurns()
})

test('every burn of a cenotaph is marked, and its row says why', async () => {
  const { client, reader } = await visit('/burns?limit=100', { data: demoData() })
  const { results } = await client.get('burns', { limit: 100 })
  const rows = await readBurns()
  expect(rows.map(({ Type }) => Type)).toEqual(
    results.map(({ flaw }) => (flaw === undefined ? 'Burn, details' : 'Burn, detailsCenotaph')),
  )
  // Some belong to one transaction.
  const txIds = results.flatMap(({ flaw, place }) => (flaw === undefined ? [] : place.tx_id))
  expect(new Set(txIds).size).toBeLessThan(txIds.length)
  const index = results.findIndex(({ flaw }) => flaw !== undefined)
  const flaw = Object.entries(FLAW_MEANINGS).find(([name]) => name === results[index]?.flaw)
  const details = screen.getAllByRole('link', { name: /^Burn ?, details$/ })
  await reader.click(details[index] ?? document.body)
  const panel = await screen.findByRole('region', { name: /^Burn, / })
  const term = within(panel).getByText('Cenotaph', { selector: 'dt' })
  expect(term.nextElementSibling).toHaveTextContent(flaw?.[1] ?? 'a flaw')
})

test('new burns are counted before they move the rows', async () => {
  const { node, data, origin, rune } = await followRune()
  const burning = (input: NewTransaction['inputs'][number], fee: number): NewTransaction => ({
    inputs: [input, coin(fee)],
    outputs: [
      to(OWNER),
      runestoneOutput({ edicts: [{ id: rune, amount: 10n, output: 1 }], pointer: 0 }),
    ],
  })
  const first = burning({ txid: txidOf(ETCHING), vout: 0 }, 5)
  node.mine([first])
  await data.following.untilTip()
  const { reader } = await visit('/burns', { origin })
  expect(await readBurns()).toHaveLength(1)
  node.mine([burning({ txid: txidOf(first), vout: 0 }, 6)])
  await reader.click(await screen.findByRole('link', { name: '1 new' }))
  await waitFor(async () => expect(await readBurns()).toHaveLength(2))
})
