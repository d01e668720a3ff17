import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { etchNames } from '../support/etchNames.ts'
import { readTable, shows, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData, indexNode } from '../support/servedData.ts'

test('a rune names those that look like it, with what differs marked and their holders', async () => {
  const { client } = await visit('/rune/GOLDEN•RETRIEVER', { data: demoData() })
  const line = await findLine()
  expect(line).toContain('2 names differ by one letter')
  const { results } = await client.get('runeLookAlikes', { rune: 'GOLDENRETRIEVER' })
  const [first, second] = results
  expect(line).toContain(
    `: 🐶 GOLDEN•RETRIEVERS with ${first?.holders} holders, 🦮 GOLDEN•RETREIVER with ${second?.holders} holders.`,
  )
  expect(markedLetters()).toEqual(['S', 'EI'])
})

test('a rune of which no other differs by one letter says nothing about it', async () => {
  await visit('/rune/TREASURY•OF•CAIRN', { data: demoData() })
  await screen.findByRole('link', { name: /^Holders/ })
  expect(screen.queryByText(/by one letter/)).toBeNull()
  expect(screen.queryByRole('link', { name: /^Names alike/ })).toBeNull()
})

test('all that look like it are a list, which says in words what differs, and that its order proves nothing', async () => {
  const { reader, client, address } = await visit('/rune/24:1', { data: demoData() })
  await reader.click(await screen.findByRole('link', { name: /^Names alike/ }))
  const rows = await readTable(/look alike/)
  const { results } = await client.get('runeLookAlikes', { rune: '24:1' })
  expect(rows).toEqual([
    expect.objectContaining({ 'What differs': 'S added', Holders: String(results[0]?.holders) }),
    expect.objectContaining({
      'What differs': 'EI in place of IE',
      Holders: String(results[1]?.holders),
    }),
  ])
  await shows('most holders come first, which is no sign of being genuine')
  await shows('check the id against the project’s own site')
  expect(markedLetters()).toEqual(['S', 'EI'])
  await reader.click(await screen.findByRole('link', { name: /^Compare ?with GOLDEN•RETRIEVERS/ }))
  expect(address()).toBe(`/compare?r=24:1,${results[0]?.rune.id}`)
})

test('of many, two are named, and the others are counted', async () => {
  const node = new SimulatedNode()
  etchNames(node, {
    DOGGOTOTHEMOON: 2,
    DOGGOTOTHEMOOM: 5,
    DOGOTOTHEMOON: 4,
    DOGGOTOTHEMOONS: 3,
    DOGGOTOTHEMOOOON: 1,
    DOGGOTOTHEMONO: 1,
  })
  const data = await indexNode(node)
  const { navigate } = await visit('/rune/DOGGOTOTHEMOON', { data })
  expect(await findLine()).toContain(
    'DOGGOTOTHEMOOM with 5 holders, ¤ DOGOTOTHEMOON with 4 holders and 2 more.',
  )
  // Where one is left out, no letter can be marked.
  expect(markedLetters()).toEqual(['M'])
  await navigate('/rune/DOGGOTOTHEMOON?view=look-alikes')
  const rows = await readTable(/look alike/)
  expect(rows.map((row) => row['What differs'])).toEqual([
    'M in place of N',
    'G left out',
    'S added',
    'NO in place of ON',
  ])
  // A rune that looks like one of these only.
  await navigate('/rune/DOGGOTOTHEMOOM')
  expect(await findLine()).toContain(
    '1 name differs by one letter: ¤ DOGGOTOTHEMOON with 2 holders.',
  )
})

test('the list of runes and the search mark names that look alike', async () => {
  const { navigate, reader } = await visit('/runes?name=GOLDEN', { data: demoData() })
  const rows = await readTable('Runes')
  expect(rows.map(({ Rune }) => Rune)).toEqual([
    expect.stringContaining('2 names alike'),
    expect.stringContaining('1 name alike'),
    expect.stringContaining('1 name alike'),
  ])
  const link = screen.getByRole('link', { name: '2 names alike' })
  expect(link).toHaveAttribute('href', '/rune/24:1?view=look-alikes')
  await navigate('/search?q=golden')
  const found = await screen.findByRole('link', { name: /RETRIEVER.*2 names alike/ })
  expect(found).toHaveAttribute('href', '/rune/24:1')
  const box = await screen.findByRole('combobox', { name: 'Search' })
  await reader.clear(box)
  await reader.type(box, 'treasury of')
  const option = await screen.findByRole('option', { name: /TREASURY•OF•CAIRN/ })
  expect(option).not.toHaveTextContent('alike')
  await reader.clear(box)
  await reader.type(box, 'golden')
  expect(await screen.findByRole('option', { name: /2 names alike/ })).toBeVisible()
})

async function findLine(): Promise<string> {
  const line = await screen.findByText(/^by one letter/)
  await expect.poll(() => textOf(line)).toMatch(/holders?\b/)
  return textOf(line)
}

/** The letters that differ. */
function markedLetters(): (string | null)[] {
  return [...document.querySelectorAll('main .bg-warn-soft.underline')].map(
    ({ textContent }) => textContent,
  )
}
