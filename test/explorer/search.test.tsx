import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ADDRESS, BLOCK_HASH, LONGCOIN, TX } from '../support/bundledIds.ts'
import { findHeading, shows, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'

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
])('%s leads to its page', async (text, path) => {
  const { address } = await visit(`/search?${new URLSearchParams({ q: text })}`)
  await waitFor(() => expect(address()).toBe(path))
})

test('the results are grouped by kind, the best match first', async () => {
  const { client } = await visit('/search?q=dog')
  const { groups, total } = await client.get('search', { q: 'dog', limit: 8 })
  const tabs = within(await screen.findByRole('navigation', { name: 'Kinds of results' }))
  const counts = groups.map((group) => ({ name: kindOf(group.kind), total: group.total }))
  const shown = tabs.getAllByRole('link').map(textOf)
  expect(shown[0]).toBe(`All${total}`)
  for (const { name, total: count } of counts) expect(shown).toContain(`${name}${count}`)
  const best = within(screen.getByRole('region', { name: 'Best match' }))
  expect(best.getByRole('link')).toHaveAttribute('href', `/token/${groups[0]?.results[0]?.id}`)
  const runes = within(screen.getByRole('region', { name: 'Runes' }))
  const ids = groups.find(({ kind }) => kind === 'rune')?.results.map(({ id }) => `/rune/${id}`)
  expect(runes.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(ids)
})

const kindOf = (kind: string) => `${kind[0]?.toUpperCase()}${kind.slice(1)}s`

test('all matches of a kind have pages', async () => {
  const { client, reader, address } = await visit('/search?q=dog&kind=token')
  const { groups } = await client.get('search', { q: 'dog', kind: 'token', limit: 25 })
  await reader.click(await screen.findByRole('link', { name: 'Page 2' }))
  expect(address()).toBe('/search?q=dog&kind=token&offset=25')
  await screen.findByText(new RegExp(`^Rows 26 to 50 of ${groups[0]?.total} matches`))
})

test('tokens of the same name stand together under one heading with a warning', async () => {
  await visit('/search?q=sbtc')
  await shows(/sBTC · \d+ tokens use this name/)
  await shows('Anyone can reuse a name.')
})

test('no spelling of a query changes the order', async () => {
  const { navigate } = await visit('/search?q=sbtc')
  const links = () =>
    screen
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
      .filter((href) => /^\/(token|rune)\//.test(href ?? ''))
  await screen.findByRole('navigation', { name: 'Kinds of results' })
  const first = links()
  expect(first.length).toBeGreaterThan(5)
  await navigate('/search?q=%20SbTc')
  await findHeading('Results for “SbTc”')
  await screen.findByRole('navigation', { name: 'Kinds of results' })
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

test('a text that is no name is said to match nothing', async () => {
  await visit('/search?q=zzzz-9999')
  await screen.findByRole('heading', { name: 'Nothing matches' })
  await screen.findByRole('heading', { name: 'What you can search for' })
})

test('an empty search says what can be searched for', async () => {
  await visit('/search')
  await screen.findByRole('heading', { name: 'What you can search for' })
})
