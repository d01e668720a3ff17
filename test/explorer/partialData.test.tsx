import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { startComplete, startService } from '../support/startService.ts'

const MINT_AND_SEND = '/tx/32807bc258365fa294e099a863ec965f1a38b5d02fbf9d9dea2cd4b5c953838e'
const SAMPLE_BLOCK = '/block/999999999'
const LONGCOIN = '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'

test('a block of which the service lacks records says so, and shows no verdict', async () => {
  await renderAt(MINT_AND_SEND, await startService())
  await shows(
    'Incomplete. Some records may be missing; the count covers only those that this service has.',
  )
  expect(screen.queryByRole('link', { name: /add up/ })).toBeNull()
})

test('an incomplete list offers no view that needs all records', async () => {
  await renderAt(MINT_AND_SEND, await startService())
  const views = within(await screen.findByRole('navigation', { name: 'Views' }))
  expect(views.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Records',
    'Filter and group',
    'Charts',
    'Download',
  ])
})

test('a complete list does not say that it is incomplete', async () => {
  await renderAt(MINT_AND_SEND, await startComplete())
  expect(await screen.findByRole('link', { name: 'amounts add up' })).toBeVisible()
  expect(screen.queryByText('Incomplete.')).toBeNull()
})

test.each(['net', 'check'])('the view %s of an incomplete list shows no results', async (view) => {
  await renderAt(`${MINT_AND_SEND}?view=${view}`, await startService())
  await shows('This list is incomplete')
  await shows(/All \d records in this list that the service has are loaded/)
  expect(screen.queryByRole('table')).toBeNull()
})

test('of an incomplete list, the records can be downloaded, but not the net changes', async () => {
  await renderAt(`${MINT_AND_SEND}?view=download`, await startService())
  expect(await screen.findByRole('region', { name: 'All records' })).toBeVisible()
  await shows('No net changes for an incomplete list')
  expect(screen.queryByRole('region', { name: 'Net change by address' })).toBeNull()
})

test('of a complete list, the net changes can be downloaded', async () => {
  await renderAt(`${MINT_AND_SEND}?view=download`, await startComplete())
  expect(await screen.findByRole('region', { name: 'Net change by address' })).toBeVisible()
  expect(screen.queryByText(/incomplete list/)).toBeNull()
})

test('a token from the snapshot says so', async () => {
  await renderAt(LONGCOIN, await startService())
  await shows('From a snapshot.')
})

test('the sample block has no neighbours, and no links to other explorers', async () => {
  await renderAt(SAMPLE_BLOCK, await startService())
  await shows('A sample made by Cairn')
  expect(screen.queryByRole('navigation', { name: 'Neighbouring blocks' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Other explorers' })).toBeNull()
  const main = within(screen.getByRole('main'))
  expect(main.queryByText('Incomplete.')).toBeNull()
})
