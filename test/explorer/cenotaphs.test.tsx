import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FLAW_MEANINGS } from '../../src/contract/schemas/chain.ts'
import { findHeading, findTransaction, grouped, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData } from '../support/servedData.ts'

const MEANINGS: ReadonlyMap<string, string> = new Map(Object.entries(FLAW_MEANINGS))

test('cenotaphs are a list that says why each is malformed, and what it burned', async () => {
  const { client, reader } = await visit('/blocks', { data: demoData() })
  const main = within(await screen.findByRole('main'))
  await reader.click(await main.findByRole('link', { name: 'Cenotaphs' }))
  await findHeading('Cenotaphs')
  const { total, results } = await client.get('cenotaphs', { limit: 25 })
  await shows(`${grouped(total)} in this index`)
  const rows = await readTable('Cenotaphs, newest first')
  expect(rows.map((row) => [row['Why it is malformed'], row.Block])).toEqual(
    results.map(({ flaw, place }) => [MEANINGS.get(flaw), grouped(place.block_height)]),
  )
  for (const [index, { burns }] of results.entries()) {
    for (const { rune, amount, is_new } of burns) {
      const burned = rows[index]?.Burned
      expect(burned).toContain(grouped(amount).slice(0, 8))
      expect(burned).toContain(rune.spaced_name)
      expect([burned, burned?.includes('new supply')]).toEqual([
        burned,
        burns.some((burn) => burn.is_new),
      ])
      expect([true, undefined]).toContain(is_new)
    }
  }
})

test('a cenotaph that only etched burned nothing', async () => {
  await visit('/cenotaphs?from=150&to=150', { data: demoData() })
  const [row] = await readTable('Cenotaphs, newest first')
  expect(row?.Burned).toMatch(/^nothing etched .*ETCHEDBYACENOTAPH$/)
})

test('the movements of a block can be narrowed to those of its cenotaphs', async () => {
  const data = demoData()
  const { client, navigate, reader, address } = await visit('/about', { data })
  const { place } = await findTransaction(client, ({ flaw }) => flaw !== undefined)
  const block = place.block_height
  const { cenotaphs, movements } = await client.get('blockDetails', { block })
  await navigate(`/block/${block}?group=off`)
  await reader.click(await screen.findByRole('link', { name: `Cenotaphs ${cenotaphs}` }))
  expect(address()).toBe(`/block/${block}?group=off&cenotaphs=only`)
  const given = { block, cenotaphs: 'only', change: 'hide' } as const
  const { total, results } = await client.get('blockMovements', given)
  expect(total).toBeLessThan(movements)
  await waitFor(async () => {
    const rows = await readTable('Movements of the block')
    // Each row says it, also where several belong to one transaction.
    expect(rows.filter(({ Type }) => Type?.endsWith('Cenotaph'))).toHaveLength(results.length)
    expect(rows).toHaveLength(results.length)
  })
  await reader.click(screen.getByRole('link', { name: 'Remove the filter Cenotaphs only' }))
  expect(address()).toBe(`/block/${block}?group=off`)
  await screen.findByRole('link', { name: `Cenotaphs ${cenotaphs}` })
})

test('a group of a block says whether it is of cenotaphs, or how many of it are', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results: cenotaphs } = await client.get('cenotaphs', { limit: 60 })
  const heights = [...new Set(cenotaphs.map(({ place }) => place.block_height))]
  const seen = new Set<string>()
  for (const block of heights) {
    const { results } = await client.get('blockGroups', { block, change: 'hide', limit: 25 })
    const marks = results.map(({ movements, in_cenotaphs: count }) => {
      if (count === 0) return ''
      return count === movements ? 'Cenotaph' : `${count} of ${movements} in cenotaphs`
    })
    const kinds = results.map(({ type }, index) => `${type} ${marks[index]?.replace(/\d+/g, 'n')}`)
    if (kinds.every((kind) => seen.has(kind))) continue
    for (const kind of kinds) seen.add(kind)
    await navigate(`/block/${block}?group=on`)
    await findHeading(grouped(block))
    const rows = await readTable('Movements of the block, grouped')
    expect(rows.map(({ Type }) => Type?.replace(/^.*, list them/, ''))).toEqual(marks)
    for (const { Type, To } of rows) {
      if (Type === 'Mint, list themCenotaph') expect(To).toBe('no holder')
    }
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['burn ', 'burn n of n in cenotaphs', 'burn Cenotaph', 'mint Cenotaph']),
  )
})

test('a group of burns says of new units what the rows of its list say', async () => {
  const { client, navigate } = await visit('/about', { data: demoData() })
  const { results: cenotaphs } = await client.get('cenotaphs', { limit: 60 })
  const seen = new Set<string>()
  for (const { place, burns } of cenotaphs) {
    const rune = burns.find((burn) => burn.is_new)?.rune.spaced_name
    if (rune === undefined) continue
    const filters = `rune=${encodeURIComponent(rune)}&type=burn`
    await navigate(`/block/${place.block_height}?group=on&${filters}`)
    await findHeading(grouped(place.block_height))
    const [row] = await readTable('Movements of the block, grouped')
    await navigate(`/block/${place.block_height}?group=off&${filters}`)
    const alike = await readTable('Movements of the block')
    const count = alike.filter(({ From }) => From === 'new supply').length
    const givers = count === alike.length ? '' : `.+ and ×${count} `
    expect(row?.From).toMatch(new RegExp(`^${givers}new supply$`))
    seen.add(`${count} of ${alike.length}`)
  }
  expect([...seen]).toEqual(expect.arrayContaining(['1 of 1', '1 of 2', '1 of 3']))
})

test('a block without cenotaphs has no such filter', async () => {
  await visit('/block/840006?group=off')
  await readTable('Movements of the block')
  const filters = within(screen.getByRole('navigation', { name: 'Filter by type' }))
  filters.getByRole('link', { name: /^Mints/ })
  expect(filters.queryByRole('link', { name: /Cenotaphs/ })).toBeNull()
})

test('a cenotaph leads to all cenotaphs', async () => {
  const { client, navigate, reader } = await visit('/about', { data: demoData() })
  const { place } = await findTransaction(client, ({ flaw }) => flaw !== undefined)
  await navigate(`/tx/${place.tx_id}`)
  await reader.click(await screen.findByRole('link', { name: 'All cenotaphs' }))
  await findHeading('Cenotaphs')
})
