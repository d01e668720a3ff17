import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BLOCK } from '../support/bundledIds.ts'
import { grouped, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'

const PAGE = `/block/${BLOCK}?group=off`
const readTotal = async (client: Awaited<ReturnType<typeof visit>>['client']) =>
  (await client.get('blockMovements', { block: String(BLOCK), change: 'hide' })).total

test('pages are links, and the focus stays on the one that was followed', async () => {
  const { client, reader, address } = await visit(PAGE)
  const total = await readTotal(client)
  await shows(`1–25 of ${grouped(total)}`)
  const next = screen.getByRole('link', { name: 'Next page' })
  await reader.click(next)
  await shows(`26–50 of ${grouped(total)}`)
  expect(address()).toBe(`${PAGE}&offset=25`)
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveFocus()
  await screen.findByText(`Rows 26 to 50 of ${grouped(total)} movements`)
})

test('Back leads to the page before', async () => {
  const { reader, address, goBack } = await visit(PAGE)
  await reader.click(await screen.findByRole('link', { name: 'Page 2' }))
  await shows(/^.*26–50 of/)
  await goBack()
  await shows(/^.*1–25 of/)
  expect(address()).toBe(PAGE)
})

test('at an end of the list, the link stays without effect', async () => {
  const { reader, address } = await visit(PAGE)
  const previous = await screen.findByRole('link', { name: 'Previous page' })
  expect(previous).toHaveAttribute('aria-disabled', 'true')
  await reader.click(previous)
  expect(address()).toBe(PAGE)
})

test('another page size keeps the first row in view', async () => {
  const { reader, address } = await visit(`${PAGE}&offset=75`)
  const sizes = within(await screen.findByRole('navigation', { name: 'Rows per page' }))
  const first = (await readTable('Movements of the block'))[0]
  await reader.click(sizes.getByRole('link', { name: '50' }))
  expect(address()).toBe(`${PAGE}&offset=75&limit=50`)
  await shows('76–125 of')
  expect((await readTable('Movements of the block'))[0]).toEqual(first)
})

test('a page can be opened by its number', async () => {
  const { client, reader, address } = await visit(`${PAGE}&type=mint`)
  const { total } = await client.get('blockMovements', { block: String(BLOCK), type: 'mint' })
  await reader.type(await screen.findByRole('textbox', { name: /^Page/ }), '3')
  await reader.click(screen.getByRole('button', { name: 'Go' }))
  await shows(`51–75 of ${grouped(total)}`)
  expect(address()).toBe(`${PAGE}&type=mint&offset=50`)
})

test('a page after the end leads back to the last one', async () => {
  const { client, reader, address } = await visit(`${PAGE}&offset=100000`)
  const total = await readTotal(client)
  await screen.findByRole('heading', { name: 'This page is past the end of the list' })
  await shows(`It would start at row 100,001, but the list has ${grouped(total)} movements.`)
  await reader.click(screen.getByRole('link', { name: 'Go to the last page' }))
  expect(address()).toBe(`${PAGE}&offset=${Math.floor((total - 1) / 25) * 25}`)
  await readTable('Movements of the block')
})

test('the previous page of one after the end is the last one', async () => {
  const { client, reader, address } = await visit(`${PAGE}&offset=100000`)
  const total = await readTotal(client)
  await screen.findByRole('heading', { name: 'This page is past the end of the list' })
  await reader.click(screen.getByRole('link', { name: 'Previous page' }))
  expect(address()).toBe(`${PAGE}&offset=${Math.floor((total - 1) / 25) * 25}`)
})

test('the largest page has a hundred rows', async () => {
  await visit(`${PAGE}&limit=1000`)
  expect(await readTable('Movements of the block')).toHaveLength(100)
})
