import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { AIRDROP, BLOCK_HASH, LONGCOIN } from '../support/snapshotIds.ts'
import { startService } from '../support/startService.ts'

const BITCOIN_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

test.each([
  [LONGCOIN, `/token/${LONGCOIN}`],
  [` ${LONGCOIN}::longcoin `, `/token/${LONGCOIN}`],
  [LONGCOIN.toLowerCase(), `/token/${LONGCOIN}`],
  [AIRDROP, `/tx/${AIRDROP}`],
  [`0x${AIRDROP.toUpperCase()}`, `/tx/${AIRDROP}`],
  [`${AIRDROP}:12`, `/tx/${AIRDROP}`],
  [BLOCK_HASH, `/block/${BLOCK_HASH}`],
  ['849250', '/block/849250'],
  ['849,250', '/block/849250'],
  ['849 250', '/block/849250'],
  ['8,49,250', '/block/849250'],
  ['#849250', '/block/849250'],
  [`mempool.example/tx/${AIRDROP}`, `/tx/${AIRDROP}`],
  ['840000:3', '/rune/840000:3'],
  [`https://mempool.example/tx/${AIRDROP}`, `/tx/${AIRDROP}`],
  ['https://mempool.example/block/849250', '/block/849250'],
  ['https://ordinals.com/rune/840000:3', '/rune/840000:3'],
  ['https://ordinals.com/rune/DOG•GO•TO•THE•MOON', '/rune/840000:3'],
  ['ordinals.com/rune/DOG%E2%80%A2GO%E2%80%A2TO%E2%80%A2THE%E2%80%A2MOON', '/rune/840000:3'],
  ['https://ordinals.com/rune/DOG●GO●TO●THE●MOON', '/rune/840000:3'],
  ['https://ordinals.com/rune/DOGGOTOTHEMOON', '/rune/840000:3'],
  ['https://ordinals.com/rune/3', '/rune/840000:3'],
  ['#3', '/rune/840000:3'],
  [BITCOIN_ADDRESS.toUpperCase(), `/address/${BITCOIN_ADDRESS}`],
  [`https://mempool.example/address/${BITCOIN_ADDRESS}`, `/address/${BITCOIN_ADDRESS}`],
  [
    'sp265wbwd4nh7tvpyqtvd23x3607nnk4484dtxqz3',
    '/address/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3',
  ],
  [`https://explorer.example/token/${LONGCOIN}?chain=mainnet`, `/token/${LONGCOIN}`],
])('searching for %s goes to %s', async (query, expected) => {
  const { address } = await renderAt('/', await startService())
  const box = await screen.findByRole('combobox', { name: /^Search/ })
  await userEvent.click(box)
  await userEvent.paste(query)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe(expected))
})

test('text that only resembles a height is searched for', async () => {
  const queries = [
    '24/7',
    'https://example.com/page/2',
    'http://192.168.100.200/page',
    '849,250.000',
  ]
  for (const query of queries) {
    await renderAt(`/search?q=${encodeURIComponent(query)}`, await startService())
    expect(await screen.findByText(/^No results for/)).toBeVisible()
    expect(screen.getByRole('combobox', { name: /^Search/ })).toHaveValue(query)
    cleanup()
  }
})

test('a search for a name lists the closest match first', async () => {
  const { address } = await renderAt('/search?q=sbtc', await startService())
  const results = await screen.findAllByRole('link', { name: /sbtc/i })
  expect(results[0]).toHaveTextContent(/^sbtc$/i)
  await userEvent.click((await screen.findAllByRole('link', { name: 'sBTC' }))[0] ?? document.body)
  await waitFor(() => expect(address()).toMatch(/^\/token\/S/))
})

test('a rune is found by its name with or without spacers', async () => {
  const origin = await startService()
  for (const query of ['dog go', 'dog']) {
    await renderAt(`/search?q=${encodeURIComponent(query)}`, origin)
    const [link] = await screen.findAllByRole('link', { name: 'DOG•GO•TO•THE•MOON' })
    expect(link).toHaveAttribute('href', '/rune/840000:3')
    cleanup()
  }
})

test.each(['portuguese', 'Português'])(
  'searching for %s finds the sample in that language',
  async (word) => {
    const { address } = await renderAt(`/search?q=${word}`, await startService())
    // It is the only match.
    await waitFor(() => expect(address()).toMatch(/cairn-sample-localized$/))
  },
)

test('confusable letters are marked in search results', async () => {
  await renderAt('/search?q=cairn-sample-hostile', await startService())
  await shows('mixed scripts: Latin, Cyrillic А (U+0410)')
})

test('a search without results is explained', async () => {
  await renderAt('/search?q=zzzz-nothing', await startService())
  expect(await screen.findByText(/^No results for/)).toBeVisible()
  expect(screen.getByText(/You can search for the following/)).toBeVisible()
  await shows('This service only has a snapshot with 178 runes and 3,661 tokens.')
})

test('search results can be paged through, and filtered by kind', async () => {
  const { address } = await renderAt('/search?q=dog', await startService())
  const kinds = within(await screen.findByRole('navigation', { name: 'Kinds of results' }))
  await userEvent.click(kinds.getByRole('link', { name: /^Runes/ }))
  await waitFor(() => expect(address()).toBe('/search?q=dog&kind=rune'))
  await shows('DOG•GO•TO•THE•MOON')
  expect(kinds.getByRole('link', { name: /^Runes/ })).toHaveAttribute('aria-current', 'page')
  await userEvent.click(kinds.getByRole('link', { name: /^Tokens/ }))
  // While the tokens load, the previous results stay, and so does their pager.
  await waitFor(() => expect(screen.getByRole('main')).not.toHaveTextContent('DOG•GO•TO•THE•MOON'))
  const pages = within(await screen.findByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Next' }))
  await waitFor(() => expect(address()).toBe('/search?q=dog&kind=token&offset=20'))
  await shows(/21–\d+ of/)
})

test('a name that several tokens use comes with a warning and what tells them apart', async () => {
  await renderAt('/search?q=sBTC', await startService())
  await shows(/\d+ results; 29 tokens have this name or symbol\. Anyone can deploy a token/)
  await shows('The order does not show which one is genuine.')
  await shows('Compare the contract principal with the one that the project publishes.')
  const [first] = await screen.findAllByRole('link', { name: 'sBTC' })
  const hit = first?.closest('li')
  expect(hit).toHaveTextContent(/Deployer S/)
  expect(hit).toHaveTextContent('Supply unknown · metadata not in this service')
})

test('searching for the name of a rune opens its page', async () => {
  const { address } = await renderAt('/', await startService())
  await userEvent.type(await screen.findByRole('combobox', { name: /^Search/ }), 'TwentyOneCapital')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/rune/894241:4839'))
})

test('a search with a typo says that it lists similar names', async () => {
  await renderAt('/search?q=longcion', await startService())
  await shows('Nothing matches “longcion”. Similar name')
  const [link] = await screen.findAllByRole('link', { name: 'LONGcoin' })
  expect(link?.getAttribute('href')).toMatch(/\.longcoin$/)
})

test('the page explains what a text without results looks like', async () => {
  const page = await renderAt('/search?q=zzzz-nothing', await startService())
  for (const [query, explanation] of [
    [AIRDROP.slice(1), /one character too short: it has 63/],
    [`${AIRDROP}a`, /one character too long: it has 65/],
    [`g${AIRDROP.slice(1)}`, /“g” is not a hexadecimal digit/],
    ['12345678…12345678', /a shortened hash/],
    ['SPO00000000000000000002Q6VF78', /looks like a Stacks address, but .* contain “O”/],
    ['SP00000000002Q6VF78', /looks like a Stacks address, but it has 19 characters/],
    ['SP265WBWD4NH7TVPYQTVD23X360.longcoin', /its address has 27 characters/],
    ['SPI65WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin', /a Stacks address cannot contain/],
    ['https://example.com/about', /it contains no id or name/],
    ['0x52908400098527886E0F7030069857D2E4169EE7', /looks like an Ethereum address/],
  ] as const) {
    page.navigate(`/search?q=${encodeURIComponent(query)}`)
    expect(await screen.findByText(explanation)).toBeVisible()
    expect(screen.getByText(/You can search for the following/)).toBeVisible()
  }
})

const ADDRESSES = [
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ',
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
]

/** The address with another last letter. */
const mistyped = (address: string) =>
  address.replace(/.$/, (last) => (last.toLowerCase() === 'q' ? 'p' : 'q'))

test('a Bitcoin address is recognised, and a wrong checksum is reported', async () => {
  const page = await renderAt('/search?q=zzzz-nothing', await startService())
  for (const address of ADDRESSES) {
    page.navigate(`/search?q=${address}`)
    await screen.findByRole('heading', { level: 1, name: new RegExp(address, 'i') })
    expect(
      await screen.findByText(/^Bitcoin (mainnet|testnet).*The checksum is correct/),
    ).toBeVisible()
    page.navigate(`/search?q=${mistyped(address)}`)
    await shows(WRONG_CHECKSUM)
  }
})

const WRONG_CHECKSUM = 'The checksum of this address is wrong. Check for a typo.'

test.each(['SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ4', 'ST00000000000000000002AMW42H'])(
  'the wrong checksum of the Stacks address %s is reported',
  async (address) => {
    await renderAt(`/search?q=${address}`, await startService())
    await shows(WRONG_CHECKSUM)
  },
)
