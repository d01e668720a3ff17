import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { LONGCOIN } from '../support/snapshotIds.ts'
import { startModifiedService } from '../support/startModifiedService.ts'
import { startService } from '../support/startService.ts'

const ST = 'ST000000000000000000002AMW42H'
const SAMPLE = `${ST}.cairn-sample-localized`
const CORGI = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS.dex-corgi-lp-v1'

const region = (name: string) => screen.findByRole('region', { name })
const startWith = (fields: object) =>
  startModifiedService({ changeBody: (body) => ({ ...body, ...fields }) })

/** The entry `name` of the list in a region. */
async function factIn(regionName: string, name: string) {
  const inside = within(await region(regionName))
  return (await inside.findByText(name, { selector: 'dt' })).closest('div')
}

test('a name that differs between contract and metadata is reported', async () => {
  await renderAt(`/token/${CORGI}`, await startService())
  await shows('The contract and the metadata disagree on the name.')
  const name = await factIn('On-chain vs. metadata', 'Name')
  expect(name).toHaveTextContent(
    'On chainDEX-CORGI Liquidity PoolMetadatadex-corgi-lp-v1They differ.',
  )
})

test('if contract and metadata agree, one line says so', async () => {
  await renderAt(`/token/${LONGCOIN}`, await startService())
  await shows('The contract and the metadata agree where both give a value.')
})

test('only values of the contract count as on-chain', async () => {
  const origin = await startWith({
    description: 'From one document.',
    metadata: { sip: 16, description: 'From another.', image: 'https://images.example/1.png' },
  })
  await renderAt(`/token/${LONGCOIN}`, origin)
  for (const name of ['On-chain data', 'On-chain vs. metadata']) {
    const facts = within(await region(name)).getAllByRole('term')
    const names = facts.map(({ textContent }) => textContent)
    expect(
      names.filter((fact) => /description|image|thumbnail|canonical/i.test(`${fact}`)),
    ).toEqual([])
  }
})

test('a translated name does not count as a difference', async () => {
  await renderAt(`/token/${SAMPLE}?locale=de`, await startService())
  expect(await factIn('On-chain vs. metadata', 'Name')).toHaveTextContent('Waymark Stone (sample)')
})

test.each([
  ['1234500', 'the metadata is in the smallest unit'],
  ['12,345.00', 'the metadata is in whole units'],
  [12345, 'the metadata is in whole units'],
  ['54321', 'They differ, whether the metadata is in whole units or in the smallest unit.'],
  ['a lot', 'The value in the metadata is not a plain number.'],
])('metadata with supply %s for 12,345 with two decimals shows: %s', async (supply, words) => {
  const metadata = { sip: 16, properties: { total_supply: supply } }
  const origin = await startWith({ total_supply: '1234500', decimals: 2, metadata })
  await renderAt(`/token/${LONGCOIN}`, origin)
  expect(await factIn('On-chain vs. metadata', 'Total supply')).toHaveTextContent(words)
})

test('the supply is shown exactly, rounded and in the smallest unit, and exact values can be copied', async () => {
  await renderAt(`/token/${LONGCOIN}`, await startService())
  const supply = await region('Total supply')
  expect(supply).toHaveTextContent('888,888,888,888.888888 LONG')
  expect(supply).toHaveTextContent('about 888.9 billion')
  const user = userEvent.setup()
  for (const [label, exact] of [
    ['Copy total supply', '888888888888.888888'],
    ['Copy supply in the smallest unit', '888888888888888888'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: label }))
    expect(await navigator.clipboard.readText()).toBe(exact)
  }
})

const LARGEST = '340282366920938463463374607431768211455'

test.each([
  [
    { total_supply: LARGEST, decimals: 38 },
    ['3.40282366920938463463374607431768211455', 'at most 3 whole units'],
  ],
  [{ total_supply: LARGEST, decimals: 8 }, ['about 3.403 × 1030']],
  [{ total_supply: '5', decimals: -2 }, ['A negative number is invalid.']],
  [
    { total_supply: '5', decimals: 100_000 },
    ['100,000 decimals', 'not even one whole unit can exist'],
  ],
  [{ total_supply: '5', decimals: undefined }, ['The number of decimals is unknown']],
])('unusual decimals are explained: %o', async (fields, words) => {
  await renderAt(`/token/${LONGCOIN}`, await startWith(fields))
  const supply = await region('Total supply')
  for (const text of words) expect(supply).toHaveTextContent(text)
})

test('one decimal is written in the singular', async () => {
  await renderAt(`/token/${LONGCOIN}`, await startWith({ total_supply: '15', decimals: 1 }))
  expect(await region('Total supply')).toHaveTextContent('in the smallest unit, with 1 decimal')
  expect(await region('Total supply')).not.toHaveTextContent('decimals')
})

test.each(['', ' '])(
  'an attribute with the display type "%s" shows only its name',
  async (type) => {
    const attributes = [{ trait_type: 'powers', display_type: type, value: 'flight' }]
    await renderAt(`/token/${LONGCOIN}`, await startWith({ metadata: { sip: 16, attributes } }))
    const name = await within(await region('Attributes')).findByText('powers')
    expect(name.closest('dt')).toHaveTextContent(/^powers$/)
  },
)

test.each(['2021-06-15 noon UTC', '2024-13-45', 8_640_000_000_000_001, '99999999999999999999'])(
  'the date attribute %s, which is no date, is shown unchanged',
  async (value) => {
    const attributes = [{ trait_type: 'born', display_type: 'date', value }]
    await renderAt(`/token/${LONGCOIN}`, await startWith({ metadata: { sip: 16, attributes } }))
    const name = await within(await region('Attributes')).findByText('born')
    expect(name.closest('div')).toHaveTextContent(`born${value}`)
  },
)
