import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BLOCK, BLOCK_HASH } from '../support/bundledIds.ts'
import { findHeading, grouped, readTable, shows, signed } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'
import { startModifiedService } from '../support/startModifiedService.ts'

const ADDRESS = `/block/${BLOCK}`
const block = String(BLOCK)

const readMovements = () => readTable('Movements of the block')

test('a sentence says what happened in the block', async () => {
  await visit('/block/840006')
  await findHeading('840,006')
  await shows(
    /Of runes etched since 840,002, and UNCOMMON•GOODS: 281 of 460 movements are of (💩 )?MASSIVE•PILE•OF•SHIT, 271 of them mints to 16 addresses. 5 runes were etched./,
  )
  await shows('442 rune transactions')
})

test('a rune with several types of movements is named with all of them, and the most frequent type', async () => {
  const { client } = await visit('/about', { data: demoData() })
  const { results } = await client.get('blocks', { limit: 60 })
  const details = await Promise.all(
    results.map(({ block_height }) => client.get('blockDetails', { block: String(block_height) })),
  )
  const mixed = details.find(
    ({ leading }) => (leading?.rune_movements ?? 0) > (leading?.movements ?? 0),
  )
  const leading = mixed?.leading
  const { results: groups } = await client.get('blockByRune', {
    block: String(mixed?.block_height),
  })
  expect(leading?.rune_movements).toBe(Math.max(...groups.map(({ movements }) => movements)))
})

test('what went to no address is counted apart', async () => {
  await visit('/block/45', { data: demoData() })
  await shows(
    /35 of 38 movements are of (🐕 )?GOLDEN•RETRIEVER, 23 of them transfers to 17 addresses, and 3 to no address./,
  )
  const [transfers, mints] = await readTable('Movements of the block, grouped')
  expect(transfers?.To).toBe('17 addresses · up to ×3 each and ×3 without an address')
  expect(mints?.To).toBe('8 addresses and ×1 without an address')
})

test('movements that are alike stand together where that makes the list shorter', async () => {
  const { client, reader, address } = await visit('/block/840006')
  const { results, total } = await client.get('blockGroups', { block: '840006', change: 'hide' })
  const rows = await readTable('Movements of the block, grouped')
  expect(total).toBe(17)
  expect(rows.map(({ Count }) => Count)).toEqual(
    results.map(({ movements }) => (movements > 1 ? `×${grouped(movements)}` : '')),
  )
  expect(rows[0]).toEqual({
    Type: 'Mint, list them',
    Count: '×271',
    Rune: '💩MASSIVE•PILE•OF•SHIT',
    Amount: '27,100,000,000',
    From: 'new supply',
    To: '16 addresses · up to ×51 each',
  })
  await shows('17 groups of 460 movements')
  const [first] = screen.getAllByRole('link', { name: /^Mint ?, list them$/ })
  await reader.click(first ?? document.body)
  expect(address()).toContain('?type=mint&rune=MASSIVE')
  await shows('1–25 of 271')
  await reader.click(screen.getByRole('switch', { name: 'Group alike', checked: false }))
  expect(address()).toBe('/block/840006')
  await readTable('Movements of the block, grouped')
})

test('groups can be switched off, and are exported as single movements', async () => {
  const { reader, address, origin } = await visit('/block/840006')
  await reader.click(await screen.findByRole('button', { name: 'Export' }))
  const csv = screen.getByRole('link', { name: /^CSV ?for programs/ })
  expect(csv).toHaveAttribute(
    'href',
    `${origin}/explorer/v1/blocks/840006/movements.csv?change=hide`,
  )
  expect(csv.parentElement).toHaveTextContent('All 460 rows')
  await reader.click(screen.getByRole('switch', { name: 'Group alike', checked: true }))
  expect(address()).toBe('/block/840006?group=off')
  await shows('1–25 of 460')
})

test('the movements of a transaction stand together, with its id once', async () => {
  const { client } = await visit('/block/840003?group=off')
  const given = { block: '840003', change: 'hide', limit: 25 } as const
  const { results } = await client.get('blockMovements', given)
  const rows = await readMovements()
  expect(rows).toHaveLength(25)
  for (const [index, { place, rune, amount }] of results.entries()) {
    const isFirst = results[index - 1]?.place.tx_id !== place.tx_id
    expect(rows[index]?.Transaction).toBe(isFirst ? place.tx_id : '')
    expect(rows[index]?.Rune).toContain(rune.spaced_name)
    expect(rows[index]?.Amount).toBe(amount === undefined ? '' : grouped(amount))
  }
  // One transaction on this page mints and receives.
  expect(rows.slice(7, 9).map(({ Transaction, Type }) => [Transaction, Type])).toEqual([
    ['eca63064c08d6f8326849b752b6f405caf0d3b7267bd0bb774e57b7969542980', 'Mint, details'],
    ['', 'Transfer, details'],
  ])
})

test('a filter by type applies at once, is in the URL, and goes back to the first page', async () => {
  const { reader, address } = await visit(`${ADDRESS}?offset=25&group=off`)
  const filter = within(await screen.findByRole('navigation', { name: 'Filter by type' }))
  await reader.click(filter.getByRole('link', { name: 'Etchings 55' }))
  expect(address()).toBe(`${ADDRESS}?group=off&type=etching`)
  await shows('1–25 of 55')
  const rows = await readMovements()
  expect(new Set(rows.map(({ Type }) => Type))).toEqual(new Set(['Etching, details']))
  expect(filter.getByRole('link', { name: 'Etchings 55' })).toHaveAttribute('aria-current', 'true')
})

test('types that do not occur are no filter', async () => {
  await visit(ADDRESS)
  const filter = within(await screen.findByRole('navigation', { name: 'Filter by type' }))
  await filter.findByRole('link', { name: /^Mints/ })
  expect(filter.queryByRole('link', { name: /^Burns/ })).toBeNull()
})

test('a filter by type says how many movements it leaves, and groups of how many', async () => {
  await visit('/block/840006?group=on&type=transfer')
  await shows(/\d groups of 27 movements/)
  expect(await typeFilters()).toEqual(['All', 'Transfers 27', 'Mints 428', 'Etchings 5'])
})

test('a type without movements stays a filter while it is chosen', async () => {
  await visit('/block/840006?type=burn')
  const filters = ['All', 'Transfers 27', 'Mints 428', 'Burns 0', 'Etchings 5']
  expect(await typeFilters()).toEqual(filters)
})

test.each([
  [
    'another filter',
    '?rune=1:0&group=on',
    'All Transfers Mints Etchings Rune 1:0',
    /\d groups?(?! of)/,
  ],
  ['a type that is ignored', '?type=nothing', 'All Transfers 27 Mints 428 Etchings 5', /of 460/],
])('the movements of a type, and of groups, with %s', async (_, search, filters, text) => {
  await visit(`/block/840006${search}`)
  await shows(text)
  expect((await typeFilters()).join(' ')).toBe(filters)
})

test('of several pages of groups, it says which rows are shown', async () => {
  const { client } = await visit('/block/840004?group=on&limit=10')
  const { groups, counts } = await client.get('blockDetails', { block: '840004' })
  const movements = counts.transfers + counts.mints + counts.burns + counts.etchings
  await shows(`${grouped(groups)} groups of ${grouped(movements)} movements · 1–10`)
})

async function typeFilters() {
  const filter = within(await screen.findByRole('navigation', { name: 'Filter by type' }))
  await filter.findByRole('link', { name: /^Mints/ })
  return filter.getAllByRole('link').map(({ textContent }) => textContent?.trim())
}

test('further filters are typed into a form, and a link removes each', async () => {
  const { client, reader, address } = await visit(`${ADDRESS}?type=mint`)
  await reader.click(await screen.findByRole('button', { name: 'Filter' }))
  const form = within(screen.getByRole('group', { name: 'Show only those with' }))
  await reader.type(form.getByLabelText('Rune'), '1:0')
  await reader.type(form.getByLabelText('At least'), '1')
  await reader.click(form.getByRole('button', { name: 'Show' }))
  expect(address()).toBe(`${ADDRESS}?type=mint&rune=1%3A0&min=1`)
  const given = { block, type: 'mint', rune: '1:0', min: '1' } as const
  const { total } = await client.get('blockMovements', given)
  await shows(`1–25 of ${total}`)
  await reader.click(screen.getByRole('link', { name: 'Remove the filter At least 1' }))
  expect(address()).toBe(`${ADDRESS}?type=mint&rune=1:0`)
})

test('a part of the block is a filter of positions', async () => {
  const { client } = await visit(`${ADDRESS}?first_tx=100&last_tx=200`)
  const given = { block, first_tx: 100, last_tx: 200, change: 'hide' } as const
  const { total } = await client.get('blockMovements', given)
  expect(total).toBeGreaterThan(25)
  await shows(`1–25 of ${total}`)
  await screen.findByRole('link', { name: 'Remove the filter From position 100' })
  await screen.findByRole('link', { name: 'Remove the filter To position 200' })
})

test('a filter without a match says what else there is', async () => {
  const { client, reader, address } = await visit(`${ADDRESS}?text=no-such-text`)
  const { movements } = await client.get('blockDetails', { block })
  await screen.findByRole('heading', { name: 'No movement matches' })
  await shows(`There are ${grouped(movements)} without a filter.`)
  await reader.click(screen.getByRole('link', { name: 'Show all movements' }))
  expect(address()).toBe(ADDRESS)
})

test('by address, what each got and gave', async () => {
  const { client } = await visit(`${ADDRESS}?view=by-address`)
  const { results } = await client.get('blockByAddress', { block, limit: 25 })
  const rows = await readTable('What each address got and gave')
  expect(rows).toHaveLength(25)
  for (const [index, { address, net, minted }] of results.entries()) {
    expect(rows[index]?.Address).toBe(address ?? 'no address')
    expect(rows[index]?.Net).toBe(signed(net))
    expect(rows[index]?.Minted).toBe(Number(minted) === 0 ? '' : grouped(minted))
  }
  expect(rows[0]).toEqual({
    Address: 'bc1pvdpwclwrlsu8lcrzsrr8rj8fhnpaytd8tlky7cmmcql5082xvt7srx7hd8',
    Rune: '⧉UNCOMMON•GOODS',
    Received: '',
    Minted: '47',
    Net: '+47',
  })
})

test('by address, who minted most', async () => {
  const { client, reader, address } = await visit(`${ADDRESS}?view=by-address`)
  await readTable('What each address got and gave')
  await reader.click(screen.getByRole('link', { name: 'Minted' }))
  expect(address()).toBe(`${ADDRESS}?view=by-address&order_by=minted`)
  const given = { block, order_by: 'minted', limit: 25 } as const
  const { results } = await client.get('blockByAddress', given)
  await waitFor(async () => {
    const rows = await readTable('What each address got and gave')
    expect(rows.map(({ Minted }) => Minted)).toEqual(results.map(({ minted }) => grouped(minted)))
  })
  const [first, second] = results.map(({ rune, minted }) => ({
    id: rune.id,
    minted: Number(minted),
  }))
  expect(first?.id).toBe(second?.id)
  expect(first?.minted).toBeGreaterThanOrEqual(second?.minted ?? 0)
})

test('by rune, what happened to each', async () => {
  const { client } = await visit(`${ADDRESS}?view=by-rune`)
  const { results } = await client.get('blockByRune', { block, limit: 25 })
  const rows = await readTable('What happened to each rune')
  expect(rows).toHaveLength(25)
  for (const [index, { rune, movements, premined, addresses }] of results.entries()) {
    expect(rows[index]?.Rune).toContain(rune.spaced_name)
    expect(rows[index]?.Movements).toMatch(new RegExp(`^${grouped(movements)} movements? of `))
    expect(rows[index]?.Premined).toBe(Number(premined) === 0 ? '' : grouped(premined))
    expect(rows[index]?.Addresses).toBe(grouped(addresses))
  }
  // No rune was burned in this block.
  expect(rows[0]).toEqual({
    Rune: '⧉UNCOMMON•GOODSsince 840,002',
    Movements: '744 movements of UNCOMMON•GOODS',
    Transferred: '2',
    Minted: '742',
    Premined: '',
    Addresses: '486',
  })
})

test('by rune, a figure leads to the addresses that did it, the most first', async () => {
  const { client, reader, address } = await visit(`${ADDRESS}?view=by-rune`)
  await readTable('What happened to each rune')
  const { results } = await client.get('blockByRune', { block, limit: 25 })
  const { rune, minted } = results.find(({ minted }) => Number(minted) > 0) ?? {}
  const row = screen.getByRole('row', { name: new RegExp(`of ${rune?.spaced_name}`) })
  await reader.click(within(row).getByRole('link', { name: grouped(minted) }))
  expect(new URLSearchParams(address().split('?')[1])).toEqual(
    new URLSearchParams({ view: 'by-address', rune: rune?.spaced_name ?? '', order_by: 'minted' }),
  )
  await screen.findByRole('link', { name: `Remove the filter Rune ${rune?.spaced_name}` })
  expect(screen.getByRole('link', { name: 'Minted' })).toHaveAttribute('aria-current', 'true')
  // What addresses did has an order without a rune too.
  await reader.click(
    screen.getByRole('link', { name: `Remove the filter Rune ${rune?.spaced_name}` }),
  )
  expect(address()).toBe(`${ADDRESS}?view=by-address&order_by=minted`)
})

test('a link to a movement that is not in the list says so', async () => {
  await visit(`${ADDRESS}?row=840002.9999.1`)
  const panel = await screen.findByRole('region', { name: 'Movement, not in this list' })
  expect(panel).toHaveTextContent('Its block may have been replaced.')
})

test('a block without records has no list and no tabs, and its crumb leads to the blocks', async () => {
  await visit('/block/1', { data: demoData() })
  await shows('No rune moved.')
  expect(screen.queryByRole('navigation', { name: 'Parts of the block' })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Blocks' })).toHaveAttribute('href', '/blocks')
})

test('the filter of the URL is marked, also where nothing matches it', async () => {
  await visit(`${ADDRESS}?type=burn`)
  await screen.findByRole('heading', { name: 'No burn matches' })
  expect(screen.getByRole('link', { name: 'Burns 0' })).toHaveAttribute('aria-current', 'true')
})

test('the raw records are the paginated list of the endpoint', async () => {
  const { client, reader, address } = await visit(`${ADDRESS}?view=raw`)
  const first = await readTable('Records of the block')
  await reader.click(screen.getByRole('link', { name: 'Page 2' }))
  expect(address()).toBe(`${ADDRESS}?view=raw&offset=25`)
  const { results, total } = await client.get('blockActivity', { block, offset: 25, limit: 25 })
  await screen.findByText(new RegExp(`^Rows 26 to 50 of ${grouped(total)} records`))
  const rows = await readTable('Records of the block')
  expect(rows).not.toEqual(first)
  expect(rows).toHaveLength(25)
  for (const [index, row] of results.entries()) {
    if (row.kind !== 'record') throw new Error('all are readable')
    expect(rows[index]?.Operation).toBe(row.record.operation)
    const { amount } = row.record
    expect(rows[index]?.Amount).toBe(amount === undefined ? '' : grouped(amount))
  }
})

test('a hash opens the block, in any case and with 0x', async () => {
  const { address } = await visit(`/block/0x${BLOCK_HASH.toUpperCase()}`)
  await findHeading(grouped(BLOCK))
  expect(address()).toBe(`/block/${BLOCK_HASH}`)
})

test('links and arrow keys lead to the blocks before and after', async () => {
  const { reader, address } = await visit(ADDRESS)
  await reader.click(await screen.findByRole('link', { name: /^Next block/ }))
  await findHeading(grouped(BLOCK + 1))
  expect(address()).toBe(`/block/${BLOCK + 1}`)
  await reader.keyboard('{ArrowLeft}')
  await findHeading(grouped(BLOCK))
  expect(screen.queryByRole('link', { name: /^Previous block/ })).toBeNull()
})

test.each([
  [BLOCK - 1, `This index begins with block ${grouped(BLOCK)}`, BLOCK],
  [BLOCK + 6, `This index ends with block ${grouped(BLOCK + 5)}`, BLOCK + 5],
])('block %d is outside of the index', async (height, title, nearest) => {
  await visit(`/block/${height}`)
  await screen.findByRole('heading', { name: title })
  const link = screen.getByRole('link', { name: `Open ${grouped(nearest)}` })
  expect(link).toHaveAttribute('href', `/block/${nearest}`)
})

test('the filter suggests the runes of the block', async () => {
  const { client, reader } = await visit(`${ADDRESS}?view=by-address`)
  await reader.click(await screen.findByRole('button', { name: 'Filter' }))
  const { results } = await client.get('blockByRune', { block: String(BLOCK), limit: 100 })
  await reader.click(screen.getByLabelText('Rune'))
  await waitFor(() => {
    const { list } = screen.getByLabelText<HTMLInputElement>('Rune')
    const names = [...(list?.options ?? [])].map(({ value }) => value)
    expect(names).toHaveLength(56)
    expect(names).toEqual(results.map(({ rune }) => rune.spaced_name))
  })
})

test('a block without runes says so', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results } = await client.get('blocks', { limit: 300 })
  const empty = results.findLast(({ records }) => records === 0)
  await navigate(`/block/${empty?.block_height}`)
  await shows('No rune moved.')
  expect(screen.queryByRole('figure')).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
  const details = await client.get('blockDetails', { block: String(empty?.block_height) })
  expect(details.next_moving).toBeGreaterThan(empty?.block_height ?? 0)
  const nearest = screen.getByRole('link', { name: String(details.next_moving) })
  expect(nearest).toHaveAttribute('href', `/block/${details.next_moving}`)
})

test('a filter that names no rune offers those with this in their name', async () => {
  await visit('/block/840006?rune=pile')
  await screen.findByRole('heading', { name: 'No rune is named “pile”' })
  const link = screen.getByRole('link', { name: 'Search for such runes' })
  expect(link).toHaveAttribute('href', '/search?q=pile&kind=rune')
})

test('of a late index, no rune that it knows moved', async () => {
  const path = '/explorer/v1/blocks/840006'
  const origin = await startModifiedService({ path, fields: { movements: 0 } })
  await visit('/block/840006', { origin })
  await shows('No rune of this index moved.')
})
