import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, inject, test } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { serveRecords } from '../support/serveRecords.ts'
import { startMirror, startSource } from '../support/startMirror.ts'
import { createTestService, getJson, listen, startService } from '../support/startService.ts'
import { record, TRANSACTION } from '../support/wireRecord.ts'

const AIRDROP = '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
const BLOCK_HASH = '000000000000000000013805b86c3d36697de1ca1fdab24edce264298fb7fcf3'

const LONGCOIN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'

const rows = () => screen.getAllByRole('row').slice(1)

test('a transaction is paged by links, and Back returns', async () => {
  const { goBack, address } = await renderAt(`/tx/${AIRDROP}`, await startService())
  await shows('1–20 of 4,444')
  expect(rows()).toHaveLength(20)

  const pages = within(screen.getByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Next' }))
  await shows('21–40 of 4,444')
  await expect.poll(address).toBe(`/tx/${AIRDROP}?offset=20`)
  expect(pages.getByRole('link', { name: 'Next' })).toHaveFocus()
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('Rows 21 to 40 of 4,444'),
  )

  await userEvent.click(pages.getByRole('link', { name: 'Last' }))
  await shows('4,441–4,444 of 4,444')
  expect(rows()).toHaveLength(4)
  expect(pages.getByRole('link', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')

  act(() => void goBack())
  await shows('21–40 of 4,444')
})

test('the link to page 100 opens there', async () => {
  await renderAt(`/tx/${AIRDROP}?offset=1980`, await startService())
  await shows('1,981–2,000 of 4,444')
  expect(await screen.findByRole('link', { name: /block 840,656, record 1/ })).toHaveAttribute(
    'href',
    '/block/840656#record-1',
  )
})

test('the page size is in the address and keeps the first row in view', async () => {
  const { address } = await renderAt(`/tx/${AIRDROP}?offset=240`, await startService())
  await shows('241–260 of 4,444')
  const sizes = within(screen.getByRole('navigation', { name: 'Rows a page, top' }))
  await userEvent.click(sizes.getByRole('link', { name: '100' }))
  await shows('241–340 of 4,444')
  await expect.poll(address).toBe(`/tx/${AIRDROP}?offset=240&limit=100`)
  expect(rows()).toHaveLength(100)
  expect(sizes.getByRole('link', { current: true })).toHaveTextContent('100')
})

test('a page shows at most 100 records, says so, and leads on by as many', async () => {
  const { address } = await renderAt('/block/849250?limit=1000', await startService())
  await shows('1–100 of 4,756')
  await shows('Pages show at most 100 records. Showing 100 of the 1,000 requested.')
  expect(rows()).toHaveLength(100)
  await expect.poll(address).toBe('/block/849250?limit=1000')
  for (const [name, view] of [
    ['filter and group', 'records'],
    ['download', 'download'],
  ] as const) {
    const link = screen.getByRole('link', { name })
    expect(link).toHaveAttribute('href', `/block/849250?view=${view}`)
  }
  const sizes = within(screen.getByRole('navigation', { name: 'Rows a page, top' }))
  const links = sizes.getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['20', '50', '100'])
  expect(sizes.getByRole('link', { current: true })).toHaveTextContent('100')

  const pages = within(screen.getByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Next' }))
  await shows('101–200 of 4,756')
  await expect.poll(address).toBe('/block/849250?offset=100&limit=100')
  expect(document.body).not.toHaveTextContent('Pages show at most')
})

test('a list that fits on a page is shown whole, however many records its address asks for', async () => {
  await renderAt('/block/849250?offset=4700&limit=1000', await startService())
  await shows('4,701–4,756 of 4,756')
  expect(document.body).not.toHaveTextContent('Pages show at most')
})

test.each([
  ['its height', '849250'],
  ['its hash', BLOCK_HASH],
  ['its hash with 0x in capitals', `0X${BLOCK_HASH.toUpperCase()}`],
])('a block shows the same records by %s', async (_, block) => {
  await renderAt(`/block/${block}`, await startService())
  await shows('4,756 records')
  expect(await screen.findByRole('heading', { level: 1, name: '849,250' })).toBeVisible()
  expect(document.body.textContent).toContain(BLOCK_HASH)
  expect(screen.getByText(/20 mints of UNCOMMON•GOODS/)).toBeVisible()
})

test('blocks lead to their neighbours that hold activity, transactions to their block', async () => {
  const { address } = await renderAt('/block/849250', await startService())
  const neighbours = await screen.findByRole('navigation', { name: 'Neighbouring blocks' })
  expect(within(neighbours).getByRole('link', { name: /849,236/ })).toHaveAttribute(
    'href',
    '/block/849236',
  )
  expect(within(neighbours).getByRole('link', { name: /849,672/ })).toHaveAttribute(
    'href',
    '/block/849672',
  )

  const table = within(await screen.findByRole('table'))
  const [first] = table.getAllByRole('link', { name: /^[0-9a-f]{64}$/ })
  if (first === undefined) throw new Error('a block has links to its transactions')
  await userEvent.click(first)
  await waitFor(() => expect(address()).toBe(`/tx/${first.textContent}`))
  expect(
    await screen.findByRole('heading', { level: 1, name: new RegExp(first.textContent) }),
  ).toHaveFocus()
  await userEvent.click(await screen.findByRole('link', { name: /block 849,250, record 1 / }))
  await expect.poll(address).toBe('/block/849250')
})

test('a rune leads to the block of its etching, the first rune to none', async () => {
  await renderAt('/block/840006?offset=40', await startService())
  const [link] = await screen.findAllByRole('link', { name: '840000:1, block of its etching' })
  expect(link).toHaveAttribute('href', '/block/840000')
  expect(link).toHaveAttribute('title', 'Block of its etching')
  expect(screen.queryByRole('link', { name: /^1:0/ })).toBeNull()
})

test('every field of a record is in its details', async () => {
  const txId = '7430609f039d4bc92a1f20fc6e49d5633b61c2a92ba68a93ea0dc1b59a3f3b50'
  const origin = await startService()
  await renderAt(`/tx/${txId}`, origin)
  await userEvent.click(await screen.findByRole('button', { name: 'Details of record 1' }))
  await shows('As the service sent it')
  const page = await fetch(`${origin}/runes/v1/transactions/${txId}/activity`)
  const [record] = (await page.json()).results
  const { location, rune } = record
  const fact = (name: string) =>
    within(rows()[1] ?? document.body)
      .getByText(name)
      .closest('div')
  for (const [name, value] of [
    ['Rune name', rune.name],
    ['Amount', record.amount],
    ['Address', record.address],
    ['Receiver address', record.receiver_address],
    ['Transaction', txId],
    ['Position in the block', location.tx_index],
    ['Output index', location.vout],
    ['Output', location.output],
    ['Block', location.block_height.toLocaleString('en')],
    ['Block hash', location.block_hash.slice(2)],
    ['Block time', new Date(location.timestamp * 1000).toISOString().slice(0, 10)],
  ]) {
    expect(fact(name), name).toHaveTextContent(`${name}${value ?? '—'}`)
  }
  expect(rows()[0]).toHaveTextContent(rune.spaced_name)
  expect(rows()[0]).toHaveTextContent(rune.id)
})

test('amounts of 38 decimals and an unknown operation are shown as they are', async () => {
  const origin = await startService()
  const path = '/runes/v1/blocks/999999999/activity?offset=18000&limit=1000'
  const { results } = (await getJson(origin, path)).body
  for (const [text, name] of [
    ['transmute', 'operation'],
    ['340282366920938463463374607431768211455', 'amount'],
    ['3.40282366920938463463374607431768211455', 'amount'],
  ] as const) {
    // biome-ignore lint/suspicious/noExplicitAny: a record of any shape.
    const offset = 18_000 + results.findIndex((record: any) => record[name] === text)
    await renderAt(`/block/999999999?offset=${offset}&limit=1`, origin)
    await shows(name === 'amount' ? formatted(text) : text)
    await shows('A sample made by Cairn')
    cleanup()
  }
})

test('a page past the end says so and leads back', async () => {
  const { address } = await renderAt('/block/849250?offset=9000', await startService())
  expect(await screen.findByText('This link points past the end')).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Go to the last page' }))
  await shows('4,741–4,756 of 4,756')
  await expect.poll(address).toBe('/block/849250?offset=4740')
})

test('a block without activity says what that may mean', async () => {
  await renderAt('/block/900000', await startService())
  expect(await screen.findByText('No rune activity here')).toBeVisible()
  expect(screen.getByText(/has not indexed it/)).toBeVisible()
})

test('a hash of no block held here may be read as a transaction id', async () => {
  const { address } = await renderAt(`/block/${AIRDROP}`, await startService())
  expect(await screen.findByText('No rune activity here')).toBeVisible()
  expect(screen.getByText(/holds no record for a block of this hash/)).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Read it as a transaction id' }))
  await shows('1–20 of 4,444')
  await expect.poll(address).toBe(`/tx/${AIRDROP}`)
})

test('a block before the runes says that there can be none', async () => {
  await renderAt('/block/700000', await startService())
  expect(await screen.findByText(/Runes begin at block 840,000/)).toBeVisible()
})

test('an address with nonsense for paging shows the first page and says so', async () => {
  await renderAt('/block/849250?offset=abc', await startService())
  await shows('1–20 of 4,756')
  expect(await screen.findByText('Part of the address was not understood')).toBeVisible()
})

test('a page size that the service refuses gives way to one that it allows', async () => {
  const service = createTestService()
  const origin = await listen((request) => {
    const limit = Number(new URL(request.url).searchParams.get('limit'))
    if (limit <= 20) return service.fetch(request)
    const message = 'querystring/limit must be <= 20'
    return Response.json({ statusCode: 400, error: 'Bad Request', message }, { status: 400 })
  })
  await renderAt('/block/849250?limit=100', origin)
  await shows('1–20 of 4,756')
})

test.each(['/tx/1234', '/block/latest', '/block/0x12'])(
  '%s is said to be no identifier',
  async (path) => {
    await renderAt(path, 'http://127.0.0.1:9')
    expect(await screen.findByText(/Nothing was asked of the service/)).toBeVisible()
  },
)

function formatted(amount: string): string {
  const [whole = '', fraction] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

const MINT = record('mint', { amount: '5' })

test.each([
  ['without a limit', {}],
  ['with a limit of 0', { limit: 0 }],
])('a page %s shows its records, and its pager steps by what was requested', async (_, limit) => {
  const { origin } = await serveRecords(() => [], {
    instead: ({ offset }) => ({
      status: 200,
      body: { ...limit, offset, total: 45, results: Array(offset === 40 ? 5 : 20).fill(MINT) },
    }),
  })
  await renderAt(`${TRANSACTION}?offset=40`, origin)
  await shows('41–45 of 45')
  expect(rows()).toHaveLength(5)
  const pages = within(screen.getByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Previous' }))
  await shows('21–40 of 45')
})

test('a record that cannot be read says in plain words what is wrong, its details what came', async () => {
  const { rune: _rune, ...withoutRune } = MINT
  const { location, ...withoutLocation } = MINT
  const { origin } = await serveRecords(() => [
    withoutRune,
    withoutLocation,
    { ...MINT, location: { ...location, tx_id: 'here' } },
    'nothing',
    MINT,
  ])
  await renderAt(TRANSACTION, origin)
  await shows('4 of 5 records here could not be read')
  const reasons = rows().map((row) => within(row).queryByText(/^The service sent/)?.textContent)
  expect(reasons).toEqual([
    'The service sent a record without a rune',
    'The service sent a record without a location',
    'The service sent a record whose transaction id cannot be read',
    'The service sent a record that is not an object',
    undefined,
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Details of record 1' }))
  expect(rows()[1]).toHaveTextContent('"operation": "mint"')
})

test('a page that cannot be read is explained in plain words, too', async () => {
  const { origin } = await serveRecords(() => [], {
    instead: () => ({ status: 200, body: { limit: 20, offset: 0, results: [] } }),
  })
  await renderAt(TRANSACTION, origin)
  const failure = await screen.findByRole('alert')
  expect(failure).toHaveTextContent('The service sent a response without “total”.')
  expect(failure).not.toHaveTextContent(/received|expected/i)
})

/** A service that refuses pages of more than 60 records, and what it was asked for. */
function serveSixty(count: number, totalPastEnd: number) {
  return serveRecords(() => Array(count).fill(MINT), {
    instead: ({ offset, limit }) => {
      const message = 'querystring/limit must be <= 60'
      if (limit > 60) return { status: 400, body: { error: 'Bad Request', message } }
      if (offset < count) return
      return { status: 200, body: { limit, offset, total: totalPastEnd, results: [] } }
    },
  })
}

test.each([0, 150])(
  'a link past the end is explained by a service that refuses its page size and counts %i there',
  async (total) => {
    const { origin } = await serveSixty(150, total)
    const { address } = await renderAt(`${TRANSACTION}?offset=9000&limit=100`, origin)
    await shows('This link points past the end')
    await userEvent.click(screen.getByRole('link', { name: 'Go to the last page' }))
    await shows('121–150 of 150')
    expect(address()).toBe(`${TRANSACTION}?offset=120&limit=60`)
  },
)

test('a service that refuses a page size and then fails is shown with that failure', async () => {
  const { origin } = await serveRecords(() => [], {
    instead: ({ limit }) => ({ status: limit > 60 ? 400 : 429 }),
  })
  await renderAt(`${TRANSACTION}?offset=9000&limit=100`, origin)
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests')
})

test('a page size that a service refuses is asked for once in a session', async () => {
  const { origin, requests } = await serveSixty(400, 400)
  const { navigate } = await renderAt(`${TRANSACTION}?limit=100`, origin)
  await shows('1–60 of 400')
  for (const offset of [60, 120, 180]) {
    await userEvent.click(screen.getAllByRole('link', { name: 'Next' })[0] ?? document.body)
    await shows(`${offset + 1}–${offset + 60} of 400`)
  }
  act(() => void navigate('/block/850000?limit=100'))
  await shows('Block')
  await shows('1–60 of 400')
  cleanup()
  await renderAt(`${TRANSACTION}?offset=300&limit=100`, origin)
  await shows('301–360 of 400')
  expect(requests.filter(({ limit }) => limit > 60)).toHaveLength(1)
})

test('a page keeps to the pause that the service behind it asks for', async () => {
  const source = await startSource()
  source.answerWith(() => new Response('', { status: 429, headers: { 'Retry-After': '42' } }))
  const mirror = await startMirror(source.origin, { pages: inject('pages') })
  await renderAt('/block/849250', mirror.origin)
  await shows('Trying again in')
  expect(document.body).toHaveTextContent(/Trying again in 4[0-2] seconds/)
})

test('a page of what was read before says so from the start', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin, { pages: inject('pages') })
  await getJson(mirror.origin, `/metadata/v1/ft/${LONGCOIN}`)
  await source.stop()
  mirror.letPass(86_400)
  await renderAt(`/token/${LONGCOIN}`, mirror.origin)
  await shows('Shown as read before')
  await shows('The service does not answer now.')
})
