import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { startModifiedService } from '../support/startModifiedService.ts'
import { createTestService, listen, startService } from '../support/startService.ts'

const LONGCOIN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const TX = '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
const HASH = '000000000000000000013805b86c3d36697de1ca1fdab24edce264298fb7fcf3'

// Discards what an earlier test stored.
beforeEach(() => {
  dispatchEvent(new StorageEvent('storage'))
})

/** Lets a test advance timers, which also continue to run. */
function fakeTimers() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

const findBox = () => screen.findByRole('combobox', { name: /^Search/ })
const suggestion = async (name: RegExp) => (await screen.findAllByRole('option', { name }))[0]

test('a pasted URL of this site opens with its query', async () => {
  const origin = await startService()
  const { address } = await renderAt('/device', origin)
  // A server-rendered page has the service’s origin, a client-rendered one that of the document.
  const own = document.querySelector('#state') === null ? location.origin : origin
  for (const path of [
    '/token/ST000000000000000000002AMW42H.cairn-sample-localized?locale=ar',
    `/tx/${TX}?offset=40&limit=60`,
    '/search?q=dog',
  ]) {
    await userEvent.click(await findBox())
    await userEvent.paste(own + path)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(path))
    // The focus moves to the new page, whose code may still be loading.
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  }
})

test('the page explains what a text without results looks like', async () => {
  const page = await renderAt('/search?q=zzzz-nothing', await startService())
  for (const [query, explanation] of [
    [TX.slice(1), /one character too short: it has 63/],
    [`${TX}a`, /one character too long: it has 65/],
    [`g${TX.slice(1)}`, /“g” is not a hexadecimal digit/],
    ['12345678…12345678', /a shortened hash/],
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

test.each([
  mistyped('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'),
  'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ4',
  'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ4.longcoin',
  'sp265wbwd4nh7tvpyqtvd23x3607nnk4484dtxqz4.longcoin::longcoin',
  'https://explorer.example/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ4.longcoin',
])('the search box reports the wrong checksum of %s', async (text) => {
  await renderAt('/', await startService())
  await userEvent.click(await findBox())
  await userEvent.paste(text)
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(WRONG_CHECKSUM))
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a shortened hash opens the page of the complete hash', async () => {
  const { address } = await renderAt('/search?q=1af2a846…10e99b', await startService())
  await waitFor(() => expect(address()).toBe(`/tx/${TX}`))
})

test('a hash with leading zeros suggests a block first, then a transaction', async () => {
  await renderAt('/', await startService())
  await userEvent.click(await findBox())
  await userEvent.paste(HASH)
  // The directory adds the block under its height.
  expect(await suggestion(/849,250/)).toHaveAttribute('href', '/block/849250')
  const links = within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.getAttribute('href'))
  expect(links).toEqual([`/block/${HASH}`, `/tx/${HASH}`, '/block/849250'])
})

test('names are suggested while typing, and arrow keys and Enter open one', async () => {
  const { address } = await renderAt('/', await startService())
  const box = await findBox()
  await userEvent.type(box, 'longc')
  expect(await suggestion(/LONGcoin/)).toBeVisible()
  expect(box).toHaveAttribute('aria-expanded', 'true')
  expect(box).toHaveAttribute('aria-controls', screen.getByRole('listbox').id)
  await shows(/\d+ suggestions?/)

  await userEvent.keyboard('{ArrowDown}')
  const [first, ...others] = within(screen.getByRole('listbox')).getAllByRole('option')
  expect(first).toHaveAttribute('aria-selected', 'true')
  expect(box).toHaveAttribute('aria-activedescendant', first?.id)
  expect(box).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  expect(box).not.toHaveAttribute('aria-activedescendant')
  await userEvent.keyboard('{ArrowUp}')
  expect(others.at(-1) ?? first).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  expect(box).not.toHaveAttribute('aria-activedescendant')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(address()).toBe(`/token/${LONGCOIN}`))
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('exact names come before pages stored on this device', async () => {
  const links = [{ to: '/search?q=longcoin', kind: 'Search', title: 'longcoin' }]
  localStorage.setItem('cairn.visits', JSON.stringify(links))
  dispatchEvent(new StorageEvent('storage'))
  await renderAt('/', await startService())
  const box = await findBox()
  for (const [text, name] of [
    ['LONGCOIN', /^LONGcoin.*Token/],
    ['twenty.one capital', /^TWENTY•ONE•CAPITAL.*Rune/],
  ] as const) {
    await userEvent.clear(box)
    await userEvent.paste(text)
    await screen.findByRole('option', { name })
    const matches = within(screen.getByRole('group', { name: 'Exact matches' }))
    expect(matches.getAllByRole('option')[0]?.textContent).toMatch(name)
    expect(screen.getAllByRole('option')[0]?.textContent).toMatch(name)
  }
  await userEvent.clear(box)
  await userEvent.paste('longcoin')
  await screen.findByRole('group', { name: 'Exact matches' })
  const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))
  expect(groups.slice(0, 2)).toEqual(['Exact matches', 'Recently viewed'])
})

test('if several tokens have the name, the first suggestion is a link to all results with a warning', async () => {
  const links = [{ to: '/search?q=sBTC', kind: 'Search', title: 'sBTC' }]
  localStorage.setItem('cairn.visits', JSON.stringify(links))
  dispatchEvent(new StorageEvent('storage'))
  const { address } = await renderAt('/', await startService())
  await userEvent.click(await findBox())
  await userEvent.paste('sBTC')
  const all = /^All \d+ results\.\s*29 tokens have this name or symbol/
  expect(await suggestion(all)).toBeVisible()
  const list = within(screen.getByRole('listbox'))
  expect(list.getAllByRole('option')[0]).toHaveAccessibleName(all)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(address()).toBe('/search?q=sBTC'))
})

test('runes come after at most three tokens', async () => {
  await renderAt('/', await startService())
  const box = await findBox()
  for (const text of ['dog', 'sample']) {
    await userEvent.clear(box)
    await userEvent.paste(text)
    await screen.findByRole('group', { name: 'Runes' })
    const links = screen.getAllByRole('option').map((option) => option.getAttribute('href'))
    const rune = links.findIndex((link) => link?.startsWith('/rune/'))
    const before = links.slice(0, rune).filter((link) => link?.startsWith('/token/'))
    expect(before.length, text).toBeLessThanOrEqual(3)
  }
})

test('without suggestions a message is shown and announced, and Enter searches', async () => {
  const { address } = await renderAt('/', await startService())
  const box = await findBox()
  await userEvent.click(box)
  await userEvent.paste('zzzz-nothing')
  const sentence = 'No suggestions for “zzzz-nothing”. Press Enter to search.'
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(sentence))
  expect(screen.getAllByText(sentence)).toHaveLength(2)
  expect(box).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{Escape}')
  expect(screen.getAllByText(sentence)).toHaveLength(1)
  expect(box).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/search?q=zzzz-nothing'))
})

test('Escape closes the list but keeps the text, and Escape again leaves the box', async () => {
  await renderAt('/', await startService())
  const box = await findBox()
  await userEvent.type(box, 'dog')
  await suggestion(/DOG•GO/)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box).toHaveAttribute('aria-expanded', 'false')
  expect(box).toHaveValue('dog')
  expect(box).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(box).not.toHaveFocus()
})

test('fast typing sends one request, and an outdated request is cancelled', async () => {
  const queries: string[] = []
  let cancelled = 0
  const real = createTestService({ pages: 'client-rendered' })
  const origin = await listen(async (request) => {
    const query = new URL(request.url).searchParams.get('q')
    if (query !== null) queries.push(query)
    request.signal.addEventListener('abort', () => cancelled++)
    if (query === 'longcoi')
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
    const response = await real.fetch(request)
    const headers = new Headers(response.headers)
    return new Response(response.body, { status: response.status, headers })
  })
  await renderAt('/', origin)
  const box = await findBox()
  await userEvent.click(box)
  // Types without pauses, even on a busy machine.
  for (const length of [1, 2, 3, 4, 5, 6, 7])
    fireEvent.input(box, { target: { value: 'longcoi'.slice(0, length) } })
  await waitFor(() => expect(queries).toEqual(['longcoi']))
  await userEvent.type(box, 'n')
  await suggestion(/LONGcoin/)
  expect(queries).toEqual(['longcoi', 'longcoin'])
  await waitFor(() => expect(cancelled).toBeGreaterThan(0))
})

test('a missing directory is requested once, and recognised identifiers are still suggested', async () => {
  let searches = 0
  const real = createTestService({ pages: 'client-rendered' })
  const origin = await listen((request) => {
    if (!request.url.includes('/explorer/v1/')) return real.fetch(request)
    if (request.url.includes('/search')) searches++
    return new Response('{"error":"Not Found"}', {
      status: 404,
      headers: { 'Access-Control-Allow-Origin': '*' },
    })
  })
  await renderAt('/', origin)
  const box = await findBox()
  await userEvent.type(box, '84925')
  await waitFor(() => expect(searches).toBe(1))
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetchSpy.mockRestore())
  fakeTimers()
  await userEvent.type(box, '0')
  expect(await suggestion(/849,250/)).toHaveAttribute('href', '/block/849250')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(fetchSpy).not.toHaveBeenCalled()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('viewed pages are suggested in the empty search box, listed on the start page, and can be removed', async () => {
  const origin = await startService()
  const page = await renderAt(`/token/${LONGCOIN}`, origin)
  await screen.findByRole('heading', { level: 1, name: /LONGcoin/ })
  await userEvent.click(screen.getByRole('button', { name: 'Favourite' }))
  expect(screen.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true')
  await waitFor(() => expect(localStorage.getItem('cairn.visits')).toContain(LONGCOIN))
  page.navigate('/block/849250?offset=40')
  await waitFor(() => expect(localStorage.getItem('cairn.visits')).toContain('4,756 records'))
  cleanup()

  await renderAt('/', origin)
  await userEvent.click(await findBox())
  const list = within(await screen.findByRole('listbox'))
  expect(
    within(list.getByRole('group', { name: 'Favourites' })).getByRole('option'),
  ).toHaveTextContent('LONGcoin')
  expect(
    within(list.getByRole('group', { name: 'Recently viewed' })).getByRole('option'),
  ).toHaveAttribute('href', '/block/849250?offset=40')

  const viewed = within(screen.getByRole('region', { name: 'Recently viewed' }))
  expect(viewed.getAllByRole('link')).toHaveLength(2)
  await userEvent.click(viewed.getByRole('button', { name: /^Remove Block 849,250/ }))
  expect(viewed.getAllByRole('link')).toHaveLength(1)
  expect(viewed.getByRole('button', { name: /^Remove LONGcoin/ })).toHaveFocus()
  await userEvent.click(viewed.getByRole('button', { name: 'Remove all recently viewed pages' }))
  expect(screen.queryByRole('region', { name: 'Recently viewed' })).toBeNull()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(screen.getByRole('region', { name: 'Favourites' })).toBeVisible()
})

test('at most twenty viewed pages are stored, and no failed ones', async () => {
  const links = Array.from({ length: 20 }, (_, index) => ({
    to: `/block/${index}`,
    kind: 'Block',
    title: `Block ${index}`,
  }))
  localStorage.setItem('cairn.visits', JSON.stringify(links))
  dispatchEvent(new StorageEvent('storage'))
  const page = await renderAt('/search?q=longcoin', await startService())
  await waitFor(() => expect(localStorage.getItem('cairn.visits')).toContain('/search?q=longcoin'))
  const visits = JSON.parse(localStorage.getItem('cairn.visits') ?? '')
  expect(visits).toHaveLength(20)
  expect(visits.at(-1).to).toBe('/block/18')
  fakeTimers()
  page.navigate('/block/900000')
  await screen.findByText('No rune activity')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(localStorage.getItem('cairn.visits')).not.toContain('/block/900000')
})

test('a stored link to another site is ignored', async () => {
  const link = { to: '//evil.example/x', kind: 'Block', title: 'Block 1' }
  localStorage.setItem('cairn.visits', JSON.stringify([link]))
  dispatchEvent(new StorageEvent('storage'))
  await renderAt('/', await startModifiedService({}))
  await screen.findByRole('heading', { name: 'Examples' })
  expect(screen.queryByText('Recently viewed')).toBeNull()
})
