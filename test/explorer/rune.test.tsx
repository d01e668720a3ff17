import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PLAIN_TX, RUNE } from '../support/bundledIds.ts'
import { findHeading, grouped, readFact, readTable, shows, signed } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'
import { visitDemo } from '../support/visitDemo.ts'

const PAGE = `/rune/${RUNE}`

test('the figures are the supply, what was minted and burned, and who holds it', async () => {
  await visit(PAGE)
  await findHeading('LAMBO•LIFESTYLE')
  expect(await readFact('Supply')).toBe('98,500,600')
  expect(await readFact('Burned')).toBe('0')
  expect(await readFact('Holders')).toBe('7')
  expect(await readFact('Movements, 24 h to 840,007')).toBe('7')
  expect(await readFact('Minted')).toBe('0.04%6 of 15,000 mints')
})

test('the figures of a rune that is older than the index say since when they count', async () => {
  const { navigate } = await visit('/rune/1:0')
  expect(await readFact('Movements since 840,002')).toBe('1,878')
  expect(await readFact('Minted since 840,002')).toBe('1,792mints')
  await navigate('/rune/1:0?view=details')
  await screen.findByRole('heading', { name: 'Supply since 840,002' })
  expect(screen.queryByText('Left')).toBeNull()
})

test.each(['mintable', 'minted-out'] as const)(
  'the badge of a rune that is %s explains itself',
  async (state) => {
    const { reader, rune } = await visitDemo(state)
    const end = grouped(rune.newest_block.block_height)
    const name = state === 'mintable' ? `Mintable at block ${end}` : 'Fully minted'
    await reader.click(await screen.findByRole('button', { name }))
    const isMintable = state === 'mintable'
    const explanation = screen.getByRole('group', { name: 'Minting' })
    const { mint_terms, supply } = rune
    const figure = isMintable ? mint_terms?.amount : supply?.total_mints
    expect(explanation).toHaveTextContent(grouped(String(figure)))
  },
)

test('a mint that has not begun says when it does', async () => {
  const { client, navigate, reader } = await visit('/about')
  const runes = await client.get('runes', { limit: 100 })
  const upcoming = runes.results.find(({ mint_state }) => mint_state === 'upcoming')
  await navigate(`/rune/${upcoming?.id}`)
  const name = `Opens at ${grouped(upcoming?.mint_start)}`
  await reader.click(await screen.findByRole('button', { name }))
  expect(screen.getByRole('group', { name: 'Minting' })).toHaveTextContent(
    `from block ${grouped(upcoming?.mint_start)} on`,
  )
})

test('a name and a number lead to the id', async () => {
  const { address, navigate } = await visit('/rune/LAMBO•LIFESTYLE?view=holders')
  await findHeading('LAMBO•LIFESTYLE')
  expect(address()).toBe(`${PAGE}?view=holders`)
  // Of the numbers, this index knows only 0.
  await navigate('/rune/0')
  await findHeading('UNCOMMON•GOODS')
  expect(address()).toBe('/rune/1:0')
})

test('the movements come newest first, and a type narrows them', async () => {
  const { reader, address } = await visit('/rune/1:0?view=movements')
  const rows = await readTable('Movements of the rune')
  expect(rows).toHaveLength(25)
  const [giver, receiver, minter] = [
    'bc1p208evwyr6g5mvarr3rsut35hu6vw7wpzqz68zca6j0pxq43pu2asfvcuzt',
    'bc1pfa7t6nxfjvgnk6nf6lj66esxzx849448uyvswmzfyghqvw0hd6dsu5k05c',
    'bc1phdf4525gd7c4yd507d7pyv4td36fkf6855a38kwfhswctr6vkfgs9zzldx',
  ]
  expect(rows.slice(0, 2)).toEqual([
    {
      Transaction: PLAIN_TX,
      Block: '840,007',
      Type: 'Transfer, details',
      Amount: '1',
      From: `${giver}`,
      To: receiver,
      Time: '20 Apr 2024, 01:09',
    },
    {
      Transaction: 'abf9428b310ac4034ba3635ab3429d206d17f2770286b15f524f5cc4f05fc27b',
      Block: '840,007',
      Type: 'Mint, details',
      Amount: '1',
      From: `new supply`,
      To: minter,
      Time: '20 Apr 2024, 01:09',
    },
  ])
  const filter = within(screen.getByRole('navigation', { name: 'Filter by type' }))
  await reader.click(filter.getByRole('link', { name: 'Transfers 86' }))
  expect(address()).toBe('/rune/1:0?view=movements&type=transfer')
  // Of 1,878 movements, 1,792 are mints.
  await screen.findByText('Rows 1 to 25 of 86 movements')
})

test('a link to a movement opens that movement, wherever it is on the page', async () => {
  const { client } = await visit('/about')
  const { results, total } = await client.get('runeMovements', { rune: RUNE, limit: 25 })
  const [, , third] = results
  const { block_height, tx_index } = third?.place ?? {}
  await visit(`/rune/${RUNE}?row=${block_height}.${tx_index}.${third?.index}`)
  await screen.findByRole('region', {
    name: new RegExp(`^${third?.type}, 3 of ${grouped(total)}$`, 'i'),
  })
})

test('between the first rune and those of an index that begins later, there is no next and no previous', async () => {
  const { client, navigate } = await visit('/rune/1:0')
  await findHeading('UNCOMMON•GOODS')
  expect(screen.queryByRole('link', { name: /^Next rune/ })).toBeNull()
  const { results } = await client.get('runes', { order_by: 'number', order: 'asc', limit: 2 })
  await navigate(`/rune/${results[1]?.id}`)
  expect(await screen.findByRole('link', { name: /^Next rune/ })).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Previous rune/ })).toBeNull()
})

test('a rune without a symbol has the generic currency sign', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results } = await client.get('runes', { limit: 100 })
  const { id, spaced_name } = results.find(({ symbol }) => symbol === undefined) ?? {}
  await navigate(`/rune/${id}`)
  const heading = await findHeading(spaced_name ?? '')
  expect(heading.closest('header')).toHaveTextContent('¤')
})

test('the holders have their rank, share and changes, and the largest a sentence', async () => {
  const { client, rune } = await visitDemo(undefined, '?view=holders')
  const { results, concentration } = await client.get('runeHolders', { rune: rune.id, limit: 25 })
  const rows = await readTable('Holders of the rune, largest balance first')
  expect(rows).toHaveLength(results.length)
  const end = grouped(rune.newest_block.block_height)
  for (const [index, holder] of results.entries()) {
    expect(rows[index]).toMatchObject({
      Rank: grouped(holder.rank),
      Balance: grouped(holder.balance),
      [`Change, 24 h to ${end}`]: signed(holder.day_change ?? ''),
      [`Change, 7 days to ${end}`]: signed(holder.week_change ?? ''),
    })
    expect(rows[index]?.Address).toContain(holder.address)
    expect(rows[index]?.['Share of supply']).toMatch(/^<?\d+\.\d\d%$/)
  }
  const largest = Number(concentration[0]?.share)
  await shows(
    `The largest holder has ${(Math.floor(largest * 100) / 100).toFixed(2).replace(/\.?0+$/, '')}%`,
  )
})

test('a share that is not whole never looks whole', async () => {
  await visit(`${PAGE}?view=holders`)
  const rows = await readTable('Holders of the rune, largest balance first')
  expect(rows[0]?.['Share of supply']).toBe('99.99%')
  expect(rows[1]?.['Share of supply']).toBe('<0.01%')
})

test('the details have every term, with all digits', async () => {
  await visit(`${PAGE}?view=details`)
  expect(await readFact('Divisibility')).toBe('12 decimals')
  expect(await readFact('Symbol')).toBe('💰 U+1F4B0')
  expect(await readFact('At block 840,007')).toBe('98,500,600.000000000000 · 98.5 million')
  expect(await readFact('Premine')).toMatch(/^98,500,000\.000000000000to bc1pe9vw95932j9z/)
  expect(await readFact('Each mint')).toBe('100.000000000000')
  expect(await readFact('Cap')).toBe('15,000 mints')
  expect(await readFact('Turbo')).toMatch(/^yes/)
})

test('the raw records of a rune name their transaction, also where a page has only one', async () => {
  const { client, navigate } = await visit('/about')
  const { results } = await client.get('runes', { order_by: 'movements', order: 'asc', limit: 60 })
  const rune = results.find(({ records, movements }) => records > 1 && movements === 1)
  await navigate(`/rune/${rune?.id}?view=raw`)
  const rows = await readTable('Records of the rune')
  expect(rows).toHaveLength(rune?.records ?? 0)
  for (const row of rows.slice(0, 1)) expect(row.Transaction).toContain(rune?.location?.tx_id ?? '')
})

test('the raw records are those of the rune, the last one first', async () => {
  await visit(`${PAGE}?view=raw`)
  const rows = await readTable('Records of the rune')
  const mint = [
    ['receive', '100'],
    ['mint', '100'],
  ]
  expect(rows.map(({ Operation, Amount }) => [Operation, Amount])).toEqual([
    ...Array.from({ length: 6 }, () => mint).flat(),
    ['receive', '98,500,000'],
    ['etching', ''],
  ])
})

test('arrow keys lead to the runes before and after', async () => {
  const { client, reader, address } = await visit(PAGE)
  const { next } = await client.get('runeDetails', { rune: RUNE })
  await screen.findByRole('link', { name: /^Next rune/ })
  await reader.keyboard('{ArrowRight}')
  await findHeading(next?.spaced_name)
  expect(address()).toBe(`/rune/${next?.id}`)
})

test.each([
  [
    '/rune/NO•SUCH•RUNE',
    /^NOSUCHRUNE has been unlocked /,
    'When names unlock',
    '/names?name=NOSUCHRUNE',
  ],
  ['/rune/840002:9999', 'No rune has the id 840002:9999', 'Open the block', '/block/840002'],
  ['/rune/12:1', /12:1 would be older than this index/, 'Search for it', '/search?q=12%3A1'],
  ['/rune/900000:1', /index ends with block 840,007/, 'Search for it', '/search?q=900000%3A1'],
  ['/rune/123456789', 'No rune here has the number 123456789', 'All runes', '/runes'],
])('%s is not found, and a link leads on', async (path, title, link, to) => {
  await visit(path)
  await screen.findByRole('heading', { name: title })
  expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', to)
})

test('transfers of a rune are sorted by their amounts, and so are movements of a rune in a block', async () => {
  const { client, reader, navigate, address } = await visit('/about', { data: demoData() })
  const { results: runes } = await client.get('runes', { order_by: 'day_movements', limit: 1 })
  const rune = runes[0]?.id ?? ''
  const largest = await client.get('runeMovements', {
    rune,
    type: 'transfer',
    order_by: 'amount',
    limit: 25,
  })
  await navigate(`/rune/${rune}?type=transfer`)
  await readTable('Movements of the rune')
  await reader.click(screen.getByRole('link', { name: 'Amount' }))
  expect(address()).toBe(`/rune/${rune}?type=transfer&order_by=amount`)
  await waitFor(async () => {
    const [row] = await readTable('Movements of the rune')
    expect(row?.Amount).toBe(grouped(largest.results[0]?.amount))
  })
  expect(screen.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  const filter = within(screen.getByRole('navigation', { name: 'Filter by type' }))
  await reader.click(filter.getByRole('link', { name: /^Burns/ }))
  expect(address()).toBe(`/rune/${rune}?type=burn&order_by=amount`)
  await readTable('Movements of the rune')
  // Mints have an order of their own.
  await reader.click(filter.getByRole('link', { name: /^Mints/ }))
  expect(address()).toBe(`/rune/${rune}?type=mint`)
  await readTable('Movements of the rune')
  const { block_height } = largest.results[0]?.place ?? {}
  await navigate(`/block/${block_height}?group=off`)
  await readTable('Movements of the block')
  expect(screen.queryByRole('link', { name: 'Amount' })).toBeNull()
  await navigate(`/block/${block_height}?group=off&rune=${rune}&order_by=amount`)
  const inBlock = await client.get('blockMovements', {
    block: String(block_height),
    rune,
    change: 'hide',
    order_by: 'amount',
    limit: 25,
  })
  const amounts = inBlock.results.map(({ amount }) => grouped(amount))
  await waitFor(async () => {
    const rows = await readTable('Movements of the block')
    expect(rows.map(({ Amount }) => Amount)).toEqual(amounts)
  })
  expect(new Set(amounts).size).toBeGreaterThan(1)
  const types = within(screen.getByRole('navigation', { name: 'Filter by type' }))
  await reader.click(types.getByRole('link', { name: /^Transfers/ }))
  expect(new URLSearchParams(address().split('?')[1]).get('order_by')).toBe('amount')
  // Amounts of several runes have no order.
  await reader.click(types.getByRole('link', { name: /^Remove the filter Rune/ }))
  expect(address()).toBe(`/block/${block_height}?group=off&type=transfer`)
  expect(await readTable('Movements of the block')).not.toHaveLength(0)
})

test('amounts of a span have no order, which is said', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results: runes } = await client.get('runes', { order_by: 'day_movements', limit: 1 })
  const given = { rune: runes[0]?.id ?? '', type: 'transfer', from: '1' } as const
  const { total } = await client.get('runeMovements', given)
  await navigate(`/rune/${given.rune}?type=transfer&from=1&order_by=amount`)
  await shows('“order_by=amount” was ignored.')
  expect(await readTable('Movements of the rune')).toHaveLength(Math.min(25, total))
})

test('another rune begins in the order of the block', async () => {
  const { client, reader, navigate, address } = await visit('/about', { data: demoData() })
  const { results: runes } = await client.get('blockByRune', { block: '45', limit: 2 })
  const [one = '', other = ''] = runes.map(({ rune }) => rune.id)
  await navigate(`/block/45?group=off&rune=${one}&order_by=amount`)
  await readTable('Movements of the block')
  await reader.click(screen.getByRole('button', { name: 'Filter' }))
  const field = within(screen.getByRole('group', { name: 'Show only those with' })).getByLabelText(
    'Rune',
  )
  await reader.clear(field)
  await reader.type(field, `${other}{Enter}`)
  expect(address()).toBe(`/block/45?group=off&rune=${encodeURIComponent(other)}`)
  await screen.findByRole('link', { name: `Remove the filter Rune ${other}` })
})
