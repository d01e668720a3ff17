// The first tab of a rune, beside the figure of its history.
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RUNE } from '../support/bundledIds.ts'
import { textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'
import { startModifiedService } from '../support/startModifiedService.ts'
import { visitDemo } from '../support/visitDemo.ts'

const PAGE = `/rune/${RUNE}`
const API = `/explorer/v1/runes/${encodeURIComponent(RUNE)}`

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

test('the movements of a busy day add up, with the etching', async () => {
  const { client } = await visit('/rune/FIRSTCOMEFIRSTSERVED', { data: demoData() })
  const { results } = await client.get('runeMilestones', { rune: 'FIRSTCOMEFIRSTSERVED' })
  const [etched] = results
  const busiest = results.findIndex(({ kind }) => kind === 'busiest-day')
  expect(results[busiest]?.date).toBe(etched?.date)
  await screen.findByRole('heading', { name: 'What happened' })
  const history = screen.getByRole('figure', { name: 'History' })
  const item = within(history).getAllByRole('listitem')[busiest] ?? history
  const [total, ...parts] = [...item.querySelectorAll('[data-value]')]
    .filter((figure) => figure.getAttribute('data-value') !== 'milestone.date')
    .map((figure) => Number(textOf(figure).replaceAll(',', '')))
  expect(item).toHaveTextContent('1 etching')
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
})

test('a flag does not cover the number of a column that is cut off', async () => {
  await visit('/rune/FALLINGFROMTHESKY', { data: demoData() })
  await screen.findByRole('heading', { name: 'What happened' })
  const history = screen.getByRole('figure', { name: 'History' })
  const number = history.querySelector('[data-value="column.movements"]') ?? history
  const flags = [...(number.closest('svg')?.querySelectorAll('svg') ?? [])].filter(
    (flag) => flag.getAttribute('x') === number.getAttribute('x'),
  )
  const tops = flags.map((flag) => {
    const circle = flag.querySelector('circle')
    return Number(circle?.getAttribute('cy')) - Number(circle?.getAttribute('r'))
  })
  expect(tops).toHaveLength(1)
  expect(tops[0]).toBeGreaterThan(Number(number.getAttribute('y')))
})

test('the supply of the history is in the language of the reader', async () => {
  const language = vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE')
  onTestFinished(() => language.mockRestore())
  const { client, rune } = await visitDemo()
  const { results } = await client.get('runeHistory', { rune: rune.id, days: 28 })
  const supply = Number(results.at(-1)?.supply).toLocaleString('de-DE')
  expect(supply).toContain('.')
  const history = await screen.findByRole('figure', { name: 'History' })
  expect(textOf(history.querySelector('[data-value="history.last_supply"]') ?? history)).toBe(
    supply,
  )
  const table = screen.getByRole('table', { name: 'History by day' })
  expect(textOf(within(table).getAllByRole('cell').at(-1) ?? table)).toBe(supply)
})
