import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { generateIndex } from '../support/generateIndex.ts'
import { indexDatabase } from '../support/indexDatabase.ts'
import { renderAt, shows } from '../support/renderAt.tsx'
import { createTestService, listen, startService } from '../support/startService.ts'

const OPEN_MINT = '999999999:10001'
const CAP_REACHED = '999999999:20001'
test('a rune shows its supply, its mint terms and its etching', async () => {
  await renderAt(`/rune/${OPEN_MINT}`, await startService())
  const supply = within(await screen.findByRole('region', { name: 'Current supply' }))
  expect(supply.getByText('973,630.71')).toBeVisible()
  expect(supply.queryByText(/^about/)).toBeNull()
  const minting = within(screen.getByRole('region', { name: /^Minting/ }))
  expect(minting.getByText('Mintable')).toBeVisible()
  expect(minting.getByText('Each mint creates 100. At most 1,000 mints.')).toBeVisible()
  expect(minting.getByRole('progressbar', { name: 'Mints used' })).toHaveValue(30)
  expect(minting.getByText('300 of 1,000 mints (30%)')).toBeVisible()
  const facts = within(screen.getByRole('region', { name: 'Facts' }))
  for (const [name, value] of [
    ['Premine', '1,000,000'],
    ['Minted', '30,000 in 300 mints'],
    ['Burned', '56,369.29 in 22 burns'],
    ['Decimals', '2'],
  ] as const) {
    expect(facts.getByText(name).nextSibling).toHaveTextContent(value)
  }
  const block = facts.getByRole('link', { name: 'block 999,999,999' })
  expect(block).toHaveAttribute('href', '/block/999999999')
  expect(facts.getByRole('link', { name: /^73aba0d5/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/tx\/73aba0d5/),
  )
  expect(screen.getByText('A sample made by Cairn')).toBeVisible()
})

test('a rune of a cenotaph says that it has no supply and why', async () => {
  const index = generateIndex(1)
  const origin = await startService({ databaseUrl: await indexDatabase(index.rows) })
  const rune = index.runes.find(({ spaced_name }) => spaced_name === 'SOME•CENOTAPH')
  const { navigate } = await renderAt(`/rune/${rune?.id}`, origin)
  const notice = await screen.findByRole('region', { name: 'Cenotaph' })
  expect(notice).toHaveTextContent('was malformed')
  expect(notice).toHaveTextContent('it can never be minted')
  await shows('This rune cannot be minted: it was etched in a cenotaph.')
  await navigate(`/rune/${index.runes[0]?.id}`)
  await shows('Mintable now')
})

test('the first rune says that the protocol defines it', async () => {
  const origin = await startWithRune({ id: '1:0', number: 0, location: { block_height: 840_000 } })
  await renderAt('/rune/1:0', origin)
  const facts = within(await screen.findByRole('region', { name: 'Facts' }))
  expect(facts.queryByText('Etched in')).toBeNull()
  expect(facts.getByText('Etching').nextSibling).toHaveTextContent(
    'none: the protocol itself defines this rune',
  )
})

test('the largest possible cap counts as none', async () => {
  const cap = String(2n ** 128n - 1n)
  const origin = await startWithRune({
    divisibility: 0,
    mint_terms: { ...NO_TERMS, amount: '1', cap, height_end: 1_050_000 },
  })
  await renderAt('/rune/840000:7', origin)
  await shows('Each mint creates 1. Mints are possible before block 1,050,000, without a cap.')
})

test('a rune whose mints are used up says so', async () => {
  await renderAt(`/rune/${CAP_REACHED}`, await startService())
  expect(await screen.findByText('Fully minted')).toBeVisible()
  await shows('Each mint creates 1,000. At most 400 mints, before block 1,000,000,999.')
})

const NO_TERMS = {
  amount: null,
  cap: null,
  height_start: null,
  height_end: null,
  offset_start: null,
  offset_end: null,
}

test.each([
  [{}, 'This rune cannot be minted: its etching has no mint terms.'],
  [{ amount: '5.00' }, 'Each mint creates 5. Minting has no cap, no start block and no end block.'],
  [{ cap: '0.01' }, 'A mint creates nothing, because the etching sets no amount. At most 1 mint.'],
  [
    { amount: '0.50', height_start: 840_100 },
    'Each mint creates 0.5. Mints are possible from block 840,100 on, without a cap.',
  ],
  [
    { amount: '1', cap: '10.00', height_end: 850_000, offset_start: 5, offset_end: 20_000 },
    'Each mint creates 1. At most 1,000 mints, from block 840,005 on, but before block 850,000.',
  ],
])('the mint terms %o are “%s”', async (terms, sentence) => {
  const origin = await startWithRune({ mint_terms: { ...NO_TERMS, ...terms } })
  await renderAt('/rune/840000:7', origin)
  await shows(sentence)
})

const SUPPLY = {
  current: '10.00',
  premine: '0.00',
  minted: '10.00',
  total_mints: '10',
  burned: '0.00',
  total_burns: '0',
  mint_percentage: '1.0000',
  mintable: false,
}

test.each([
  [{ offset_end: 100 }, 'Minting ended at block 840,100'],
  [{}, 'Not mintable now'],
])('a rune with the terms %o that cannot be minted says why', async (terms, state) => {
  const mint_terms = { ...NO_TERMS, amount: '1.00', cap: '10.00', ...terms }
  await renderAt('/rune/840000:7', await startWithRune({ mint_terms, supply: SUPPLY }))
  expect(await screen.findByText(state)).toBeVisible()
})

// The tip of the snapshot is 949,000. The retired API counts the end as a block with mints.
test.each([
  [{ height_end: 949_002 }, true, 'Mintable now'],
  [{ height_end: 949_001 }, true, 'Minting ends at block 949,001'],
  [{ height_end: 949_000 }, true, 'Minting ended at block 949,000'],
  [{ height_end: 948_999 }, false, 'Minting ended at block 948,999'],
  [{ height_start: 949_001 }, false, 'Minting starts at block 949,001'],
  [{ height_start: 949_000 }, true, 'Mintable now'],
  [{ amount: null, height_end: 950_000 }, false, 'Not mintable now'],
])('with the terms %o, mintable: %s, a rune says “%s”', async (terms, mintable, state) => {
  const mint_terms = { ...NO_TERMS, amount: '1.00', cap: '10.00', ...terms }
  const origin = await startWithRune({ mint_terms, supply: { ...SUPPLY, mintable } })
  await renderAt('/rune/840000:7', origin)
  expect(await screen.findByText(state)).toBeVisible()
})

const OPEN = { 'Access-Control-Allow-Origin': '*' }

/** Starts a service that has a rune 840000:7 with these fields. */
function startWithRune(fields: { id?: string; [field: string]: unknown }): Promise<string> {
  const service = createTestService({ pages: 'client-rendered' })
  const rune = {
    id: '840000:7',
    number: 7,
    name: 'TESTRUNE',
    spaced_name: 'TEST•RUNE',
    divisibility: 2,
    symbol: 'T',
    turbo: false,
    location: { block_height: 840_000, tx_index: 7 },
    ...fields,
  }
  return listen((request, env) =>
    request.url.endsWith(`/explorer/v1/runes/${rune.id}`)
      ? Response.json(rune, { headers: OPEN })
      : service.fetch(request, env),
  )
}
