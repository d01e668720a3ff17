// Runes side by side, by days since their etching.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { daysSinceEtching } from '../support/audit/compareRunesFigures.ts'
import { RUNE } from '../support/bundledIds.ts'
import { grouped } from '../support/figures/modelFigure.ts'
import { comparedRunes } from '../support/figures/timeFigures.ts'
import { Answers } from '../support/model/answers.ts'
import { modelOfDemo } from '../support/model/models.ts'
import { shows, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'

const answers = new Answers(modelOfDemo())

/** The three runes with the most movements in a day. */
const RUNES = answers
  .runes({ order_by: 'day_movements' })
  .slice(0, 3)
  .flatMap(({ id }) => answers.ledger.runes.find((rune) => rune.id === id) ?? [])

const LINK = `/compare?r=${RUNES.map(({ id }) => id).join(',')}`

test('arrow keys read the runes day by day', async () => {
  const { reader } = await visit(LINK, { data: demoData() })
  const control = await screen.findByRole('slider', { name: /^Holders, movements and mints of / })
  control.focus()
  await reader.keyboard('{Home}')
  const points = comparedRunes(answers, RUNES)?.pointsOf(new Set()) ?? []
  for (const { text } of points) {
    expect(control).toHaveAttribute('aria-valuetext', text)
    await reader.keyboard('{ArrowRight}')
  }
  expect(points.length).toBeGreaterThan(10)
})

test('each rune has a line of its own, linear from 0', async () => {
  await visit(LINK, { data: demoData() })
  const figure = await screen.findByRole('figure', { name: 'Days since each etching' })
  const looks = ['ink', 'leaf', 'control']
  for (const look of looks) {
    expect(figure.querySelectorAll(`path[stroke*="${look}"][d^="M"]`)).not.toHaveLength(0)
  }
  const all = RUNES.map((rune) => daysSinceEtching(answers, rune).map(({ holders }) => holders))
  const drawn = looks.map((look) => {
    const path =
      figure.querySelector(`svg svg svg path[stroke*="${look}"]`)?.getAttribute('d') ?? ''
    return [...path.matchAll(/[ML]([0-9.]+),([0-9.]+)/g)].map(([, , y]) => 104 - Number(y))
  })
  const [highest, most] = [Math.max(...drawn.flat()), Math.max(...all.flat())]
  expect(highest).toBeGreaterThan(80)
  for (const [index, values] of all.entries()) {
    expect(drawn[index]).toHaveLength(values.length)
    for (const [day, value] of values.entries()) {
      expect(Math.abs((drawn[index]?.[day] ?? 0) - (highest * value) / most)).toBeLessThan(1)
    }
  }
})

test('what is minted is in per cent of all mints, up to 100%', async () => {
  await visit(LINK, { data: demoData() })
  const figure = await screen.findByRole('figure', { name: 'Days since each etching' })
  const labels = [...figure.querySelectorAll('text[data-axis]')].map((label) => label.textContent)
  expect(labels.filter((label) => label?.endsWith('%'))).toEqual(['0%', '50%', '100%'])
})

test('the terms of runes are a table with a column for each', async () => {
  await visit(LINK, { data: demoData() })
  const table = await screen.findByRole('table', { name: 'Terms and figures' })
  const heads = within(table).getAllByRole('columnheader')
  for (const [index, { spacedName }] of RUNES.entries()) {
    expect(heads[index]).toHaveAccessibleName(spacedName)
  }
  const details = RUNES.map((rune) => answers.runeDetails(rune))
  expect(rowOf('Block')).toEqual(details.map(({ location }) => grouped(location.block_height)))
  expect(rowOf('Holders')).toEqual(details.map(({ holders }) => grouped(holders)))
})

function rowOf(name: string) {
  const row = screen.getByRole('rowheader', { name }).closest('tr')
  return [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)
}

test('a rune is added by its name, and removed', async () => {
  const [first, second] = RUNES
  const { reader, address } = await visit(`/compare?r=${first?.id}`, { data: demoData() })
  await shows('Choose another rune beside it.')
  await reader.type(
    screen.getByRole('combobox', { name: 'Rune to add' }),
    `${second?.spacedName}{Enter}`,
  )
  await screen.findByRole('figure', { name: 'Days since each etching' })
  await reader.click(screen.getByRole('link', { name: `Remove ${first?.spacedName}` }))
  expect(address()).toBe(`/compare?r=${second?.id}`)
})

test('a part of a name adds the only rune that has it, and offers those among which it cannot choose', async () => {
  const [first] = RUNES
  const { reader, address } = await visit(`/compare?r=${first?.id}`, { data: demoData() })
  await shows('Choose another rune beside it.')
  const add = async (text: string) =>
    reader.type(await screen.findByRole('combobox', { name: 'Rune to add' }), `${text}{Enter}`)
  const containing = (part: string) =>
    answers.ledger.runes.filter(({ name }) => name.includes(part))
  const [only] = containing('ALMOSTMIN')
  expect(containing('ALMOSTMIN')).toHaveLength(1)
  await add('almostmin')
  await screen.findByRole('link', { name: `Remove ${only?.spacedName}` })
  expect(address()).toBe(`/compare?r=${first?.id},${only?.id}`)
  const several = containing('RETR')
  expect(several.length).toBeGreaterThan(1)
  await add('retr')
  await shows(/This index has no rune .RETR/)
  const [other] = several.filter(({ id }) => id !== first?.id)
  await reader.click(await screen.findByRole('link', { name: new RegExp(`${other?.spacedName}$`) }))
  await screen.findByRole('link', { name: `Remove ${other?.spacedName}` })
})

test('without a rune, one and its look-alikes are ready to be compared', async () => {
  const { reader, address } = await visit('/compare', { data: demoData() })
  const pairs = await screen.findByRole('navigation', { name: 'Look-alikes to compare' })
  const [pair] = within(pairs).getAllByRole('link')
  expect(pair).toHaveTextContent(/^GOLDEN•RETRIEVER and GOLDEN•RETR/)
  await reader.click(within(pairs).getAllByRole('link')[0] ?? pairs)
  await screen.findByRole('figure', { name: 'Days since each etching' })
  expect(address()).toMatch(/^\/compare\?r=\d+:\d+,\d+:\d+$/)
})

test('a peak of movements is cut off and says how many they are', async () => {
  const names = ['FALLINGFROMTHESKY', 'FIRSTCOMEFIRSTSERVED']
  const runes = answers.ledger.runes.filter(({ name }) => names.includes(name))
  await visit(`/compare?r=${runes.map(({ id }) => id).join(',')}`, { data: demoData() })
  const figure = await screen.findByRole('figure', { name: 'Days since each etching' })
  const [most, ...others] = runes
    .flatMap((rune) => daysSinceEtching(answers, rune).map(({ movements }) => movements))
    .sort((one, two) => two - one)
  expect(most).toBeGreaterThan(10 * (others[0] ?? 0))
  const cut = [...figure.querySelectorAll('[data-value="line.movements"]')].map(textOf)
  expect(cut).toEqual([grouped(most ?? 0)])
})

test('the page of a rune leads to its comparison', async () => {
  const [first] = RUNES
  const { reader, address } = await visit(`/rune/${first?.id}`, { data: demoData() })
  await reader.click(await screen.findByRole('button', { name: 'More' }))
  await reader.click(await screen.findByRole('link', { name: 'Compare with another rune' }))
  expect(address()).toBe(`/compare?r=${first?.id}`)
  const others = await screen.findByRole('navigation', { name: 'Runes to add' })
  expect(within(others).getAllByRole('link').length).toBeGreaterThan(3)
})

test('a rune that is older than the index is refused in words, as is what is no rune', async () => {
  await visit(`/compare?r=1:0,${RUNE},NOSUCHRUNE,84$`)
  await shows(/UNCOMMON•GOODS is older than this index, which begins at block 840,002/)
  await shows(/This index has no rune “NOSUCHRUNE”/)
  await shows(/“84\$” is no name, id or number of a rune/)
})

test('neither the title nor the picture of a comparison says what no rune is called', async () => {
  const [rune] = RUNES
  await visit(`/compare?r=SENDYOURCOINS,${rune?.id},${rune?.name}`, { data: demoData() })
  await shows(/This index has no rune .SENDYOURCOINS/)
  await waitFor(() => expect(document.title).toBe(`Compare ${rune?.spacedName} · Cairn`))
  // The rune is there once.
  expect(await screen.findAllByRole('link', { name: /^Remove / })).toHaveLength(1)
})

test('of more than four runes, four are compared', async () => {
  const ids = answers.ledger.runes.slice(0, 5).map(({ id }) => id)
  await visit(`/compare?r=${ids.join(',')}`, { data: demoData() })
  await shows(/At most four runes are compared/)
  await screen.findByRole('heading', { name: 'Terms and figures' })
  expect(screen.getAllByRole('link', { name: /^Remove / })).toHaveLength(4)
})

test('a rune that cannot be minted has no end of its mint', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results } = await client.get('runes', { limit: 100 })
  const [endless, other] = [
    results.find(({ mint_state, mint_end }) => mint_state === 'mintable' && mint_end === undefined),
    results.find(({ spaced_name }) => spaced_name === 'TREASURY•OF•CAIRN'),
  ]
  await navigate(`/compare?r=${endless?.id},${other?.id}`)
  await screen.findByRole('heading', { name: 'Terms and figures' })
  expect(rowOf('Mint ends')).toEqual(['no end', '–'])
  expect(screen.getAllByText('no mint')).toHaveLength(1)
})

test('runes of fewer than three days have no figure, and a sentence that says so', async () => {
  const { client, navigate } = await visit('/about')
  const { results } = await client.get('runes', { order_by: 'holders', limit: 4 })
  const [one, two] = results.filter(({ is_older }) => is_older !== true)
  await navigate(`/compare?r=${one?.id},${two?.id}`)
  expect(await screen.findByText('Fewer than three days: nothing to draw.')).toBeVisible()
  expect(screen.queryByRole('figure')).toBeNull()
})
