import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Ribbon } from '../../src/contract/schemas/chain.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { txidOf } from '../../src/demo/encodeTransaction.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import { MINT_AND_TRANSFER, MINTER, SENDER } from '../support/bundledIds.ts'
import { ETCHING, followRune, OWNER, to } from '../support/followRune.ts'
import { grouped, readTable } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { visitTransaction } from '../support/visitTransaction.ts'

test('the movements say who gave how much of what to whom', async () => {
  await visit(`/tx/${MINT_AND_TRANSFER}`)
  expect(await readTable('Movements of the transaction')).toEqual([
    {
      Type: 'Mint, details',
      Rune: '⧉UNCOMMON•GOODS',
      Amount: '1',
      From: `new supply`,
      To: MINTER,
    },
    {
      Type: 'Transfer, details',
      Rune: '⧉UNCOMMON•GOODS',
      Amount: '1',
      From: `${SENDER}`,
      To: MINTER,
    },
  ])
})

test('a receiver without an address is said to have none', async () => {
  const { transaction } = await visitTransaction(({ flow }) => flow.some(isToNobody))
  const giver = transaction.flow.find(isToNobody)?.from
  const rows = await readTable('Movements of the transaction')
  expect(rows).toContainEqual(
    expect.objectContaining({ From: `${giver ?? 'no address'}`, To: 'no address' }),
  )
})

test('change is hidden until the reader asks for it, in the URL', async () => {
  const { transaction, reader, address, txId } = await visitTransaction(
    ({ movements, counts }) => movements > 3 && movements < 10 && counts.changes > 0,
    '?group=off',
  )
  const { movements, counts } = transaction
  const countChange = async () => {
    const rows = await readTable('Movements of the transaction')
    return [rows.length, rows.filter(({ Type }) => Type === 'Change, details').length]
  }
  expect(await countChange()).toEqual([movements, 0])
  const change = await screen.findByRole('switch', { name: 'Change' })
  expect(change).not.toBeChecked()
  await reader.click(change)
  expect(address()).toBe(`/tx/${txId}?group=off&change=show`)
  await screen.findAllByRole('link', { name: 'Change, details' })
  expect(await countChange()).toEqual([movements + counts.changes, counts.changes])
  expect(screen.getByRole('switch', { name: 'Change' })).toBeChecked()
})

test('a row opens its details, in the URL, and keys step through the rows', async () => {
  const { client, txId, reader, address } = await visitTransaction(
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
  const { txId, reader, address } = await visitTransaction(({ movements }) => movements > 2)
  const table = await screen.findByRole('table', { name: 'Movements of the transaction' })
  const [, , row] = within(table).getAllByRole('row')
  await reader.click(within(row ?? table).getAllByRole('cell')[2] ?? table)
  expect(address()).toMatch(new RegExp(`^/tx/${txId}\\?row=[0-9]+\\.[0-9]+\\.[0-9]+$`))
  await screen.findByRole('region', { name: /, 2 of / })
})

function isToNobody({ type, addresses, outputs_without_address }: Ribbon): boolean {
  return type === 'transfer' && addresses === 0 && outputs_without_address > 0
}

test('equal amounts of one giver stand together, and a group opens and closes', async () => {
  const { client, transaction, txId, reader, address } = await visitTransaction(
    ({ groups = 0, movements, counts }) =>
      movements > 3 && groups > 1 && groups * 10 <= movements * 9 && counts.mints === 0,
  )
  const given = { tx_id: txId, change: 'hide', limit: 25 } as const
  const { results } = await client.get('transactionGroups', given)
  const rows = await readTable('Movements of the transaction, grouped')
  expect(rows.map(({ Count }) => Count)).toEqual(
    results.map(({ movements }) => (movements > 1 ? `×${grouped(movements)}` : '')),
  )
  const [largest] = results
  const { movements = 0, amount_each, receivers } = largest ?? {}
  expect(rows[0]).toMatchObject({ Each: grouped(amount_each), Amount: grouped(largest?.amount) })
  expect(rows[0]?.To).toContain(`${grouped(receivers?.addresses)} addresses`)
  const [link] = screen.getAllByRole('link', { name: /, list them$/ })
  await reader.click(link ?? document.body)
  expect(address()).toContain('group=off')
  const single = await readTable('Movements of the transaction')
  expect(single).toHaveLength(Math.min(25, movements))
  const [giver = 'no address'] = largest?.givers.first ?? []
  for (const { From, Amount } of single)
    expect([From, Amount]).toEqual([giver, grouped(amount_each)])
  expect(transaction.groups).toBe(results.length)
  await reader.click(screen.getByRole('switch', { name: 'Group alike', checked: false }))
  expect(address()).toBe(`/tx/${txId}`)
})

test.each([
  [10, 2, 'Movements of the transaction, grouped', 9],
  [11, 2, 'Movements of the transaction', 11],
  // One line would say no more than the heading.
  [4, 4, 'Movements of the transaction', 4],
])('%i movements of which %i are alike are %s', async (movements, alike, caption, rows) => {
  const { node, data, origin, rune } = await followRune()
  const amounts = Array.from({ length: movements }, (_, index) => BigInt(index < alike ? 1 : index))
  const edicts = amounts.map((amount, output) => ({ id: rune, amount, output }))
  const split = {
    inputs: [{ txid: txidOf(ETCHING), vout: 0 }],
    outputs: [
      ...amounts.map((_, index) => to(taprootScript(`friend ${index}`))),
      to(OWNER),
      runestoneOutput({ edicts, pointer: movements }),
    ],
  }
  node.mine([split])
  await data.following.untilTip()
  const { reader } = await visit(`/tx/${txidOf(split)}`, { origin })
  expect(await readTable(caption)).toHaveLength(rows)
  await reader.click(screen.getByRole('switch', { name: 'Group alike', checked: rows < movements }))
  await screen.findByRole('switch', { name: 'Group alike', checked: rows === movements })
})
