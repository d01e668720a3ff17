import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ADDRESS, TX } from '../support/bundledIds.ts'
import { mineBlocks } from '../support/mineChain.ts'
import { findHeading, grouped, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData, followNode } from '../support/servedData.ts'

test('an unspent output says what it holds and from where', async () => {
  const { client, navigate } = await visit('/about')
  const { results } = await client.get('addressOutputs', { address: ADDRESS, limit: 1 })
  const output = results[0]?.output ?? ''
  await navigate(`/output/${output}`)
  const { runes, place } = await client.get('outputDetails', { output })
  const [txId, vout] = output.split(':')
  const [{ rune, amount } = { rune: undefined, amount: '' }] = runes
  const heading = await findHeading(new RegExp(`^${grouped(amount)} ${rune?.spaced_name} held by`))
  expect(heading).toHaveTextContent(`held by ${ADDRESS}, unspent`)
  expect(runes).toHaveLength(1)
  await shows(`block ${grouped(place.block_height)}·Output ${vout} of ${txId}`)
  expect(screen.queryByRole('table', { name: 'What it holds' })).toBeNull()
  expect(screen.getByRole('link', { name: 'All outputs of the transaction' })).toHaveAttribute(
    'href',
    `/tx/${txId}?view=outputs`,
  )
})

test('an output leads to the others of its transaction', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const transfers = await client.get('blockMovements', { block: '40', type: 'transfer' })
  const lists = await Promise.all(
    transfers.results.map(({ place: { tx_id } }) =>
      client.get('transactionOutputs', { tx_id, limit: 11 }),
    ),
  )
  const [first, ...others] = lists.find(({ total }) => total > 2)?.results ?? []
  await navigate(`/output/${first?.output}`)
  const rows = await readTable('Other outputs of its transaction')
  expect(rows.map(({ Amount }) => Amount)).toEqual(
    others.filter(({ vout }) => vout !== first?.vout).map(({ amount }) => grouped(amount)),
  )
  expect(rows.length).toBeGreaterThan(0)
})

test('a spent output says where what it held went', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results: runes } = await client.get('runes', { order_by: 'movements', limit: 1 })
  const { results } = await client.get('runeMovements', { rune: runes[0]?.id ?? '', limit: 200 })
  const outputs = results.flatMap(({ output }) => output ?? [])
  const details = await Promise.all(
    outputs.map((output) => client.get('outputDetails', { output })),
  )
  const spent = details.find(
    ({ spent_by, address }) => spent_by !== undefined && address !== undefined,
  )
  await navigate(`/output/${spent?.output}`)
  const { spent_by, address } = spent ?? {}
  const heading = await findHeading(/held by/)
  expect(heading).toHaveTextContent(`held by ${address}, spent in ${spent_by?.tx_id}`)
  await shows(`spent in block ${grouped(spent_by?.block_height)}`)
})

test('an output with several runes lists them', async () => {
  const runestone = { etching: { premine: 5_000_000n, turbo: false }, edicts: [] }
  const { node, txids } = mineBlocks([
    4,
    [
      { label: 'one', inputs: ['coins'], outputs: ['alice'], runestone },
      { label: 'two', inputs: ['coins'], outputs: ['alice'], runestone },
    ],
    [{ label: 'join', inputs: ['one:0', 'two:0'], outputs: ['alice'] }],
  ])
  await visit(`/output/${txids.get('join')}:0`, { data: await followNode(node) })
  await findHeading(/^5,000,000 A\w+ and 1 more rune held by .*, unspent$/)
  expect(await readTable('What it holds')).toEqual([
    { Rune: expect.stringMatching(/A{16}/), Amount: '5,000,000' },
    { Rune: expect.stringMatching(/A{16}/), Amount: '5,000,000' },
  ])
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
  await findHeading(/^5,000,000 AAAAAAAAAAAAAAAAAAABBUZIXVT burned here by \w{10,}$/)
  expect(screen.queryByText(/held by/)).toBeNull()
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
  const heading = await findHeading(/burned here by/)
  expect(heading).toHaveTextContent(`${burn?.rune.spaced_name} burned here by ${burn?.from}`)
})
