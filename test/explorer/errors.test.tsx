import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findHeading, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { startModifiedService } from '../support/startModifiedService.ts'
import { failWhile, getJson, startService } from '../support/startService.ts'

test.each([
  ['/tx/123', 'Not a transaction id', 'A transaction id has 64 hexadecimal digits'],
  ['/block/12x', 'Not a block height or hash', 'A block has a height, or a hash'],
  ['/rune/1-2', 'Not a rune id, number or name', 'A rune has an id'],
  ['/address/abc', 'Not a Bitcoin or Stacks address', 'Bitcoin addresses begin with'],
  ['/token/abc', 'Not a contract principal', 'A contract principal is an address'],
  ['/output/abc:x', 'Not a transaction output', 'An output is a transaction id'],
])('%s says which rule it breaks', async (path, title, rule) => {
  await visit(path)
  await findHeading(title)
  await shows(rule)
  expect(screen.getByRole('link', { name: 'Search for it' })).toBeVisible()
})

test('an address without a page offers to search', async () => {
  await visit('/no/such-page')
  await findHeading('There is no such page')
  expect(screen.getByRole('link', { name: 'Search for it' })).toHaveAttribute(
    'href',
    '/search?q=no%2Fsuch-page',
  )
})

test.each([
  '/no/such-page',
  '/tx/123',
  `/tx/${'ab'.repeat(32)}`,
  '/block/1',
  '/rune/840000:77',
  '/token/SP000000000000000000002Q6VF78.missing',
  '/address/bc1qllllllllllllllllllllllllllllllllfglmy6',
])('%s leads on to lists', async (path) => {
  await visit(path)
  const lists = within(await screen.findByRole('navigation', { name: 'Go to' }))
  expect(lists.getByRole('link', { name: 'Newest blocks' })).toHaveAttribute('href', '/blocks')
})

test('an address without a page leads on to the pages of the reader', async () => {
  const { reader, navigate } = await visit('/block/840002')
  await reader.click(await screen.findByRole('button', { name: 'Favourite' }))
  await navigate('/no/such-page')
  const pages = within(await screen.findByRole('navigation', { name: 'Your pages' }))
  expect(pages.getByRole('link', { name: /840.?002/ })).toHaveAttribute('href', '/block/840002')
})

test.each([
  [
    '/address/bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx',
    'Search for its beginning',
    'bc1qar0srrr7',
  ],
  ['/token/SP000000000000000000002Q6VF78.missing', 'Search for “missing”', 'missing'],
])('%s offers to search for a part of it', async (path, name, text) => {
  await visit(path)
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', `/search?q=${text}`)
})

const PATH = '/explorer/v1/blocks'
const problem = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ statusCode: status, error: 'no', message: 'no' }, { status, headers })

test.each([
  ['Too many requests from this network', () => problem(429, { 'Retry-After': '75' }), '1:15'],
  ['The data cannot be read right now', () => problem(503, { 'Retry-After': '30' }), '0:30'],
])('%s: the page says when it tries again', async (title, respond, pause) => {
  await visit('/blocks', { origin: await startModifiedService({ path: PATH, respond }) })
  await screen.findByRole('heading', { name: title })
  await shows(new RegExp(`Trying again in ${pause.slice(0, 2)}`))
})

test.each([
  ['The response could not be understood', () => new Response('<h1>Hello</h1>')],
  ['The response could not be understood', () => Response.json({ results: 'none' })],
  ['The request was refused', () => problem(403)],
])('%s: the reader can try again', async (title, respond) => {
  await visit('/blocks', { origin: await startModifiedService({ path: PATH, respond }) })
  await screen.findByRole('heading', { name: title })
  expect(screen.getByRole('button', { name: 'Try now' })).toBeEnabled()
})

test('the page recovers when the reader tries again', async () => {
  let isDown = true
  const origin = await startService({ wrap: failWhile(() => isDown) })
  const { reader } = await visit('/blocks', { origin })
  await screen.findByRole('heading', { name: 'The data cannot be read right now' })
  isDown = false
  await reader.click(screen.getByRole('button', { name: 'Try now' }))
  expect(await readTable('Blocks, newest first')).toHaveLength(6)
})

test('a page opened offline loads when the connection returns', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await visit('/blocks')
  await screen.findByRole('heading', { name: 'You are offline' })
  fetch.mockRestore()
  onLine.mockRestore()
  dispatchEvent(new Event('online'))
  expect(await readTable('Blocks, newest first')).toHaveLength(6)
})

test('a service that cannot be reached is told from one that is slow', async () => {
  await visit('/blocks', { origin: 'http://127.0.0.1:9' })
  await screen.findByRole('heading', { name: 'The service cannot be reached' })
})

test('a list that takes too long ends in words, and recovers when the reader tries again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let isStopped = true
  const origin = await startModifiedService({
    path: PATH,
    respond: () => (isStopped ? new Promise(() => {}) : undefined),
  })
  const { reader } = await visit('/blocks', { origin })
  await findHeading('Blocks')
  vi.advanceTimersByTime(20_000)
  await screen.findByRole('heading', { name: 'The service took too long to respond' })
  await shows(/Trying again in 0:0/)
  isStopped = false
  await reader.click(screen.getByRole('button', { name: 'Try now' }))
  expect(await readTable('Blocks, newest first')).toHaveLength(6)
})

test('one failing list does not cost the page', async () => {
  const path = '/explorer/v1/blocks/840002/movements'
  const origin = await startModifiedService({ path, respond: () => problem(403) })
  await visit('/block/840002?group=off', { origin })
  await screen.findByRole('heading', { name: 'The request was refused' })
  await findHeading('840,002')
  await shows('799')
})

test('a value that a list refuses falls back to the default', async () => {
  await visit('/block/840002?limit=many&offset=-1&type=theft&group=off')
  expect(await readTable('Movements of the block')).toHaveLength(25)
})

test('a record that cannot be read does not cost the others', async () => {
  const path = '/runes/v1/blocks/840002/activity'
  const { body } = await getJson(`${await startService()}${path}?limit=1`)
  const fields = { results: [{ operation: 7 }, ...body.results] }
  await visit('/block/840002?view=raw', { origin: await startModifiedService({ path, fields }) })
  await shows('1 record cannot be read')
  expect(await readTable('Records of the block')).toHaveLength(1)
})
