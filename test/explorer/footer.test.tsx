import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { generateIndex } from '../support/generateIndex.ts'
import { indexDatabase } from '../support/indexDatabase.ts'
import { openWriter } from '../support/ledgerBlocks.ts'
import { emptySqlite } from '../support/ownDatabase.ts'
import { renderAt, shows } from '../support/renderAt.tsx'
import { startModifiedService } from '../support/startModifiedService.ts'
import { getJson, startService } from '../support/startService.ts'

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

test.each(['/', '/block/849250', '/search?q=dog', '/wallet'])(
  'the footer of %s describes the data and says that it is not live',
  async (path) => {
    await renderAt(path, await startService())
    await shows(
      /Data from .+: a bundled snapshot of 3,661 tokens and 17,283 rune records\. Not live\./,
    )
  },
)

test.each(['/', '/api'])(
  'over a live index %s says up to which block it is indexed, and how old that block is',
  async (path) => {
    const databaseUrl = await emptySqlite()
    const writer = await openWriter(databaseUrl)
    const timestamp = Math.floor(Date.now() / 1000) - 250
    await writer.add({ height: 850_000, hash: '0'.repeat(64), records: 3, timestamp })
    await renderAt(path, await startService({ databaseUrl }))
    const footer = within(screen.getByRole('contentinfo'))
    const link = await footer.findByRole('link', { name: 'block 850,000' })
    expect(link).toHaveAttribute('href', '/block/850000')
    expect(link.closest('p')).toHaveTextContent(
      /: 0 tokens and 3 rune records\. Indexed up to block 850,000, mined [34] minutes ago$/,
    )
    const time = footer.getByText(/minutes ago/)
    expect(time).toHaveAttribute('datetime', new Date(timestamp * 1000).toISOString())
    const shown = screen.getAllByText(/Indexed up to/)
    expect(shown).toHaveLength(path === '/' ? 2 : 1)
  },
)

test.each(['/runes', '/rune/840000:7', `/address/${ADDRESS}`])(
  'over a live index %s says under its heading up to which block it is indexed',
  async (path) => {
    const index = generateIndex(1)
    const origin = await startService({ databaseUrl: await indexDatabase(index.rows) })
    const { body } = await getJson(origin, '/explorer/v1/about')
    const [rune] = index.runes
    await renderAt(path.replace('840000:7', rune?.id ?? ''), origin)
    const main = within(await screen.findByRole('main'))
    const height = body.highest_block_height
    const link = await main.findByRole('link', { name: `block ${height.toLocaleString('en')}` })
    expect(link).toHaveAttribute('href', `/block/${height}`)
    expect(link.parentElement).toHaveTextContent(/Indexed up to block [\d,]+, mined .+ ago/)
  },
)

test.each(['/runes', `/address/${ADDRESS}`])(
  'over the snapshot %s does not say up to which block it is indexed',
  async (path) => {
    await renderAt(path, await startService())
    await shows(/a bundled snapshot of/)
    expect(screen.queryByText(/Indexed up to/)).toBeNull()
  },
)

test('an index without blocks says nothing about its newest block', async () => {
  await renderAt('/', await startService({ databaseUrl: await emptySqlite() }))
  await shows(/: 0 tokens and 0 rune records\./)
  expect(screen.queryByText(/Indexed up to/)).not.toBeInTheDocument()
})

test('the section that the footer links to is on the start page', async () => {
  await renderAt('/', await startService())
  const heading = await screen.findByRole('heading', { name: 'Data in this service' })
  expect(heading.id).toBe('holdings')
})

test('without a directory the footer links to the start page', async () => {
  await renderAt('/block/849250', 'http://127.0.0.1:9')
  const footer = within(screen.getByRole('contentinfo'))
  const link = await footer.findByRole('link', { name: 'Data from http://127.0.0.1:9' })
  expect(link).toHaveAttribute('href', '/#holdings')
})

test('the footer and the start page use the singular for one', async () => {
  const one = { tokens: 1, runes: 1, records: 1 }
  const origin = await startModifiedService({ changeBody: (body) => ({ ...body, ...one }) })
  await renderAt('/', origin)
  await shows(/: a bundled snapshot of 1 token and 1 rune record\. Not live\./)
  const holdings = within(await screen.findByRole('region', { name: 'Data in this service' }))
  expect(holdings.getByText(/not counting the samples/)).toHaveTextContent(
    /^1 token, 1 rune and 1 rune record, /,
  )
})

test('on the start page no full stop directly follows a time', async () => {
  await renderAt('/', await startService())
  await screen.findByText(/newest record/i)
  for (const time of document.querySelectorAll('main time')) {
    expect(time.nextSibling?.textContent ?? '').not.toMatch(/^\./)
  }
})

test('the footer says what comes live from another service', async () => {
  const changeBody = (body: object) => ({ ...body, upstream: ['tokens', 'runes'] })
  await renderAt('/', await startModifiedService({ changeBody }))
  const footer = within(screen.getByRole('contentinfo'))
  await waitFor(() =>
    expect(footer.getByText(/Tokens and rune records come live/)).toHaveTextContent(
      /come live from another service\. Stored here: a bundled snapshot of 3,661 tokens/,
    ),
  )
  expect(footer.queryByText(/Not live/)).toBeNull()
})
