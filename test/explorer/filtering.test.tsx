import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { generateLedger } from '../support/generateLedger.ts'
import { renderAt, shows, showsAnalysis } from '../support/renderAt.tsx'
import { serveRecords } from '../support/serveRecords.ts'
import { startComplete } from '../support/startService.ts'

const BLOCK = '/block/850000'
const RECORDS = generateLedger(5, 300).records.slice(0, 300)

test('invalid filters in the URL are reported, and the valid ones apply', async () => {
  const { origin } = await serveRecords(() => RECORDS)
  await renderAt(`${BLOCK}?view=records&min=lots&op=mint`, origin)
  await shows('Ignored: min=lots')
  expect(screen.getByRole('link', { name: 'Remove filter: operation mint' })).toBeVisible()
})

test('filters are written to the URL and can be removed', async () => {
  const { origin } = await serveRecords(() => RECORDS)
  const { address } = await renderAt(`${BLOCK}?view=records`, origin)
  await showsAnalysis()
  await userEvent.click(screen.getByRole('checkbox', { name: 'mint' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Rune' }), 'RUNE•C•TEST')
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
  await expect.poll(address).toBe(`${BLOCK}?view=records&op=mint&rune=RUNE%E2%80%A2C%E2%80%A2TEST`)
  await userEvent.click(await screen.findByRole('link', { name: 'Remove filter: operation mint' }))
  await expect.poll(address).toBe(`${BLOCK}?view=records&rune=RUNE%E2%80%A2C%E2%80%A2TEST`)
  await userEvent.click(screen.getByRole('link', { name: 'Clear filters' }))
  await expect.poll(address).toBe(`${BLOCK}?view=records`)
})

test('the fields of the filter follow the URL, and keep the focus', async () => {
  const { origin } = await serveRecords(() => RECORDS)
  const { address, goBack } = await renderAt(`${BLOCK}?view=records&op=mint`, origin)
  await showsAnalysis()
  const mint = screen.getByRole('checkbox', { name: 'mint' })
  const text = screen.getByRole('textbox', { name: 'Any text' })
  await userEvent.click(mint)
  await userEvent.type(text, ' abc {Enter}')
  await expect.poll(address).toBe(`${BLOCK}?view=records&text=abc`)
  await waitFor(() => expect(text).toHaveValue('abc'))
  act(() => void goBack())
  await expect.poll(address).toBe(`${BLOCK}?view=records&op=mint`)
  await waitFor(() => expect(text).toHaveValue(''))
  expect(mint).toBeChecked()
  expect(text).toHaveFocus()
})

test.each(['RUNE·C·TEST', 'rune c', 'Rune.C', 'RUNE∙C', 'rune●c', 'rune#c'])(
  'the filter by the rune %s finds RUNE•C•TEST',
  async (text) => {
    const { origin } = await serveRecords(() => RECORDS)
    await renderAt(`${BLOCK}?view=records&rune=${encodeURIComponent(text)}`, origin)
    await showsAnalysis()
    const found = RECORDS.filter(({ rune }) => rune.spaced_name === 'RUNE•C•TEST')
    await shows(`of ${found.length} records`)
  },
)

test('an invalid amount is marked in its field', async () => {
  const { origin } = await serveRecords(() => RECORDS)
  const { address } = await renderAt(`${BLOCK}?view=records`, origin)
  await showsAnalysis()
  const field = screen.getByRole('textbox', { name: 'Min amount' })
  await userEvent.type(field, 'lots{Enter}')
  expect(field).toBeInvalid()
  await expect.poll(address).toBe(`${BLOCK}?view=records`)
  await userEvent.clear(field)
  await userEvent.type(field, '1,234.50{Enter}')
  await expect.poll(address).toBe(`${BLOCK}?view=records&min=1234.50`)
  await shows('Filter (1 active)')
})

/** Types a minimum amount as a reader of the language does. */
async function typeMinAmount(language: string, typed: string) {
  speak(language)
  const { origin } = await serveRecords(() => RECORDS)
  const { address } = await renderAt(`${BLOCK}?view=records`, origin)
  await showsAnalysis()
  const field = screen.getByRole('textbox', { name: 'Min amount' })
  await userEvent.type(field, `${typed}{Enter}`)
  return { address, field }
}

test.each([
  ['de-DE', '1.000', '1000', '1.000'],
  ['de-DE', '1.234,5', '1234.5', '1.234,5'],
  ['de-DE', '1234.5', '1234.5', '1.234,5'],
  ['de-DE', '0,125', '0.125', '0,125'],
  ['de-DE', '0.125', '0.125', '0,125'],
  ['fr-FR', '1\u202f234,5', '1234.5', '1\u202f234,5'],
  ['en-IN', '12,34,567.5', '1234567.5', '12,34,567.5'],
  ['en-US', '1.125', '1.125', '1.125'],
])('a reader of %s who types the amount %s filters by %s', async (language, typed, min, shown) => {
  const { address } = await typeMinAmount(language, typed)
  await expect.poll(address).toBe(`${BLOCK}?view=records&min=${min}`)
  expect(screen.getByRole('link', { name: `Remove filter: min amount ${shown}` })).toBeVisible()
})

test.each([
  ['de-DE', '1234.500'],
  ['de-DE', '1,234.5'],
  ['de-DE', '1.000.5'],
  ['en-US', '1,5'],
  ['en-US', '0,125'],
  ['en-US', '12,34,567'],
])('to a reader of %s, the amount %s is invalid', async (language, typed) => {
  const { address, field } = await typeMinAmount(language, typed)
  expect(field).toBeInvalid()
  expect(address()).toBe(`${BLOCK}?view=records`)
})

test('an amount in the URL is shown in the form of the reader, and stays the same when the form is sent', async () => {
  speak('de-DE')
  const { origin } = await serveRecords(() => RECORDS)
  const { address } = await renderAt(`${BLOCK}?view=records&min=1234.500`, origin)
  await showsAnalysis()
  const field = screen.getByRole('textbox', { name: 'Min amount' })
  expect(field).toHaveValue('1.234,500')
  expect(field).toHaveAttribute('title', 'An amount such as 1.234,5')
  await userEvent.type(screen.getByRole('textbox', { name: 'Rune' }), 'RUNE{Enter}')
  await expect.poll(address).toBe(`${BLOCK}?view=records&rune=RUNE&min=1234.500`)
})

/** Sets the language of the browser. */
function speak(language: string): void {
  const mock = vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  onTestFinished(() => mock.mockRestore())
}

test('changing the filters of net changes keeps those of records in the URL', async () => {
  const { origin } = await serveRecords(() => RECORDS)
  const { address } = await renderAt(`${BLOCK}?view=net&op=mint&min=5&address=zz`, origin)
  await showsAnalysis()
  await userEvent.clear(screen.getByRole('textbox', { name: 'Address' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Rune' }), '840000:1{Enter}')
  await expect.poll(address).toBe(`${BLOCK}?view=net&op=mint&rune=840000%3A1&min=5`)
})

test('clicking a column heading sorts the rows by exact values', async () => {
  const { origin } = await serveRecords(() => RECORDS)
  const { address } = await renderAt(`${BLOCK}?view=records&rune=840000:1`, origin)
  await showsAnalysis()
  await userEvent.click(await screen.findByRole('link', { name: 'Amount' }))
  await expect.poll(address).toContain('sort=-amount')
  const heading = await screen.findByRole('columnheader', { name: 'Amount' })
  await waitFor(() => expect(heading).toHaveAttribute('aria-sort', 'descending'))
  const largest = RECORDS.filter(({ rune }) => rune.id === '840000:1')
    .map(({ amount }) => BigInt(amount ?? 0))
    .reduce((a, b) => (a > b ? a : b))
  await waitFor(() => {
    const [, first] = within(screen.getByRole('table')).getAllByRole('row')
    expect(first).toHaveTextContent(largest.toLocaleString('en'))
  })
})

test('a group links to its records', async () => {
  const { origin } = await serveRecords(() => RECORDS)
  await renderAt(`${BLOCK}?view=records&group=operation&rune=840000:1`, origin)
  await showsAnalysis()
  const mints = RECORDS.filter(
    ({ operation, rune }) => operation === 'mint' && rune.id === '840000:1',
  ).length
  const table = await screen.findByRole('table', { name: /^Records by operation/ })
  const row = await within(table).findByRole('row', { name: /^mint/ })
  await userEvent.click(within(row).getByRole('link', { name: String(mints) }))
  await shows(`of ${mints} records`)
})

test('a list that fits on one page shows at once whether it is balanced', async () => {
  const { address } = await renderAt(
    '/tx/32807bc258365fa294e099a863ec965f1a38b5d02fbf9d9dea2cd4b5c953838e',
    await startComplete(),
  )
  await userEvent.click(await screen.findByRole('link', { name: 'amounts add up' }))
  await expect.poll(address).toMatch(/\?view=check$/)
  await shows('Everything checked adds up')
})

test('without amounts, receivers are counted but sums are unknown', async () => {
  const origin = await startComplete()
  const airdrop = '/tx/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
  await renderAt(`${airdrop}?view=net`, origin)
  await showsAnalysis()
  await shows('1–20 of 2,223 net changes')
  await shows('Some net changes are unknown')
  expect(screen.getAllByText('unknown').length).toBeGreaterThan(20)
  cleanup()
  await renderAt(`${airdrop}?view=check`, origin)
  await shows('Nothing can be checked')
  await shows('Because some records have no usable amount')
})
