import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Client } from '../../src/contract/client.ts'
import { FLAW_MEANINGS, type TransactionDetails } from '../../src/contract/schemas/chain.ts'
import { BLOCK_HASH, PLAIN_TX, TX } from '../support/bundledIds.ts'
import {
  findFact,
  findHeading,
  findTransaction,
  grouped,
  readTable,
  signed,
  textOf,
} from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'

/** A demo chain, and one of its transactions. */
async function visitDemo(isWanted: (transaction: TransactionDetails) => boolean, search = '') {
  const page = await visit('/about', { data: demoData() })
  const transaction = await findTransaction(page.client, isWanted)
  await page.navigate(`/tx/${transaction.place.tx_id}${search}`)
  return { ...page, transaction, txId: transaction.place.tx_id }
}

const readMovements = (client: Client, tx_id: string) =>
  client.get('transactionMovements', { tx_id, limit: 25 })

test.each(['minted', 'sent', 'burned', 'etched', 'moved'] as const)(
  'the heading says who %s what',
  async (verb) => {
    const { transaction } = await visitDemo(
      ({ clauses: [first, ...others], flaw }) =>
        first?.verb === verb && others.length === 0 && flaw === undefined,
    )
    const [clause] = transaction.clauses
    const heading = await findHeading(new RegExp(verb, 'i'))
    const owner = verb === 'minted' || verb === 'etched' ? clause?.to : clause?.from
    if (owner !== undefined) expect(heading).toHaveTextContent(owner)
    expect(heading).toHaveTextContent(clause?.rune.spaced_name ?? '')
    if (verb !== 'etched' || Number(clause?.amount) > 0) {
      expect(heading).toHaveTextContent(grouped(clause?.amount))
    }
    if (verb === 'sent') {
      const receivers =
        clause?.to_count === 1 ? clause.to : `to ${grouped(clause?.to_count)} addresses`
      expect(heading).toHaveTextContent(receivers ?? '')
    }
  },
)

test('a transaction of several runes has a line for each, three at most', async () => {
  const { transaction } = await visitDemo(({ runes }) => runes.length > 3)
  const names = [...new Set(transaction.clauses.map(({ rune }) => rune.spaced_name))]
  const heading = await findHeading(/more/)
  for (const name of names.slice(0, 3)) expect(heading).toHaveTextContent(name)
  expect(heading).not.toHaveTextContent(names[3] ?? '')
  expect(heading).toHaveTextContent(`+ ${names.length - 3} more`)
})

test('the flow shows who gave how much to whom, change included', async () => {
  const { transaction } = await visitDemo(
    ({ flow, runes }) => flow.length > 3 && flow.length < 30 && runes.length < 3,
  )
  const figure = await screen.findByRole('figure', { name: 'Who gave how much to whom' })
  const shown = textOf(figure)
  for (const { from, to, amount } of transaction.flow) {
    for (const text of [from, to, grouped(amount)]) {
      if (text !== undefined) expect(shown).toContain(text)
    }
  }
})

test('the flow of an airdrop shows the largest, and counts the rest', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results } = await client.get('runes', { order_by: 'holders', limit: 3 })
  const airdrops = await Promise.all(results.map(({ id }) => findAirdrop(client, id)))
  const airdrop = airdrops.find((it) => it !== undefined)
  await navigate(`/tx/${airdrop?.place.tx_id}`)
  const figure = await screen.findByRole('figure', { name: 'Who gave how much to whom' })
  const rest = airdrop?.flow.find(({ target }) => target === 'several')
  expect(rest?.pairs).toBeGreaterThan(28)
  expect(figure).toHaveTextContent(`${grouped(rest?.pairs)} smaller`)
  const given = airdrop?.flow.filter(({ rune }) => rune.id === rest?.rune.id) ?? []
  const total = given.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
  const [giver, ...others] = new Set(given.map(({ from }) => from))
  expect(others).toEqual([])
  const places = rest?.rune.divisibility ?? 0
  // What the giver spends is what all receivers get.
  const spent = grouped(`${total / 10n ** BigInt(places)}`)
  expect(textOf(figure)).toContain(`${giver}${spent}`)
})

/** The newest transaction of a rune with more pairs of givers and receivers than the service sends. */
async function findAirdrop(client: Client, rune: string) {
  const { results } = await client.get('runeMovements', { rune, type: 'transfer', limit: 1000 })
  const counts = new Map<string, number>()
  for (const { place } of results) counts.set(place.tx_id, (counts.get(place.tx_id) ?? 0) + 1)
  const [tx_id] = [...counts].find(([, count]) => count > 100) ?? []
  if (tx_id === undefined) return
  return client.get('transactionDetails', { tx_id })
}

test('the movements are those of the service', async () => {
  const { client, txId } = await visitDemo(({ movements }) => movements > 3 && movements < 20)
  const { results } = await readMovements(client, txId)
  const rows = await readTable('Movements of the transaction')
  const shown = results.filter(({ type }) => type !== 'change')
  expect(rows).toHaveLength(shown.length)
  for (const [index, { type, rune, amount, from, to }] of shown.entries()) {
    const row = rows[index]
    expect(row?.Rune).toContain(rune.spaced_name)
    expect(row?.Amount).toBe(amount === undefined ? '' : grouped(amount))
    const giver = from ?? (type === 'mint' || type === 'etching' ? 'new supply' : 'no address')
    const receiver = to ?? (type === 'burn' ? 'destroyed' : 'no address')
    expect(row?.From).toBe(giver)
    expect(row?.To).toBe(receiver)
  }
})

test('change is hidden until the reader asks for it, in the URL', async () => {
  const { client, txId, reader, address } = await visitDemo(
    ({ counts: { changes, transfers } }) => changes > 0 && transfers > 0,
  )
  const all = await client.get('transactionMovements', { tx_id: txId, change: 'show', limit: 25 })
  const change = await screen.findByRole('switch', { name: 'Change' })
  expect(change).not.toBeChecked()
  await reader.click(change)
  expect(address()).toBe(`/tx/${txId}?change=show`)
  await screen.findAllByRole('link', { name: 'Change, details' })
  expect(await readTable('Movements of the transaction')).toHaveLength(all.results.length)
  expect(screen.getByRole('switch', { name: 'Change' })).toBeChecked()
})

test('a row opens its details, in the URL, and keys step through the rows', async () => {
  const { client, txId, reader, address } = await visitDemo(
    ({ movements, counts }) => movements > 2 && movements < 20 && counts.transfers > 2,
  )
  const { results } = await client.get('transactionMovements', { tx_id: txId, change: 'hide' })
  const row = results.map(({ place: { block_height, tx_index }, index }) => {
    return `${block_height}.${tx_index}.${index}`
  })
  const [first] = await screen.findAllByRole('link', { name: /, details$/ })
  await reader.click(first ?? document.body)
  expect(address()).toBe(`/tx/${txId}?row=${row[0]}`)
  const panel = await screen.findByRole('region', { name: new RegExp(`, 1 of ${results.length}$`) })
  expect(within(panel).getByText('Base units').nextElementSibling).toHaveTextContent(
    grouped(results[0]?.amount?.replace('.', '')),
  )
  await within(panel).findByRole('link', { name: 'All of the transaction' })
  await reader.keyboard('j')
  await screen.findByRole('region', { name: new RegExp(`, 2 of ${results.length}$`) })
  expect(address()).toBe(`/tx/${txId}?row=${row[1]}`)
  await reader.keyboard('k{Escape}')
  await waitFor(() => expect(address()).toBe(`/tx/${txId}`))
  await waitFor(() => expect(screen.queryByRole('region', { name: / of \d+$/ })).toBeNull())
})

test('a cell of a row opens the details too, and its links do not', async () => {
  const { txId, reader, address } = await visitDemo(({ movements }) => movements > 2)
  const table = await screen.findByRole('table', { name: 'Movements of the transaction' })
  const [, , row] = within(table).getAllByRole('row')
  await reader.click(within(row ?? table).getAllByRole('cell')[2] ?? table)
  expect(address()).toMatch(new RegExp(`^/tx/${txId}\\?row=[0-9]+\\.[0-9]+\\.[0-9]+$`))
  await screen.findByRole('region', { name: /, 2 of / })
})

test('by address, the net changes are those of the service', async () => {
  const { client, txId } = await visitDemo(({ counts }) => counts.transfers > 2, '?view=by-address')
  const { results } = await client.get('transactionByAddress', { tx_id: txId, limit: 25 })
  const rows = await readTable('What each address got and gave')
  expect(rows).toHaveLength(results.length)
  for (const [index, { address, rune, net }] of results.entries()) {
    expect(rows[index]?.Address).toBe(address ?? 'no address')
    expect(rows[index]?.Rune).toContain(rune.spaced_name)
    expect(rows[index]?.Net).toBe(signed(net))
  }
})

test('the outputs say what they got, and whether they are spent', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const movements = await client.get('blockMovements', { block: '40', type: 'transfer', limit: 1 })
  const tx_id = movements.results[0]?.place.tx_id ?? ''
  await navigate(`/tx/${tx_id}?view=outputs`)
  const { results } = await client.get('transactionOutputs', { tx_id, limit: 25 })
  const rows = await readTable('Outputs of the transaction')
  expect(rows).toHaveLength(results.length)
  expect(results.some(({ spent_by }) => spent_by !== undefined)).toBe(true)
  for (const [index, { amount, address, spent_by }] of results.entries()) {
    expect(rows[index]?.Amount).toBe(grouped(amount))
    expect(rows[index]?.Owner).toBe(address ?? 'no address')
    expect(rows[index]?.['Spent by']).toContain(spent_by?.tx_id ?? 'Unspent')
  }
})

test('the raw records are those of the endpoint, in its order', async () => {
  const { client, txId } = await visitDemo(({ records }) => records > 4, '?view=raw')
  const { results } = await client.get('transactionActivity', { tx_id: txId, limit: 25 })
  const rows = await readTable('Records of the transaction')
  expect(rows.map(({ Operation }) => Operation)).toEqual(
    results.map((row) => (row.kind === 'record' ? row.record.operation : 'unreadable')),
  )
  expect(rows.map(({ Amount }) => Amount)).toEqual(
    results.map((row) => (row.kind === 'record' ? grouped(row.record.amount) : '')),
  )
})

test('a cenotaph says what is wrong with it, and its movements are burns', async () => {
  const { transaction, reader } = await visitDemo(
    ({ flaw, movements }) => flaw !== undefined && movements > 0 && movements < 20,
  )
  await reader.click(await screen.findByRole('button', { name: 'Cenotaph' }))
  const meaning = new Map(Object.entries(FLAW_MEANINGS)).get(transaction.flaw ?? '')
  const explanation = screen.getByRole('group', { name: 'A malformed runestone' })
  expect(explanation).toHaveTextContent(meaning ?? 'unknown')
  expect(explanation).toHaveTextContent('were burned')
  const rows = await readTable('Movements of the transaction')
  expect(rows).toHaveLength(transaction.movements)
  for (const { Type, To } of rows) expect([Type, To]).toEqual(['Burn, details', 'destroyed'])
})

test('the runestone is decoded, with its script', async () => {
  const { client } = await visit(`/tx/${TX}?view=runestone`)
  const { script } = await client.get('decodeTransaction', { tx_id: TX })
  expect(textOf(await findFact('Script'))).toContain(script)
  expect(await findFact('Etches')).toHaveTextContent('PEPE•IS•BITCOIN')
  expect(await findFact('Premine')).toHaveTextContent('42,069,696,969,696,900 base units')
})

test('a transaction without a runestone says where everything goes', async () => {
  await visit(`/tx/${PLAIN_TX}?view=runestone`)
  await screen.findByRole('heading', { name: 'No runestone' })
})

test('an output of a raw record leads to its page', async () => {
  const { client } = await visit(`/tx/${PLAIN_TX}?view=raw`)
  const { results } = await client.get('transactionActivity', { tx_id: PLAIN_TX })
  await screen.findByRole('table')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  for (const row of results) {
    if (row.kind === 'record') {
      expect(links).toContain(`/output/${PLAIN_TX}:${row.record.location.vout}`)
    }
  }
  expect(results.length).toBeGreaterThan(0)
})

test('arrow keys lead to the transactions before and after', async () => {
  const { client, reader, address } = await visit(`/tx/${TX}`)
  const { next } = await client.get('transactionDetails', { tx_id: TX })
  await screen.findByRole('link', { name: /^Next transaction/ })
  await reader.keyboard('{ArrowRight}')
  await screen.findByRole('link', { name: /^Previous transaction/ })
  expect(address()).toBe(`/tx/${next}`)
  await reader.keyboard('{ArrowLeft}')
  expect(address()).toBe(`/tx/${TX}`)
})

test('the id has one form in the URL', async () => {
  const { address } = await visit(`/tx/0x${TX.toUpperCase()}?view=raw`)
  await findHeading(/etched/i)
  expect(address()).toBe(`/tx/${TX}?view=raw`)
})

test('a transaction that is not in the index says what that may mean', async () => {
  await visit(`/tx/${BLOCK_HASH}`)
  await screen.findByRole('heading', { name: 'This transaction is not in the index' })
  expect(screen.getByRole('link', { name: 'View on mempool.space' })).toHaveAttribute(
    'href',
    `https://mempool.space/tx/${BLOCK_HASH}`,
  )
})
