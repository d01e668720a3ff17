import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Client } from '../../src/contract/client.ts'
import type { Ribbon } from '../../src/contract/schemas/chain.ts'
import { grouped, readTable, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'
import { visitTransaction } from '../support/visitTransaction.ts'

test('the flow shows what each giver put in and who got it, change included', async () => {
  const { transaction } = await visitTransaction(
    ({ flow, runes }) => flow.length > 3 && flow.length < 8 && runes.length === 1,
  )
  const figure = await screen.findByRole('figure', { name: 'Who gave how much to whom' })
  const shown = textOf(figure)
  for (const { from, addresses, amount, amount_each, first } of transaction.flow) {
    const each = addresses > 1 ? amount_each : undefined
    for (const text of [from, grouped(each ?? amount), addresses === 1 ? first[0] : undefined]) {
      if (text !== undefined) expect(shown).toContain(text)
    }
  }
})

test('ribbons are as thick as their amounts', async () => {
  const { transaction } = await visitTransaction(
    ({ flow, runes }) =>
      flow.length > 3 &&
      flow.length < 8 &&
      runes.length === 1 &&
      flow.every(({ from }) => from === flow[0]?.from),
  )
  const figure = await screen.findByRole('figure', { name: 'Who gave how much to whom' })
  const drawing = [...figure.getElementsByTagName('svg')].find(
    (svg) => svg.getElementsByTagName('path').length > 0,
  )
  const amounts = transaction.flow.map(({ amount }) => Number(amount))
  const all = amounts.reduce((sum, amount) => sum + amount)
  const thicknesses = [...(drawing?.getElementsByTagName('path') ?? [])].map((path) =>
    Number(/v([\d.]+)C/.exec(path.getAttribute('d') ?? '')?.[1]),
  )
  const height = Number(drawing?.getElementsByTagName('rect')[0]?.getAttribute('height'))
  for (const [index, thickness] of thicknesses.entries()) {
    // Nothing is thinner than 1.5 px.
    const expected = Math.max(1.5, ((amounts[index] ?? 0) / all) * height)
    expect(Math.abs(thickness - expected)).toBeLessThan(1)
  }
  expect(thicknesses).toHaveLength(amounts.length)
})

test('the flow of an airdrop has equal amounts together, and leads to their movements', async () => {
  const { client, navigate, reader, address } = await visit('/about', { data: demoData() })
  const { results } = await client.get('runes', { order_by: 'holders', limit: 3 })
  const airdrops = await Promise.all(results.map(({ id }) => findAirdrop(client, id)))
  const airdrop = airdrops.find((it) => it !== undefined)
  const ribbons = airdrop?.flow ?? []
  const [largest] = ribbons.filter(({ addresses }) => addresses > 12)
  expect(ribbons.length).toBeLessThanOrEqual(8)
  await navigate(`/tx/${airdrop?.place.tx_id}`)
  const figure = await screen.findByRole('figure', { name: 'Who gave how much to whom' })
  expect(figure).toHaveTextContent(
    `${grouped(largest?.amount_each)} each to ${grouped(largest?.addresses)} addresses`,
  )
  expect(figure).toHaveTextContent(`+ ${grouped((largest?.addresses ?? 0) - 12)}`)
  await reader.click(
    within(figure).getByRole('link', { name: `${grouped(largest?.addresses)} addresses` }),
  )
  expect(address()).toContain(
    `type=transfer&rune=${encodeURIComponent(largest?.rune.spaced_name ?? '')}`,
  )
  const rows = await readTable('Movements of the transaction')
  expect(new Set(rows.map(({ Type }) => Type))).toEqual(new Set(['Transfer, details']))
})

test.each([
  { others: 'smaller', sign: -1 },
  { others: 'larger', sign: 1 },
])(
  'a ribbon of equal amounts lists those, and no $others transfer of its giver',
  async ({ sign }) => {
    const isSought = (ribbon: Ribbon, _: number, flow: Ribbon[]) =>
      ribbon.addresses > 1 &&
      ribbon.addresses <= 25 &&
      ribbon.amount_per_movement !== undefined &&
      flow.some(
        ({ type, from, rune, amount_each }) =>
          [type, from, rune.id].join() === ['transfer', ribbon.from, ribbon.rune.id].join() &&
          Math.sign(Number(amount_each) - Number(ribbon.amount_each)) === sign,
      )
    const { transaction, reader } = await visitTransaction(({ flow }) => flow.some(isSought))
    const [ribbon] = transaction.flow.filter(isSought)
    const figure = await screen.findByRole('figure', { name: 'Who gave how much to whom' })
    const name = new RegExp(
      `^${grouped(ribbon?.amount_each)} each to ${ribbon?.addresses} addresses`,
    )
    const item = within(figure)
      .getAllByRole('listitem')
      .find((own) => name.test(textOf(own).replace(/^Transfer/, '')))
    await reader.click(within(item ?? figure).getByRole('link', { name: / addresses$/ }))
    const rows = await readTable('Movements of the transaction')
    expect(rows).toHaveLength(ribbon?.addresses ?? 0)
    expect(new Set(rows.map(({ Amount }) => Amount))).toEqual(
      new Set([grouped(ribbon?.amount_each)]),
    )
    expect(rows.map(({ To }) => To)).toEqual(expect.arrayContaining(ribbon?.first ?? []))
  },
)

test('arrow keys lead from ribbon to ribbon, each says how much of what was given, and Enter lists it', async () => {
  const { transaction, reader, address } = await visitTransaction(
    ({ flow, runes }) =>
      flow.length > 2 &&
      runes.length === 1 &&
      flow.every(({ from, addresses }) => from === flow[0]?.from && addresses === 1),
  )
  const [, second] = transaction.flow
  const all = transaction.flow.reduce((sum, { amount }) => sum + Number(amount), 0)
  const control = await screen.findByRole('slider', { name: /^Who gave how much to whom/ })
  control.focus()
  await reader.keyboard('{ArrowDown}')
  expect(control).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(
      new RegExp(`^${grouped(second?.amount)} ${second?.rune.spaced_name} from `),
    ),
  )
  const figure = screen.getByRole('figure', { name: 'Who gave how much to whom' })
  const tooltip = figure.querySelector('.floating')
  const percent = Math.floor((Number(second?.amount) / all) * 10_000) / 100
  expect(tooltip).toHaveTextContent(`${percent.toFixed(2)}% of what was put in`)
  // Of ribbons, which are one below the other, these keys show the next and the previous one too.
  const before = control.getAttribute('aria-valuetext')
  await reader.keyboard('{ArrowRight}')
  expect(control).not.toHaveAttribute('aria-valuetext', before)
  await reader.keyboard('{ArrowLeft}')
  expect(control).toHaveAttribute('aria-valuetext', before)
  await reader.keyboard('{Enter}')
  expect(address()).toContain(`giver=${second?.from}&receiver=${second?.first[0]}`)
})

test('there is no figure of who gave how much to whom where one gave one', async () => {
  await visitTransaction(({ flow, runes }) => flow.length === 1 && runes.length === 1)
  await screen.findByRole('heading', { name: 'Outputs' })
  expect(screen.queryByRole('figure')).toBeNull()
})

/** The newest transaction of a rune with more pairs of givers and receivers than the service sends. */
async function findAirdrop(client: Client, rune: string) {
  const { results } = await client.get('runeMovements', { rune, type: 'transfer', limit: 1000 })
  const counts = new Map<string, number>()
  for (const { place } of results) counts.set(place.tx_id, (counts.get(place.tx_id) ?? 0) + 1)
  const [tx_id] = [...counts].find(([, count]) => count > 100) ?? []
  if (tx_id === undefined) return
  return client.get('transactionDetails', { tx_id })
}
