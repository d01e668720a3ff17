import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TX } from '../support/bundledIds.ts'
import { findHeading, grouped, readTable, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'

/** The first drawing is for large screens. */
async function findBlocks() {
  const section = await screen.findByRole('region', { name: 'The newest blocks here' })
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
  const section = await screen.findByRole('region', { name: /blocks/ })
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
  const [, ...rows] = within(within(section).getByRole('table')).getAllByRole('row')
  expect(rows.map((row) => textOf(row.lastElementChild ?? row))).toEqual(
    movements.map((count) => grouped(count)),
  )
})

test('phones have the seven newest blocks', async () => {
  await visit('/', { data: demoData() })
  const section = await screen.findByRole('region', { name: /blocks/ })
  const [, onPhones] = within(section).getAllByRole('slider')
  expect(onPhones).toHaveAttribute('aria-valuemax', '6')
})

test('the examples exist in this index', async () => {
  const { client } = await visit('/')
  const { examples } = await client.get('about', {})
  const nav = within(await screen.findByRole('navigation', { name: 'Try' }))
  expect(nav.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/rune/${examples.rune}`,
    `/token/${examples.principal}`,
    `/block/${examples.block}`,
    `/tx/${examples.tx_id}`,
  ])
  expect(nav.getByRole('link', { name: `block ${grouped(examples.block)}` })).toBeVisible()
})

test('the runes are the most active, those that are minted, or the newest', async () => {
  const { client, reader, address } = await visit('/')
  const { results } = await client.get('runes', { order_by: 'day_movements', limit: 8 })
  const rows = await readTable('Runes: Most active')
  expect(rows.map(({ Rune }) => Rune)).toEqual(
    results.map(({ spaced_name }) => expect.stringContaining(spaced_name)),
  )
  const choice = within(screen.getByRole('navigation', { name: 'Which runes' }))
  await reader.click(choice.getByRole('link', { name: 'New' }))
  expect(address()).toBe('/?runes=new')
  const newest = await client.get('runes', { order_by: 'number', limit: 8 })
  expect((await readTable('Runes: New')).map(({ Rune }) => Rune)).toEqual(
    newest.results.map(({ spaced_name }) => expect.stringContaining(spaced_name)),
  )
})

test('a favourite takes the place of the examples', async () => {
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
