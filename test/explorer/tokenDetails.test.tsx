import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { snapshotLines } from '../support/snapshot.ts'
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

test('other tokens with the same symbol are counted at the top and listed with links', async () => {
  const principals = snapshotLines('tokens')
    .filter(({ token }) => token.symbol?.toLowerCase() === 'sbtc')
    .map(({ principal }) => principal)
  expect(principals).toHaveLength(28)
  await renderAt(`/token/${principals[0]}`, await startService())
  const count = await screen.findByRole('link', {
    name: /^28 other tokens use this symbol or name: compare/,
  })
  expect(count).toHaveAttribute('href', '#namesakes')
  const namesakes = within(await region('Same symbol or name'))
  const text = (await region('Same symbol or name')).textContent ?? ''
  expect(text).toContain('28 other tokens use this symbol or name.')
  expect(text).toContain('The order does not show which one is genuine.')
  expect(text).toMatch(/Compare the contract address with the one that the project publishes/)
  const links = await namesakes.findAllByRole('link')
  expect(links.length).toBeGreaterThan(20)
  expect(links.map((link) => link.getAttribute('href'))).toContain('/tokens?symbol=sBTC')
  const hrefs = links.map((link) => link.getAttribute('href') ?? '')
  const tokens = hrefs.filter((href) => href.startsWith('/token/'))
  expect(tokens).not.toContain(`/token/${principals[0]}`)
  expect(principals.map((principal) => `/token/${principal}`)).toContain(tokens[0])
  expect(namesakes.getByText(/Cairn cannot vouch for any of them/)).toBeVisible()
  expect(namesakes.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Metadata from', 'Deployment transaction']),
  )
  const cells = namesakes.getAllByRole('row')[1]
  expect(cells).toHaveTextContent('this token')
})

test('other capitals and a cut address are marked in the comparison', async () => {
  const origin = await startModifiedService({
    changeBody: (body) =>
      body.symbol?.results === undefined
        ? body
        : {
            total: 1,
            symbol: { total: 1, results: [{ ...TWIN, name: 'longCOIN', symbol: 'long' }] },
            name: { total: 1, results: [{ ...ON_ARWEAVE, name: 'longCOIN', symbol: 'L' }] },
          },
  })
  await renderAt(`/token/${LONGCOIN}`, origin)
  const comparison = await region('Same symbol or name')
  expect(comparison).toHaveTextContent('same name and symbol, different capitals')
  expect(comparison).toHaveTextContent('IPFSnot stored by this service')
  expect(comparison).toHaveTextContent(`${ON_ARWEAVE.token_uri.slice(0, 40)}…not stored`)
})

const TWIN = {
  principal: `${LONGCOIN}-twin`,
  token_uri: 'ipfs://ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  has_document: false,
}

const ON_ARWEAVE = {
  principal: `${LONGCOIN}-on-arweave`,
  token_uri: `ar://${'a'.repeat(43)}/metadata.json`,
  has_document: false,
}

test('without a directory the page does not mention other tokens', async () => {
  const origin = await startModifiedService({
    changeBody: (body) => (typeof body.symbol === 'string' ? body : {}),
  })
  await renderAt(`/token/${LONGCOIN}`, origin)
  await screen.findByText('Asset identifier')
  expect(screen.queryByText(/other tokens? use/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
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

test('mixed scripts in a symbol are reported with their code points', async () => {
  await renderAt(`/token/${ST}.cairn-sample-hostile`, await startService())
  await shows('mixed scripts: Latin, Cyrillic А (U+0410)')
})

test.each([
  ['ВТС', 'Cyrillic letters that look like Latin ones'],
  ['Βitcoin', 'mixed scripts: Latin, Greek Β (U+0392)'],
])('the misleading symbol %s is reported', async (symbol, words) => {
  await renderAt(`/token/${LONGCOIN}`, await startWith({ symbol }))
  await shows(words)
})

test.each(['Биткоин Bitcoin', 'ビットコイン漢字かなBTC', 'Ünïcode 🚀', 'Ελλάδα', 'حجر 石'])(
  'the name %s is not reported as misleading',
  async (name) => {
    await renderAt(`/token/${LONGCOIN}`, await startWith({ name }))
    await screen.findByRole('heading', { level: 1, name: new RegExp(name) })
    expect(screen.queryByText(/letters/)).toBeNull()
  },
)

test.each(['', ' '])(
  'an attribute with the display type "%s" shows only its name',
  async (type) => {
    const attributes = [{ trait_type: 'powers', display_type: type, value: 'flight' }]
    await renderAt(`/token/${LONGCOIN}`, await startWith({ metadata: { sip: 16, attributes } }))
    const name = await within(await region('Attributes')).findByText('powers')
    expect(name.closest('dt')).toHaveTextContent(/^powers$/)
  },
)

test('the text direction of property and attribute names is isolated', async () => {
  const key = 'مفتاح'
  const metadata = {
    sip: 16,
    attributes: [{ trait_type: key, display_type: key, value: { [key]: key } }],
    properties: { [key]: { [key]: [{ [key]: 1 }] } },
  }
  await renderAt(`/token/${LONGCOIN}`, await startWith({ metadata }))
  await region('Properties')
  await userEvent.click(screen.getByText('Raw response'))
  await region('Response as JSON')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let found = 0
  while (texts.nextNode()) {
    if (!texts.currentNode.textContent?.includes(key)) continue
    found += 1
    expect(texts.currentNode.parentElement?.closest('bdi')).not.toBeNull()
  }
  expect(found).toBeGreaterThan(10)
})

test('the raw response can be searched by keyboard and copied with its request', async () => {
  await renderAt(`/token/${SAMPLE}`, await startService())
  const user = userEvent.setup()
  await user.click(await screen.findByText('Raw response'))
  const path = `/metadata/v1/ft/${SAMPLE}`
  expect(await screen.findByText(/^curl -H/)).toHaveTextContent(path)
  expect(
    screen.getByRole('link', { name: new RegExp(`${SAMPLE}$`) }).getAttribute('href'),
  ).toContain(path)

  const search = await screen.findByRole('searchbox', { name: 'Search in the response' })
  await user.type(search, 'TRAIT_TYPE')
  await screen.findByText('1 of 11')
  await user.keyboard('{Enter}')
  await screen.findByText('2 of 11')
  await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}')
  await screen.findByText('11 of 11')
  await shows('Match 11 of 11')
  expect(document.querySelectorAll('mark')).toHaveLength(11)
  await user.clear(search)
  await user.type(search, '[[nowhere')
  await screen.findByText('No matches')

  await user.click(screen.getByRole('button', { name: 'Copy the response' }))
  const copied = await navigator.clipboard.readText()
  expect(copied).toContain('"value": 9007199254740993000000001')
  expect(JSON.parse(copied)).toEqual(await (await fetch(`${await startService()}${path}`)).json())
})

test('invisible characters are escaped in the raw response', async () => {
  await renderAt(`/token/${ST}.cairn-sample-hostile`, await startService())
  await userEvent.click(await screen.findByText('Raw response'))
  expect(await region('Response as JSON')).toHaveTextContent(
    '\\u202etxet desrever\\u202c \\u200bhidden',
  )
})
