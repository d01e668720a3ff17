import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../support/renderAt.tsx'
import { snapshotLines } from '../support/snapshot.ts'
import { LONGCOIN } from '../support/snapshotIds.ts'
import { startModifiedService } from '../support/startModifiedService.ts'
import { startService } from '../support/startService.ts'

const region = (name: string) => screen.findByRole('region', { name })

test('other tokens with the same symbol are counted at the top and listed with links', async () => {
  const principals = snapshotLines('tokens')
    .filter(({ token }) => token.symbol?.toLowerCase() === 'sbtc')
    .map(({ principal }) => principal)
  expect(principals).toHaveLength(28)
  await renderAt(`/token/${principals[0]}`, await startService())
  const count = await screen.findByRole('link', {
    name: /^28 other tokens use this symbol or name: compare/,
  })
  expect(count).toHaveAttribute('href', '#namesakes')
  const namesakes = within(await region('Same symbol or name'))
  const text = (await region('Same symbol or name')).textContent ?? ''
  expect(text).toContain('28 other tokens use this symbol or name.')
  expect(text).toContain('The order does not show which one is genuine.')
  expect(text).toMatch(/Compare the contract principal with the one that the project publishes/)
  const links = await namesakes.findAllByRole('link')
  expect(links.length).toBeGreaterThan(20)
  expect(text).not.toContain('Not all of these')
  const hrefs = links.map((link) => link.getAttribute('href') ?? '')
  const tokens = hrefs.filter((href) => href.startsWith('/token/'))
  expect(tokens).not.toContain(`/token/${principals[0]}`)
  expect(principals.map((principal) => `/token/${principal}`)).toContain(tokens[0])
  expect(namesakes.getByText(/Cairn cannot vouch for any of them/)).toBeVisible()
  expect(namesakes.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Metadata from', 'Deployment transaction']),
  )
  const cells = namesakes.getAllByRole('row')[1]
  expect(cells).toHaveTextContent('this token')
})

test('a long comparison links to the list of all tokens with the symbol', async () => {
  const origin = await startModifiedService({
    changeBody: (body) =>
      body.symbol?.results === undefined
        ? body
        : { total: 60, symbol: { total: 60, results: [TWIN] }, name: { total: 0, results: [] } },
  })
  await renderAt(`/token/${LONGCOIN}`, origin)
  const namesakes = within(await region('Same symbol or name'))
  expect(namesakes.getByText(/^Not all of these tokens are listed\./)).toBeVisible()
  const link = namesakes.getByRole('link', { name: 'List all tokens with this symbol' })
  expect(link).toHaveAttribute('href', '/tokens?symbol=LONG')
})

test('other capitals and a cut address are marked in the comparison', async () => {
  const origin = await startModifiedService({
    changeBody: (body) =>
      body.symbol?.results === undefined
        ? body
        : {
            total: 1,
            symbol: { total: 1, results: [{ ...TWIN, name: 'longCOIN', symbol: 'long' }] },
            name: { total: 1, results: [{ ...ON_ARWEAVE, name: 'longCOIN', symbol: 'L' }] },
          },
  })
  await renderAt(`/token/${LONGCOIN}`, origin)
  const comparison = await region('Same symbol or name')
  expect(comparison).toHaveTextContent('same name and symbol, different capitalisation')
  expect(comparison).toHaveTextContent('IPFSnot stored by this service')
  expect(comparison).toHaveTextContent(`${ON_ARWEAVE.token_uri.slice(0, 40)}…not stored`)
})

const TWIN = {
  principal: `${LONGCOIN}-twin`,
  token_uri: 'ipfs://ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  has_document: false,
}

const ON_ARWEAVE = {
  principal: `${LONGCOIN}-on-arweave`,
  token_uri: `ar://${'a'.repeat(43)}/metadata.json`,
  has_document: false,
}

test('without a directory the page does not mention other tokens', async () => {
  const origin = await startModifiedService({
    changeBody: (body) => (typeof body.symbol === 'string' ? body : {}),
  })
  await renderAt(`/token/${LONGCOIN}`, origin)
  await screen.findByText('Asset identifier')
  expect(screen.queryByText(/other tokens? use/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
