import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addressOf } from '../../src/bitcoin/addresses.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import type { NewTransaction } from '../../src/demo/encodeTransaction.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import { watchFollower } from '../../src/following/watchFollower.ts'
import { WELSH } from '../support/bundledIds.ts'
import { createDemoNode, createShortChain, replaceBlocks } from '../support/indexFollower.ts'
import { findHeading, grouped, readFact, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { bundledData, followNode } from '../support/servedData.ts'
import { mine } from '../support/stacks/followChain.ts'
import { startFollowingTokens } from '../support/stacks/followTokens.ts'
import { nodeWith } from '../support/stacks/simulatedStacksNode.ts'
import { deploymentOf } from '../support/stacks/stacksTransactions.ts'
import { startModifiedService } from '../support/startModifiedService.ts'
import { hastyClock } from '../support/startService.ts'
import { databaseWith } from '../support/tokens/databases.ts'

test('the pill follows the newest block, and the home page shows it', async () => {
  const node = createShortChain()
  const data = await followNode(node)
  await visit('/', { data })
  const { height } = node.tip
  await screen.findByRole('link', { name: new RegExp(`^regtest ?${height}`) })
  await screen.findByRole('row', { name: new RegExp(`^${height} `) })
  node.mine()
  await screen.findByRole('link', { name: new RegExp(`^regtest ?${height + 1}`) })
  await screen.findByRole('row', { name: new RegExp(`^${height + 1} `) })
})

test('new movements are counted before they move the rows', async () => {
  const [whole, node] = [createDemoNode(), createDemoNode(80)]
  const data = await followNode(node)
  const { client, navigate, reader } = await visit('/about', { data })
  const { results } = await client.get('runes', { order_by: 'day_movements', limit: 1 })
  const rune = results[0]?.id ?? ''
  const before = await client.get('runeDetails', { rune })
  await navigate(`/rune/${rune}?view=movements`)
  const rows = await readTable(/^Movements of the rune/)
  for (let height = 80; height < 120; height++) {
    const { transactions, timestamp } = whole.blockAt(height) ?? whole.tip
    node.mine(
      transactions.slice(1).map(({ transaction }) => transaction),
      { timestamp },
    )
  }
  await data.following.untilTip()
  const link = await screen.findByRole('link', { name: / new$/ })
  const after = await client.get('runeDetails', { rune })
  const count = grouped(after.movements - before.movements)
  await waitFor(() => expect(link).toHaveTextContent(`${count} new`))
  // The tab counts the new ones already.
  await shows(`of ${grouped(before.movements)}`)
  expect(await readTable(/^Movements of the rune/)).toEqual(rows)
  await reader.click(link)
  await screen.findByText(`Rows 1 to 25 of ${grouped(after.movements)} movements`)
  expect(screen.queryByRole('link', { name: / new$/ })).toBeNull()
})

test('new blocks are counted too, also when the reader comes back to the window', async () => {
  const node = createShortChain()
  const data = await followNode(node)
  const { reader } = await visit('/', { data })
  await reader.click(await screen.findByRole('link', { name: 'All blocks →' }))
  const rows = await readTable('Blocks, newest first')
  node.mine()
  await screen.findByRole('link', { name: '1 new' })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  node.mine()
  await screen.findByRole('link', { name: '2 new' })
  expect(await readTable('Blocks, newest first')).toEqual(rows)
})

test('what waits for a block is marked as pending, until the block has it', async () => {
  const node = createDemoNode()
  const data = await followNode(node)
  const { client, navigate, reader } = await visit('/about', { data })
  const runes = await client.get('runes', { mint: 'mintable', order_by: 'day_movements', limit: 1 })
  const rune = runes.results[0]?.id ?? ''
  const mint: NewTransaction = {
    inputs: [{ txid: 'f'.repeat(64), vout: 0 }],
    outputs: [{ script: taprootScript('hopeful'), value: 546 }, runestoneOutput({ mint: rune })],
  }
  const edicts = Array.from({ length: 21 }, () => ({ id: rune, amount: 1n, output: 1001 }))
  const tooLarge: NewTransaction = {
    inputs: [{ txid: 'e'.repeat(64), vout: 0 }],
    outputs: [...Array(1000).fill(mint.outputs[0]), runestoneOutput({ edicts })],
  }
  node.addToMempool(mint)
  node.addToMempool(tooLarge)
  await navigate(`/rune/${rune}`)
  const link = await screen.findByRole('link', { name: '+1 pending' })
  // It stands beside the figures, which do not make room for it.
  expect(await readFact('Minted')).not.toContain('pending')
  await reader.click(link)
  const [row, ...others] = await readTable('Pending movements')
  expect(others).toEqual([])
  expect(document.body).toHaveTextContent(/1 transaction asks for too much work and is not shown\./)
  const address = addressOf(taprootScript('hopeful'), node.network) ?? ''
  expect(row).toMatchObject({ Type: 'Mint', To: address })

  await navigate(`/address/${address}`)
  expect(await readTable('Pending movements')).toHaveLength(1)
  node.mine([mint])
  await data.following.untilTip()
  await screen.findByRole('heading', { name: 'Balances' })
  await waitFor(() => expect(screen.queryByText('Pending')).toBeNull())
})

test('a block that is not mined yet appears when it is', async () => {
  const node = createShortChain()
  const data = await followNode(node)
  const height = node.tip.height + 1
  await visit(`/block/${height}`, { data })
  await screen.findByRole('heading', { name: `Block ${height} is not mined yet` })
  node.mine()
  await shows('No rune moved.')
})

test('when the follower waits, an open page says so, and why, without a reload', async () => {
  const node = createShortChain()
  const data = await followNode(node)
  await visit('/about', { data })
  await screen.findByRole('link', { name: new RegExp(`^regtest ?${node.tip.height}`) })
  expect(await readFact('State')).toBe('Follows the node')
  node.pruneHeight = node.tip.height + 2
  for (let blocks = 0; blocks < 3; blocks++) node.mine()
  await screen.findByRole('link', { name: /waiting$/ })
  await waitFor(async () =>
    expect(await readFact('State')).toBe(
      'Waits, and tries againThe Bitcoin node has deleted blocks that are needed.',
    ),
  )
  node.pruneHeight = undefined
  await waitFor(() => expect(screen.queryByRole('link', { name: /waiting$/ })).toBeNull())
  await waitFor(async () => expect(await readFact('State')).toBe('Follows the node'))
})

test('rows of a list stay until the reader asks, also when blocks are replaced', async () => {
  const node = createShortChain()
  const data = await followNode(node)
  const { reader } = await visit('/blocks', { data })
  const rows = await readTable('Blocks, newest first')
  const { height } = node.tip
  replaceBlocks(node, 3)
  await data.following.untilTip()
  const link = await screen.findByRole('link', { name: 'Blocks were replaced' })
  expect(await readTable('Blocks, newest first')).toEqual(rows)
  await reader.click(link)
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: 'Blocks were replaced' })).toBeNull(),
  )
  // The pill says it for some minutes.
  await screen.findByRole('link', { name: new RegExp(`block ${grouped(height)} replaced$`) })
  await waitFor(async () => {
    const [newest] = await readTable('Blocks, newest first')
    expect(newest?.Block).toBe(grouped(node.tip.height))
  })
})

test('an open page says that its block left the chain, and a new one that no block has the hash', async () => {
  const node = createShortChain()
  const data = await followNode(node)
  const { hash, height } = node.tip
  const { origin } = await visit(`/block/${hash}`, { data })
  await findHeading(grouped(height))
  replaceBlocks(node, 3)
  await screen.findByRole('heading', { name: 'This block left the chain' })
  cleanup()
  await visit(`/block/${hash}`, { origin })
  await screen.findByRole('heading', { name: 'No block of the chain has this hash' })
  await shows('The block was replaced by another one, or the hash is unknown.')
  expect(screen.getByRole('link', { name: 'All blocks' })).toHaveAttribute('href', '/blocks')
})

test('an open page says that its transaction left the chain', async () => {
  const node = createDemoNode(80)
  const data = await followNode(node)
  const { client, navigate } = await visit('/about', { data })
  const pages = await Promise.all(
    [0, 1, 2].map((depth) =>
      client.get('blockMovements', { block: node.tip.height - depth, limit: 1000 }),
    ),
  )
  // replaceBlocks leaves out every fifth transaction.
  const left = pages.flatMap(({ results }) => results).find(({ place }) => place.tx_index % 5 === 3)
  await navigate(`/tx/${left?.place.tx_id}?group=off`)
  await readTable('Movements of the transaction')
  replaceBlocks(node, 3)
  await screen.findByRole('heading', { name: 'This transaction left the chain' })
})

test('a reorganisation replaces what a page shows', async () => {
  const node = createShortChain()
  const data = await followNode(node)
  const { height, hash } = node.tip
  await visit(`/block/${height}`, { data })
  await findHeading(grouped(height))
  await shows(hash)
  replaceBlocks(node, 3)
  await shows(node.blockAt(height)?.hash ?? '')
  await waitFor(() => expect(screen.getByRole('main')).not.toHaveTextContent(hash))
})

test('a future block says what is the newest one, even if the names cannot be read', async () => {
  const node = createShortChain()
  const respond = () => Response.json({ error: 'away' }, { status: 500 })
  const data = await followNode(node)
  const origin = await startModifiedService({ path: '/explorer/v1/names', respond, data })
  await visit(`/block/${node.tip.height + 3}`, { origin })
  await shows(`The newest is ${node.tip.height}; 3 more blocks to go`)
})

test.each(['/', '/tokens'])('a silent service is said to be not live at %s', async (path) => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'performance'],
    shouldAdvanceTime: true,
  })
  onTestFinished(() => void vi.useRealTimers())
  await visit(path, { origin: await startModifiedService({ path: '/none' }) })
  await screen.findByRole('link', { name: /^(Snapshot|Tokens)/ })
  vi.advanceTimersByTime(90_000)
  await screen.findByRole('link', { name: /not live$/ })
  // Whether the service is silent is known outside of the page.
  cleanup()
  vi.useRealTimers()
  await visit(path)
  await waitFor(() => expect(screen.queryByRole('link', { name: /not live$/ })).toBeNull())
})

test('a new token appears on its page, and its supply changes, without reloading', async () => {
  const { store } = await databaseWith()
  const node = nodeWith([WELSH])
  const contract = node.contracts.get(WELSH)
  const setSupply = (hex: string) => {
    if (contract) contract.answers.total_supply = { hex: `0x0701${hex.padStart(32, '0')}` }
  }
  setSupply('5')
  mine(node)
  const watch = watchFollower()
  const url = await node.serve()
  startFollowingTokens({ store, url, onEvent: watch.note })
  const { databases, ...data } = bundledData()
  await visit(`/token/${WELSH}`, {
    data: { ...data, databases: { ...databases, tokens: store }, ownTokenFollower: watch.read },
    monotonicMs: hastyClock(),
  })
  await screen.findByRole('heading', { name: /not found/i })
  mine(node, [deploymentOf(WELSH)])
  await findHeading('Welshcorgicoin')
  expect(await readFact('Supply')).toContain('0.000005')
  setSupply('7')
  await store.query("UPDATE token_tasks SET due_at = 0 WHERE kind = 'supply'")
  await waitFor(async () => expect(await readFact('Supply')).toContain('0.000007'))
})
