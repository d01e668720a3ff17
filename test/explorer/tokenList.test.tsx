import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { startService } from '../support/startService.ts'

const DEPLOYER = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'
const LONGCOIN = `${DEPLOYER}.longcoin`

async function rowOf(name: string) {
  const link = await screen.findByRole('link', { name })
  const row = link.closest('tr')
  if (row === null) throw new Error(`${name} is not in a row`)
  return within(row)
}

test('a token is listed with its exact supply and links to its page and its deployer', async () => {
  await renderAt('/tokens?name=longcoin', await startService())
  const row = await rowOf('LONGcoin')
  expect(row.getByRole('link', { name: 'LONGcoin' })).toHaveAttribute('href', `/token/${LONGCOIN}`)
  expect(row.getByText('LONG')).toBeVisible()
  expect(row.getByText('888,888,888,888.888888')).toBeVisible()
  const deployer = row.getAllByRole('link').at(-1)
  expect(deployer).toHaveAttribute('href', `/address/${DEPLOYER}`)
})

test('a list of tokens of one symbol warns that the symbol identifies none of them', async () => {
  await renderAt('/tokens?symbol=sBTC', await startService())
  await shows('Several tokens have this symbol. Anyone can deploy a token with any name or symbol')
  await shows('Compare the contract principal with the one that the project publishes.')
})

test('the filter keeps the order, and its fields are in the URL', async () => {
  const { address } = await renderAt('/tokens?order_by=symbol&order=desc', await startService())
  const filter = within(await screen.findByRole('search', { name: 'Filter tokens' }))
  await userEvent.type(filter.getByRole('textbox', { name: 'Name contains' }), 'btc')
  await userEvent.click(filter.getByRole('checkbox', { name: 'Only with a metadata document' }))
  await userEvent.click(filter.getByRole('button', { name: 'Filter' }))
  await waitFor(() =>
    expect(new URLSearchParams(address().split('?')[1])).toEqual(
      new URLSearchParams('name=btc&valid_metadata_only=true&order_by=symbol&order=desc'),
    ),
  )
  expect(await screen.findByRole('textbox', { name: 'Name contains' })).toHaveValue('btc')
  expect(screen.getByRole('checkbox')).toBeChecked()
})

test('a heading sorts the list, and only the sorted one says so', async () => {
  const { address } = await renderAt('/tokens', await startService())
  const heading = (name: string) => screen.findByRole('columnheader', { name })
  expect(await heading('Name')).toHaveAttribute('aria-sort', 'ascending')
  expect(await heading('Symbol')).not.toHaveAttribute('aria-sort')
  await userEvent.click(within(await heading('Symbol')).getByRole('link'))
  await waitFor(() => expect(address()).toBe('/tokens?order_by=symbol'))
  await userEvent.click(within(await heading('Symbol')).getByRole('link'))
  await waitFor(() => expect(address()).toBe('/tokens?order_by=symbol&order=desc'))
  expect(await heading('Symbol')).toHaveAttribute('aria-sort', 'descending')
})

test('the tokens of a deployer are listed, and the token page links to them', async () => {
  const origin = await startService()
  await renderAt(`/token/${LONGCOIN}`, origin)
  const link = await screen.findByRole('link', { name: 'All tokens by this deployer' })
  await userEvent.click(link)
  await screen.findByRole('heading', { level: 1, name: 'Tokens' })
  await shows(`Deployed by ${DEPLOYER}`)
  expect(await screen.findByRole('link', { name: 'LONGcoin' })).toBeVisible()
})

test('paging keeps the filter, and a page number in the URL becomes an offset', async () => {
  const { address, navigate } = await renderAt('/tokens?name=btc', await startService())
  const pages = within(await screen.findByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Next' }))
  await waitFor(() => expect(address()).toBe('/tokens?name=btc&offset=20'))
  await shows(/21–40 of/)
  await navigate('/tokens?name=btc&page=3')
  await shows(/41–60 of/)
})

test.each([
  ['/tokens?name=zzzz-nothing', 'No token matches the filter.'],
  [`/tokens?address=${DEPLOYER.replace('QZ3', 'QZ4')}`, 'The checksum of this address is wrong.'],
  ['/tokens?symbol=longcoin&offset=40', 'No token matches the filter.'],
  ['/tokens?name=longcoin&offset=40', 'This page is past the end of the list'],
  ['/tokens?order=up', 'Ignored: order=up'],
  ['/tokens?address=longcoin', 'Ignored: address=LONGCOIN'],
])('%s says “%s”', async (path, text) => {
  await renderAt(path, await startService())
  await shows(text)
})
