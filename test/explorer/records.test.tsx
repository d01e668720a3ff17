import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { AIRDROP, BLOCK_HASH } from '../support/snapshotIds.ts'
import { createTestService, getJson, listen, startService } from '../support/startService.ts'

test('a link to a record opens its page and marks it', async () => {
  const { address } = await renderAt('/block/849250#record-1234', await startService())
  await shows('1,221–1,240 of 4,756')
  await expect.poll(address).toBe('/block/849250?offset=1220')
  const marked = await screen.findByRole('row', { current: true })
  expect(within(marked).getByRole('link', { name: '1,234' })).toHaveAttribute(
    'href',
    '#record-1234',
  )
  expect(screen.getAllByRole('row', { current: true })).toHaveLength(1)
})

test('a link to a record past the end says that it was not found', async () => {
  await renderAt('/block/849250#record-9000', await startService())
  await shows('Record not found')
  await shows('1–20 of 4,756')
})

test('the summary covers the whole list if it fits on one page, otherwise the current page', async () => {
  const origin = await startService()
  const { body } = await getJson(origin, '/explorer/v1/blocks/840006/transactions')
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the API.
  const few = body.results.find(({ total }: any) => total > 2 && total <= 20)
  const { navigate } = await renderAt(`/tx/${few.tx_id}`, origin)
  await shows(new RegExp(`${few.total} records: \\d+ \\w+`))
  expect(await screen.findByRole('list', { name: 'Runes in this transaction' })).toBeVisible()
  navigate(`/tx/${AIRDROP}`)
  await shows('on this page 10 sends and 10 receives of DOG•GO•TO•THE•MOON')
  expect(screen.getByRole('list', { name: 'Runes on this page' })).toHaveTextContent('840000:3')
})

test('pages are opened by number, with a link or by typing it', async () => {
  const { address } = await renderAt('/block/849250?offset=100', await startService())
  await shows('101–120 of 4,756')
  const pages = within(screen.getByRole('navigation', { name: 'Pages, bottom' }))
  expect(pages.getByRole('link', { current: 'page' })).toHaveTextContent('6')
  expect(pages.getAllByRole('link', { name: /^Page/ }).map((link) => link.textContent)).toEqual([
    '1',
    '4',
    '5',
    '6',
    '7',
    '8',
    '238',
  ])
  await userEvent.click(pages.getByRole('link', { name: 'Page 8' }))
  await shows('141–160 of 4,756')
  const [field = document.body] = screen.getAllByRole('textbox', { name: 'Page' })
  await userEvent.type(field, '238{Enter}')
  await shows('4,741–4,756 of 4,756')
  await expect.poll(address).toBe('/block/849250?offset=4740')
})

test('a URL can contain a page number', async () => {
  const { address } = await renderAt('/block/849250?page=3&limit=60', await startService())
  await shows('121–180 of 4,756')
  await expect.poll(address).toBe('/block/849250?offset=120&limit=60')
})

test('a URL can contain a record number, which opens its page', async () => {
  const { address } = await renderAt('/block/849250?record=1234&limit=60', await startService())
  await shows('1,201–1,260 of 4,756')
  await expect.poll(address).toBe('/block/849250?offset=1200&limit=60')
})

test.each(['1.234', '1,234', '1 234', '1’234', '1\u202f234'])(
  'the form for a record accepts the grouped number %s',
  async (number) => {
    const { address } = await renderAt('/block/849250', await startService())
    await userEvent.type(await screen.findByRole('textbox', { name: 'Record' }), `${number}{Enter}`)
    await shows('1,221–1,240 of 4,756')
    await expect.poll(address).toBe('/block/849250?offset=1220')
  },
)

test('page and record numbers in the URL work with a limit over the maximum', async () => {
  const origin = await startService()
  const { address, navigate } = await renderAt('/block/849250?page=3&limit=1000', origin)
  await shows('2,001–2,100 of 4,756')
  await shows('Showing 100 of the 1,000 requested')
  await expect.poll(address).toBe('/block/849250?offset=2000&limit=1000')
  for (const record of ['?record=1234&limit=1000', '?limit=1000#record-1234']) {
    act(() => void navigate(`/block/849250${record}`))
    await shows('1,201–1,300 of 4,756')
    await expect.poll(address).toBe('/block/849250?offset=1200&limit=100')
    const marked = await screen.findByRole('row', { current: true })
    expect(within(marked).getByRole('link', { name: '1,234' })).toBeVisible()
    act(() => void navigate('/block/849250'))
    await shows('1–20 of 4,756')
  }
})

test('typing a record number opens it, and the pager above the list links to the field', async () => {
  const { address } = await renderAt('/block/849250?offset=100', await startService())
  await shows('101–120 of 4,756')
  const skipLink = screen.getByRole('link', { name: 'Go to a page or record' })
  expect(document.querySelector(skipLink.getAttribute('href') ?? '')).toContainElement(
    screen.getByRole('textbox', { name: 'Record' }),
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Record' }), '1234{Enter}')
  await shows('1,221–1,240 of 4,756')
  await expect.poll(address).toBe('/block/849250?offset=1220')
  const marked = await screen.findByRole('row', { current: true })
  expect(within(marked).getByRole('link', { name: '1,234' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Go' }))
  await shows('1,221–1,240 of 4,756')
})

test('the list of a block’s transactions links to their first records', async () => {
  const origin = await startService()
  const { address } = await renderAt('/block/840006', origin)
  await userEvent.click(await screen.findByText('Transactions with rune activity'))
  const { body } = await getJson(origin, '/explorer/v1/blocks/840006/transactions')
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the API.
  const many = body.results.find(({ total, offset }: any) => total > 1 && offset > 40)
  await userEvent.click(
    await screen.findByRole('link', {
      name: `${many.total} records, starting at ${many.offset + 1}`,
    }),
  )
  await waitFor(() =>
    expect(address()).toBe(`/block/840006?offset=${Math.floor(many.offset / 20) * 20}`),
  )
  const row = await screen.findByRole('row', { current: true })
  expect(within(row).getByRole('link', { name: many.tx_id })).toBeVisible()
})

test('a note says if the service cannot list the transactions', async () => {
  const service = createTestService()
  const origin = await listen((request) =>
    request.url.includes('/explorer/v1/')
      ? Response.json({ error: 'Not Found' }, { status: 404 })
      : service.fetch(request),
  )
  await renderAt('/block/840006', origin)
  await userEvent.click(await screen.findByText('Transactions with rune activity'))
  await shows('The transactions cannot be listed')
  const neighbours = await screen.findByRole('navigation', { name: 'Neighbouring blocks' })
  expect(neighbours).toHaveTextContent('840,005')
})

test('if the service rejects large pages, the largest allowed ones are requested', async () => {
  const service = createTestService()
  const origin = await listen((request) => {
    const limit = Number(new URL(request.url).searchParams.get('limit'))
    if (limit <= 60) return service.fetch(request)
    const message = 'querystring/limit must be <= 60'
    return Response.json({ statusCode: 400, error: 'Bad Request', message }, { status: 400 })
  })
  await renderAt('/block/849250?limit=100', origin)
  await shows('1–60 of 4,756')
  await shows('the service allows up to 60')
  const pages = within(screen.getByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Next' }))
  await shows('61–120 of 4,756')
})

test('a block links to its height, its hash and its neighbours', async () => {
  const { address } = await renderAt('/block/849250', await startService())
  const byHash = await screen.findByRole('link', { name: BLOCK_HASH })
  const neighbours = within(await screen.findByRole('navigation', { name: 'Neighbouring blocks' }))
  expect((await neighbours.findAllByRole('link')).map((link) => link.getAttribute('href'))).toEqual(
    ['/block/849236', '/block/849249', '/block/849251', '/block/849672'],
  )
  await userEvent.click(byHash)
  await expect.poll(address).toBe(`/block/${BLOCK_HASH}`)
  await userEvent.click(await screen.findByRole('link', { name: 'View by height' }))
  await expect.poll(address).toBe('/block/849250')
})

test('keyboard shortcuts turn pages, open neighbours and change the time format', async () => {
  const { address } = await renderAt('/block/849250', await startService())
  await shows('1–20 of 4,756')
  await userEvent.keyboard(']')
  await shows('21–40 of 4,756')
  await userEvent.keyboard('[[')
  await shows('1–20 of 4,756')
  await userEvent.keyboard('t')
  await waitFor(() => expect(localStorage.getItem('cairn.timeForm')).toBe('"local"'))
  await userEvent.keyboard('tt')
  await shows('1719203305 unix')
  expect(localStorage.getItem('cairn.timeForm')).toBe('"unix"')
  await userEvent.keyboard('t')
  await shows('2024-06-24 04:28:25 UTC')

  await userEvent.type(screen.getByRole('combobox', { name: /^Search/ }), ']t{ArrowRight}')
  await expect.poll(address).toBe('/block/849250')
  screen.getByRole('heading', { level: 1 }).focus()
  await userEvent.keyboard('{ArrowRight}')
  await waitFor(() => expect(address()).toBe('/block/849672'))
})

test('links to other explorers show their hosts', async () => {
  await renderAt(`/tx/${AIRDROP}`, await startService())
  const link = await screen.findByRole('link', { name: /mempool.space/, hidden: true })
  expect(link).toHaveAttribute('href', `https://mempool.space/tx/${AIRDROP}`)
  expect(link.getAttribute('rel')).toContain('noreferrer')
})

test('hovering over an address highlights it everywhere on the page', async () => {
  await renderAt(`/tx/${AIRDROP}`, await startService())
  const [, row] = await screen.findAllByRole('row')
  if (row === undefined) throw new Error('a transaction has rows')
  const [sender] = within(row).getAllByText(/^bc1p/)
  if (sender === undefined) throw new Error('a send has a sender')
  const marked = () => document.querySelectorAll('[data-same]').length
  await userEvent.hover(sender)
  await waitFor(() => expect(marked()).toBe(10))
  await userEvent.hover(within(row).getByText('2222'))
  await waitFor(() => expect(marked()).toBe(2))
  await userEvent.unhover(within(row).getByText('2222'))
  await waitFor(() => expect(marked()).toBe(0))
})
