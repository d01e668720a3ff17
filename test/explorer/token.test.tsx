import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/contract/json.ts'
import { LONGCOIN, SAMPLE, SBTC } from '../support/bundledIds.ts'
import { findHeading, grouped, readFact, shows, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { startModifiedService } from '../support/startModifiedService.ts'

/** It has no document. */
const LOCALIZED = `${SAMPLE}-localized`

const details = async () => within(await screen.findByRole('region', { name: 'Details' }))

/** The values of a fact, with their sources. */
async function readDetail(name: string): Promise<string[]> {
  const terms = await (await details()).findAllByRole('term')
  const term = terms.find((it) => textOf(it) === name)
  return [...(term?.parentElement?.querySelectorAll('dd') ?? [])].map(textOf)
}

test('a supply above 2^53 has all its digits', async () => {
  const { client } = await visit(`/token/${LONGCOIN}`)
  const { total_supply = '', symbol, name } = await client.get('token', { principal: LONGCOIN })
  await findHeading(name)
  expect(BigInt(total_supply)).toBeGreaterThan(2n ** 53n)
  const supply = `${total_supply.slice(0, -6)}.${total_supply.slice(-6)}`
  expect(await readFact('Supply')).toBe(`${grouped(supply)}888.8 billion`)
  expect(document.title).toBe(`${name} (${symbol}) · SIP-010 token · Cairn`)
})

test('a token is not counted among those that have its symbol too', async () => {
  await visit(`/token/${LONGCOIN}`)
  expect(await readFact('Same symbol')).toBe('1 other tokensee below')
  await shows('LONG · 2 tokens use this symbol')
  expect(await readDetail('Name')).toEqual(['LONGcoinchain and metadata'])
})

test('a number of decimals with which no unit can exist is explained', async () => {
  await visit('/token/SP3V5E10PAR6BJQTC8S5ECX9JKVKR36DMQTD02SVQ.unity-hub')
  expect(await readFact('Decimals')).toBe('100,000no whole unit can exist')
})

test('each fact stands once, with its source', async () => {
  const { client } = await visit(`/token/${LOCALIZED}`)
  const token = await client.get('token', { principal: LOCALIZED })
  expect(await readDetail('Name')).toEqual([
    `${token.name}on chain`,
    `${token.metadata?.name}metadata`,
  ])
  expect(await readDetail('Symbol')).toEqual([`${token.symbol}on chain`])
  expect(await readDetail('Standard')).toEqual(['SIP-016metadata'])
  expect(await readDetail('license')).toEqual(['CC0-1.0metadata'])
})

test.each([
  [{ tx_id: 'ab'.repeat(32), timestamp: 1_730_000_000 }, 'Stacks block 4,620,776, 27 Oct 2024'],
  [{ tx_id: 'ab'.repeat(32) }, 'Stacks block 4,620,776'],
  [{}, 'Stacks block 4,620,776. The Stacks node of this service lacks the transaction.'],
])('the deployment is a fact: %o', async (deployment, text) => {
  const fields = { deployment: { block_height: 4_620_776, ...deployment } }
  const path = `/explorer/v1/tokens/${LONGCOIN}`
  const origin = await startModifiedService({ path, fields })
  await visit(`/token/${LONGCOIN}`, { origin })
  await waitFor(async () => expect(await readDetail('Deployed')).toEqual([`${text}on chain`]))
})

describe('the metadata file', () => {
  const uri = 'https://files.example/longcoin.json'
  const open = async (principal: string, fields: JsonObject) => {
    const path = `/explorer/v1/tokens/${principal}`
    const origin = await startModifiedService({ path, fields })
    await visit(`/token/${principal}`, { origin })
  }
  const visitWith = async (principal: string, document: JsonObject) => {
    await open(principal, { document })
    return screen.findByRole('region', { name: 'Metadata' })
  }

  test.each([
    [uri, 'files.example'],
    ['ipfs://bafybeigdyrzt/1.json', 'IPFS'],
    ['ar://abc', 'Arweave'],
    ['\u202e<b>', 'U+202E<b>'],
  ])('that waits is said to: %s', async (address, host) => {
    const region = await visitWith(SBTC, { state: 'waiting', uri: address, next_at: 5 })
    expect(region).toHaveTextContent(`Waiting for the metadata file from ${host}`)
    expect(region).toHaveAttribute('aria-busy', 'true')
  })

  test('that moved is waited for beside the old one', async () => {
    const region = await visitWith(LOCALIZED, { state: 'waiting', uri, read_at: 1_730_000_000 })
    expect(region).toHaveTextContent('Waiting for the new metadata file from files.example')
    expect(screen.getByRole('region', { name: 'Attributes' })).toBeVisible()
  })

  test('that failed has a sentence, beside the one that was read before with its age', async () => {
    const region = await visitWith(LOCALIZED, {
      state: 'failed',
      uri,
      problem: 'The host responded with status 404.',
      read_at: 1_730_000_000,
      next_at: 1_730_086_400,
    })
    expect(region).toHaveTextContent(
      'The metadata file was not read from files.example. The host responded with status 404.',
    )
    expect(region).toHaveTextContent(
      /What is shown was read 27 Oct 2024.*Cairn tries again on 28 Oct 2024\./,
    )
    expect(screen.getByRole('region', { name: 'Attributes' })).toBeVisible()
  })

  test.each([{ state: 'read', uri, read_at: 5 }, { state: 'none' }])(
    'has no notice otherwise: %o',
    async (document) => {
      await open(LONGCOIN, { document, deployment: { block_height: 4_620_776 } })
      // The response has arrived.
      await waitFor(async () => expect(await readDetail('Deployed')).toHaveLength(1))
      expect(screen.queryByRole('region', { name: 'Metadata' })).toBeNull()
    },
  )
})

test('a difference between the contract and the metadata is named in the header', async () => {
  const { reader } = await visit(`/token/${LOCALIZED}`)
  await reader.click(await screen.findByRole('button', { name: '1 difference' }))
  const title = 'The contract and the metadata disagree'
  expect(screen.getByRole('group', { name: title })).toHaveTextContent('a different name')
})

test('attributes have the form of their type, and other values that of JSON', async () => {
  await visit(`/token/${LOCALIZED}`)
  const attributes = within(await screen.findByRole('region', { name: 'Attributes' }))
  const read = (name: string) =>
    textOf(attributes.getByText(name).closest('div')?.querySelector('dd') ?? document.body)
  expect(read('Material')).toBe('Granite')
  expect(read('Stones')).toBe('7 of 9')
  expect(read('First placed')).toBe('20 Apr 2024')
  expect(read('Stability')).toBe('+40 of 100')
  expect(read('Lichen cover')).toBe('+12.5%')
  expect(read('Large integer')).toBe('9,007,199,254,740,993,000,000,001')
  expect(read('Boolean')).toBe('true')
  expect(read('Null')).toBe('null')
  expect(read('List')).toBe('granite, slate, basalt')
  expect(read('Unknown display type')).toBe('12 of 400')
  expect(read('no name')).toBe('a value without a trait type')
})

test('the language menu lists the languages in their own words, and a choice is in the URL', async () => {
  const { client, reader, address } = await visit(`/token/${LOCALIZED}`)
  await reader.click(await screen.findByRole('button', { name: 'English' }))
  const menu = within(screen.getByRole('navigation', { name: 'Language' }))
  expect(menu.getAllByRole('link').map(textOf)).toEqual([
    'English default',
    'DeutschGerman',
    'português (Brasil)Brazilian Portuguese',
    '日本語Japanese',
    'العربيةArabic',
  ])
  await reader.click(menu.getByRole('link', { name: /Deutsch/ }))
  expect(address()).toBe(`/token/${LOCALIZED}?locale=de`)
  const { metadata } = await client.get('token', { principal: LOCALIZED, locale: 'de' })
  const description = await screen.findByText(metadata?.description ?? '')
  expect(description).toHaveAttribute('lang', 'de')
  expect(await readDetail('Translated name')).toEqual([`${metadata?.name}metadata`])
})

test('the language menu of a token that lists no languages says so', async () => {
  const { reader } = await visit(`/token/${LONGCOIN}`)
  await reader.click(await screen.findByRole('button', { name: 'Default language' }))
  await shows('This token lists no other languages. You can try one:')
})

test('a language that is read from right to left is shown so', async () => {
  const { client } = await visit(`/token/${LOCALIZED}?locale=ar`)
  const { metadata } = await client.get('token', { principal: LOCALIZED, locale: 'ar' })
  await waitFor(() =>
    expect(screen.getByText(metadata?.description ?? '')).toHaveAttribute('dir', 'rtl'),
  )
})

test('a language that the menu does not list can be typed, and one that is missing is said to be', async () => {
  const { reader, address } = await visit(`/token/${LOCALIZED}`)
  await reader.click(await screen.findByRole('button', { name: 'English' }))
  await reader.type(screen.getByRole('textbox', { name: 'Other' }), 'fr')
  await reader.click(screen.getByRole('button', { name: 'Show' }))
  expect(address()).toBe(`/token/${LOCALIZED}?locale=fr`)
  await screen.findByRole('heading', { name: 'No metadata in “French”' })
  // The default one is shown meanwhile.
  await screen.findByRole('region', { name: 'Attributes' })
  await reader.click(screen.getByRole('link', { name: 'Show the default language' }))
  expect(address()).toBe(`/token/${LOCALIZED}`)
})

/** A token whose document has these fields. */
async function visitWithDocument(metadata: JsonObject, fields: JsonObject = {}) {
  const modified = { description: null, ...fields, metadata: { sip: 16, ...metadata } }
  const origin = await startModifiedService({ path: '/metadata/v1/ft/', fields: modified })
  return visit(`/token/${LONGCOIN}`, { origin })
}

test('a document written like a JSON schema is read: its descriptions are the values', async () => {
  await visitWithDocument({
    properties: {
      name: { type: 'string', description: 'parkplanb' },
      description: { type: 'string', description: 'Great New Token' },
      image: { type: 'string', description: 'http://s3.example/8eb7.png' },
      homepage: { type: 'string', description: 'https://your.homepage.example' },
    },
  })
  const description = await screen.findByRole('region', { name: 'Description' })
  expect(description).toHaveTextContent('Great New Token')
  const [image] = await readDetail('Image')
  expect(image).toMatch(/^s3\.example\/8eb7\.png/)
  const [homepage] = await readDetail('homepage')
  expect(homepage).toMatch(/^your\.homepage\.example/)
  expect(document.title).toMatch(/^LONGcoin/)
})

test('a template of translations is a text, not a link to an address that does not exist', async () => {
  const uri = 'https://translations.of.a.token.example/documents/{locale}.json'
  await visitWithDocument({ localization: { uri, default: 'en', locales: ['en', 'de'] } })
  const text = await screen.findByTitle(uri)
  expect(text).toHaveTextContent(uri)
  expect(text.closest('a')).toBeNull()
  expect(document.querySelector('a[href*="%7B"]')).toBeNull()
})

test.each([
  ['ipfs', `ipfs://${'bafkreiexrmubtmt4aruefni24np7mfffglfogecbftnxe3occkrwexoqve'}/1.json`],
  ['data', `data:application/json;base64,${'eyJhIjoxfQ'.repeat(20)}`],
])('of an address with %s that is too long to show, the whole can be copied', async (_, uri) => {
  const { reader } = await visitWithDocument({}, { token_uri: uri })
  await readDetail('Metadata file')
  const terms = screen.getAllByRole('term').find((term) => textOf(term) === 'Metadata file')
  await reader.click(
    within(terms?.parentElement ?? document.body).getByRole('button', { name: 'Copy address' }),
  )
  expect(await navigator.clipboard.readText()).toBe(uri)
})

test('right-to-left texts are isolated in the title and the description of the page', async () => {
  const origin = await startModifiedService({
    path: '/metadata/v1/ft/',
    fields: {
      name: '\u202eCTB evoli\u202c',
      symbol: 'אב',
      decimals: 2,
      total_supply: '500',
      metadata: { sip: 16, description: 'مرحبا \u2069100 STX' },
    },
  })
  await visit(`/token/${LONGCOIN}`, { origin })
  await details()
  const description = document.querySelector('meta[property="og:description"]')
  expect(description).toHaveAttribute(
    'content',
    'Supply 5 \u2068אב\u2069. \u2068مرحبا U+2069100 STX\u2069',
  )
  expect(document.title).toMatch(/^U\+202ECTB evoliU\+202C \(\u2068אב\u2069\) ·/)
})

test('two descriptions that differ are both shown', async () => {
  await visitWithDocument({ description: 'The one' }, { description: 'The other' })
  const differing = (await details()).getAllByRole('term')
  const term = differing.find((it) => it.textContent?.startsWith('Description'))
  expect([...(term?.parentElement?.querySelectorAll('dd') ?? [])].map(textOf)).toEqual([
    'The othertoken API',
    'The onemetadata',
  ])
})

test.each([
  ['ВТС', 'only Cyrillic letters, which look like Latin ones'],
  ['Βitcoin', 'letters of several scripts in a word: Latin, Greek Β (U+0392)'],
])('the symbol %s has a warning', async (symbol, words) => {
  const origin = await startModifiedService({ path: '/metadata/v1/ft/', fields: { symbol } })
  const { reader } = await visit(`/token/${LONGCOIN}`, { origin })
  const [warning] = await screen.findAllByRole('button', { name: 'Look-alike letters' })
  await reader.click(warning ?? document.body)
  const title = 'Its letters may not be what they seem'
  expect(screen.getByRole('group', { name: title })).toHaveTextContent(words)
})

test.each(['Биткоин Bitcoin', 'ビットコイン漢字かなBTC', 'Ünïcode 🚀', 'Ελλάδα', 'حجر 石'])(
  'the name %s has none',
  async (name) => {
    const origin = await startModifiedService({ path: '/metadata/v1/ft/', fields: { name } })
    await visit(`/token/${LONGCOIN}`, { origin })
    await findHeading(new RegExp(name))
    expect(screen.queryByRole('button', { name: 'Look-alike letters' })).toBeNull()
  },
)

test.each([
  ['in-progress', 'Metadata is still being fetched'],
  ['token-error', 'This token cannot be read'],
  ['no-token', 'No token in this contract'],
])('the sample %s says what is the matter', async (name, title) => {
  await visit(`/token/${SAMPLE}-${name}`)
  await screen.findByRole('heading', { name: title })
  await screen.findByRole('button', { name: 'Sample' })
})

test('a contract that nobody knows is told from a mistyped address', async () => {
  const [address = ''] = LONGCOIN.split('.')
  const { navigate } = await visit(`/token/${address}.nothing`)
  await screen.findByRole('heading', { name: 'Contract not found' })
  const mistyped = address.replace(/.$/, (last) => (last === 'Z' ? 'Y' : 'Z'))
  await navigate(`/token/${mistyped === address ? `${address.slice(0, -1)}A` : mistyped}.nothing`)
  await screen.findByRole('heading', { name: /checksum is wrong/ })
})
