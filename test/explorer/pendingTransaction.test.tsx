import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import { coin, ETCHING, FRIEND, followRune, OWNER, to, transferOf } from '../support/followRune.ts'
import { findHeading, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { bundledData } from '../support/servedData.ts'
import { getJson } from '../support/startService.ts'

const SPENT = `${txidOf(ETCHING)}:0`

test('an unconfirmed transaction says in the present what it would do, and becomes a confirmed one', async () => {
  const { node, data, origin, rune, addresses } = await followRune()
  const transfer = transferOf(rune)
  const txId = node.addToMempool(transfer, 12)
  await visit(`/tx/${txId}`, { origin })
  const heading = await findHeading(/is sending/)
  expect(heading).toHaveTextContent(new RegExp(`is sending 40 .* to ${addresses[1]}`))
  expect(screen.getByText('Unconfirmed')).toBeVisible()
  const main = screen.getByRole('main')
  expect(main).toHaveTextContent(/Fee rate\s*12\s*sat\/vB/)
  expect(main).toHaveTextContent(/Seen by this node/)
  expect(main).toHaveTextContent(/Waits for\s*Nothing/)
  expect(main).toHaveTextContent(`against block ${node.tip.height}`)
  const inputs = screen.getByRole('heading', { name: 'What it spends' }).closest('section')
  const [first, second] = within(inputs ?? main).getAllByRole('listitem')
  expect(first).toHaveTextContent(/made in block 1/)
  expect(first).toHaveTextContent('100')
  expect(second).toHaveTextContent('no runes that this index knows')
  const table = screen.getByRole('table', { name: 'Pending movements' })
  expect(within(table).getAllByRole('row')).toHaveLength(2)
  node.mine([transfer])
  await data.following.untilTip()
  expect(await findHeading(/ sent 40 /)).toBeVisible()
  expect(screen.queryByText('Unconfirmed')).toBeNull()
})

test('an unconfirmed airdrop is one row, with its amount and how many get it', async () => {
  const { node, origin, rune } = await followRune()
  const receivers = [FRIEND, FRIEND, ...[0, 1, 2].map((index) => taprootScript(`friend ${index}`))]
  const edicts = receivers.map((_, output) => ({ id: rune, amount: 40n, output }))
  const txId = node.addToMempool({
    inputs: [{ txid: txidOf(ETCHING), vout: 0 }],
    outputs: [...receivers.map(to), to(OWNER), runestoneOutput({ edicts, pointer: 5 })],
  })
  await visit(`/tx/${txId}`, { origin })
  const rows = await readTable('Pending movements')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    Times: '×5',
    Each: '4',
    Amount: '20',
    To: '4 addresses · up to ×2 each',
  })
})

/** Gives one output of 4 units to the friend after the other, and the rest back. */
function splitOf(rune: string): NewTransaction {
  const edicts = [0, 1, 2].map((output) => ({ id: rune, amount: 40n, output }))
  return {
    inputs: [{ txid: txidOf(ETCHING), vout: 0 }],
    outputs: [
      to(FRIEND),
      to(FRIEND),
      to(FRIEND),
      to(OWNER),
      runestoneOutput({ edicts, pointer: 3 }),
    ],
  }
}

test('movements that are alike are a group, until the reader wants each; change is shown on request', async () => {
  const { node, origin, rune } = await followRune()
  const txId = node.addToMempool(splitOf(rune))
  const { reader, address } = await visit(`/tx/${txId}`, { origin })
  const rows = async () =>
    within(await screen.findByRole('table', { name: 'Pending movements' })).getAllByRole('row')
  expect((await rows())[1]).toHaveTextContent(/^Transfer.*×3.*12/)
  expect(await rows()).toHaveLength(2)
  expect(screen.getByRole('main')).toHaveTextContent('1 group of 3 movements')
  await reader.click(screen.getByRole('switch', { name: 'Group alike' }))
  expect(await rows()).toHaveLength(4)
  await reader.click(screen.getByRole('switch', { name: 'Change' }))
  expect(await rows()).toHaveLength(5)
  expect((await rows())[4]).toHaveTextContent(/^Change.*88/)
  expect(address()).toBe(`/tx/${txId}?group=off&change=show`)
})

test('a group of an unconfirmed transaction opens its movements, as that of a confirmed one does', async () => {
  const { node, data, origin, rune } = await followRune()
  const split = splitOf(rune)
  const txId = node.addToMempool(split)
  const { reader, address } = await visit(`/tx/${txId}`, { origin })
  const countRows = async (caption: string) => {
    const table = await screen.findByRole('table', { name: caption })
    return within(table).getAllByRole('row').length - 1
  }
  await reader.click(await screen.findByRole('link', { name: /^Transfer ?, list them$/ }))
  expect(address()).toMatch(/\?type=transfer&rune=.*&giver=bcrt1.*&min=4&max=4&group=off$/)
  expect(await countRows('Pending movements')).toBe(3)
  expect(screen.getByRole('main')).toHaveTextContent('3 movements')
  const open = address()
  await reader.click(screen.getByRole('link', { name: 'Show all movements' }))
  expect(address()).toBe(`/tx/${txId}`)
  expect(await countRows('Pending movements')).toBe(1)
  node.mine([split])
  await data.following.untilTip()
  await visit(open, { origin })
  expect(await countRows('Movements of the transaction')).toBe(3)
})

test('a filter of an unconfirmed transaction with very many movements looks at the first hundred', async () => {
  const { node, origin, rune } = await followRune()
  const receivers = Array.from({ length: 120 }, () => to(FRIEND))
  const edicts = receivers.map((_, output) => ({ id: rune, amount: 1n, output }))
  const txId = node.addToMempool({
    inputs: [{ txid: txidOf(ETCHING), vout: 0 }],
    outputs: [...receivers, to(OWNER), runestoneOutput({ edicts, pointer: receivers.length })],
  })
  const { navigate } = await visit(`/tx/${txId}?group=off`, { origin })
  await shows('100 movements of 120')
  await navigate(`/tx/${txId}?group=off&type=transfer`)
  await shows('100 movements among the first 100 of 120')
  await navigate(`/tx/${txId}?group=off&type=burn`)
  await shows('0 movements among the first 100 of 120')
})

test.each([
  ['By address', 2, 'What each address got and gave', /-12|−12/],
  ['Outputs', 4, 'Outputs of the transaction', /88/],
])('the tab %s of an unconfirmed transaction', async (name, count, caption, text) => {
  const { node, origin, rune } = await followRune()
  const txId = node.addToMempool(splitOf(rune))
  const { reader } = await visit(`/tx/${txId}`, { origin })
  await reader.click(await screen.findByRole('link', { name: new RegExp(`^${name} ?${count}$`) }))
  const table = await screen.findByRole('table', { name: caption })
  expect(within(table).getAllByRole('row')).toHaveLength(count + 1)
  expect(table).toHaveTextContent(text)
})

test('the tabs Inputs and Runestone of an unconfirmed transaction', async () => {
  const { node, origin, rune } = await followRune()
  const txId = node.addToMempool(splitOf(rune))
  const { reader } = await visit(`/tx/${txId}?view=inputs`, { origin })
  expect(await screen.findByText(/made in/)).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'What it spends' })).toBeNull()
  await reader.click(screen.getByRole('link', { name: 'Runestone' }))
  expect(
    await screen.findByText('What no edict moves goes to output', { exact: false }),
  ).toHaveTextContent('What no edict moves goes to output 3')
  expect(screen.getByText('16 03')).toBeVisible()
})

test('one that is not worked out has no tabs, and lists all that it spends at every view', async () => {
  const { node, origin, rune } = await followRune()
  const edict = { id: rune, amount: 1n, output: 1001 }
  const txId = node.addToMempool({
    inputs: [{ txid: txidOf(ETCHING), vout: 0 }, ...[2, 3, 4, 5, 6].map(coin)],
    outputs: [
      ...Array.from({ length: 1000 }, () => to(FRIEND)),
      runestoneOutput({ edicts: Array.from({ length: 21 }, () => edict) }),
    ],
  })
  await visit(`/tx/${txId}?view=inputs`, { origin })
  const heading = await screen.findByRole('heading', { name: 'What it spends' })
  const inputs = heading.closest('section') ?? document.body
  expect(within(inputs).getAllByRole('listitem')).toHaveLength(6)
  expect(screen.queryByRole('link', { name: /^All 6 inputs/ })).toBeNull()
})

test('one whose mint would be refused says why', async () => {
  const { node, origin, rune } = await followRune()
  const mint = { outputs: [to(OWNER), runestoneOutput({ mint: rune })] }
  const [, , third = ''] = [5, 6, 7].map((index) =>
    node.addToMempool({ ...mint, inputs: [coin(index)] }),
  )
  await visit(`/tx/${third}`, { origin })
  expect(await findHeading(/^It would mint no /)).toBeVisible()
  expect(screen.getByText('Mint would be refused')).toBeVisible()
  expect(screen.getByRole('main')).toHaveTextContent(
    '0 of 2 mints happened; unconfirmed transactions that come first take the others.',
  )
})

test('a replaced one says by which, and one that is gone says so', async () => {
  const { node, origin } = await followRune()
  const spend = (...outputs: NewTransaction['outputs']) => ({
    inputs: [{ txid: txidOf(ETCHING), vout: 0 }],
    outputs,
  })
  const first = node.addToMempool(spend(to(FRIEND)))
  await getJson(`${origin}/explorer/v1/pending/${first}`)
  node.removeFromMempool(first)
  const other = node.addToMempool(spend(to(OWNER), to(FRIEND)))
  const { navigate } = await visit(`/tx/${first}`, { origin })
  expect(await screen.findByText('Replaced')).toBeVisible()
  expect(screen.getByRole('main')).toHaveTextContent(`Replaced by ${other}`)
  await navigate(`/tx/${other}`)
  expect(await findHeading(/is moving to itself/)).toBeVisible()
})

test.each([
  ['its page', () => `/output/${SPENT}`],
  ['the outputs of its transaction', () => `/tx/${txidOf(ETCHING)}?view=outputs`],
  ['the outputs of its address', (owner: string) => `/address/${owner}?view=outputs`],
])('%s: an output says that it is being spent, and by what', async (_, pathFor) => {
  const { node, origin, rune, addresses } = await followRune()
  const txId = node.addToMempool(transferOf(rune))
  await visit(pathFor(addresses[0] ?? ''), { origin })
  const badge = await screen.findByText('Being spent')
  expect(badge.parentElement).toHaveTextContent(`Being spentby${txId}`)
})

test('all that is unconfirmed, by type', async () => {
  const { node, origin, rune } = await followRune()
  node.addToMempool(transferOf(rune))
  node.addToMempool({ inputs: [coin(4)], outputs: [to(OWNER), runestoneOutput({ mint: rune })] })
  await visit('/pending', { origin })
  const table = await screen.findByRole('table', { name: 'Pending movements' })
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  expect(screen.getByRole('main')).toHaveTextContent(
    /Rune transactions\s*2\s*Transfers\s*1\s*Mints\s*1\s*Burns\s*0/,
  )
})

test.each(['/pending', `/tx/${'ab'.repeat(32)}`])(
  'without a node, %s says that this service does not see unconfirmed transactions',
  async (path) => {
    await visit(path, { data: bundledData() })
    const words = /this service does not see unconfirmed transactions/i
    expect(await screen.findByText(words)).toBeVisible()
  },
)
