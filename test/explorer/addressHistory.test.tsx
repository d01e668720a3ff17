// The figure of an address: what it had of a rune over time, and how much it did.
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addressColumns, busiestRune } from '../support/audit/addressFigures.ts'
import { ADDRESS } from '../support/bundledIds.ts'
import { Answers } from '../support/model/answers.ts'
import { modelOfDemo } from '../support/model/models.ts'
import { grouped, readTable, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'

const answers = new Answers(modelOfDemo())

/** The address of the demo chain with the most movements, among those that hold something of which all is known. */
const [ID, RUNE] = [...answers.ledger.addresses.keys()]
  .map((id) => ({ id, movements: answers.addressHistory(id).results.length }))
  .sort((one, two) => two.movements - one.movements)
  .flatMap(({ id }) => {
    const rune = busiestRune(answers, id)
    return rune === undefined ? [] : [[id, rune] as const]
  })[0] ?? ['', answers.ledger.runes[0]]

const COLUMNS = addressColumns(answers, ID, RUNE)

async function visitDemo(search = '') {
  const page = await visit(`/address/${ID}${search}`, { data: demoData() })
  return { ...page, figure: await screen.findByRole('figure', { name: 'Over time' }) }
}

test('arrow keys read what an address had and did, column by column', async () => {
  const { reader } = await visitDemo()
  const control = screen.getByRole('slider', { name: /^Balance of / })
  control.focus()
  await reader.keyboard('{Home}')
  for (const { movements, rune } of COLUMNS) {
    const text = control.getAttribute('aria-valuetext') ?? ''
    const said = movements === 0 ? 'no movement' : `${grouped(movements)} movement`
    expect(text).toContain(`: balance ${grouped(rune?.balance)}; ${said}`)
    await reader.keyboard('{ArrowRight}')
  }
  expect(COLUMNS.length).toBeGreaterThan(10)
})

test('the line of the balance and the columns are linear from 0', async () => {
  const { figure } = await visitDemo()
  const area = figure.querySelector('path[fill-opacity]')?.getAttribute('d') ?? ''
  const places = [...area.matchAll(/[ML]([0-9.]+),([0-9.]+)/g)].map(([, , y]) => Number(y))
  const bottom = Math.max(...places)
  const balances = COLUMNS.map(({ rune }) => Number(rune?.balance))
  expectLinear(
    places.slice(0, balances.length).map((y) => bottom - y),
    balances,
  )
  const heights = [...figure.querySelectorAll('g[fill*="muted"] rect')].map((column) =>
    Number(column.getAttribute('height')),
  )
  const counts = COLUMNS.map(({ movements }) => movements).filter((count) => count > 0)
  const [tallest] = [...counts].sort((one, two) => two - one)
  // Outliers are cut off.
  const drawn = counts.map((count, index) => [count, heights[index] ?? 0] as const)
  expect(heights).toHaveLength(counts.length)
  const uncut = drawn.filter(([count]) => count * 10 > (tallest ?? 0))
  expectLinear(
    uncut.map(([, height]) => height),
    uncut.map(([count]) => count),
  )
})

/** Within a pixel. */
function expectLinear(drawn: number[], values: number[]) {
  const [highest, most] = [Math.max(...drawn), Math.max(...values)]
  expect(highest).toBeGreaterThan(40)
  for (const [index, value] of values.entries()) {
    expect(Math.abs((drawn[index] ?? 0) - (highest * value) / most)).toBeLessThan(1)
  }
}

test('a column leads to the movements of its day', async () => {
  const { figure, reader, address } = await visitDemo()
  const newest = COLUMNS.findLast(({ movements }) => movements > 0)
  await reader.click([...figure.querySelectorAll('svg a')].at(-1) ?? figure)
  expect(address()).toBe(`/address/${ID}?from=${newest?.places[0]}&to=${newest?.places.at(-1)}`)
  await screen.findByRole('link', { name: /^Remove the filter Since/ })
  const rows = await readTable('Movements of the address')
  expect(rows).toHaveLength(Math.min(25, newest?.movements ?? 0))
})

test('another rune can be chosen, and stays chosen while the reader looks at other tabs', async () => {
  const { figure, reader, address } = await visitDemo()
  const runes = within(figure).getByRole('navigation', { name: 'Rune of the balance' })
  const other = within(runes)
    .getAllByRole('link')
    .find((link) => link.getAttribute('aria-current') === null)
  const name = textOf(other?.querySelector('.truncate') ?? runes)
  await reader.click(other ?? runes)
  expect(address()).toMatch(/\?series=\d+:\d+$/)
  await within(figure).findByRole('columnheader', { name: `Balance of ${name}` })
  const parts = within(screen.getByRole('navigation', { name: 'Parts of the address' }))
  await reader.click(parts.getByRole('link', { name: /^Unspent outputs/ }))
  await readTable('Unspent outputs of the address')
  await reader.click(parts.getByRole('link', { name: 'Overview' }))
  await screen.findByRole('columnheader', { name: `Balance of ${name}` })
})

test('an address that did less than three things has no figure', async () => {
  await visit(`/address/${ADDRESS}`)
  await readTable('Movements of the address')
  expect(screen.queryByRole('figure', { name: 'Over time' })).toBeNull()
})

test('balances are filtered by the beginning of a name', async () => {
  const name = RUNE?.spacedName.slice(0, 3) ?? ''
  const { reader } = await visit(`/address/${ID}?view=balances&name=${name}`, {
    data: demoData(),
  })
  const rows = await readTable('Balances of the address')
  const expected = answers.balancesWithShares(ID, 'amount', name.replaceAll('•', ''))
  expect(rows).toHaveLength(Math.min(25, expected.length))
  for (const { Rune } of rows) expect(Rune).toContain(name)
  await reader.click(
    screen.getByRole('link', { name: `Remove the filter Name begins with ${name}` }),
  )
  await expect
    .poll(async () => (await readTable('Balances of the address')).length)
    .toBe(Math.min(25, answers.balancesWithShares(ID).length))
})
