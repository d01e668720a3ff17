import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { fakeTimers, findBox, findSuggestion, forgetViewedPages } from '../support/searchBox.ts'
import { AIRDROP, BLOCK_HASH, LONGCOIN } from '../support/snapshotIds.ts'
import { createTestService, listen, startService } from '../support/startService.ts'

beforeEach(forgetViewedPages)

test('a shortened hash opens the page of the complete hash', async () => {
  const { address } = await renderAt('/search?q=1af2a846…10e99b', await startService())
  await waitFor(() => expect(address()).toBe(`/tx/${AIRDROP}`))
})

test('a hash with leading zeros suggests a block first, then a transaction', async () => {
  await renderAt('/', await startService())
  await userEvent.click(await findBox())
  await userEvent.paste(BLOCK_HASH)
  // The directory adds the block under its height.
  expect(await findSuggestion(/849,250/)).toHaveAttribute('href', '/block/849250')
  const links = within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.getAttribute('href'))
  expect(links).toEqual([`/block/${BLOCK_HASH}`, `/tx/${BLOCK_HASH}`, '/block/849250'])
})

test('names are suggested while typing, and arrow keys and Enter open one', async () => {
  const { address } = await renderAt('/', await startService())
  const box = await findBox()
  await userEvent.type(box, 'longc')
  expect(await findSuggestion(/LONGcoin/)).toBeVisible()
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
  expect(await findSuggestion(all)).toBeVisible()
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
  await findSuggestion(/DOG•GO/)
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
  await findSuggestion(/LONGcoin/)
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
  expect(await findSuggestion(/849,250/)).toHaveAttribute('href', '/block/849250')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(fetchSpy).not.toHaveBeenCalled()
  expect(screen.queryByRole('alert')).toBeNull()
})
