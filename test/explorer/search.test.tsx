import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { ADDRESS, BLOCK_HASH, KEY, LONGCOIN, TX } from '../support/bundledIds.ts'
import { etchNames } from '../support/etchNames.ts'
import { findHeading, shows, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { indexNode } from '../support/servedData.ts'

const SCRIPT_PAGE = '/address/bc1pvdpwclwrlsu8lcrzsrr8rj8fhnpaytd8tlky7cmmcql5082xvt7srx7hd8'
const RETIRED = 'https://api.hiro.so'

test.each([
  ['840002', '/block/840002'],
  ['block 840,002', '/block/840002'],
  [BLOCK_HASH, `/block/${BLOCK_HASH}`],
  [TX, `/tx/${TX}`],
  [`0x${TX.toUpperCase()}`, `/tx/${TX}`],
  [`“${TX}”,`, `/tx/${TX}`],
  [`${TX}:1`, `/output/${TX}:1`],
  [`${TX}i0`, `/tx/${TX}`],
  ['840002:304', '/rune/840002:304'],
  ['LAMBO LIFESTYLE', '/rune/840002:304'],
  ['lambo•lifestyle', '/rune/840002:304'],
  [ADDRESS.toUpperCase(), `/address/${ADDRESS}`],
  [LONGCOIN, `/token/${LONGCOIN}`],
  [`${LONGCOIN}::LONG`, `/token/${LONGCOIN}`],
  [`https://mempool.space/tx/${TX}`, `/tx/${TX}`],
  ['https://ordinals.com/rune/LAMBO•LIFESTYLE', '/rune/840002:304'],
  [`https://explorer.hiro.so/txid/${LONGCOIN}?chain=mainnet`, `/token/${LONGCOIN}`],
  [`mempool.space/block/${BLOCK_HASH}`, `/block/${BLOCK_HASH}`],
  [`bitcoin:${ADDRESS}`, `/address/${ADDRESS}`],
  [`bitcoin:${ADDRESS}?amount=0.1&label=x`, `/address/${ADDRESS}`],
  [`BITCOIN:${ADDRESS.toUpperCase()}`, `/address/${ADDRESS}`],
  ['51206342ec7dc3fc387fe06280c671c8e9bcc3d22da75fec4f637bc03f479d4662fd', SCRIPT_PAGE],
  [`${TX}#1`, `/output/${TX}:1`],
  ['840002-304', '/rune/840002:304'],
  ['840002/304', '/rune/840002:304'],
  ['LAMBO%E2%80%A2LIFESTYLE', '/rune/840002:304'],
  ['840002%3A304', '/rune/840002:304'],
  ['"LAMBO•LIFESTYLE"', '/rune/840002:304'],
  ['LAMBO•LIFESTYLE (840002:304)', '/rune/840002:304'],
  ['Rune 840002:304', '/rune/840002:304'],
  ['Rune LAMBO•LIFESTYLE', '/rune/840002:304'],
  ['https://unisat.io/runes/detail/LAMBO%E2%80%A2LIFESTYLE', '/rune/840002:304'],
  ['https://unisat.io/runes/market?tick=LAMBO%E2%80%A2LIFESTYLE', '/rune/840002:304'],
  ['https://unisat.io/market/runes?rune=LAMBO•LIFESTYLE', '/rune/840002:304'],
  ['https://www.oklink.com/bitcoin/token/runes/840002-304', '/rune/840002:304'],
  [`https://www.oklink.com/bitcoin/address/${ADDRESS}/token-transfer`, `/address/${ADDRESS}`],
  ['https://ordiscan.com/rune/LAMBOLIFESTYLE', '/rune/840002:304'],
  ['https://magiceden.io/runes/LAMBO•LIFESTYLE?tab=activity', '/rune/840002:304'],
  [`${RETIRED}/runes/v1/etchings/LAMBO%E2%80%A2LIFESTYLE/activity`, '/rune/840002:304'],
  [`${RETIRED}/runes/v1/blocks/840002/activity?limit=60`, '/block/840002'],
  [`${RETIRED}/runes/v1/etchings/840002:304/holders/${ADDRESS}`, `/address/${ADDRESS}`],
  [`${RETIRED}/metadata/v1/ft/${LONGCOIN}`, `/token/${LONGCOIN}`],
])('%s leads to its page', async (text, path) => {
  const { address } = await visit(`/search?${new URLSearchParams({ q: text })}`)
  await waitFor(() => expect(address()).toBe(path))
})

test.each(['/compare?r=840002:304,840002:305', '/names-alike/sBTC', '/burns?from=840002'])(
  'the URL of the page %s leads back to it',
  async (path) => {
    const q = `${location.origin}${path}`
    const { address } = await visit(`/search?${new URLSearchParams({ q })}`)
    await waitFor(() => expect(address()).toBe(path))
  },
)

test.each(['RUNE PUNKS', 'rune punks', 'etching 5', '2024-04 dog', 'ab-12'])(
  '%s is a text to search for',
  async (text) => {
    const { address } = await visit(`/search?${new URLSearchParams({ q: text })}`)
    await findHeading(`Results for “${text}”`)
    expect(address()).toBe(`/search?${new URLSearchParams({ q: text })}`)
  },
)

test('a symbol finds the runes that have exactly this one', async () => {
  const { client } = await visit('/search?q=💰')
  const { groups } = await client.get('search', { q: '💰' })
  const [runes] = groups
  expect(runes?.results).toContainEqual(
    expect.objectContaining({ title: 'LAMBO•LIFESTYLE', symbol: '💰', reason: 'symbol' }),
  )
  expect(runes?.results.map(({ symbol }) => symbol)).toEqual(runes?.results.map(() => '💰'))
  const { groups: withSelector } = await client.get('search', { q: '💰\ufe0f' })
  expect(withSelector).toEqual(groups)
  await screen.findByRole('link', { name: /LAMBO•LIFESTYLE/ })
})

test('a link with an extended key says what it is, and repeats it nowhere', async () => {
  await visit(`/search?q=${KEY}`)
  await screen.findByRole('heading', { name: 'This is an extended public key' })
  await shows('look one of them up')
  expect(document.documentElement.outerHTML).not.toContain(KEY)
})

test('the results are grouped by kind, the best match first', async () => {
  const { client } = await visit('/search?q=rune')
  const { groups, total } = await client.get('search', { q: 'rune', limit: 8 })
  const tabs = within(await screen.findByRole('navigation', { name: 'Kinds of results' }))
  const counts = groups.map((group) => ({ name: kindOf(group.kind), total: group.total }))
  const shown = tabs.getAllByRole('link').map(textOf)
  expect(shown[0]).toBe(`All${total}`)
  for (const { name, total: count } of counts) expect(shown).toContain(`${name}${count}`)
  const best = within(screen.getByRole('region', { name: 'Best match' }))
  expect(best.getByRole('link')).toHaveAttribute('href', `/token/${groups[0]?.results[0]?.id}`)
  const runes = within(screen.getByRole('region', { name: 'Runes' }))
  const ids = groups.find(({ kind }) => kind === 'rune')?.results.map(({ id }) => `/rune/${id}`)
  const links = runes.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links.slice(0, ids?.length)).toEqual(ids)
})

const kindOf = (kind: string) => `${kind[0]?.toUpperCase()}${kind.slice(1)}s`

test('all matches of a kind have pages', async () => {
  const { client, reader, address } = await visit('/search?q=dog&kind=token')
  const { groups } = await client.get('search', { q: 'dog', kind: 'token', limit: 25 })
  await reader.click(await screen.findByRole('link', { name: 'Page 2' }))
  expect(address()).toBe('/search?q=dog&kind=token&offset=25')
  await screen.findByText(new RegExp(`^Rows 26 to 50 of ${groups[0]?.total} matches`))
})

test('of many matches, it is said that there are more', async () => {
  const { navigate } = await visit('/search?q=bc1')
  await screen.findByRole('link', { name: 'The first 1,000 addresses →' })
  const tabs = await screen.findByRole('navigation', { name: 'Kinds of results' })
  expect(within(tabs).getByRole('link', { name: /^Addresses/ })).toHaveTextContent(
    'Addressesmore than 1,000',
  )
  await navigate('/search?q=bc1&kind=address&offset=950')
  await screen.findByRole('link', { name: 'Page 39', current: 'page' })
  await navigate('/search?q=bc1&kind=address&offset=975')
  await screen.findByText(/^Rows 976 to 1,000 of more than 1,000 matches/)
  await navigate('/search?q=bc1&kind=address&offset=1000')
  await shows('the list has only the first 1,000 matches')
})

test('tokens of the same name stand together under one heading with a warning', async () => {
  const { reader, address } = await visit('/search?q=sbtc')
  await reader.click(await screen.findByRole('link', { name: /29 tokens use this name or symbol/ }))
  expect(address()).toMatch(/^\/search\?q=sbtc&kind=token$/i)
  await shows(/sBTC · 29 tokens use this name or symbol/i)
  await shows('Anyone can reuse a name.')
})

test('a name that many tokens use hides no other token', async () => {
  const { client } = await visit('/search?q=sbtc')
  const { groups } = await client.get('search', { q: 'sbtc', kind: 'token', limit: 100 })
  const hits = groups[0]?.results ?? []
  const alike = hits[0]?.same_name ?? 0
  expect(alike).toBeGreaterThan(8)
  const region = within(await screen.findByRole('region', { name: 'Tokens' }))
  const links = region.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links[0]).toMatch(/^\/search\?q=sbtc&kind=token$/i)
  expect(links[1]).toBe(`/token/${hits[alike]?.id}`)
})

test('a token whose symbol is a web address is marked', async () => {
  const fake = 'SP280DRZXAH0KA8C1CCPEHD5Q0XTF9SFC5M7BRKXX.ststx-airdrop'
  const { navigate } = await visit('/search?q=stSTX&kind=token')
  const rows = await screen.findAllByRole('link', { name: /stSTX/i })
  const marked = rows.filter((row) => row.textContent?.includes('symbol is a web address'))
  expect(marked.map((row) => row.getAttribute('href'))).toContain(`/token/${fake}`)
  expect(
    rows.find((row) => row.getAttribute('href')?.includes('.ststx-token')),
  ).not.toHaveTextContent('web address')
  await navigate(`/token/${fake}`)
  await findHeading(/^stSTX/)
  await waitFor(() =>
    expect(
      screen.getAllByRole('button', { name: 'Symbol is a web address' }).length,
    ).toBeGreaterThan(1),
  )
  await navigate('/tokens?symbol=stackdao.org')
  const table = await screen.findByRole('table')
  expect(within(table).getAllByText('Symbol is a web address')).not.toEqual([])
})

test('no spelling of a query changes the order', async () => {
  const { navigate } = await visit('/search?q=sbtc&kind=token')
  const links = () =>
    screen
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
      .filter((href) => /^\/(token|rune)\//.test(href ?? ''))
  await screen.findByRole('heading', { name: /^sBTC/i })
  const first = links()
  expect(first.length).toBeGreaterThan(5)
  await navigate('/search?q=%20SbTc&kind=token')
  await findHeading('Results for “SbTc”')
  await screen.findByRole('heading', { name: /^sBTC/i })
  expect(links()).toEqual(first)
})

test.each(['zzzzqqqqzzzzqqqq', 'ZZZZ•QQQQ•ZZZZ•QQQQ'])(
  'if nothing is called %s, the answer whether the name is free follows',
  async (text) => {
    const { reader, address } = await visit('/about')
    await reader.type(await screen.findByRole('combobox', { name: 'Search' }), `${text}{Enter}`)
    const nothing = await screen.findByRole('heading', { name: 'Nothing matches' })
    expect(nothing.closest('section')).toHaveTextContent(`Nothing is called “${text}”.`)
    await screen.findByRole('heading', { name: `${text.toUpperCase()} is free in this index` })
    expect(address()).toBe(`/search?${new URLSearchParams({ q: text })}`)
  },
)

test('after results of which no rune has exactly this name, a link leads to the answer whether it is free', async () => {
  await visit('/search?q=pizza')
  const link = await screen.findByRole('link', { name: 'Is the rune name PIZZA free? →' })
  expect(link).toHaveAttribute('href', '/names?name=PIZZA')
})

test.each([
  ['burns', '/burns'],
  ['Cenotaph', '/cenotaphs'],
  ['pending', '/pending'],
  ['decode', '/decode'],
])(
  '%s finds the page of this name, before the results and among the suggestions',
  async (text, path) => {
    const { reader, address } = await visit('/about')
    const box = await screen.findByRole('combobox', { name: 'Search' })
    await reader.type(box, text)
    const suggested = await screen.findByRole('group', { name: 'Go to' })
    expect(within(suggested).getByRole('option')).toHaveAttribute('href', path)
    await reader.type(box, '{Enter}')
    await findHeading(`Results for “${text}”`)
    const found = await screen.findByRole('region', { name: 'Go to' })
    await reader.click(within(found).getByRole('link'))
    expect(address()).toBe(path)
  },
)

test('a rune that is called like a page is found beside it', async () => {
  const node = new SimulatedNode()
  etchNames(node, { BURNSBURNSBURNS: 1 })
  const { navigate, address } = await visit('/search?q=burns', { data: await indexNode(node) })
  const runes = await screen.findByRole('region', { name: 'Runes' })
  expect(within(runes).getByRole('link')).toHaveTextContent('BURNSBURNSBURNS')
  expect(screen.getByRole('region', { name: 'Go to' })).toHaveTextContent('Burns')
  expect(address()).toBe('/search?q=burns')
  // One that is called like none opens at once.
  await navigate('/search?q=burnsburns')
  await findHeading(/BURNSBURNSBURNS/)
})

test('a text that is no name is said to match nothing', async () => {
  await visit('/search?q=zzzz-9999')
  await screen.findByRole('heading', { name: 'Nothing matches' })
  await screen.findByRole('heading', { name: 'What you can search for' })
})

test('an empty search says what can be searched for', async () => {
  await visit('/search')
  await screen.findByRole('heading', { name: 'What you can search for' })
})

test('tokens of one name are compared on a page that is none of theirs', async () => {
  const { reader, address } = await visit('/search?q=sbtc&kind=token')
  const [link] = await screen.findAllByRole('link', { name: 'compare them' })
  await reader.click(link ?? document.body)
  expect(address()).toBe('/names-alike/sBTC')
  await screen.findByRole('heading', { name: /tokens are named sBTC$/ })
})
