import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, inject, test } from 'vitest'
import { select } from '../support/importing.ts'
import { openWriter } from '../support/ledgerBlocks.ts'
import { emptySqlite, filledDatabase } from '../support/ownDatabase.ts'
import { renderAt, shows } from '../support/renderAt.tsx'
import { AIRDROP, BLOCK_HASH, LONGCOIN } from '../support/snapshotIds.ts'
import { startMirror } from '../support/startMirror.ts'
import { getJson, startService } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'

const rows = () => screen.getAllByRole('row').slice(1)

test('links page through a transaction, and Back returns to the previous page', async () => {
  const { goBack, address } = await renderAt(`/tx/${AIRDROP}`, await startService())
  await shows('1–20 of 4,444')
  expect(rows()).toHaveLength(20)

  const pages = within(screen.getByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Next' }))
  await shows('21–40 of 4,444')
  await expect.poll(address).toBe(`/tx/${AIRDROP}?offset=20`)
  expect(pages.getByRole('link', { name: 'Next' })).toHaveFocus()
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('Records 21 to 40 of 4,444'),
  )

  await userEvent.click(pages.getByRole('link', { name: 'Last' }))
  await shows('4,441–4,444 of 4,444')
  expect(rows()).toHaveLength(4)
  expect(pages.getByRole('link', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')

  act(() => void goBack())
  await shows('21–40 of 4,444')
})

test('a link to page 100 opens that page', async () => {
  await renderAt(`/tx/${AIRDROP}?offset=1980`, await startService())
  await shows('1,981–2,000 of 4,444')
  expect(await screen.findByRole('link', { name: 'block 840,656, record 1' })).toHaveAttribute(
    'href',
    '/block/840656#record-1',
  )
})

test('changing the page size updates the URL and keeps the first row', async () => {
  const { address } = await renderAt(`/tx/${AIRDROP}?offset=240`, await startService())
  await shows('241–260 of 4,444')
  const sizes = within(screen.getByRole('navigation', { name: 'Rows per page, top' }))
  await userEvent.click(sizes.getByRole('link', { name: '100' }))
  await shows('241–340 of 4,444')
  await expect.poll(address).toBe(`/tx/${AIRDROP}?offset=240&limit=100`)
  expect(rows()).toHaveLength(100)
  expect(sizes.getByRole('link', { current: true })).toHaveTextContent('100')
})

test('a page shows at most 100 records with a note, and Next continues after them', async () => {
  const { address } = await renderAt('/block/849250?limit=1000', await startService())
  await shows('1–100 of 4,756')
  await shows('Pages show at most 100 records. Showing 100 of the 1,000 requested.')
  expect(rows()).toHaveLength(100)
  await expect.poll(address).toBe('/block/849250?limit=1000')
  const note = within(screen.getByText(/^Pages show at most/))
  for (const [name, view] of [
    ['Filter and group', 'records'],
    ['Download', 'download'],
  ] as const) {
    const link = note.getByRole('link', { name })
    expect(link).toHaveAttribute('href', `/block/849250?view=${view}`)
  }
  const sizes = within(screen.getByRole('navigation', { name: 'Rows per page, top' }))
  const links = sizes.getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['20', '50', '100'])
  expect(sizes.getByRole('link', { current: true })).toHaveTextContent('100')

  const pages = within(screen.getByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Next' }))
  await shows('101–200 of 4,756')
  await expect.poll(address).toBe('/block/849250?offset=100&limit=100')
  expect(document.body).not.toHaveTextContent('Pages show at most')
})

test('a page with fewer records than its limit shows no note about the maximum', async () => {
  await renderAt('/block/849250?offset=4700&limit=1000', await startService())
  await shows('4,701–4,756 of 4,756')
  expect(document.body).not.toHaveTextContent('Pages show at most')
})

test.each([
  ['its height', '849250'],
  ['its hash', BLOCK_HASH],
  ['its hash with 0x in capitals', `0X${BLOCK_HASH.toUpperCase()}`],
])('a block is found by %s', async (_, block) => {
  await renderAt(`/block/${block}`, await startService())
  await shows('4,756 records')
  expect(await screen.findByRole('heading', { level: 1, name: '849,250' })).toBeVisible()
  expect(document.body.textContent).toContain(BLOCK_HASH)
  expect(screen.getByText(/20 mints of UNCOMMON•GOODS/)).toBeVisible()
})

test('a block links to the neighbouring blocks with activity, and a transaction to its block', async () => {
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
  await userEvent.click(await screen.findByRole('link', { name: 'block 849,250, record 1' }))
  await expect.poll(address).toBe('/block/849250')
})

test('runes and addresses link to their pages', async () => {
  await renderAt('/block/840006?offset=40', await startService())
  const [rune] = await screen.findAllByRole('link', { name: /FEHU/ })
  expect(rune).toHaveAttribute('href', '/rune/840000:1')
  const [address] = await screen.findAllByRole('link', { name: /^bc1/ })
  expect(address).toHaveAttribute('href', `/address/${address?.textContent}`)
})

test('the details of a record show every field', async () => {
  const txId = '7430609f039d4bc92a1f20fc6e49d5633b61c2a92ba68a93ea0dc1b59a3f3b50'
  const origin = await startService()
  await renderAt(`/tx/${txId}`, origin)
  await userEvent.click(await screen.findByRole('button', { name: 'Details of record 1' }))
  await shows('Raw record')
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
    ['From', record.address],
    ['To', record.receiver_address],
    ['Transaction', txId],
    ['Transaction index', location.tx_index],
    ['Output index', location.vout],
    ['Block', location.block_height.toLocaleString('en')],
    ['Block hash', location.block_hash.slice(2)],
    ['Block time', new Date(location.timestamp * 1000).toISOString().slice(0, 10)],
  ]) {
    expect(fact(name), name).toHaveTextContent(`${name}${value ?? '—'}`)
  }
  expect(rows()[0]).toHaveTextContent(rune.spaced_name)
  expect(rows()[0]).toHaveTextContent(rune.id)
})

test('amounts with 38 decimals and an unknown operation are shown exactly', async () => {
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

test('a page past the end says so and links to the last page', async () => {
  const { address } = await renderAt('/block/849250?offset=9000', await startService())
  expect(await screen.findByText('This page is past the end of the list')).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Go to the last page' }))
  await shows('4,741–4,756 of 4,756')
  await expect.poll(address).toBe('/block/849250?offset=4740')
})

test('a block without activity lists possible reasons', async () => {
  const databaseUrl = await emptySqlite()
  const writer = await openWriter(databaseUrl)
  await writer.add({ height: 900_001, hash: '9'.padStart(64, '0'), records: 1 })
  await renderAt('/block/900000', await startService({ databaseUrl }))
  expect(await screen.findByText('No records found')).toBeVisible()
  await shows('has not indexed it')
})

test('a block that the snapshot lacks says so', async () => {
  await renderAt('/block/900000', await startService())
  expect(await screen.findByText('No records found')).toBeVisible()
  await shows('The snapshot has no records of this block.')
})

test('a block after the newest indexed one says so, and the newest has no link to the next', async () => {
  const { navigate } = await renderAt('/block/950000', await startService())
  await shows('Not in the snapshot: its newest block is')
  const newest = within(screen.getByRole('region', { name: 'No records found' })).getByRole(
    'link',
    {
      name: /^\d{3},\d{3}$/,
    },
  )
  navigate(newest.getAttribute('href') ?? '')
  await screen.findByRole('heading', { level: 1, name: newest.textContent ?? '' })
  await screen.findByRole('link', { name: /^Previous block with activity/ })
  expect(screen.queryByRole('link', { name: /^Next/ })).toBeNull()
})

test('a page for an unknown block hash offers to open it as a transaction id', async () => {
  const { address } = await renderAt(`/block/${AIRDROP}`, await startService())
  expect(await screen.findByText('No records found')).toBeVisible()
  expect(screen.getByText(/has no records for a block with this hash/)).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Open it as a transaction id' }))
  await shows('1–20 of 4,444')
  await expect.poll(address).toBe(`/tx/${AIRDROP}`)
})

test('a block before 840,000 says that it cannot have runes', async () => {
  await renderAt('/block/700000', await startService())
  expect(await screen.findByText(/Runes start at block 840,000/)).toBeVisible()
})

test('invalid paging parameters show the first page and a note', async () => {
  await renderAt('/block/849250?offset=abc', await startService())
  await shows('1–20 of 4,756')
  expect(await screen.findByText('Invalid parameters in the URL')).toBeVisible()
})

test.each(['/tx/1234', '/block/latest', '/block/0x12'])(
  '%s is reported as malformed without a request',
  async (path) => {
    await renderAt(path, 'http://127.0.0.1:9')
    expect(await screen.findByText(/No request was sent to the service/)).toBeVisible()
  },
)

function formatted(amount: string): string {
  const [integer = '', fraction] = amount.split('.')
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

test('a page honours the Retry-After of the upstream service', async () => {
  const source = await startUpstream()
  source.respondWith(() => new Response('', { status: 429, headers: { 'Retry-After': '42' } }))
  const mirror = await startMirror(source.origin, { pages: inject('pages') })
  await renderAt('/block/849250', mirror.origin)
  await shows('Trying again in')
  expect(document.body).toHaveTextContent(/Trying again in 4[0-2] seconds/)
})

test('a page with stale data says so from the start', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin, { pages: inject('pages') })
  await getJson(mirror.origin, `/metadata/v1/ft/${LONGCOIN}`)
  await source.stop()
  mirror.advanceClock(86_400)
  await renderAt(`/token/${LONGCOIN}`, mirror.origin)
  await shows('Showing stored data')
  await shows('No newer data has been retrieved yet.')
})

test('a page with stale data whose time of reading is unknown shows no time', async () => {
  const databaseUrl = await filledDatabase()
  await select(databaseUrl, 'UPDATE tokens SET read_at = 0')
  const source = await startUpstream()
  await source.stop()
  const mirror = await startMirror(source.origin, { databaseUrl, pages: inject('pages') })
  await renderAt(`/token/${LONGCOIN}`, mirror.origin)
  await shows('Showing stored data')
  expect(screen.getByRole('main')).not.toHaveTextContent('Retrieved')
})
