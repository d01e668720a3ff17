// The first tab of a rune: its mint, its holders and its latest movements.
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RUNE } from '../support/bundledIds.ts'
import { grouped, readFact, readTable, shows, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'
import { startModifiedService } from '../support/startModifiedService.ts'
import { visitDemo } from '../support/visitDemo.ts'

const PAGE = `/rune/${RUNE}`
const API = `/explorer/v1/runes/${encodeURIComponent(RUNE)}`

test.each([
  ['', 'Overview'],
  ['?period=7', 'Overview'],
  ['?view=details', 'Details'],
  ['?type=mint', 'Movements'],
  ['?from=840004', 'Movements'],
  ['?limit=50', 'Overview'],
  ['?limit=50&offset=50', 'Movements'],
])('%s means %s', async (search, name) => {
  await visit(PAGE + search)
  const tabs = await screen.findByRole('navigation', { name: 'Parts of the rune' })
  expect(within(tabs).getByRole('link', { current: 'page' })).toHaveTextContent(name)
})

test.each([
  ['history', 'Who holds it'],
  ['milestones', 'Who holds it'],
  ['distribution', 'What happened'],
  ['movements', 'What happened'],
])('if the service refuses the %s, the overview says so and shows the rest', async (part, rest) => {
  const origin = await startModifiedService({
    path: `${API}/${part}`,
    respond: () => Response.json({ statusCode: 403, error: 'no', message: 'no' }, { status: 403 }),
  })
  await visit(PAGE, { origin })
  expect(await screen.findByRole('heading', { name: 'The request was refused' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try now' })).toBeEnabled()
  expect(await screen.findByRole('heading', { name: rest })).toBeVisible()
})

test('balances of 16 digits and more are within powers of ten', async () => {
  const sizes = [14, 15, 16, 17].map((digits) => ({
    least: `1${'0'.repeat(digits - 1)}`,
    most: '9'.repeat(digits),
    holders: digits,
    balance: '1',
    share: '1',
  }))
  const path = `${API}/distribution`
  await visit(PAGE, { origin: await startModifiedService({ path, fields: { sizes } }) })
  const heading = await screen.findByRole('heading', { name: 'By size of balance' })
  const labels = heading.closest('section')?.querySelectorAll('[data-axis]') ?? []
  expect([...labels].map(textOf)).toEqual([
    '10–99 trillion',
    '100–999 trillion',
    '1 × 10¹⁵–1 × 10¹⁶',
    '1 × 10¹⁶–1 × 10¹⁷',
  ])
})

test('the links of the overview keep the period and the page size of lists', async () => {
  const { address } = await visit(`${PAGE}?period=7&limit=50`)
  await screen.findByRole('heading', { name: 'The mint' })
  const links = await Promise.all(
    [/^All .* holders/, /^All .* movements/].map((name) => screen.findByRole('link', { name })),
  )
  const tabs = within(screen.getByRole('navigation', { name: 'Parts of the rune' })).getAllByRole(
    'link',
    { name: /^(Holders|Movements)/ },
  )
  for (const link of [...links, ...tabs]) {
    const { searchParams } = new URL(link.getAttribute('href') ?? '', 'http://localhost')
    expect([searchParams.get('period'), searchParams.get('limit')]).toEqual(['7', '50'])
  }
  expect(address()).toBe(`${PAGE}?period=7&limit=50`)
})

test('a rune with too little for a figure has its etching, its mint and its movements', async () => {
  const { client, navigate } = await visit('/about')
  const { results } = await client.get('runes', { order_by: 'number', order: 'desc', limit: 100 })
  const rune = results.find(
    ({ location, movements }) => location?.block_height === 840_007 && movements === 1,
  )
  await navigate(`/rune/${rune?.id}`)
  await screen.findByRole('heading', { name: 'Its one movement' })
  expect(await screen.findByRole('heading', { name: 'Etching' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'The mint' })).toBeVisible()
  expect(screen.queryByRole('figure', { name: 'History' })).toBeNull()
})

test('a rune with movements in fewer than three periods has no figure, however old it is', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results } = await client.get('runes', { limit: 100 })
  const rune = results.find(({ movements, location }) => {
    return movements === 1 && (location?.block_height ?? 0) < 150
  })
  await navigate(`/rune/${rune?.id}?period=7`)
  await screen.findByRole('heading', { name: 'Its one movement' })
  expect(await screen.findByRole('heading', { name: 'Etching' })).toBeVisible()
  expect(screen.queryByRole('figure', { name: 'History' })).toBeNull()
})

test('what decides on a mint stands together', async () => {
  const { rune } = await visitDemo('mintable')
  await screen.findByRole('heading', { name: 'The mint' })
  await shows(`${grouped(rune.mints_left)} mints left of`)
  const end = grouped(rune.newest_block.block_height)
  expect(await readFact(`In the last 144 blocks to ${end}`)).toBe(
    `${grouped(rune.recent_mints)} mints`,
  )
  expect(await readFact('Largest possible supply')).toBe(grouped(rune.max_supply))
  expect(await readFact('Ends')).toBe('No end block')
})

test('a mint that nobody has used lately says when it was used last', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results } = await client.get('runes', { mint: 'mintable', limit: 100 })
  const runes = await Promise.all(results.map(({ id }) => client.get('runeDetails', { rune: id })))
  const quiet = runes.find((rune) => rune.recent_mints === 0 && rune.newest_mint !== undefined)
  await navigate(`/rune/${quiet?.id}`)
  expect(await readFact('Newest mint')).toContain(grouped(quiet?.newest_mint))
})

test('a mint ends before a block', async () => {
  await visit('/rune/1:0')
  expect(await readFact('Ends')).toMatch(/^before block 1,050,000/)
})

test('the parts of those who hold it are exact, their shares cut off', async () => {
  const { client, rune } = await visitDemo()
  const { groups } = await client.get('runeDistribution', { rune: rune.id })
  const heading = await screen.findByRole('heading', { name: 'Who holds it' })
  const rows = within(heading.closest('section') ?? heading).getAllByRole('listitem')
  expect(rows).toHaveLength(groups.length)
  for (const [index, { balance, share, holders }] of groups.entries()) {
    const text = textOf(rows[index] ?? heading)
    expect(text).toContain(grouped(balance))
    expect(text).toContain(`${share.replace(/(\.[0-9]{2}).*/, '$1')}%`)
    if (holders !== undefined && holders > 1) expect(text).toContain(grouped(holders))
  }
})

test('holders by size of balance are bars to scale', async () => {
  const { client, rune } = await visitDemo()
  const { sizes } = await client.get('runeDistribution', { rune: rune.id })
  const heading = await screen.findByRole('heading', { name: 'By size of balance' })
  const rows = within(heading.closest('section') ?? heading).getAllByRole('listitem')
  expect(
    rows.map((row) => textOf(row.querySelector('[data-value="size.holders"]') ?? row)),
  ).toEqual(sizes.map(({ holders }) => grouped(holders)))
  expect(textOf(rows[0] ?? heading)).toMatch(/^1–9/)
  const most = Math.max(...sizes.map(({ holders }) => holders))
  const widths = rows.map((row) =>
    Number.parseFloat(row.querySelector('svg')?.getAttribute('width') ?? ''),
  )
  for (const [index, { holders }] of sizes.entries()) {
    expect(widths[index]).toBeCloseTo((100 * holders) / most, 1)
  }
})

test('the latest movements are the first of all', async () => {
  const { client } = await visit(PAGE)
  const { results, total } = await client.get('runeMovements', { rune: RUNE, limit: 6 })
  const rows = await readTable('Movements of the rune')
  expect(rows.map((row) => row.Transaction)).toEqual(results.map(({ place }) => place.tx_id))
  const links = screen.getAllByRole('link', { name: new RegExp(`^All ${grouped(total)} `) })
  expect(links.map((link) => link.getAttribute('href'))).toContain(`${PAGE}?view=movements`)
})
