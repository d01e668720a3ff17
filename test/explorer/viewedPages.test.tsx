import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../support/renderAt.tsx'
import { fakeTimers, findBox, forgetViewedPages } from '../support/searchBox.ts'
import { AIRDROP, LONGCOIN } from '../support/snapshotIds.ts'
import { startModifiedService } from '../support/startModifiedService.ts'
import { startService } from '../support/startService.ts'

beforeEach(forgetViewedPages)

test('a pasted URL of this site opens with its query', async () => {
  const origin = await startService()
  const { address } = await renderAt('/device', origin)
  // A server-rendered page has the service’s origin, a client-rendered one that of the document.
  const own = document.querySelector('#state') === null ? location.origin : origin
  for (const path of [
    '/token/ST000000000000000000002AMW42H.cairn-sample-localized?locale=ar',
    `/tx/${AIRDROP}?offset=40&limit=60`,
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

test.each([
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp',
  'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ4',
  'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ4.longcoin',
  'sp265wbwd4nh7tvpyqtvd23x3607nnk4484dtxqz4.longcoin::longcoin',
  'https://explorer.example/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ4.longcoin',
])('the search box reports the wrong checksum of %s', async (text) => {
  await renderAt('/', await startService())
  await userEvent.click(await findBox())
  await userEvent.paste(text)
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('The checksum of this address is wrong'),
  )
  expect(screen.queryByRole('listbox')).toBeNull()
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
  await screen.findByText('No records found')
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
