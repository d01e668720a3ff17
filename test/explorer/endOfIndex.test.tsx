// What changes with each block, and what is computed from a part, in an index that begins late and ended long ago.
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ADDRESS, TX } from '../support/bundledIds.ts'
import { createShortChain } from '../support/indexFollower.ts'
import { readFact, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { followNode } from '../support/servedData.ts'

const END = 'at block 840,007'

test('an unspent output was unspent at the newest block', async () => {
  const { client, navigate } = await visit('/about')
  const { results } = await client.get('addressOutputs', { address: ADDRESS, limit: 1 })
  await navigate(`/output/${results[0]?.output}`)
  await shows(`unspent ${END}`)
})

test('a rune could be minted at the newest block, and its day ends there', async () => {
  const { client, navigate } = await visit('/about')
  const { results } = await client.get('runes', { mint: 'mintable', order_by: 'holders', limit: 5 })
  const rune = results.find(({ is_older }) => is_older !== true)
  await navigate(`/rune/${rune?.id}`)
  await shows(`Mintable ${END}`)
  expect(await readFact('Movements, 24 h to 840,007')).toBe(String(rune?.day_movements))
  await navigate('/runes')
  const [row] = await readTable('Runes')
  expect(row).toHaveProperty('Movements, 24 h to 840,007')
})

test('a name whose lock has ended since may be taken', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 1) })
  onTestFinished(() => void vi.useRealTimers())
  const { navigate } = await visit('/names?name=QWERTYUIOPA')
  await shows(/QWERTYUIOPA has been unlocked since about \w+ 2024/)
  await shows('it cannot see whether the name is taken')
  await navigate('/names?name=QWE')
  await shows(/QWE is locked until block [\d,]+ \(about \w+ 20\d\d\)/)
})

test('of a rune that is older than the index, nothing is computed from its part', async () => {
  const { client, navigate } = await visit('/rune/1:0?view=holders')
  const [row] = await readTable('Holders of the rune, largest balance first')
  expect(Object.keys(row ?? {})).toEqual(['Address', 'Balance since 840,002', 'Last received'])
  expect(screen.queryByText(/largest holder/)).toBeNull()
  expect(within(screen.getByRole('main')).queryByText('Supply since 840,002')).toBeNull()
  const holders = await client.get('runeHolders', { rune: '1:0', limit: 1 })
  expect(holders.concentration).toEqual([])
  expect(holders.results[0]).not.toHaveProperty('rank')
  expect(holders.results[0]).not.toHaveProperty('share')
  await navigate('/runes?name=UNCOMMON')
  const [listed] = await readTable('Runes')
  expect(listed?.Rune).toBe('⧉UNCOMMON•GOODSsince 840,002')
  expect(listed?.Supply ?? '').toBe('')
})

test.each([
  ['/', 'In these 6 blocks'],
  ['/blocks', 'Blocks'],
  [`/address/${ADDRESS}`, 'Address'],
  [`/output/${TX}:0`, 'Output 0 of'],
  [`/tx/${TX}`, 'PEPE•IS•BITCOIN was etched'],
])('%s says which runes the index knows', async (path, heading) => {
  await visit(path)
  await shows(new RegExp(`${heading}.*Only runes etched since 840,002, and UNCOMMON•GOODS`))
})

test('what is said of an address is said of the runes that the index knows', async () => {
  const { client, navigate } = await visit('/about')
  const { results } = await client.get('runeHolders', { rune: '1:0', limit: 1 })
  const holder = results[0]?.address ?? ''
  await navigate(`/address/${holder}`)
  const [balance] = await readTable('Balances of the address')
  expect(balance?.Rune).toContain('UNCOMMON•GOODSsince 840,002')
  expect(await readFact('First movement since 840,002')).toContain('20 Apr 2024')
  expect(document.querySelector('meta[name=description]')).toHaveAttribute(
    'content',
    expect.stringMatching(/^Of runes etched since 840,002, and UNCOMMON•GOODS: at block 840,007/),
  )
})

test('the search says of an address what the index knows', async () => {
  await visit('/search?q=bc1p00')
  await shows(/holds \d+ runes? that this index knows/)
})

test('a block before the index is no link', async () => {
  const { client, navigate } = await visit('/about')
  const { mint_start } = await client.get('runeDetails', { rune: '1:0' })
  expect(mint_start).toBe(840_000)
  await navigate('/rune/1:0?view=details')
  await screen.findByText('From block')
  expect(screen.queryByRole('link', { name: /block 840,000/ })).toBeNull()
})

test('the date of a far block is as exact as can be known', async () => {
  await visit('/names?name=A')
  await shows(/A is locked until block [\d,]+ \(about \w+ 20\d\d\)/)
})

test('the description of a block says of which runes it speaks', async () => {
  await visit('/block/840005')
  await screen.findByRole('heading', { name: '840,005' })
  const description = document.querySelector('meta[name=description]')
  expect(description).toHaveAttribute(
    'content',
    expect.stringMatching(
      /^Of runes etched since 840,002, and UNCOMMON•GOODS: [\d,]+ of [\d,]+ movements are (mints )?of /,
    ),
  )
})

test('a transaction that the index does not have may have moved older runes', async () => {
  await visit(`/tx/${'0'.repeat(64)}`)
  await shows(
    'It moved no runes that this index knows; those etched before 840,002, and blocks after 840,007, are not in it.',
  )
})

test('pages of tokens have the date of the tokens', async () => {
  await visit('/tokens')
  await screen.findByRole('link', { name: /^Tokens · \w+ 2026$/ })
})

test('a live index says nothing of it', async () => {
  const node = createShortChain()
  const data = await followNode(node)
  const { client, navigate } = await visit('/about', { data })
  const { results } = await client.get('runes', { limit: 1 })
  await navigate(`/rune/${results[0]?.id}`)
  await readFact('Movements, 24 h')
  expect(screen.getByRole('main')).not.toHaveTextContent('at block')
  await navigate('/names?name=FREEFREEFREEFREE')
  await shows('FREEFREEFREEFREE is free and can be etched now')
})
