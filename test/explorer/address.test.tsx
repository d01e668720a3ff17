import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Client } from '../../src/contract/client.ts'
import { ADDRESS, BLOCK } from '../support/bundledIds.ts'
import { grouped, readFact, readTable, shows, signed } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'

/** Receives a unit of 1:0 in block 840,004, and gives it away in 840,006. */
const TRADER = 'bc1pqtgkjxwftu2k0p0wdqkx2yysf66ukk00pekj4pu0nv05ca2d565snmledn'

/** The page of the address with the most movements among the holders of the most active runes. */
async function visitDemo(search = '') {
  const page = await visit('/about', { data: demoData() })
  const address = await findActiveAddress(page.client)
  await page.navigate(`/address/${address}${search}`)
  return { ...page, id: address }
}

async function findActiveAddress(client: Client): Promise<string> {
  const { results: runes } = await client.get('runes', { order_by: 'day_movements', limit: 3 })
  const pages = await Promise.all(
    runes.map(({ id }) => client.get('runeHolders', { rune: id, limit: 5 })),
  )
  const addresses = pages.flatMap(({ results }) => results.map(({ address }) => address))
  const details = await Promise.all(
    addresses.map((address) => client.get('addressDetails', { address })),
  )
  return details.sort((a, b) => b.movements - a.movements)[0]?.address ?? ''
}

test('the figures and the balances are those of the service', async () => {
  const { client } = await visit(`/address/${ADDRESS}`)
  const details = await client.get('addressDetails', { address: ADDRESS })
  const rows = await readTable('Balances of the address')
  expect(await readFact('Runes held')).toBe(grouped(details.runes))
  expect(await readFact('Movements')).toBe(grouped(details.movements))
  expect(await readFact('First movement since 840,002')).toContain(
    `block ${grouped(details.first_seen?.block_height)}`,
  )
  const names = ['DOTSWAP•BITCOIN', 'DOTSWAP•SO•GOOD', 'DOTSWAP•ON•RUNE', 'DOTSWAP•POINTS']
  expect(rows).toMatchObject(
    names.map((name) => ({
      Rune: `🔄${name}`,
      Balance: '9,268,806.2',
      'Share of supply': '100%',
      Movements: `1 movement of ${name}`,
    })),
  )
})

test('movements have the sign that the address sees, and with whom', async () => {
  const { client, id } = await visitDemo('?view=movements')
  const { results } = await client.get('addressMovements', { address: id, limit: 25 })
  const rows = await readTable('Movements of the address')
  expect(rows).toHaveLength(results.length)
  for (const [index, { change, rune, counterparties }] of results.entries()) {
    expect(rows[index]?.Amount).toBe(signed(change))
    expect(rows[index]?.Rune).toContain(rune.spaced_name)
    if (counterparties[0] !== undefined) {
      const side = change.startsWith('-') ? 'to' : 'from'
      expect(rows[index]?.With).toContain(side + counterparties[0])
    }
  }
})

test('a balance leads to the movements of its rune', async () => {
  const { client, id, reader, address } = await visitDemo()
  const { results } = await client.get('addressBalances', { address: id, limit: 1 })
  const [balance] = results
  const name = new RegExp(`of ${balance?.rune.spaced_name}$`)
  await reader.click(await screen.findByRole('link', { name }))
  expect(decodeURIComponent(address())).toBe(`/address/${id}?rune=${balance?.rune.spaced_name}`)
  const { total } = await client.get('addressMovements', { address: id, rune: balance?.rune.id })
  await screen.findByRole('link', { name: `Remove the filter Rune ${balance?.rune.spaced_name}` })
  const rows = await readTable('Movements of the address')
  expect(rows).toHaveLength(Math.min(25, total))
  expect(new Set(rows.map(({ Rune }) => Rune)).size).toBe(1)
  const filter = within(screen.getByRole('navigation', { name: 'Filter by type' }))
  const { counts } = await client.get('addressDetails', { address: id })
  const type = counts.transfers > 0 ? 'Received' : `Mints ${grouped(counts.mints)}`
  await reader.click(filter.getByRole('link', { name: type }))
  const chosen = type === 'Received' ? 'received' : 'mint'
  expect(decodeURIComponent(address())).toBe(
    `/address/${id}?rune=${balance?.rune.spaced_name}&type=${chosen}`,
  )
})

test('a type, a rune and a span narrow the movements of an address together, and their export', async () => {
  const { client, id, reader, navigate, address } = await visitDemo()
  const type = 'received'
  const { results } = await client.get('addressMovements', { address: id, type, limit: 1000 })
  const rune = results[0]?.rune.id ?? expect.fail('the address received nothing')
  const ofRune = results.filter((movement) => movement.rune.id === rune)
  const to = String(ofRune[Math.floor(ofRune.length / 2)]?.place.block_height)
  const { total } = await client.get('addressMovements', { address: id, rune })
  expect([ofRune.length < total, ofRune.length < results.length]).toEqual([true, true])
  await navigate(`/address/${id}?rune=${rune}&to=${to}`)
  const chips = within(await screen.findByRole('navigation', { name: 'Filter by type' }))
  await reader.click(chips.getByRole('link', { name: 'Received' }))
  expect(address()).toBe(`/address/${id}?rune=${rune}&to=${to}&type=${type}`)
  expect(chips.getByRole('link', { name: 'Received' })).toHaveAttribute('aria-current', 'true')
  const expected = ofRune.filter(({ place }) => place.block_height <= Number(to))
  await waitFor(async () => {
    const rows = await readTable('Movements of the address')
    expect(rows.map(({ Amount }) => Amount)).toEqual(
      expected
        .slice(0, 25)
        .map(({ change }) => expect.stringContaining(signed(change).slice(0, 8))),
    )
  })
  await reader.click(screen.getByRole('button', { name: 'Export' }))
  const csv = screen.getByRole('link', { name: /^CSV ?for programs/ }).getAttribute('href')
  expect(Object.fromEntries(new URL(csv ?? '').searchParams)).toEqual({ rune, to, type })
  await reader.click(chips.getByRole('link', { name: /^Remove the filter Rune/ }))
  expect(address()).toBe(`/address/${id}?to=${to}&type=${type}`)
})

test('transfers of an address have a direction', async () => {
  const { reader, address } = await visit(`/address/${TRADER}?view=movements`)
  const readTransfers = async () =>
    (await readTable('Movements of the address')).map(({ Amount, With }) => [Amount, With])
  await reader.click(await screen.findByRole('link', { name: 'Received' }))
  expect(address()).toBe(`/address/${TRADER}?view=movements&type=received`)
  const giver = 'bc1p69dr0gsrfvnkv8m3tsga5p5cuxk575uxngv2xtfq6a9feaepxz9s3ykjd5'
  await waitFor(async () => expect(await readTransfers()).toEqual([['+1', `from${giver}`]]))
  await reader.click(screen.getByRole('link', { name: 'Sent' }))
  expect(address()).toBe(`/address/${TRADER}?view=movements&type=sent`)
  const receiver = 'bc1psn52255u8vcx282627xkudvl9tj9krkflvhdg9wkc5j8dmslls8qt33tp0'
  await waitFor(async () => expect(await readTransfers()).toEqual([['−1', `to${receiver}`]]))
})

test('what an address received leads to its mints, which are apart', async () => {
  const { client, id, reader, navigate, address } = await visitDemo()
  const { counts } = await client.get('addressDetails', { address: id })
  expect(Math.min(counts.mints, counts.transfers)).toBeGreaterThan(0)
  await navigate(`/address/${id}?type=received&from=1`)
  await reader.click(await screen.findByRole('link', { name: 'its mints' }))
  expect(address()).toBe(`/address/${id}?type=mint&from=1`)
  expect(screen.queryByRole('link', { name: 'its mints' })).toBeNull()
})

test('the link of a received movement opens it, also when the list has moved on', async () => {
  const { client, reader, navigate } = await visit('/about', { data: demoData() })
  const transfers = await client.get('blockMovements', { block: '40', type: 'transfer', limit: 1 })
  const id = transfers.results[0]?.to ?? ''
  const given = { address: id, type: 'received', limit: 25 } as const
  const { results } = await client.get('addressMovements', given)
  const { place, index } = results[0] ?? expect.fail('the address received nothing')
  const row = `${place.block_height}.${place.tx_index}.${index}`
  await navigate(`/address/${id}?type=received&row=${row}`)
  const panel = await screen.findByRole('region', { name: /^Transfer, 1 of/ })
  await reader.click(within(panel).getByRole('button', { name: 'Copy link' }))
  const { pathname, search } = new URL(await navigator.clipboard.readText())
  await navigate('/about')
  await navigate(pathname + search)
  await screen.findByRole('region', { name: /^Transfer, / })
  expect(new URLSearchParams(search).get('from')).toBe(String(place.block_height))
  await navigate(`${pathname}?to=${place.block_height - 1}&row=${row}`)
  await reader.click(
    await screen.findByRole('link', { name: `Show it in block ${grouped(place.block_height)}` }),
  )
  await screen.findByRole('region', { name: /^Transfer, / })
})

test('balances of the future are refused with what is the newest block', async () => {
  const { client, id, navigate } = await visitDemo()
  const { tip } = await client.get('about', {})
  await navigate(`/address/${id}?at=${Number(tip?.block_height) + 1}`)
  await shows(new RegExp(`must not be after the newest block, ${tip?.block_height}`))
})

test('the balances of the past are marked as such', async () => {
  const { reader, address } = await visit(`/address/${TRADER}`)
  await shows('It holds no runes that this index knows at block 840,007.')
  await reader.click(screen.getByRole('link', { name: /^Balances ?0$/ }))
  await reader.click(await screen.findByRole('button', { name: 'As of …' }))
  const form = within(screen.getByRole('group', { name: 'Show what it had earlier' }))
  await reader.type(form.getByLabelText('Block'), '840004')
  await reader.click(form.getAllByRole('button', { name: 'Show' })[1] ?? document.body)
  expect(address()).toBe(`/address/${TRADER}?view=balances&at=840004`)
  await screen.findByRole('heading', { name: 'Balances after block 840,004' })
  await screen.findByText('Past')
  const rows = await readTable('Balances of the address')
  expect(rows).toMatchObject([{ Rune: '⧉UNCOMMON•GOODSsince 840,002', Balance: '1' }])
  expect(rows[0]).not.toHaveProperty('Share of supply')
  await reader.click(screen.getByRole('link', { name: 'Show the newest' }))
  expect(address()).toBe(`/address/${TRADER}?view=balances`)
})

test('the balances are sorted by the head of a column', async () => {
  const { client, id, reader, address } = await visitDemo('?view=balances')
  const table = await screen.findByRole('table', { name: 'Balances of the address' })
  await reader.click(within(table).getByRole('link', { name: 'Last received' }))
  expect(address()).toBe(`/address/${id}?view=balances&order_by=last_received`)
  const given = { address: id, order_by: 'last_received', limit: 25 } as const
  const { results } = await client.get('addressBalances', given)
  await waitFor(async () => {
    const rows = await readTable('Balances of the address')
    expect(rows.map(({ Rune }) => Rune)).toEqual(
      results.map(({ rune }) => expect.stringContaining(rune.spaced_name)),
    )
  })
  await reader.click(within(table).getByRole('link', { name: 'Last received' }))
  expect(address()).toBe(`/address/${id}?view=balances`)
})

test('the overview has the largest balances and the latest movements, and leads to all of them', async () => {
  const { client, id, reader, address } = await visitDemo('?limit=50')
  const balances = await client.get('addressBalances', { address: id, limit: 5 })
  const latest = await client.get('addressMovements', { address: id, limit: 6 })
  const [held, moved] = [
    await readTable('Balances of the address'),
    await readTable('Movements of the address'),
  ]
  expect(held.map(({ Rune }) => Rune)).toEqual(
    balances.results.map(({ rune }) => expect.stringContaining(rune.spaced_name)),
  )
  expect(moved.map(({ Amount }) => Amount)).toEqual(
    latest.results.map(({ change }) => signed(change)),
  )
  const all = [
    [new RegExp(`^All ${grouped(balances.total)} ?balances ?→$`), 'balances'],
    [new RegExp(`^All ${grouped(latest.total)} ?movements ?→$`), 'movements'],
  ] as const
  for (const [name, view] of all) {
    expect(screen.getByRole('link', { name })).toHaveAttribute(
      'href',
      `/address/${id}?limit=50&view=${view}`,
    )
  }
  const parts = within(screen.getByRole('navigation', { name: 'Parts of the address' }))
  await reader.click(parts.getByRole('link', { name: `Movements${grouped(latest.total)}` }))
  expect(address()).toBe(`/address/${id}?limit=50&view=movements`)
  await waitFor(async () => {
    expect(await readTable('Movements of the address')).toHaveLength(Math.min(50, latest.total))
  })
})

test.each([
  ['type=mint', 'Movements'],
  ['from=2', 'Movements'],
  ['offset=25', 'Movements'],
  ['order_by=share', 'Balances'],
  ['at=40', 'Balances'],
  ['limit=50', 'Overview'],
  ['series=24:1', 'Overview'],
])('%s without a view means the tab %s', async (search, name) => {
  await visitDemo(`?${search}`)
  const parts = within(await screen.findByRole('navigation', { name: 'Parts of the address' }))
  const [current] = parts.getAllByRole('link', { current: 'page' })
  expect(current?.textContent).toContain(name)
})

test('earlier moments are offered, and then only their balances are shown', async () => {
  const { client, id, reader, address } = await visitDemo('?view=balances')
  const { tip } = await client.get('about', {})
  await reader.click(await screen.findByRole('button', { name: 'As of …' }))
  await reader.click(await screen.findByRole('link', { name: '10 blocks ago' }))
  expect(address()).toBe(`/address/${id}?view=balances&at=${Number(tip?.block_height) - 10}`)
  await screen.findByText('Past')
  expect(screen.queryByText('Runes held')).toBeNull()
})

test('a day is named, and means its end in UTC', async () => {
  const { client, reader } = await visitDemo('?view=balances')
  const { tip } = await client.get('about', {})
  const day = new Date((Number(tip?.timestamp) - 7 * 86_400) * 1000)
  const month = day.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
  const name = `${day.getUTCDate()} ${month} ${day.getUTCFullYear()}`
  await reader.click(await screen.findByRole('button', { name: 'As of …' }))
  await reader.click(await screen.findByRole('link', { name: `A week ago, ${name}` }))
  await screen.findByRole('heading', { name: `Balances at the end of ${name}, UTC` })
})

test('the unspent outputs are those of the service', async () => {
  const { client } = await visit(`/address/${ADDRESS}?view=outputs`)
  const { results } = await client.get('addressOutputs', { address: ADDRESS, limit: 25 })
  const rows = await readTable('Unspent outputs of the address')
  expect(rows.map(({ Output, Amount }) => [Output, Amount])).toEqual(
    results.map(({ output, amount }) => [output, grouped(amount)]),
  )
})

test('an address without runes that the index knows may hold older ones', async () => {
  await visit('/address/bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')
  await screen.findByRole('heading', { name: 'This index knows no runes at this address' })
  expect(screen.getByText(/^It may hold bitcoin/)).toHaveTextContent(
    `It may hold bitcoin, runes that were etched before block ${grouped(BLOCK)} or runes that it got after block 840,007.`,
  )
  expect(screen.getByRole('link', { name: 'View on mempool.space' })).toBeVisible()
})

test('an address of another network is said to be one', async () => {
  await visit('/address/tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
  await screen.findByRole('heading', { name: /^This is an address of testnet/ })
  expect(screen.getByText(/has the runes of mainnet/)).toBeVisible()
})

test('a mistyped address shows where', async () => {
  const mistyped = `${ADDRESS.slice(0, -1)}q`
  await visit(`/address/${mistyped}`)
  await screen.findByRole('heading', { name: 'Not a Bitcoin or Stacks address' })
  await shows('character 42 is mistyped')
  expect(document.querySelector('mark')).toHaveTextContent('q')
})

test('a Stacks address has the tokens that it deployed', async () => {
  const { client, navigate } = await visit('/about')
  const { results: all } = await client.get('tokens', { order_by: 'completeness', limit: 1 })
  const [deployer = ''] = all[0]?.contract_principal.split('.') ?? []
  await navigate(`/address/${deployer}`)
  const table = await screen.findByRole('table', { name: /^Tokens/, busy: false })
  const given = { address: deployer, order_by: 'completeness', limit: 25 } as const
  const { results } = await client.get('tokens', given)
  const links = [...table.querySelectorAll('tbody a[href^="/token/"]:not([href*="#"])')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    results.map(({ contract_principal }) => `/token/${contract_principal}`),
  )
})
