import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createShortChain } from '../support/indexFollower.ts'
import { findHeading, grouped, readTable } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData, followNode } from '../support/servedData.ts'

test('the blocks are those of the service, newest first', async () => {
  const { client } = await visit('/blocks')
  const { results } = await client.get('blocks', { limit: 25 })
  const rows = await readTable('Blocks, newest first')
  expect(rows).toHaveLength(6)
  for (const [index, { block_height, movements, transactions, counts }] of results.entries()) {
    expect(rows[index]).toMatchObject({
      Block: grouped(block_height),
      Movements: `${grouped(movements)} ${movements === 1 ? 'movement' : 'movements'}`,
      Transfers: grouped(counts.transfers),
      Mints: grouped(counts.mints),
      Burns: grouped(counts.burns),
      Etchings: grouped(counts.etchings),
      'Rune transactions': grouped(transactions),
    })
  }
})

test('keys turn the pages, and the URL has them', async () => {
  const { reader, address, client } = await visit('/blocks', { data: demoData() })
  const { total } = await client.get('blocks', {})
  await readTable('Blocks, newest first')
  await reader.keyboard(']')
  expect(address()).toBe('/blocks?offset=25')
  await screen.findByText(`Rows 26 to 50 of ${total} blocks`)
  await reader.keyboard('[[')
  expect(address()).toBe('/blocks')
})

test('a list can begin below a height', async () => {
  await visit('/blocks?before=840005')
  const rows = await readTable('Blocks, newest first')
  expect(rows.map(({ Block }) => Block)).toEqual(['840,004', '840,003', '840,002'])
})

test('a list leads to its blocks', async () => {
  const { reader, address } = await visit('/blocks')
  await reader.click(await screen.findByRole('link', { name: '840,004' }))
  await findHeading('840,004')
  expect(address()).toBe('/block/840004')
})

test('the age of a new block is said in seconds, in the list and on its page', async () => {
  const node = createShortChain()
  node.mine([], { timestamp: Math.floor(Date.now() / 1000) - 20 })
  const { client, navigate } = await visit('/blocks', { data: await followNode(node) })
  await waitFor(async () => {
    const [newest] = await readTable('Blocks, newest first')
    expect(newest?.Time).toMatch(/^[2-5][05] s ago$/)
  })
  const { results } = await client.get('blocks', { limit: 1 })
  await navigate(`/block/${results[0]?.block_height}`)
  await screen.findByText(/ UTC · [2-5][05] s ago$/)
})
