import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { unixSeconds } from '../../src/bitcoin/unixSeconds.ts'
import { writeMeta } from '../../src/database/meta.ts'
import { SBTC } from '../support/bundledIds.ts'
import { findHeading, grouped, readFact, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { bundledData, demoData } from '../support/servedData.ts'
import { databaseWith, openDatabase, ownDatabase } from '../support/tokens/databases.ts'

test('the page says what the index contains', async () => {
  await visit('/about')
  await findHeading('About this index')
  expect(await readFact('Runes')).toBe('78')
  expect(await readFact('Rune transactions')).toBe('2,340')
  expect(await readFact('Records')).toBe('5,403')
  expect(await readFact('Addresses')).toBe('1,094ever held runes')
  await shows('Of 3,661 tokens, 2,047 have a supply here and 37 have metadata')
  expect(await readFact('Blocks')).toMatch(/^840,002 to 840,007/)
  expect(await readFact('Source')).toContain('Six real blocks')
  expect(await readFact('Proof')).toMatch('78 runes proved up to block 840,007')
})

test('the pill in the header says what the index is', async () => {
  const { reader, address } = await visit('/settings')
  await reader.click(await screen.findByRole('link', { name: 'Snapshot · April 2024' }))
  await findHeading('About this index')
  expect(address()).toBe('/about')
  expect(await readFact('Blocks')).toContain('840,002 to 840,007')
})

test('the demo chain is called that', async () => {
  await visit('/about', { data: demoData() })
  await screen.findByRole('link', { name: /^Demo chain ?299/ })
  expect(await readFact('Source')).toBe('A simulated chain, invented for trying out')
})

test('the tokens of the demo are called invented, and no other explorer is said to have them', async () => {
  const { store: tokens } = await databaseWith([SBTC])
  await writeMeta(tokens.query, 'tokens', {
    network: 'testnet',
    tip: `12 ${'ab'.repeat(32)}`,
    follower: JSON.stringify({ state: 'following', heartbeat: unixSeconds() }),
  })
  const shared = demoData()
  const data = { ...shared, databases: { ...shared.databases, tokens } }
  const { navigate, reader } = await visit('/about', { data })
  await shows('Invented, from a simulated Stacks nodeNewest block 12')
  await navigate(`/token/${SBTC}`)
  await screen.findByRole('link', { name: /^Demo tokens/ })
  await reader.click(await screen.findByRole('button', { name: 'More' }))
  await screen.findByRole('link', { name: 'JSON' })
  expect(screen.queryByText(/explorer\.hiro\.so/)).toBeNull()
})

test('tokens of a Stacks node: its newest block, and what its follower waits for', async () => {
  const tokens = openDatabase(await ownDatabase())
  const follower = { state: 'waiting', reason: 'node-unreachable', heartbeat: unixSeconds() }
  await writeMeta(tokens.query, 'tokens', {
    network: 'mainnet',
    tip: `6123456 ${'ab'.repeat(32)}`,
    follower: JSON.stringify(follower),
  })
  await tokens.query('UPDATE tokens SET facts_height = 1')
  await tokens.query(
    `INSERT INTO token_documents (principal, locale, uri, read_uri, read_at, due_at, failures)
       SELECT principal, '', CASE WHEN symbol = 'WELSH' THEN $1 ELSE token_uri END,
              CASE WHEN symbol = 'DOG' THEN token_uri ELSE $1 END, 5, 9, 0
         FROM tokens WHERE token_uri IS NOT NULL`,
    ['https://former.example/1.json'],
  )
  const [row] = await tokens.query(
    `SELECT count(*) AS total, count(CASE WHEN symbol = 'DOG' THEN 1 END) AS read
       FROM tokens WHERE token_uri IS NOT NULL AND symbol <> 'WELSH'`,
  )
  const shared = bundledData()
  const data = { ...shared, databases: { ...shared.databases, tokens } }
  const { navigate } = await visit('/about', { data })
  await shows('From a Stacks nodeNewest block 6,123,456')
  await shows('Waits, and tries again. The Stacks node cannot be reached.')
  await shows(`${row?.read} of ${grouped(String(row?.total))} documents read`)
  await shows('Tokens it has not read yet come from a snapshot of 2026-05-11')
  await navigate('/tokens')
  await screen.findByRole('link', { name: /^Stacks ?waiting$/ })
})
