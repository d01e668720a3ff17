import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OP_RETURN } from '../../src/bitcoin/script.ts'
import type { Clause } from '../../src/contract/schemas/chain.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { witnessKeyScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import {
  BLOCK_HASH,
  MINT_AND_CHANGE,
  MINT_AND_TRANSFER,
  MINTER,
  PLAIN_TX,
  SENDER,
  TX,
} from '../support/bundledIds.ts'
import { etchNames } from '../support/etchNames.ts'
import { findFact, findHeading, grouped, readTable, shows, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData, followNode } from '../support/servedData.ts'
import { visitTransaction } from '../support/visitTransaction.ts'

/** Who got the unit that `MINT_AND_CHANGE` mints. */
const KEEPER = 'bc1pex3v2elehqktn8jnl02avx9h7khfnduk845hnxj9x5em0wr0d5ns0klr44'

test.each(['minted', 'sent', 'burned', 'etched', 'moved'] as const)(
  'the heading says who %s what',
  async (verb) => {
    const { transaction } = await visitTransaction(
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
  const { transaction, reader } = await visitTransaction(
    ({ clauses }) => movedRunes(clauses).length > 3,
  )
  const names = movedRunes(transaction.clauses)
  const heading = await findHeading(/more/)
  for (const name of names.slice(0, 3)) expect(heading).toHaveTextContent(name)
  expect(heading).not.toHaveTextContent(names[3] ?? '')
  expect(heading).toHaveTextContent(`+ ${names.length - 3} more`)
  await reader.click(within(heading).getByRole('link', { name: /more/ }))
  const whole = await findHeading(new RegExp(names[3] ?? ''))
  for (const name of names) expect(whole).toHaveTextContent(name)
})

test('runes that only came back are said below, not in the heading', async () => {
  const { transaction } = await visitTransaction(({ clauses }) => {
    const back = clauses.filter(({ verb }) => verb === 'moved')
    return back.length > 0 && back.length < clauses.length
  })
  const back = transaction.clauses.filter(({ verb }) => verb === 'moved')
  const heading = await findHeading(/sent|minted|burned|etched/)
  const names = back.map(({ rune }) => rune.spaced_name)
  for (const name of names) {
    expect(within(heading).queryByRole('link', { name: new RegExp(`^\\W*${name}$`) })).toBeNull()
  }
  const line = screen.getByText(/only came back:/).closest('p')
  for (const name of names.slice(0, 8)) expect(line).toHaveTextContent(name)
})

test('the inputs are what the spent outputs held, and lead to the transactions that made them', async () => {
  const { client, txId, reader, address } = await visitTransaction(
    ({ movements, runes }) => movements > 3 && runes.length > 1,
    '?view=inputs',
  )
  const { results } = await client.get('transactionInputs', { tx_id: txId, limit: 25 })
  const rows = await readTable('Inputs of the transaction')
  expect(rows.map(({ Rune, Amount }) => [Rune, Amount])).toEqual(
    results.map(({ rune, amount }) => [expect.stringContaining(rune.spaced_name), grouped(amount)]),
  )
  const [first] = results
  await reader.click(await screen.findByRole('link', { name: first?.place.tx_id ?? '' }))
  expect(address()).toBe(`/tx/${first?.place.tx_id}`)
})

test('a transaction of up to three movements has its parts one below the other', async () => {
  const { client, reader, address } = await visit(`/tx/${MINT_AND_TRANSFER}`)
  expect(await readTable('Movements of the transaction')).toHaveLength(2)
  const list = { tx_id: MINT_AND_TRANSFER, limit: 10 }
  for (const [name, endpoint] of [
    ['Inputs of the transaction', 'transactionInputs'],
    ['Outputs of the transaction', 'transactionOutputs'],
  ] as const) {
    const { results } = await client.get(endpoint, list)
    expect(await readTable(name)).toHaveLength(results.length)
  }
  await screen.findByRole('heading', { name: 'Runestone' })
  await screen.findByText('Mints')
  expect(screen.queryByRole('navigation', { name: 'Parts of the transaction' })).toBeNull()
  await reader.click(screen.getByRole('link', { name: 'By address' }))
  expect(address()).toBe(`/tx/${MINT_AND_TRANSFER}?view=by-address`)
  expect(await screen.findByRole('navigation', { name: 'Parts of the transaction' })).toBeVisible()
})

/** The runes that did not only come back. */
function movedRunes(clauses: Clause[]): string[] {
  const moved = clauses.filter(({ verb }) => verb !== 'moved')
  return [...new Set(moved.map(({ rune }) => rune.spaced_name))]
}

test('by address, what each got, minted and gave', async () => {
  await visit(`/tx/${MINT_AND_TRANSFER}?view=by-address`)
  const rune = { Rune: '⧉UNCOMMON•GOODS' }
  expect(await readTable('What each address got and gave')).toEqual([
    { Address: MINTER, ...rune, Received: '1', Minted: '1', Sent: '', Net: '+2' },
    { Address: SENDER, ...rune, Received: '', Minted: '', Sent: '1', Net: '−1' },
  ])
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

test('of an output with several runes, the owner and the spender are said once', async () => {
  const { client, txId } = await visitTransaction(
    ({ movements, runes, outputs }) => movements > 3 && runes.length > 1 && outputs > 3,
    '?view=outputs',
  )
  const { total, results } = await client.get('transactionOutputs', { tx_id: txId, limit: 25 })
  const rows = await readTable('Outputs of the transaction')
  const isFirst = results.map(({ output }, at) => results[at - 1]?.output !== output)
  expect(isFirst).toContain(false)
  for (const column of ['Output', 'Owner', 'Spent by']) {
    expect(rows.map((row) => row[column] !== '')).toEqual(isFirst)
  }
  const tabs = screen.getByRole('navigation', { name: 'Parts of the transaction' })
  expect(within(tabs).getByRole('link', { name: `Outputs${total}` })).toBeVisible()
})

test('the raw records are those of the transaction, the last one first', async () => {
  await visit(`/tx/${MINT_AND_CHANGE}?view=raw`)
  const rune = { Rune: 'UNCOMMON•GOODS' }
  const sent = { Operation: 'send', ...rune, Amount: '1', From: KEEPER, To: KEEPER, Output: '1' }
  expect(await readTable('Records of the transaction')).toEqual([
    sent,
    sent,
    { Operation: 'receive', ...rune, Amount: '3', From: '', To: KEEPER, Output: '1' },
    { Operation: 'mint', ...rune, Amount: '1', From: '', To: '', Output: '' },
  ])
})

test('a cenotaph says what is wrong with it and that it burned', async () => {
  const { transaction } = await visitTransaction(
    ({ flaw, counts }) => flaw === 'edict-output' && counts.mints === 0,
  )
  const [title] = await screen.findAllByText(/^Its runestone is malformed/)
  expect(title).toHaveTextContent(/malformed\. All runes of its inputs were burned\.$/)
  expect(title?.parentElement).toHaveTextContent(
    /An edict names an output that the transaction does not have\. All cenotaphs$/,
  )
  const rows = await readTable('Movements of the transaction')
  const [burned] = transaction.clauses
  expect(rows).toContainEqual({
    Type: 'Burn, details',
    Rune: expect.stringContaining(burned?.rune.spaced_name ?? 'a rune'),
    Amount: grouped(burned?.amount),
    From: `${burned?.from}`,
    To: 'destroyed',
  })
})

test('a cenotaph says first what its owner lost, then what it minted and burned', async () => {
  const { transaction } = await visitTransaction(
    ({ flaw, clauses }) =>
      flaw !== undefined &&
      movedRunes(clauses).length > 1 &&
      clauses.some(({ is_new }) => is_new === true),
  )
  const made = transaction.clauses.find(({ is_new }) => is_new)
  const lost = transaction.clauses.find(({ is_new, rune }) => !is_new && rune.id !== made?.rune.id)
  const heading = await findHeading(/were minted and burned/)
  const [, before = ''] = /^(.*)were minted and burned/.exec(textOf(heading)) ?? []
  expect(before).toContain(`burned ${grouped(lost?.amount)}`)
  expect(before).toContain(lost?.rune.spaced_name)
})

test('a cenotaph says that what it minted was burned, and that its rune has no supply', async () => {
  const mint = await visitTransaction(
    ({ flaw, clauses }) => flaw !== undefined && clauses.some(({ is_new }) => is_new),
  )
  await screen.findByText(
    'Its runestone is malformed. All runes of its inputs were burned. What it minted was burned too.',
  )
  const { results } = await mint.client.get('cenotaphs', { from: '150', to: '150' })
  await mint.navigate(`/tx/${results[0]?.place.tx_id}`)
  await screen.findByText(
    'Its runestone is malformed. The rune that it etched has no supply, and can never be minted.',
  )
})

test('the runestone is decoded, with its script', async () => {
  await visit(`/tx/${TX}?view=runestone`)
  expect(textOf(await findFact('Script'))).toBe(
    '6a5d2001020201032804ebc6ccaac4b5f5bc1505240684cdbffda9c5dd4a7f8190e912',
  )
  expect(await findFact('Etches')).toHaveTextContent(/^PEPE•IS•BITCOIN$/)
  expect(await findFact('Premine')).toHaveTextContent(
    '420,696,969,696,969 · 42,069,696,969,696,900 base units',
  )
})

test('a transaction without a runestone says where everything goes', async () => {
  await visit(`/tx/${PLAIN_TX}?view=runestone`)
  await shows('No runestone: everything goes to the first output that can hold it')
})

test('an etching names who paid for its commitment', async () => {
  const { client, transaction } = await visitTransaction(
    ({ clauses, flaw }) => clauses[0]?.verb === 'etched' && flaw === undefined,
  )
  const { rune } = transaction.clauses[0] ?? {}
  const { payer } = await client.get('runeDetails', { rune: rune?.id ?? '' })
  await shows('commitment paid by')
  expect(
    screen.getByRole('link', { name: new RegExp(payer?.address.slice(-6) ?? 'an address') }),
  ).toHaveAttribute('href', `/address/${payer?.address}?view=paid`)
})

test('a transaction that burned runes says why', async () => {
  const node = new SimulatedNode()
  etchNames(node, { FOURBURNSOFONERUNE: 4 })
  const [, etching = ''] = node.tip.txids
  const id = `${node.tip.height}:1`
  const owner = { script: witnessKeyScript('owner'), value: 546 }
  const inputs = (vout: number) => [{ txid: etching, vout }]
  node.mine([
    { inputs: inputs(0), outputs: [{ script: Buffer.from([OP_RETURN]), value: 0 }] },
    {
      inputs: inputs(1),
      outputs: [owner, runestoneOutput({ edicts: [{ id, amount: 1n, output: 1 }] })],
    },
    { inputs: inputs(2), outputs: [owner, runestoneOutput({ pointer: 1 })] },
    { inputs: inputs(3), outputs: [runestoneOutput({})] },
  ])
  const [, ...burned] = node.tip.txids
  const { navigate } = await visit('/', { data: await followNode(node) })
  for (const [index, reason] of [
    'It has no runestone, and no output that can hold runes.',
    'What an edict moves there is burned.',
    'What no edict moves goes there, and is burned.',
    'None of its outputs can hold runes.',
  ].entries()) {
    await navigate(`/tx/${burned[index]}`)
    await shows(reason)
  }
})

test('an output of a raw record leads to its page', async () => {
  await visit(`/tx/${PLAIN_TX}?view=raw`)
  const table = await screen.findByRole('table', { name: 'Records of the transaction' })
  const links = within(table)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  expect(links.filter((link) => link?.startsWith('/output/'))).toEqual([
    `/output/${PLAIN_TX}:0`,
    `/output/${PLAIN_TX}:0`,
  ])
})

test('arrow keys lead to the transactions before and after', async () => {
  const { reader, address } = await visit(`/tx/${TX}`)
  await screen.findByRole('link', { name: /^Next rune transaction/ })
  await reader.keyboard('{ArrowRight}')
  await screen.findByRole('link', { name: /^Previous rune transaction/ })
  expect(address()).toBe('/tx/aad408e6a4800d11efbfca032b0082cb87f5b848330dfe207bde3da4080cd6d4')
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
