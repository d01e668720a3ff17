import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { etch } from '../../src/demo/demoTransactions.ts'
import { witnessKeyScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { TX } from '../support/bundledIds.ts'
import { findHeading, grouped, readTable, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData, indexNode } from '../support/servedData.ts'

/** The first drawing is for large screens. */
async function findBlocks() {
  const section = await screen.findByRole('region', { name: /^In these \d+ blocks/ })
  const [control] = within(section).getAllByRole('slider')
  return control ?? section
}

test('the newest blocks are columns, which arrow keys read and Enter opens', async () => {
  const { client, reader, address } = await visit('/')
  const { results } = await client.get('blocks', { limit: 20 })
  const control = await findBlocks()
  const [newest, before] = results
  control.focus()
  const { transfers, mints, etchings } = newest?.counts ?? {}
  expect(control).toHaveAttribute(
    'aria-valuetext',
    `Block ${grouped(newest?.block_height)}: ${transfers} transfers, ${mints} mints, ${etchings} etchings`,
  )
  await reader.keyboard('{ArrowLeft}')
  const valueText = control.getAttribute('aria-valuetext')
  expect(valueText).toContain(`Block ${grouped(before?.block_height)}: `)
  await reader.keyboard('{Enter}')
  expect(address()).toBe(`/block/${before?.block_height}`)
})

test('the columns of the newest blocks are as high as their movements, and are a table', async () => {
  const { client } = await visit('/', { data: demoData() })
  const { results } = await client.get('blocks', { limit: 20 })
  const section = await screen.findByRole('region', { name: /^The newest/ })
  const [drawing] = section.querySelectorAll('figure svg svg')
  const tops = [...(drawing?.querySelectorAll('g') ?? [])].map((column) => {
    const stones = [...column.querySelectorAll('rect')].map((stone) =>
      Number(stone.getAttribute('y')),
    )
    return Math.min(150, ...stones)
  })
  const movements = results.map((block) => block.movements).reverse()
  const [most, highest] = [Math.max(...movements), Math.min(...tops)]
  expect(tops).toHaveLength(20)
  expect(highest).toBeLessThan(75)
  for (const [index, count] of movements.entries()) {
    expect(Math.abs(150 - (tops[index] ?? 0) - ((150 - highest) * count) / most)).toBeLessThan(1)
  }
  const [table = section] = within(section).getAllByRole('table')
  const [, ...rows] = within(table).getAllByRole('row')
  expect(rows.map((row) => textOf(row.lastElementChild ?? row))).toEqual(
    movements.map((count) => grouped(count)),
  )
})

test('phones have the seven newest blocks', async () => {
  await visit('/', { data: demoData() })
  const section = await screen.findByRole('region', { name: /^The newest/ })
  const [, onPhones] = within(section).getAllByRole('slider')
  expect(onPhones).toHaveAttribute('aria-valuemax', '6')
})

test('below the newest blocks is the whole index, of which each part leads to its blocks', async () => {
  const { client, reader, address } = await visit('/', { data: demoData() })
  const { step, results } = await client.get('pulse', {})
  const name = `Movements in each ${step} blocks of the index`
  const strip = within(await screen.findByRole('region', { name }))
  const control = strip.getByRole('slider', { name })
  control.focus()
  const [part, newest] = [results.at(-2), results.at(-1)]
  expect(control).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(new RegExp(`^Blocks? .*: ${grouped(newest?.movements)} movements$`)),
  )
  await reader.keyboard('{ArrowLeft}')
  expect(control).toHaveAttribute(
    'aria-valuetext',
    expect.stringContaining(`Blocks ${grouped(part?.from)} to ${grouped(part?.to)}, `),
  )
  const [, ...rows] = strip.getAllByRole('row')
  expect(rows.map((row) => textOf(row.lastElementChild ?? row))).toEqual(
    results.map(({ movements }) => grouped(movements)),
  )
  const most = Math.max(...results.map(({ movements }) => movements))
  const busiest = results.find(({ movements }) => movements === most)
  expect(strip.getByRole('link', { name: /^Busiest/ })).toHaveAttribute(
    'href',
    `/blocks?before=${(busiest?.to ?? 0) + 1}`,
  )
  await reader.keyboard('{Enter}')
  expect(address()).toBe(`/blocks?before=${(part?.to ?? 0) + 1}`)
  const [first] = await readTable('Blocks, newest first')
  expect(first?.Block).toBe(grouped(part?.to))
})

test('a part of the index with one movement says so', async () => {
  const node = new SimulatedNode()
  const script = witnessKeyScript('issuer')
  const coin = { txid: node.tip.txids[0] ?? '', vout: 0, script }
  const { height } = node.mine([
    etch(coin, { runestone: { etching: { turbo: false, premine: 1n } }, owners: [script] }),
  ])
  while (node.tip.height < height + 20) node.mine()
  const { reader } = await visit('/', { data: await indexNode(node) })
  const control = await screen.findByRole('slider', { name: /^Movements in each/ })
  control.focus()
  await reader.keyboard(`{Home}${'{ArrowRight}'.repeat(height)}`)
  expect(control).toHaveAttribute('aria-valuetext', expect.stringMatching(/: 1 movement$/))
})

test('a sample of blocks has no strip, and says where there are more', async () => {
  await visit('/')
  await findBlocks()
  expect(document.body).toHaveTextContent('npm run demo shows more; with BITCOIN_RPC_URL')
  expect(screen.queryByRole('region', { name: /^Movements in each/ })).toBeNull()
})

test('what happened lately is said in sentences that lead to their transactions', async () => {
  const { client, reader, address } = await visit('/', { data: demoData() })
  const { results } = await client.get('highlights', { limit: 6 })
  const feed = within(await screen.findByRole('region', { name: 'What stood out' }))
  const items = feed.getAllByRole('listitem')
  expect(items).toHaveLength(6)
  for (const [index, { clause, place }] of results.entries()) {
    expect(items[index]).toHaveTextContent(clause.rune.spaced_name)
    expect(items[index]).toHaveTextContent(`block ${grouped(place.block_height)}`)
  }
  for (const [index, { kind, share }] of results.entries()) {
    const isLarge = kind === 'transfer' || kind === 'burn'
    expect([kind, share !== undefined]).toEqual([kind, isLarge])
    const shown = `${kind === 'burn' ? 'Burn' : 'Transfer'} of ${Number(share).toFixed(4).slice(0, -2)}% of its supply`
    if (isLarge) expect(items[index]).toHaveTextContent(shown)
  }
  expect(results.some(({ share }) => share !== undefined)).toBe(true)
  const airdrop = results.find(({ kind }) => kind === 'airdrop')
  const [link] = feed.getAllByRole('link', { name: 'Airdrop' })
  expect(link?.closest('li')).toHaveTextContent(`to ${airdrop?.clause.to_count} addresses`)
  if (link) await reader.click(link)
  expect(address()).toBe(`/tx/${airdrop?.place.tx_id}`)
})

test('the days of a rune are columns in its row, and a ring says how much is minted from 1 % on', async () => {
  const { client } = await visit('/', { data: demoData() })
  const { results } = await client.get('runes', { order_by: 'day_movements', limit: 12, days: 28 })
  const [, ...rows] = within(await screen.findByRole('table', { name: /^Runes/ })).getAllByRole(
    'row',
  )
  for (const [index, { days = [], mint_state, supply }] of results.entries()) {
    const row = rows[index] ?? document.body
    const drawing = within(row).getByRole('img', { name: /^Movements on each of 28 days/ })
    const heights = [...drawing.querySelectorAll('rect')].map((rect) =>
      Number(rect.getAttribute('height')),
    )
    const totals = days.map((counts) => counts.reduce((sum, count) => sum + count, 0))
    const all = totals.reduce((sum, count) => sum + count, 0)
    const drawn = heights.reduce((sum, height) => sum + height, 0)
    // The largest day is 22 pixels high.
    expect(Math.abs(drawn - (22 * all) / Math.max(...totals))).toBeLessThan(1)
    const minted = Number(supply?.mint_percentage)
    const hasRing = mint_state === 'mintable' && minted >= 1
    expect(row.querySelectorAll('circle')).toHaveLength(hasRing ? 2 : 0)
  }
})

test('the runes are the most active, those that are minted, or the newest', async () => {
  const { client, reader, address } = await visit('/')
  const { results } = await client.get('runes', { order_by: 'day_movements', limit: 12 })
  const rows = await readTable('Runes: Most active')
  expect(rows.map(({ Rune }) => Rune)).toEqual(
    results.map(({ spaced_name }) => expect.stringContaining(spaced_name)),
  )
  const choice = within(screen.getByRole('navigation', { name: 'Which runes' }))
  await reader.click(choice.getByRole('link', { name: 'New' }))
  expect(address()).toBe('/?runes=new')
  const newest = await client.get('runes', { order_by: 'number', limit: 12 })
  expect((await readTable('Runes: New')).map(({ Rune }) => Rune)).toEqual(
    newest.results.map(({ spaced_name }) => expect.stringContaining(spaced_name)),
  )
})

test('favourites are at the end of the page', async () => {
  const { reader, navigate } = await visit(`/tx/${TX}`)
  await findHeading(/etched/)
  const favourite = screen.getByRole('button', { name: 'Favourite' })
  expect(favourite).toHaveAttribute('aria-pressed', 'false')
  await reader.click(favourite)
  expect(favourite).toHaveAttribute('aria-pressed', 'true')
  await navigate('/')
  const nav = within(await screen.findByRole('navigation', { name: 'Your pages' }))
  expect(nav.getByRole('link', { name: /PEPE•IS•BITCOIN/ })).toHaveAttribute('href', `/tx/${TX}`)
})

test('the tokens are those with the most to tell', async () => {
  const { client } = await visit('/')
  const { results } = await client.get('tokens', { order_by: 'completeness', limit: 6 })
  const rows = await readTable('The first tokens')
  expect(rows).toHaveLength(6)
  for (const [index, { name, contract_principal }] of results.entries()) {
    expect(rows[index]?.Token).toContain(name ?? contract_principal.split('.')[1])
  }
})
