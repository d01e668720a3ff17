import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BLOCK } from '../support/bundledIds.ts'
import { shows, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { bundledData, demoData } from '../support/servedData.ts'
import { startModifiedService } from '../support/startModifiedService.ts'

const ADDRESS = `/block/${BLOCK}`
const block = String(BLOCK)

test('the treemap has each movement once, and arrow keys and Enter open what a tile stands for', async () => {
  const { client, reader, address } = await visit('/block/840006')
  const [control] = await screen.findAllByRole('slider', { name: /281 of 460 movements/ })
  control?.focus()
  expect(control).toHaveAttribute(
    'aria-valuetext',
    '51 mints of MASSIVE•PILE•OF•SHIT to bc1pvf…mmhka7',
  )
  const figure = screen.getByRole('figure', { name: 'The movements of the block' })
  const [large = figure] = figure.querySelectorAll('div > svg')
  const counts = [...large.querySelectorAll('[data-value="treemap.rune_movements"]')].map((count) =>
    Number(textOf(count)),
  )
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(460)
  await reader.keyboard('{Enter}')
  const { runes } = await client.get('blockTreemap', { block: '840006' })
  const [tile] = runes[0]?.tiles ?? []
  expect(address()).toBe(
    `/block/840006?type=mint&rune=MASSIVE%E2%80%A2PILE%E2%80%A2OF%E2%80%A2SHIT&receiver=${tile?.address}&group=off`,
  )
  await shows('1–25 of 51')
  await screen.findByRole('link', { name: /^Remove the filter To bc1pvf/ })
})

test('all movements have equal areas in the treemap', async () => {
  await visit('/block/840006')
  const figure = await screen.findByRole('figure', { name: 'The movements of the block' })
  await within(figure).findAllByRole('slider')
  const [large = figure] = figure.querySelectorAll('div > svg')
  const areas = [...large.querySelectorAll('g > svg')].flatMap((tile) => {
    const count = tile.querySelector('[data-value="tile.movements"]')
    if (count === null) return []
    const movements = Number(textOf(count).replace(/[^0-9]/g, ''))
    const [width, height] = ['width', 'height'].map((name) =>
      Number.parseFloat(tile.getAttribute(name) ?? ''),
    )
    // The gaps between tiles are a part of their areas.
    return [(((width ?? 0) * 11.52 + 1.5) * ((height ?? 0) + 1.5)) / movements]
  })
  expect(areas.length).toBeGreaterThan(15)
  expect(Math.max(...areas) / Math.min(...areas)).toBeLessThan(1.15)
})

test('an address has a tile of its own beside many that have no room for one', async () => {
  const { client, reader } = await visit('/block/262', { data: demoData() })
  const [control] = await screen.findAllByRole('slider', { name: /2,201 of 3,120 movements/ })
  const tooltip = () => control?.nextElementSibling
  control?.focus()
  expect(control).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(/ to 949 addresses, 1 to 10 each$/),
  )
  const { runes } = await client.get('blockTreemap', { block: '262' })
  const { tiles = [] } = runes[0] ?? {}
  const alone = tiles.filter(({ movements }) => movements > 10)
  expect(alone).toHaveLength(11)
  // All of them are worth 2,201,250, as the list says.
  const pooled = 2_201_250 - alone.reduce((sum, { amount }) => sum + Number(amount), 0)
  expect(tooltip()).toHaveTextContent(`${pooled.toLocaleString('en-GB')} in all`)
  expect(tooltip()).toHaveTextContent('lists all transfers of the rune')
  await reader.keyboard('{ArrowRight}')
  expect(control).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(/^\d\d transfers of .+ to bcrt1/),
  )
  expect(tooltip()).toHaveTextContent('Enter or a click lists them')
})

test('the movements can be shown in the order of the block, and a column is a filter of positions', async () => {
  const { client, reader, address } = await visit(ADDRESS)
  await reader.click(await screen.findByRole('link', { name: 'In order' }))
  expect(address()).toBe(`${ADDRESS}?figure=order`)
  const { parts, part_size } = await client.get('blockDetails', { block })
  const [control] = await screen.findAllByRole('slider', { name: /in its order$/ })
  control?.focus()
  await reader.keyboard('{Home}')
  const [transfers = 0, mints, burns = 0, etchings] = parts[0] ?? []
  expect([transfers, burns]).toEqual([0, 0])
  expect(control).toHaveAttribute(
    'aria-valuetext',
    `Positions 0 to ${part_size - 1}: ${mints} mint${mints === 1 ? '' : 's'}, ${etchings} etchings`,
  )
  await reader.keyboard('{Enter}')
  expect(address()).toBe(`${ADDRESS}?figure=order&first_tx=0&last_tx=${part_size - 1}`)
})

test('a column of one transaction says its position', async () => {
  const { client, reader } = await visit('/block/290?figure=order', { data: demoData() })
  const { parts, part_size } = await client.get('blockDetails', { block: '290' })
  expect(part_size).toBe(1)
  const mints = parts.findIndex((counts) => String(counts) === '0,1,0,0')
  const [control] = await screen.findAllByRole('slider', { name: /in its order$/ })
  control?.focus()
  await reader.keyboard(`{Home}${'{ArrowRight}'.repeat(mints)}`)
  expect(control).toHaveAttribute('aria-valuetext', `Position ${mints}: 1 mint`)
})

/** How often the explorer asks for `path` until `address` is open and `shown` has come. */
async function countRequests(path: string, address: string, shown: () => Promise<unknown>) {
  let requests = 0
  const respond = () => {
    requests++
    return undefined
  }
  await visit(address, { origin: await startModifiedService({ path, respond }) })
  await shown()
  return requests
}

test('a block of too many movements for a treemap is shown in its order, without a choice', async () => {
  const path = '/explorer/v1/blocks/840006'
  const origin = await startModifiedService({ path, fields: { groups: undefined } })
  await visit('/block/840006', { origin })
  await screen.findAllByRole('slider', { name: /parts of the block/ })
  const figure = screen.getByRole('figure', { name: 'The movements of the block' })
  expect(within(figure).queryByRole('link', { name: 'By rune' })).toBeNull()
})

test('a treemap that cannot be read says so, and the order can be chosen', async () => {
  const path = '/explorer/v1/blocks/840006/treemap'
  const respond = () => Response.json({ error: 'away' }, { status: 500 })
  const { reader } = await visit('/block/840006', {
    origin: await startModifiedService({ path, respond }),
  })
  const figure = await screen.findByRole('figure', { name: 'The movements of the block' })
  expect(await within(figure).findByRole('alert')).toBeVisible()
  await reader.click(within(figure).getByRole('link', { name: 'In order' }))
  await within(figure).findAllByRole('slider', { name: /parts of the block/ })
})

test('the treemap of an unknown block is not asked for', async () => {
  const path = `/explorer/v1/blocks/${BLOCK - 1}/treemap`
  const shown = () => screen.findByRole('heading', { name: /^This index begins/ })
  expect(await countRequests(path, `/block/${BLOCK - 1}`, shown)).toBe(0)
})

test.each([
  ['groups', 'movements', '/block/840006'],
  ['movements', 'groups', '/block/840006?group=off'],
])('a page that shows %s does not ask for %s too', async (_, other, address) => {
  const path = `/explorer/v1/blocks/840006/${other}`
  const shown = () => screen.findByRole('table', { name: /^Movements of the block/ })
  expect(await countRequests(path, address, shown)).toBe(0)
})

const LABEL = { id: '840000:1', name: 'FIRST', spaced_name: 'FIRST', divisibility: 0 }

test.each([
  ['transfer', ['receiver=none'], '2 transfers of FIRST to no address'],
  ['burn', ['giver=none'], '2 burns of FIRST by no address'],
  ['mint', [], '2 mints of FIRST to no address'],
])(
  'a tile of a %s without an address opens those movements, without other filters',
  async (type, party, text) => {
    const tiles = [{ type, movements: 2, amount: '2' }]
    const treemap = { runes: [{ rune: LABEL, movements: 2, tiles, rest: [] }] }
    const origin = await startModifiedService({
      path: '/explorer/v1/blocks/840006/treemap',
      respond: () => Response.json(treemap),
    })
    const { reader, address } = await visit(
      '/block/840006?first_tx=1&last_tx=2&address=none&min=1&max=2&text=a',
      { origin },
    )
    const [control] = await screen.findAllByRole('slider', { name: /281 of 460 movements/ })
    control?.focus()
    expect(control).toHaveAttribute('aria-valuetext', text)
    await reader.keyboard('{Enter}')
    expect(address().split('?')[1]?.split('&').sort()).toEqual(
      [`type=${type}`, 'rune=FIRST', 'group=off', ...party].sort(),
    )
  },
)

test('of runes that are only counted, it is not known how many have movements of a type', async () => {
  const counts = { transfers: 0, mints: 12, burns: 0, etchings: 0, changes: 0 }
  const tiles = [{ type: 'mint', movements: 30, amount: '30' }]
  const treemap = {
    runes: [{ rune: LABEL, movements: 30, tiles, rest: [] }],
    others: { runes: 340, counts },
  }
  const { reader } = await visit('/block/840006', {
    origin: await startModifiedService({
      path: '/explorer/v1/blocks/840006/treemap',
      respond: () => Response.json(treemap),
    }),
  })
  const [control] = await screen.findAllByRole('slider', { name: /281 of 460 movements/ })
  control?.focus()
  await reader.keyboard('{End}')
  expect(control).toHaveAttribute('aria-valuetext', '12 mints of other runes')
  expect(control?.parentElement).not.toHaveTextContent('click lists them')
})

/** The page of a block with this treemap, in its wide and in its narrow form. */
async function visitTreemap(treemap: unknown) {
  const origin = await startModifiedService({
    path: '/explorer/v1/blocks/840006/treemap',
    respond: () => Response.json(treemap),
  })
  await visit('/block/840006', { origin })
  return screen.findAllByRole('slider', { name: /281 of 460 movements/ })
}

const oneTile = (movements: number) => [
  { type: 'transfer', address: 'bc1qowner', movements, amount: '1' },
]

test('runes without room for a head have no group, but a line below', async () => {
  const others = [3, 2, 2, 2].map((movements, index) => ({
    rune: { ...LABEL, id: `840000:${index + 2}`, spaced_name: `SMALL•${'ABCD'[index]}` },
    movements,
    tiles: oneTile(movements),
    rest: [],
  }))
  const large = { rune: LABEL, movements: 2000, tiles: oneTile(2000), rest: [] }
  const controls = await visitTreemap({ runes: [large, ...others] })
  expect(controls).toHaveLength(3)
  for (const control of controls) {
    const drawing = control.closest('[dir="ltr"]')
    expect(drawing?.nextElementSibling).toHaveTextContent('and 4 more runes, 9 movements')
    expect(drawing?.querySelectorAll('[data-value="treemap.rune_movements"]')).toHaveLength(1)
  }
})

test('addresses without room for their names are one tile', async () => {
  const tiles = Array.from({ length: 26 }, (_, index) => {
    const movements = index < 4 ? 2 : 1
    return { type: 'transfer', address: `bc1qowner${index}`, movements, amount: '1' }
  })
  const rune = { rune: LABEL, movements: 30, tiles, rest: [] }
  for (const control of await visitTreemap({ runes: [rune] })) {
    expect(control).toHaveAttribute(
      'aria-valuetext',
      '30 transfers of FIRST to 26 addresses, 1 or 2 each',
    )
    expect(control).toHaveAttribute('aria-valuemax', '0')
  }
})

// Around the columns, a panel takes 22 pixels.
test.each([
  ['840006', bundledData, [240, 320], [218, 298]],
  ['290', demoData, [120, 160], [98, 138]],
])('both figures of block %s are equally high', async (id, dataOf, [page, phone], columns) => {
  const { reader } = await visit(`/block/${id}`, { data: dataOf() })
  const heights = async (name: RegExp) =>
    (await screen.findAllByRole('slider', { name })).map((control) =>
      Number(/h-\[(\d+)px\]/.exec(control.parentElement?.className ?? '')?.[1]),
    )
  expect(await heights(/ of [\d,]+ movements are /)).toEqual([page, page, phone])
  await reader.click(screen.getByRole('link', { name: 'In order' }))
  expect(await heights(/in its order$/)).toEqual(columns)
})
