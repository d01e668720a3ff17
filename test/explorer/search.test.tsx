import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openWriter } from '../support/ledgerBlocks.ts'
import { emptySqlite } from '../support/ownDatabase.ts'
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

test('the start page describes the data in this service and links to all of it', async () => {
  await renderAt('/', await startService())
  const summary = within(await screen.findByRole('region', { name: 'Data in this service' }))
  expect(summary.getByText(/3,661/)).toBeVisible()
  expect(summary.getAllByRole('link')).toHaveLength(9)
  expect(summary.getByText(/^Some blocks are incomplete/)).toBeVisible()
})

test('the start page and the header lead to the lists of tokens, runes and blocks', async () => {
  await renderAt('/', await startService())
  for (const name of ['Lists', 'Site']) {
    const lists = within(await screen.findByRole('navigation', { name }))
    for (const list of ['Tokens', 'Runes', 'Blocks']) {
      const link = lists.getByRole('link', { name: new RegExp(`^${list}`) })
      expect(link).toHaveAttribute('href', `/${list.toLowerCase()}`)
    }
  }
})

test('search results can be paged through, and filtered by kind', async () => {
  const { address } = await renderAt('/search?q=dog', await startService())
  const kinds = within(await screen.findByRole('navigation', { name: 'Kinds of results' }))
  await userEvent.click(kinds.getByRole('link', { name: /^Runes/ }))
  await waitFor(() => expect(address()).toBe('/search?q=dog&kind=rune'))
  await shows('DOG•GO•TO•THE•MOON')
  expect(kinds.getByRole('link', { name: /^Runes/ })).toHaveAttribute('aria-current', 'page')
  await userEvent.click(kinds.getByRole('link', { name: /^Tokens/ }))
  const pages = within(await screen.findByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Next' }))
  await waitFor(() => expect(address()).toBe('/search?q=dog&kind=token&offset=20'))
  await shows(/21–\d+ of/)
})

test('a name that several tokens use comes with a warning and what tells them apart', async () => {
  await renderAt('/search?q=sBTC', await startService())
  await shows(/\d+ results; 29 tokens have this name or symbol\. Anyone can deploy a token/)
  await shows('The order does not show which one is genuine.')
  await shows('Compare the contract address with the one that the project publishes.')
  const [first] = await screen.findAllByRole('link', { name: 'sBTC' })
  const hit = first?.closest('li')
  expect(hit).toHaveTextContent(/Deployer S/)
  expect(hit).toHaveTextContent('Supply unknown · no metadata document')
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

test('the start page links to a sample in Arabic and English', async () => {
  await renderAt('/', await startService())
  const link = await screen.findByRole('link', { name: /sample in Arabic/ })
  expect(link.getAttribute('href')).toMatch(/cairn-sample-localized\?locale=ar&beside=en$/)
})

test('without a directory the start page shows examples and no error', async () => {
  await renderAt('/', 'http://127.0.0.1:9')
  expect(await screen.findByRole('heading', { name: 'Examples' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Data in this service' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an unknown path shows Page not found', async () => {
  await renderAt('/wallet', await startService())
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('the API page shows each endpoint with a current response', async () => {
  await renderAt('/api', await startService())
  for (const name of [
    'Token metadata',
    'Rune activity of a transaction',
    'Rune activity of a block',
  ]) {
    expect(await screen.findByRole('region', { name })).toBeVisible()
  }
  const token = within(screen.getByRole('region', { name: 'Token metadata' }))
  expect(await token.findByText(/"symbol": "LONG"/)).toBeInTheDocument()
  const activity = within(screen.getByRole('region', { name: 'Rune activity of a transaction' }))
  expect(await activity.findByText(/"total": 3/)).toBeInTheDocument()
})

test('over other data than the snapshot, the API page shows examples that the service has', async () => {
  const databaseUrl = await emptySqlite()
  const writer = await openWriter(databaseUrl)
  await writer.add({ height: 900_001, hash: '9'.padStart(64, '0'), records: 30 })
  await renderAt('/api', await startService({ databaseUrl }))
  const block = within(await screen.findByRole('region', { name: 'Rune activity of a block' }))
  expect(await block.findByText(/"total": 30/)).toBeInTheDocument()
  expect(block.getByText(/createClient/)).toHaveTextContent('client.allBlockActivity(900001)')
  const directory = within(await screen.findByRole('region', { name: 'The directory' }))
  expect(directory.getByRole('link', { name: /900001\/transactions$/ })).toBeVisible()
})

test('the code examples of the API page contain the service’s URL', async () => {
  const origin = await startService()
  await renderAt('/api', origin)
  const token = within(await screen.findByRole('region', { name: 'Token metadata' }))
  const path = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
  expect(token.getByText(/^curl/).textContent).toMatch(
    new RegExp(`^curl -H 'Accept: application/json' 'https?://[^/]+${path}'$`),
  )
  const typescript = token.getByText(/createClient/).textContent
  expect(typescript).toMatch(/createClient\(\{ baseUrl: 'https?:\/\/[^/]+' \}\)/)
  const user = userEvent.setup()
  await user.click(token.getByRole('button', { name: 'Copy the TypeScript for Token metadata' }))
  expect(await navigator.clipboard.readText()).toBe(typescript)
})

test('the API page lists errors, the directory and every field from openapi.json', async () => {
  const origin = await startService()
  await renderAt('/api', origin)
  const link = await screen.findByRole('link', { name: 'openapi.json' })
  expect(link.getAttribute('href')).toMatch(/\/openapi\.json$/)
  const problems = within(screen.getByRole('region', { name: 'Token metadata: errors' }))
  expect(problems.getByText('422 Locale not found')).toBeVisible()
  const example = problems.getByRole('link', { name: 'See an example of Locale not found' })
  const { pathname, search } = new URL(example.getAttribute('href') ?? '', origin)
  expect((await fetch(origin + pathname + search)).status).toBe(422)
  const directory = within(await screen.findByRole('region', { name: 'The directory' }))
  expect(directory.getAllByRole('link')).toHaveLength(9)
  const operations = within(screen.getByRole('region', { name: 'Operations' }))
  expect(operations.getByRole('link', { name: '/health/ready' })).toBeVisible()
  const record = within(screen.getByRole('region', { name: 'RuneActivity' }))
  expect(record.getByText('operation')).toBeVisible()
  expect(record.getByRole('link', { name: 'RuneLocation' })).toHaveAttribute(
    'href',
    '#fields-RuneLocation',
  )
})
