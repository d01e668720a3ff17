// What the page of a token says of others with its name.
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SBTC } from '../support/bundledIds.ts'
import { readFact, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { startModifiedService } from '../support/startModifiedService.ts'
import { getJson, startService } from '../support/startService.ts'

/** Some tokens are called like its symbol, and others have it as theirs. */
const BELUGA = 'SP6NRW62XJECS6418WE1PWBJJAPRC7D3CDD3CZ6N.belugathecat-stxcity'

test('tokens of the same name are one table, in the same order on the page of each', async () => {
  const { client, navigate } = await visit('/tokens')
  const { results } = await client.get('tokens', { name: 'sBTC', limit: 100 })
  const shared = results.find(({ same_name, name }) => same_name !== undefined && name === 'sBTC')
  const principal = shared?.contract_principal ?? ''
  await navigate(`/token/${principal}`)
  const rows = await readTable('Tokens with this name or symbol')
  const { total, results: others } = await client.get('lookAlikes', { principal })
  await shows(`${total + 1} tokens use this`)
  await shows('Check the contract against the project’s own site.')
  expect(rows).toHaveLength(others.length + 1)
  const own = rows.filter(({ Token }) => Token?.includes('This page'))
  const [deployer, contract] = principal.split('.')
  expect(own).toEqual([expect.objectContaining({ Contract: contract, Deployer: deployer })])
  await shows('Where no supply is shown, it has not been read')
  const first = readLookAlikes()
  // Those that have it as their symbol only come last, before web addresses.
  const lastNames = others.filter(({ as }) => !as.includes('name')).map((it) => it.principal)
  expect(lastNames).not.toEqual([])
  expect(first.slice(-lastNames.length)).toEqual(lastNames.map((it) => `/token/${it}`))
  const other = others.find(({ same }) => same.includes('name'))?.principal ?? ''
  await navigate(`/token/${other}`)
  await screen.findByText(other, { selector: 'header *' })
  await readTable('Tokens with this name or symbol')
  const second = readLookAlikes()
  expect(second).toContain(`/token/${principal}`)
  expect(second.filter((link) => first.includes(link))).toEqual(
    first.filter((link) => second.includes(link)),
  )
})

test('look-alikes have the day of their deployment, which changes no order and proves nothing', async () => {
  const path = `/explorer/v1/tokens/${SBTC}/look-alikes`
  const { body } = await getJson((await startService()) + path)
  const [first, second, ...others] = body.results
  const results = [first, { ...second, deployed_at: 1_600_000_000 }, ...others]
  const origin = await startModifiedService({ path, fields: { results } })
  await visit(`/token/${SBTC}`, { origin })
  await shows('Age is no sign of being genuine.')
  const rows = await readTable('Tokens with this name or symbol')
  const dated = rows.flatMap(({ Deployed, Contract }) => (Deployed ? [[Contract, Deployed]] : []))
  expect(dated).toEqual([[second.principal.split('.')[1], '13 Sep 2020']])
  const listed = new Set(results.map(({ principal }) => `/token/${principal}`))
  const named = results.filter(({ as, web_address }) => as.includes('name') && !web_address)
  expect(
    readLookAlikes()
      .filter((link) => link !== null && listed.has(link))
      .slice(0, named.length),
  ).toEqual(named.map(({ principal }) => `/token/${principal}`))
})

/** The links of the other tokens of the same name, in their order. */
function readLookAlikes(): (string | null)[] {
  const table = screen.getByRole('table', { name: 'Tokens with this name or symbol' })
  const links = [...table.querySelectorAll('a[href^="/token/"]')]
  return links.map((link) => link.getAttribute('href'))
}

test('a symbol that others have as their name is called a name or symbol', async () => {
  const { client } = await visit(`/token/${BELUGA}`)
  const { results } = await client.get('lookAlikes', { principal: BELUGA })
  expect(results.map(({ same }) => same)).toEqual(results.map(() => ['symbol']))
  await shows(`${results.length + 1} tokens use this name or symbol`)
  const found = await readFact('Same name or symbol')
  expect(found).toBe(`${results.length} other tokenssee below`)
})

test('tokens of one name and one image are told', async () => {
  const path = `/explorer/v1/tokens/${SBTC}/look-alikes`
  const { body } = await getJson((await startService()) + path)
  const [first, ...others] = body.results
  const results = [{ ...first, same_image: true }, ...others]
  const origin = await startModifiedService({ path, fields: { results, same_image: 1 } })
  const { reader } = await visit(`/token/${SBTC}`, { origin })
  await reader.click(await screen.findByRole('button', { name: 'Same image' }))
  await shows('1 other token has the same image, and this name or symbol.')
  const rows = await readTable('Tokens with this name or symbol')
  const same = rows.filter(({ Image }) => Image === 'The same').map(({ Contract }) => Contract)
  expect(same).toEqual([first.principal.split('.')[1]])
})
