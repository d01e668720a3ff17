import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { grouped, readTable, shows, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { bundledData, demoData, followNode } from '../support/servedData.ts'

test.each([
  [demoData, 'FREEFREEFREEFREE', 'free', 'is free at block'],
  [bundledData, 'FREEFREEFREEFREE', 'unknown', 'is free in this index'],
  [bundledData, 'LAMBOLIFESTYLE', 'taken', 'is taken by LAMBO•LIFESTYLE'],
  [bundledData, 'ABC', 'locked', 'is locked until block'],
  [bundledData, 'AAAAAAAAAAAAAAAAAAAAAAAAAAA', 'reserved', 'is reserved'],
] as const)('with %o, the name %s is %s', async (open, name, expected, words) => {
  const { client, reader, address } = await visit('/names', { data: open() })
  await reader.type(await screen.findByLabelText('Name of a rune'), name)
  await reader.click(screen.getByRole('button', { name: 'Check' }))
  expect(address()).toBe(`/names?name=${name}`)
  const heading = await screen.findByRole('heading', { name: new RegExp(`^${name} ${words}`) })
  const answer = await client.get('nameStatus', { name })
  const { status, unlock_height, index_start, newest_block } = answer
  expect(status).toBe(expected)
  const said = {
    free: 'This index cannot see whether it was etched since.',
    taken: 'Spacers make no difference.',
    locked: `until block ${grouped(unlock_height)} (about`,
    reserved: 'Nobody can choose a name of 27 letters or more',
    unknown: `No rune here has it, and it is unlocked. Runes etched before block ${grouped(index_start)} or after block ${grouped(newest_block.block_height)} are not here`,
  }
  expect(heading.closest('section')).toHaveTextContent(said[expected])
})

test('spacers make no difference', async () => {
  await visit(`/names?${new URLSearchParams({ name: 'lambo•life•style' })}`)
  await screen.findByRole('heading', { name: /^LAMBO•LIFE•STYLE is taken/ })
  expect(screen.getByRole('link', { name: /LAMBO•LIFESTYLE/ })).toHaveAttribute(
    'href',
    '/rune/840002:304',
  )
})

test('the answer about a name says which runes it differs from by one letter', async () => {
  await visit('/names?name=GOLDEN•RETREEVER', { data: demoData() })
  await screen.findByRole('heading', { name: /^GOLDEN•RETREEVER is free/ })
  const answer = screen.getByText(/^It differs by one letter from/)
  expect(within(answer).getAllByRole('link').map(textOf)).toEqual([
    '🐕 GOLDEN•RETRIEVER',
    '🦮 GOLDEN•RETREIVER',
  ])
})

test('what cannot be a name is said to be none', async () => {
  await visit('/names?name=ABC-1')
  await screen.findByRole('heading', { name: '“ABC-1” is not a name of a rune' })
})

test('the table says from which block on names of each length can be etched', async () => {
  const { client } = await visit('/names')
  const { unlocks } = await client.get('nameUnlocks', {})
  await shows(/could etch names of 13 to 26 letters, .* Longer names are reserved\./)
  const rows = await readTable('From which block names of a length can be etched')
  const starting = (text: string) => expect.stringMatching(new RegExp(`^${text} ?\\(`))
  expect(rows).toHaveLength(12)
  expect(rows[0]).toEqual({
    Letters: '12',
    'First name': 'since block 840,000',
    'All names': starting('857,499'),
  })
  expect(rows.slice(1)).toEqual(
    unlocks.slice(1).map(({ length, first_height, height }) => ({
      Letters: String(length),
      'First name': starting(grouped(first_height)),
      'All names': starting(grouped(height)),
    })),
  )
})

test('below an answer, the table begins with the length of the name', async () => {
  const { reader } = await visit('/names?name=ABC')
  await screen.findByRole('heading', { name: /^ABC is locked/ })
  const [own, all] = await screen.findAllByRole('table', { name: /names of a length/ })
  expect(own && within(own).getAllByRole('row')).toHaveLength(2)
  expect(own).toHaveTextContent(/All names3/)
  expect(all).not.toBeVisible()
  await reader.click(screen.getByText('All lengths'))
  expect(all).toBeVisible()
  expect(all && within(all).getAllByRole('row')).toHaveLength(13)
})

test('the page of a name that no rune has says at once that it is locked', async () => {
  const node = new SimulatedNode()
  node.mine()
  const { navigate } = await visit('/rune/MOOMOO', { data: await followNode(node) })
  const heading = await screen.findByRole('heading', {
    name: /^MOOMOO is locked until block 114,046/,
  })
  expect(heading.closest('section')).toHaveTextContent('114,045 blocks from now.')
  expect(screen.queryByText(/may be free/)).toBeNull()
  await navigate('/block/114046')
  await screen.findByRole('heading', { name: 'Block 114,046 is not mined yet' })
  await shows(/114,045 more blocks to go.*It unlocks the names from MONSMC to MOOSPA\./)
  await navigate('/block/999999')
  await shows(/more blocks to go/)
  expect(screen.queryByText(/It unlocks/)).toBeNull()
})
