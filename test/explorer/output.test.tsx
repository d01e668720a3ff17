import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ADDRESS, TX } from '../support/bundledIds.ts'
import { mineBlocks } from '../support/mineChain.ts'
import { grouped, readFact, readTable } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData, followNode } from '../support/servedData.ts'

test('an unspent output says what it holds and from where', async () => {
  const { client, navigate } = await visit('/about')
  const { results } = await client.get('addressOutputs', { address: ADDRESS, limit: 1 })
  const output = results[0]?.output ?? ''
  await navigate(`/output/${output}`)
  await screen.findByText(/^Unspent/)
  const { runes, place } = await client.get('outputDetails', { output })
  expect(await readFact('Owner')).toContain(ADDRESS)
  expect(await readFact('Made by')).toBe(`${place.tx_id}block ${grouped(place.block_height)}`)
  const rows = await readTable('What it holds')
  expect(rows).toEqual(
    runes.map(({ rune, amount }) => ({
      Rune: expect.stringContaining(rune.spaced_name),
      Amount: grouped(amount),
    })),
  )
})

test('a spent output says where what it held went', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results: runes } = await client.get('runes', { order_by: 'movements', limit: 1 })
  const { results } = await client.get('runeMovements', { rune: runes[0]?.id ?? '', limit: 200 })
  const outputs = results.flatMap(({ output }) => output ?? [])
  const details = await Promise.all(
    outputs.map((output) => client.get('outputDetails', { output })),
  )
  const spent = details.find(({ spent_by }) => spent_by !== undefined)
  await navigate(`/output/${spent?.output}`)
  await screen.findByText('Spent')
  expect(await readFact('Spent by')).toContain(spent?.spent_by?.tx_id)
  expect(await readTable('What it held')).toHaveLength(spent?.runes.length ?? 0)
})

test('an output without runes leads to its transaction', async () => {
  await visit(`/output/${TX}:99`)
  await screen.findByRole('heading', { name: 'This output never held runes that this index knows' })
  expect(screen.getByRole('link', { name: 'Open its transaction' })).toHaveAttribute(
    'href',
    `/tx/${TX}`,
  )
})

test('an OP_RETURN says what burned in it', async () => {
  const { node, txids } = mineBlocks([
    2,
    [
      {
        label: 'etch',
        inputs: ['coins'],
        outputs: ['alice'],
        runestone: { etching: { premine: 5_000_000n, turbo: false }, edicts: [] },
      },
    ],
    [
      {
        label: 'burn',
        inputs: ['etch:0'],
        outputs: ['alice'],
        runestone: { edicts: [], pointer: 1 },
      },
    ],
  ])
  await visit(`/output/${txids.get('burn')}:1`, { data: await followNode(node) })
  await screen.findByText('Burned')
  const rows = await readTable('Burned here')
  expect(rows).toEqual([
    { Rune: expect.stringContaining('AAAAAAAAAAAAAAAAAAABBUZIXVT'), Amount: '5,000,000' },
  ])
  expect(screen.queryByText('Owner')).toBeNull()
  expect(screen.queryByText(/never held runes/)).toBeNull()
})

test('a burn leads to the output in which it burned', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results: runes } = await client.get('runes', { order_by: 'movements', limit: 100 })
  const lists = await Promise.all(
    runes.map(({ id }) => client.get('runeMovements', { rune: id, type: 'burn', limit: 1 })),
  )
  const burn = lists.flatMap(({ results }) => results).find(({ output }) => output !== undefined)
  const { tx_id, block_height, tx_index } = burn?.place ?? {}
  await navigate(`/tx/${tx_id}?row=${block_height}.${tx_index}.${burn?.index}`)
  const [, vout = ''] = burn?.output?.split(':') ?? []
  const link = await screen.findByRole('link', { name: vout })
  expect(link).toHaveAttribute('href', `/output/${burn?.output}`)
  await navigate(`/output/${burn?.output}`)
  expect(JSON.stringify(await readTable('Burned here'))).toContain(burn?.rune.spaced_name)
})
