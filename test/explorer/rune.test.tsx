import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RUNE } from '../support/bundledIds.ts'
import {
  findFact,
  findHeading,
  grouped,
  readFact,
  readTable,
  shows,
  signed,
  textOf,
} from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'

const PAGE = `/rune/${RUNE}`

/** The rune of the demo chain with the most movements in a day, among those that `mint` selects. */
async function visitDemo(mint?: 'mintable' | 'minted-out', search = '') {
  const page = await visit('/about', { data: demoData() })
  const given = { order_by: 'day_movements', limit: 1, ...(mint && { mint }) } as const
  const { results } = await page.client.get('runes', given)
  const id = results[0]?.id ?? ''
  await page.navigate(`/rune/${id}${search}`)
  return { ...page, rune: await page.client.get('runeDetails', { rune: id }) }
}

test('the figures are those of the service', async () => {
  const { client } = await visit(PAGE)
  const rune = await client.get('runeDetails', { rune: RUNE })
  await findHeading(rune.spaced_name)
  expect(await readFact('Supply')).toBe(grouped(rune.supply?.current))
  expect(await readFact('Burned')).toBe(grouped(rune.supply?.burned))
  expect(await readFact('Holders')).toContain(grouped(rune.holders))
  expect(await readFact('Movements, 24 h')).toBe(grouped(rune.day_movements))
  const left = Number(rune.mints_left)
  const cap = left + Number(rune.supply?.total_mints)
  expect(await readFact('Minted')).toContain(`${grouped(left)} of ${grouped(cap)} mints left`)
})

test('the figures of a rune that is older than the index say since when they count', async () => {
  const { client, navigate } = await visit('/rune/1:0')
  const { day_movements, supply } = await client.get('runeDetails', { rune: '1:0' })
  const { coverage } = await client.get('about', {})
  const since = `since ${grouped(coverage?.from)}`
  expect(await readFact(`Movements ${since}`)).toBe(grouped(day_movements))
  expect(await readFact(`Minted ${since}`)).toBe(`${grouped(supply?.total_mints)}mints`)
  await navigate('/rune/1:0?view=details')
  await screen.findByRole('heading', { name: `Supply ${since}` })
  expect(screen.queryByText('Left')).toBeNull()
})

test.each(['mintable', 'minted-out'] as const)(
  'the badge of a rune that is %s explains itself',
  async (state) => {
    const { reader, rune } = await visitDemo(state)
    const name = state === 'mintable' ? 'Mintable' : 'Fully minted'
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
  const { client, address, navigate } = await visit('/rune/LAMBO•LIFESTYLE?view=holders')
  await findHeading('LAMBO•LIFESTYLE')
  expect(address()).toBe(`${PAGE}?view=holders`)
  const { number } = await client.get('runeDetails', { rune: RUNE })
  if (number === undefined) return
  await navigate(`/rune/${number}`)
  await screen.findByRole('table', { name: /^Movements of the rune/ })
  expect(address()).toBe(PAGE)
})

test('the movements are those of the service, and a type narrows them', async () => {
  const { client, reader, address, rune } = await visitDemo()
  const { results } = await client.get('runeMovements', { rune: rune.id, limit: 25 })
  const rows = await readTable('Movements of the rune')
  for (const [index, { amount, from, to }] of results.entries()) {
    if (amount !== undefined && rows[index]?.Amount !== '') {
      expect(rows[index]?.Amount).toBe(grouped(amount))
    }
    expect(rows[index]?.From).toContain(from ?? '')
    expect(rows[index]?.To).toContain(to ?? '')
  }
  const filter = within(screen.getByRole('navigation', { name: 'Filter by type' }))
  await reader.click(filter.getByRole('link', { name: 'Transfers' }))
  expect(address()).toBe(`/rune/${rune.id}?type=transfer`)
  await screen.findByText(`Rows 1 to 25 of ${grouped(rune.counts.transfers)} movements`)
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

test('a column of the history leads to the movements of its day', async () => {
  const { client, reader, address, rune } = await visitDemo()
  const { results } = await client.get('runeHistory', { rune: rune.id, days: '90' })
  const newest = results.at(-1)
  const history = await screen.findByRole('figure', { name: 'History' })
  await reader.click([...history.querySelectorAll('svg a')].at(-1) ?? history)
  expect(address()).toContain(`from=${newest?.first_height}`)
  expect(address()).toContain(`to=${newest?.last_height}`)
  const days = { from: newest?.first_height, to: newest?.last_height, rune: rune.id }
  const { total } = await client.get('runeMovements', days)
  await screen.findByText(new RegExp(`of ${grouped(total)} movements`))
  await screen.findByRole('link', { name: /^Remove the filter From block/ })
})

test('a number of holders that never changed stands once in the history', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results } = await client.get('runes', { order_by: 'holders', order: 'asc', limit: 40 })
  for (const { id } of results) {
    const { results: days, newest_date } = await client.get('runeHistory', { rune: id })
    const holders = days.map((day) => day.holders)
    if (days[0]?.date === newest_date || new Set(holders).size !== 1 || !holders[0]) continue
    await navigate(`/rune/${id}`)
    const history = await screen.findByRole('figure', { name: 'History' })
    expect([...history.querySelectorAll('text')].map(textOf)).toEqual([String(holders[0])])
    return
  }
  expect.fail('the holders of every rune changed')
})

test('the history of a rune that nobody ever held has no line', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results } = await client.get('runes', { order_by: 'holders', order: 'asc', limit: 40 })
  for (const { id } of results) {
    const { results: days, newest_date } = await client.get('runeHistory', { rune: id })
    if (days[0]?.date === newest_date || days.some(({ holders }) => holders > 0)) continue
    await navigate(`/rune/${id}`)
    const history = await screen.findByRole('figure', { name: 'History' })
    expect(history.querySelector('polyline, text')).toBeNull()
    expect(within(history).queryByText('Holders')).toBeNull()
    return
  }
  expect.fail('somebody held every rune')
})

test('the holders have their rank, share and changes, and the largest a sentence', async () => {
  const { client, rune } = await visitDemo(undefined, '?view=holders')
  const { results, concentration } = await client.get('runeHolders', { rune: rune.id, limit: 25 })
  const rows = await readTable('Holders of the rune, largest balance first')
  for (const [index, holder] of results.entries()) {
    expect(rows[index]).toMatchObject({
      Rank: grouped(holder.rank),
      Balance: grouped(holder.balance),
      'Change, 24 h': signed(holder.day_change),
      'Change, 7 days': signed(holder.week_change),
    })
    expect(rows[index]?.Address).toContain(holder.address)
    expect(rows[index]?.['Share of supply']).toMatch(/%$/)
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
  const { client } = await visit(`${PAGE}?view=details`)
  const { divisibility, symbol, supply, mint_terms, turbo } = await client.get('runeDetails', {
    rune: RUNE,
  })
  expect(await readFact('Divisibility')).toContain(String(divisibility))
  expect(await findFact('Symbol')).toHaveTextContent(symbol ?? '')
  expect((await readFact('Now')).replaceAll(',', '')).toContain(supply?.current)
  expect((await readFact('Premine')).replaceAll(',', '')).toContain(supply?.premine)
  expect((await readFact('Each mint')).replaceAll(',', '')).toContain(mint_terms?.amount)
  expect(await readFact('Turbo')).toMatch(turbo ? /^yes/ : /^no/)
})

test('the raw records are those of the endpoint', async () => {
  const { client } = await visit(`${PAGE}?view=raw`)
  const { results } = await client.get('etchingActivity', { etching: RUNE, limit: 25 })
  const rows = await readTable('Records of the rune')
  expect(rows.map(({ Operation }) => Operation)).toEqual(
    results.map((row) => (row.kind === 'record' ? row.record.operation : 'unreadable')),
  )
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
    'No rune is called NOSUCHRUNE',
    'Is the name free?',
    '/names?name=NOSUCHRUNE',
  ],
  ['/rune/840002:9999', 'No rune has the id 840002:9999', 'Open the block', '/block/840002'],
  ['/rune/123456789', 'No rune has the number 123456789', 'All runes', '/runes'],
])('%s is not found, and a link leads on', async (path, title, link, to) => {
  await visit(path)
  await screen.findByRole('heading', { name: title })
  expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', to)
})
