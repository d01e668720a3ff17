// The figure of a rune's history, and what happened.

import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RunePeriod } from '../../src/contract/schemas/rune.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { txidOf } from '../../src/demo/encodeTransaction.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { RUNE } from '../support/bundledIds.ts'
import { ETCHING, FRIEND, followRune, OWNER, to } from '../support/followRune.ts'
import { grouped, readTable, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData, followNode } from '../support/servedData.ts'
import { visitDemo } from '../support/visitDemo.ts'

const PAGE = `/rune/${RUNE}`

test('what happened is a list of links, numbered as in the figure', async () => {
  const { client, rune } = await visitDemo()
  const { results } = await client.get('runeMilestones', { rune: rune.id })
  const history = await screen.findByRole('figure', { name: 'History' })
  await within(history).findByRole('heading', { name: 'What happened' })
  const links = within(history).getAllByRole('listitem')
  expect(links).toHaveLength(results.length)
  for (const [index, { kind, value = 0, first_height, last_height }] of results.entries()) {
    const item = links[index] ?? history
    expect(textOf(item)).toMatch(new RegExp(`^${index + 1}`))
    if (value > 0) expect(item).toHaveTextContent(grouped(value))
    const to = within(item).getByRole('link').getAttribute('href')
    if (kind === 'etched') expect(to).toBe(`/block/${first_height}`)
    else expect(to).toContain(`view=movements&from=${first_height}&to=${last_height}`)
  }
  const flags = [...history.querySelectorAll('svg circle + text')].map(textOf)
  expect(flags.sort()).toEqual(results.map((_, index) => String(index + 1)))
})

test('what happened before the period is in one line, and only what has a flag has a number', async () => {
  const { client, rune } = await visitDemo(undefined, '?period=7')
  const { results: days } = await client.get('runeHistory', { rune: rune.id, days: 7 })
  const { results } = await client.get('runeMilestones', { rune: rune.id })
  const earlier = results.filter(({ date }) => date < (days[0]?.date ?? ''))
  expect(earlier.map(({ kind }) => kind)).toContain('etched')
  const history = await screen.findByRole('figure', { name: 'History' })
  const line = await within(history).findByText(/^Earlier:/)
  expect(within(line).getAllByRole('link')).toHaveLength(earlier.length)
  const items = within(history).queryAllByRole('listitem')
  const flags = [...history.querySelectorAll('svg circle + text')].map(textOf)
  expect(items).toHaveLength(results.length - earlier.length)
  expect(flags.sort()).toEqual(items.map((_, index) => String(index + 1)))
})

test('the busiest of the days that are over does not claim to be the busiest of all', async () => {
  await visitDemo()
  const history = await screen.findByRole('figure', { name: 'History' })
  await within(history).findByRole('link', { name: /^Busiest whole day: [0-9,]+ movements$/ })
})

test('the history of a rune younger than three days is by block', async () => {
  const { client } = await visit(PAGE)
  const { step, results } = await client.get('runeHistory', { rune: RUNE, step: 'auto' })
  expect([step, results.length > 1]).toEqual(['block', true])
  const table = await screen.findByRole('table', { name: 'History by block' })
  const [, ...rows] = within(table).getAllByRole('row')
  // From the etching up to the newest block.
  expect(rows.map((row) => textOf(within(row).getByRole('rowheader')))).toEqual(
    [840_002, 840_003, 840_004, 840_005, 840_006, 840_007].map(
      (height) => `Block ${grouped(height)}`,
    ),
  )
  const last = within(rows.at(-1) ?? table)
    .getAllByRole('cell')
    .map(textOf)
  const { holders, supply } = results.at(-1) ?? {}
  expect(last.slice(4)).toEqual([grouped(holders), grouped(supply)])
})

test('of a rune that is older than the index, only movements are known', async () => {
  await visit('/rune/1:0')
  const table = await screen.findByRole('table', { name: 'History by block' })
  const headings = within(table).getAllByRole('columnheader').map(textOf)
  expect(headings).toEqual(['Blocks', 'Transfers', 'Mints', 'Burns', 'Etchings'])
  expect(screen.queryByRole('heading', { name: 'Who holds it' })).toBeNull()
  expect(screen.queryByText('Largest possible supply')).toBeNull()
})

test('the line of the supply is linear from 0', async () => {
  const { client, rune } = await visitDemo()
  const { results } = await client.get('runeHistory', { rune: rune.id, days: 28 })
  const history = await screen.findByRole('figure', { name: 'History' })
  const top = history.querySelector('path[fill*="mint"]')?.getAttribute('d') ?? ''
  const heights = [...top.matchAll(/[ML]([0-9.]+),([0-9.]+)/g)].map(([, , y]) => Number(y))
  const bottom = Math.max(...heights)
  const supplies = results.map(({ supply }) => Number(supply))
  const drawn = heights.slice(0, supplies.length).map((y) => bottom - y)
  const [highest, most] = [Math.max(...drawn), Math.max(...supplies)]
  expect(highest).toBeGreaterThan(60)
  for (const [index, supply] of supplies.entries()) {
    expect(Math.abs((drawn[index] ?? 0) - (highest * supply) / most)).toBeLessThan(1)
  }
})

test('a column of the history leads to the movements of its day', async () => {
  const { client, reader, address, rune } = await visitDemo()
  const { results } = await client.get('runeHistory', { rune: rune.id, days: '90' })
  const newest = results.at(-1)
  const history = await screen.findByRole('figure', { name: 'History' })
  await reader.click([...history.querySelectorAll('svg a')].at(-1) ?? history)
  expect(address()).toContain(`from=${newest?.first_height}`)
  expect(address()).toContain(`to=${newest?.last_height}`)
  // The overview has such a table too.
  await screen.findByRole('link', { name: /^Remove the filter Since/ })
  const days = { from: newest?.first_height, to: newest?.last_height, rune: rune.id }
  const { results: listed } = await client.get('runeMovements', { ...days, limit: 25 })
  const rows = await readTable('Movements of the rune')
  const ids = listed.map(({ place }) => place.tx_id)
  // A transaction is named in the first of its rows.
  expect(rows.map((row) => row.Transaction)).toEqual(
    ids.map((id, index) => (id === ids[index - 1] ? '' : id)),
  )
})

test('a number of holders that never changed stands once in the history', async () => {
  const node = new SimulatedNode()
  let given = ETCHING
  const { height } = node.mine([given])
  // From one to the other, and back.
  for (const owner of [FRIEND, OWNER, FRIEND]) {
    given = { inputs: [{ txid: txidOf(given), vout: 0 }], outputs: [to(owner)] }
    node.mine([given])
  }
  await visit(`/rune/${height}:1`, { data: await followNode(node) })
  const history = await screen.findByRole('figure', { name: 'History' })
  const values = [...history.querySelectorAll('[data-value$="_holders"]')].map(textOf)
  expect(values).toEqual(['1'])
})

test('the history of a rune that nobody ever held has no line', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results } = await client.get('runes', { order_by: 'holders', order: 'asc', limit: 60 })
  const rune = results.find(({ holders, supply, movements }) => {
    return holders === 0 && movements > 9 && supply?.burned === '0'
  })
  await navigate(`/rune/${rune?.id}`)
  const history = await screen.findByRole('figure', { name: 'History' })
  expect(history.querySelector('path, [data-value$="_holders"]')).toBeNull()
})

test('arrow keys read the history day by day, and Enter opens the movements of the day', async () => {
  const { client, reader, address, rune } = await visitDemo()
  const { results } = await client.get('runeHistory', { rune: rune.id, days: 28 })
  const [before, newest] = results.slice(-2)
  const control = await screen.findByRole('slider', { name: /holders. Most movements: / })
  control.focus()
  expect(control).toHaveAttribute('aria-valuetext', wordsOf(newest))
  await reader.keyboard('{ArrowLeft}')
  expect(control).toHaveAttribute('aria-valuetext', wordsOf(before))
  await reader.keyboard('{Enter}')
  expect(address()).toContain(`from=${before?.first_height}&to=${before?.last_height}`)
})

/** "5 Nov 2026: 75 transfers, 41 mints, 6 burns; 749 holders; supply 1,033" */
function wordsOf(day: RunePeriod | undefined): string {
  const { date = '', transfers = 0, mints = 0, burns = 0, holders = 0, supply } = day ?? {}
  const [name] = new Date(date).toUTCString().match(/[0-9]+ [A-Z][a-z]+ [0-9]+/) ?? []
  const counts = [
    [transfers, 'transfer'],
    [mints, 'mint'],
    [burns, 'burn'],
  ] as const
  const said = counts.flatMap(([count, type]) =>
    count === 0 ? [] : `${grouped(count)} ${type}${count === 1 ? '' : 's'}`,
  )
  return `${name?.replace(/^0/, '')}: ${said.join(', ')}; ${grouped(holders)} holders; supply ${grouped(supply)}`
}

test('the columns of the history are as high as what they count', async () => {
  const { client, rune } = await visitDemo()
  const { results } = await client.get('runeHistory', { rune: rune.id, days: 28 })
  const history = await screen.findByRole('figure', { name: 'History' })
  const heights = [...history.querySelectorAll('g[fill*="transfer"] rect')].map((column) =>
    Number(column.getAttribute('height')),
  )
  const transfers = results.map((day) => day.transfers).filter((count) => count > 0)
  expect(heights).toHaveLength(transfers.length)
  const [tallest, most] = [Math.max(...heights), Math.max(...transfers)]
  expect(tallest).toBeGreaterThan(20)
  for (const [index, count] of transfers.entries()) {
    expect(Math.abs((heights[index] ?? 0) - (tallest * count) / most)).toBeLessThan(1)
  }
})

test('the history is a table too', async () => {
  const { client, rune } = await visitDemo()
  const { results } = await client.get('runeHistory', { rune: rune.id, days: 28 })
  const table = await screen.findByRole('table', { name: 'History by day' })
  const [, ...rows] = within(table).getAllByRole('row')
  const newest = results.at(-1)
  expect(
    within(rows.at(-1) ?? table)
      .getAllByRole('cell')
      .map(textOf),
  ).toEqual(
    [newest?.transfers, newest?.mints, newest?.burns, 0, newest?.holders, newest?.supply].map(
      (value) => grouped(value),
    ),
  )
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

test('a column that is cut off is broken, with its number beside it and its flag above', async () => {
  const { client } = await visit('/rune/FALLINGFROMTHESKY', { data: demoData() })
  const { results } = await client.get('runeHistory', { rune: 'FALLINGFROMTHESKY', days: 28 })
  const most = Math.max(...results.map(({ movements }) => movements))
  await screen.findByRole('heading', { name: 'What happened' })
  const history = screen.getByRole('figure', { name: 'History' })
  const numbers = [...history.querySelectorAll('[data-value="column.movements"]')]
  expect(numbers.map(textOf)).toEqual([grouped(most)])
  const text = numbers[0]?.closest('text') ?? history
  expect(textOf(text)).toContain('▲')
  const cut = text.parentElement?.querySelector('svg') ?? history
  const [start, width] = ['x', 'width'].map((name) =>
    Number.parseFloat(cut.getAttribute(name) ?? ''),
  )
  const [left = 0, right = 0] = [start, (start ?? 0) + (width ?? 0)]
  // The number begins or ends at an edge of the column.
  const place = Number.parseFloat(text.getAttribute('x') ?? '')
  expect(Math.min(Math.abs(place - left), Math.abs(place - right))).toBeLessThan(0.01)
  const flags = [...(text.parentElement?.parentElement?.querySelectorAll('circle') ?? [])]
  const own = flags.filter((flag) => {
    const at = Number.parseFloat(flag.closest('svg')?.getAttribute('x') ?? '')
    return left < at && at < right
  })
  expect(own).toHaveLength(1)
  const bottom = Number(own[0]?.getAttribute('cy')) + Number(own[0]?.getAttribute('r'))
  expect(bottom).toBeLessThan(Number(text.getAttribute('y')) - 9)
  expect(bottom).toBeLessThan(Number(cut.getAttribute('y')))
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

test('the numbers of two columns that are cut off at the edge do not stand on each other', async () => {
  const { node, data, origin, rune } = await followRune()
  let input = { txid: txidOf(ETCHING), vout: 0 }
  for (const [block, transfers] of [...Array(18).fill(1), 30, 40].entries()) {
    const friends = Array.from({ length: transfers }, (_, index) => `friend ${block} ${index}`)
    const edicts = friends.map((_, index) => ({ id: rune, amount: 1n, output: index + 1 }))
    const transaction = {
      inputs: [input],
      outputs: [
        to(OWNER),
        ...friends.map((friend) => to(taprootScript(friend))),
        runestoneOutput({ edicts, pointer: 0 }),
      ],
    }
    node.mine([transaction])
    input = { txid: txidOf(transaction), vout: 0 }
  }
  await data.following.untilTip()
  await visit(`/rune/${rune}`, { origin })
  const history = await screen.findByRole('figure', { name: 'History' })
  const numbers = [...history.querySelectorAll('[data-value="column.movements"]')]
  expect(numbers.map(textOf)).toEqual(['30', '40'])
  const lines = numbers.map((number) => Number(number.closest('text')?.getAttribute('y')))
  expect(Math.abs((lines[0] ?? 0) - (lines[1] ?? 0))).toBeGreaterThan(10)
})
