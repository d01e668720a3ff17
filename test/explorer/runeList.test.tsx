import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { generateIndex } from '../support/generateIndex.ts'
import { indexDatabase } from '../support/indexDatabase.ts'
import { renderAt, shows } from '../support/renderAt.tsx'
import { startService } from '../support/startService.ts'

async function startIndex() {
  const index = generateIndex(1)
  return { ...index, origin: await startService({ databaseUrl: await indexDatabase(index.rows) }) }
}

function namesShown(): string[] {
  const links = screen
    .getAllByRole('link')
    .filter((link) => /^\/rune\//.test(link.getAttribute('href') ?? ''))
  return links.map(({ textContent }) => textContent ?? '')
}

test('the runes are listed newest first, with links to their pages and blocks', async () => {
  const { runes, origin } = await startIndex()
  await renderAt('/runes', origin)
  await shows('Bitcoin runes, newest first.')
  await shows(`1–${runes.length} of ${runes.length}`)
  expect(namesShown()).toEqual(runes.map(({ spaced_name }) => spaced_name).reverse())
  const [rune] = runes
  const link = screen.getByRole('link', { name: rune?.spaced_name ?? '' })
  expect(link).toHaveAttribute('href', `/rune/${rune?.id}`)
  const height = rune?.id.split(':')[0]
  const row = within(link.closest('tr') ?? document.body)
  expect(row.getByRole('link', { name: /^[\d,]+$/ })).toHaveAttribute('href', `/block/${height}`)
})

test('each rune of the list says how much of its cap was minted, or that it has no cap or no mints', async () => {
  const { origin } = await startIndex()
  await renderAt('/runes', origin)
  const read = async (rune: string, column: string) => {
    const row = (await screen.findByRole('link', { name: rune })).closest('tr')
    return row?.querySelector(`[data-name="${column}"]`)?.textContent
  }
  expect(await read('OPEN•MINT', 'Mint progress')).toMatch(/^[\d,]+ mints, no cap$/)
  expect(await read('NO•TERMS', 'Mint progress')).toBe('none')
  expect(await read('CAP•REACHED', 'Mint progress')).toBe('100%')
  expect(await read('ENDED•MINT', 'Mint progress')).toMatch(/^0\.00\d\d?%$/)
  expect(await read('OPEN•MINT', 'Mintable')).toBe('Yes')
  expect(await read('CAP•REACHED', 'Mintable')).toBe('No: fully minted')
  expect(await read('ENDED•MINT', 'Mintable')).toBe('No: minting ended at block 840,006')
  expect(await read('NO•TERMS', 'Mintable')).toBe('No: no mint terms')
  expect(await read('SOME•CENOTAPH', 'Mintable')).toBe('No: cenotaph')
})

test('a rune that only blocks up to the newest one can mint is not mintable', async () => {
  const { rows } = generateIndex(1)
  const tip = Math.max(...rows.ledger.map(({ block_height }) => Number(block_height)))
  const rune = rows.runes.find(({ spaced_name }) => spaced_name === 'OPEN•MINT')
  Object.assign(rune ?? {}, { terms_height_end: tip + 1 })
  await renderAt('/runes', await startService({ databaseUrl: await indexDatabase(rows) }))
  const row = (await screen.findByRole('link', { name: 'OPEN•MINT' })).closest('tr')
  const height = (tip + 1).toLocaleString('en')
  expect(row).toHaveTextContent(`No: minting ends at block ${height}`)
})

test('headings sort by number and by name', async () => {
  const { runes, origin } = await startIndex()
  const { address } = await renderAt('/runes', origin)
  const heading = (name: string) => screen.findByRole('columnheader', { name })
  expect(await heading('Number')).toHaveAttribute('aria-sort', 'descending')
  await userEvent.click(within(await heading('Number')).getByRole('link'))
  await waitFor(() => expect(address()).toBe('/runes?order=asc'))
  await shows('Bitcoin runes, oldest first.')
  await userEvent.click(within(await heading('Name')).getByRole('link'))
  await waitFor(() => expect(address()).toBe('/runes?order_by=name'))
  const names = runes.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  await waitFor(() => expect(namesShown()).toEqual(names.map((rune) => rune.spaced_name)))
})

test('the filter finds names by their beginning and runes that can be minted', async () => {
  const { runes, origin } = await startIndex()
  const [rune] = runes
  const { address } = await renderAt('/runes', origin)
  const filter = within(await screen.findByRole('search', { name: 'Filter runes' }))
  const begin = rune?.name.slice(0, 4).toLowerCase() ?? ''
  await userEvent.type(filter.getByRole('textbox', { name: 'Name begins with' }), begin)
  await userEvent.click(filter.getByRole('button', { name: 'Filter' }))
  await waitFor(() => expect(address()).toBe(`/runes?name=${begin}`))
  await waitFor(() => expect(namesShown()).toContain(rune?.spaced_name))
  const others = runes.filter(({ name }) => !name.toLowerCase().startsWith(begin))
  for (const { spaced_name } of others) expect(namesShown()).not.toContain(spaced_name)
  await renderAt('/runes?mintable=true', origin)
  await waitFor(() => expect(document.title).toMatch(/^Mintable runes/))
})

test.each(['open·mint', 'open • mint', 'Open.Mint'])('the filter finds %s', async (name) => {
  const { origin } = await startIndex()
  await renderAt(`/runes?name=${encodeURIComponent(name)}`, origin)
  await shows('1–1 of 1')
  expect(namesShown()).toEqual(['OPEN•MINT'])
})

test('the snapshot says what it lacks', async () => {
  const origin = await startService()
  await renderAt('/runes', origin)
  await shows('Some runes are missing, and no supply is known')
  const filter = 'Mintable only (not known here)'
  expect(await screen.findByRole('checkbox', { name: filter })).toBeDisabled()
  cleanup()
  await renderAt('/runes?mintable=true', origin)
  await shows('This service does not know which runes can be minted')
  expect(screen.getByRole('link', { name: 'Show all runes' })).toHaveAttribute('href', '/runes')
})

test.each([
  ['/runes?name=zzzzzz', 'No rune matches.'],
  ['/runes?name=5', 'Ignored: name=5'],
  ['/runes?offset=100000', 'This page is past the end of the list'],
])('%s says “%s”', async (path, text) => {
  await renderAt(path, await startService())
  await shows(text)
})
