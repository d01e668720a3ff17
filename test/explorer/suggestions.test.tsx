import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { KEY, TX } from '../support/bundledIds.ts'
import { findHeading } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { startModifiedService } from '../support/startModifiedService.ts'

const findBox = () => screen.findByRole('combobox', { name: 'Search' })

test('a key goes to the box, arrows choose a suggestion, Enter opens it', async () => {
  const { reader, address } = await visit('/about')
  const box = await findBox()
  await reader.keyboard('/')
  expect(box).toHaveFocus()
  await reader.type(box, 'lambo')
  const option = await screen.findByRole('option', { name: /LAMBO•LIFESTYLE/ })
  await reader.keyboard('{ArrowDown}')
  expect(option).toHaveAttribute('aria-selected', 'true')
  expect(box).toHaveAttribute('aria-activedescendant', option.id)
  await reader.keyboard('{Enter}')
  await findHeading('LAMBO•LIFESTYLE')
  expect(address()).toBe('/rune/840002:304')
})

test('Escape closes the suggestions, then leaves the box', async () => {
  const { reader } = await visit('/about')
  const box = await findBox()
  await reader.type(box, 'dog')
  await screen.findByRole('listbox', { name: 'Suggestions' })
  await reader.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box).toHaveFocus()
  expect(box).toHaveValue('dog')
  await reader.keyboard('{Escape}')
  expect(box).not.toHaveFocus()
})

test('suggestions are grouped by kind, and Enter alone shows all results', async () => {
  const { reader, address } = await visit('/about')
  await reader.type(await findBox(), 'rune')
  const list = within(await screen.findByRole('listbox', { name: 'Suggestions' }))
  await list.findByRole('group', { name: 'Best match' })
  list.getByRole('group', { name: 'Runes' })
  list.getByRole('group', { name: 'Tokens' })
  await reader.keyboard('{Enter}')
  await findHeading('Results for “rune”')
  expect(address()).toBe('/search?q=rune')
})

test('after tokens of a name that no rune has, its answer is suggested', async () => {
  const { reader, address } = await visit('/about')
  await reader.type(await findBox(), 'pizza')
  const group = await screen.findByRole('group', { name: 'Rune names' })
  await reader.click(within(group).getByRole('option', { name: /Is the rune name PIZZA free\?/ }))
  expect(address()).toBe('/names?name=PIZZA')
})

test('of many results, it is said that there are more', async () => {
  const { reader } = await visit('/about')
  const box = await findBox()
  await reader.type(box, 'bc1p')
  await screen.findByRole('link', { name: 'All 956 results' })
  await reader.type(box, '{Backspace}')
  await screen.findByRole('link', { name: 'More than 1,000 results' })
})

test('a link to the results is there only if the suggestions are not all of them', async () => {
  const { reader } = await visit('/about')
  const box = await findBox()
  await reader.type(box, 'lambol')
  await screen.findByRole('option', { name: /LAMBO•LIFESTYLE/ })
  await screen.findByRole('option', { name: /Is the rune name LAMBOL free/ })
  expect(screen.queryByRole('link', { name: /results?$/ })).toBeNull()
  await reader.clear(box)
  await reader.type(box, 'bc1p')
  await screen.findByRole('link', { name: 'All 956 results' })
})

test('a name that is only the beginning of a rune’s is not said to be in no rune', async () => {
  const { reader } = await visit('/about')
  await reader.type(await findBox(), 'lambo')
  await screen.findByRole('option', { name: /LAMBO•LIFESTYLE/ })
  await screen.findByRole('option', { name: /Is the rune name LAMBO free/ })
  expect(screen.queryByText(/No rune has this name/)).toBeNull()
})

test('an id is suggested before the service has answered', async () => {
  let respond = (_: undefined) => {}
  const isReleased = new Promise<undefined>((resolve) => {
    respond = resolve
  })
  const origin = await startModifiedService({
    path: '/explorer/v1/search',
    respond: () => isReleased,
  })
  const { reader } = await visit('/about', { origin })
  await reader.click(await findBox())
  await reader.paste(`${TX}:0`)
  const group = within(await screen.findByRole('group', { name: 'Go to' }))
  expect(group.getByRole('option')).toHaveAttribute('href', `/output/${TX}:0`)
  respond(undefined)
})

test.each([
  [KEY, 'This is an extended public key.'],
  [`wpkh([d34db33f/84h/0h/0h]${KEY}/0/*)`, 'This is an extended public key.'],
  [`"${KEY.replace('xpub6', 'zpub6')}"`, 'This is an extended public key.'],
  [KEY.replace('xpub6', 'xprv9'), 'This is a private key.'],
])('a key such as %s is never sent', async (text, sentence) => {
  const requests = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => requests.mockRestore())
  const { reader, address } = await visit('/about')
  const box = await findBox()
  await reader.click(box)
  await reader.paste(text)
  const isSaid = (said: string) => said.startsWith(sentence) && said.endsWith('has not sent it.')
  // It is also announced.
  expect((await screen.findAllByText(isSaid)).length).toBeGreaterThan(0)
  await reader.keyboard('{Enter}')
  expect(box).toHaveValue(text)
  expect(address()).toBe('/about')
  await reader.clear(box)
  await reader.type(box, 'lambo')
  await screen.findByRole('option', { name: /LAMBO•LIFESTYLE/ })
  const urls = requests.mock.calls.map(([request]) =>
    request instanceof Request ? request.url : String(request),
  )
  expect(urls.filter((url) => /search\?q=lambo/.test(url))).not.toEqual([])
  expect(urls.filter((url) => /pub6|prv9/.test(url))).toEqual([])
})

test('screen readers are told how many suggestions there are', async () => {
  const { reader } = await visit('/about')
  await reader.type(await findBox(), 'lambo')
  await screen.findByText(/^\d+ suggestions?$/)
})

test('a service that is down is said to be', async () => {
  const respond = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
  const origin = await startModifiedService({ path: '/explorer/v1/search', respond })
  const { reader } = await visit('/settings', { origin })
  await reader.type(await findBox(), 'dog')
  const texts = await screen.findAllByText('The data cannot be read right now')
  expect(texts.length).toBeGreaterThan(0)
})
