import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { generateIndex } from '../support/generateIndex.ts'
import { indexDatabase } from '../support/indexDatabase.ts'
import { renderAt, shows, showsAnalysis } from '../support/renderAt.tsx'
import { startModifiedService } from '../support/startModifiedService.ts'
import { createTestService, getJson, listen, startService } from '../support/startService.ts'
import { record } from '../support/wireRecord.ts'

const OPEN_MINT = '999999999:10001'
const CAP_REACHED = '999999999:20001'
const DOG = '/rune/840000:3'

test.each(['3', 'DOGGOTOTHEMOON', 'dog•go•to•the•moon', 'DOG.GO.TO.THE.MOON', '0840000:03'])(
  'the rune %s is shown under its id',
  async (identifier) => {
    const { address } = await renderAt(
      `/rune/${encodeURIComponent(identifier)}?op=send`,
      await startService(),
    )
    await screen.findByRole('heading', { level: 1, name: 'DOG•GO•TO•THE•MOON' })
    await expect.poll(address).toBe(`${DOG}?op=send`)
  },
)

test('going back from a rune that was opened by its number leaves it', async () => {
  const { address, navigate, goBack } = await renderAt('/api', await startService())
  navigate('/rune/3')
  await screen.findByRole('heading', { level: 1, name: 'DOG•GO•TO•THE•MOON' })
  await expect.poll(address).toBe(DOG)
  await goBack()
  await expect.poll(address).toBe('/api')
})

test('a rune shows its supply, its mint terms and its etching', async () => {
  await renderAt(`/rune/${OPEN_MINT}`, await startService())
  const supply = within(await screen.findByRole('region', { name: 'Current supply' }))
  expect(supply.getByText('973,630.71')).toBeVisible()
  expect(supply.queryByText(/^about/)).toBeNull()
  const minting = within(screen.getByRole('region', { name: /^Minting/ }))
  expect(minting.getByText('Mintable')).toBeVisible()
  expect(minting.getByText('Each mint creates 100. At most 1,000 mints.')).toBeVisible()
  expect(minting.getByRole('progressbar', { name: 'Mints used' })).toHaveValue(30)
  expect(minting.getByText('300 of 1,000 mints (30%)')).toBeVisible()
  const facts = within(screen.getByRole('region', { name: 'Facts' }))
  for (const [name, value] of [
    ['Premine', '1,000,000'],
    ['Minted', '30,000 in 300 mints'],
    ['Burned', '56,369.29 in 22 burns'],
    ['Decimals', '2'],
  ] as const) {
    expect(facts.getByText(name).nextSibling).toHaveTextContent(value)
  }
  const block = facts.getByRole('link', { name: 'block 999,999,999' })
  expect(block).toHaveAttribute('href', '/block/999999999')
  expect(facts.getByRole('link', { name: /^73aba0d5/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/tx\/73aba0d5/),
  )
  expect(screen.getByText('A sample made by Cairn')).toBeVisible()
})

test('a rune of a cenotaph says that it has no supply and why', async () => {
  const index = generateIndex(1)
  const origin = await startService({ databaseUrl: await indexDatabase(index.rows) })
  const rune = index.runes.find(({ spaced_name }) => spaced_name === 'SOME•CENOTAPH')
  const { navigate } = await renderAt(`/rune/${rune?.id}`, origin)
  const notice = await screen.findByRole('region', { name: 'Cenotaph' })
  expect(notice).toHaveTextContent('was malformed')
  expect(notice).toHaveTextContent('it can never be minted')
  await shows('This rune cannot be minted: it is a cenotaph.')
  await navigate(`/rune/${index.runes[0]?.id}`)
  await shows('Mintable as of block')
})

test('the first rune says that the protocol defines it', async () => {
  const origin = await startWithRune({ id: '1:0', number: 0, location: { block_height: 840_000 } })
  await renderAt('/rune/1:0', origin)
  const facts = within(await screen.findByRole('region', { name: 'Facts' }))
  expect(facts.getAllByText('Etched in')).toHaveLength(1)
  expect(facts.getByText('Etching transaction').nextSibling).toHaveTextContent(
    'none: the protocol itself defines this rune',
  )
})

test('a rune whose mints are used up says so', async () => {
  await renderAt(`/rune/${CAP_REACHED}`, await startService())
  expect(await screen.findByText('Fully minted')).toBeVisible()
  await shows(
    'Each mint creates 1,000. At most 400 mints, from block 999,999,999 and before block 1,000,000,999.',
  )
})

const NO_TERMS = {
  amount: null,
  cap: null,
  height_start: null,
  height_end: null,
  offset_start: null,
  offset_end: null,
}

test.each([
  [{}, 'This rune cannot be minted: its etching has no mint terms.'],
  [{ amount: '5.00' }, 'Each mint creates 5. The number of mints is not limited.'],
  [{ cap: '0.01' }, 'A mint creates nothing, because the etching sets no amount. At most 1 mint.'],
  [
    { amount: '0.50', height_start: 840_100 },
    'Each mint creates 0.5. Mints are possible, from block 840,100 on.',
  ],
  [
    { amount: '1', cap: '10.00', height_end: 850_000, offset_start: 5, offset_end: 20_000 },
    'Each mint creates 1. At most 1,000 mints, from block 840,005 and before block 850,000.',
  ],
])('the mint terms %o are “%s”', async (terms, sentence) => {
  const origin = await startWithRune({ mint_terms: { ...NO_TERMS, ...terms } })
  await renderAt('/rune/840000:7', origin)
  await shows(sentence)
})

const SUPPLY = {
  current: '10.00',
  premine: '0.00',
  minted: '10.00',
  total_mints: '10',
  burned: '0.00',
  total_burns: '0',
  mint_percentage: '1.0000',
  mintable: false,
}

test.each([
  [{ offset_end: 100 }, 'Minting ended at block 840,100'],
  [{}, 'Not mintable as of block 949,000'],
])('a rune with the terms %o that cannot be minted says why', async (terms, state) => {
  const mint_terms = { ...NO_TERMS, amount: '1.00', cap: '10.00', ...terms }
  await renderAt('/rune/840000:7', await startWithRune({ mint_terms, supply: SUPPLY }))
  expect(await screen.findByText(state)).toBeVisible()
})

// The tip of the snapshot is 949,000. The retired API counts the end as a block with mints.
test.each([
  [{ height_end: 949_002 }, true, 'Mintable as of block 949,000'],
  [{ height_end: 949_001 }, true, 'Minting ends at block 949,001'],
  [{ height_end: 949_000 }, true, 'Minting ended at block 949,000'],
  [{ height_end: 948_999 }, false, 'Minting ended at block 948,999'],
  [{ height_start: 949_001 }, false, 'Minting starts at block 949,001'],
  [{ height_start: 949_000 }, true, 'Mintable as of block 949,000'],
  [{ amount: null, height_end: 950_000 }, false, 'Not mintable as of block 949,000'],
])('with the terms %o, mintable: %s, a rune says “%s”', async (terms, mintable, state) => {
  const mint_terms = { ...NO_TERMS, amount: '1.00', cap: '10.00', ...terms }
  const origin = await startWithRune({ mint_terms, supply: { ...SUPPLY, mintable } })
  await renderAt('/rune/840000:7', origin)
  expect(await screen.findByText(state)).toBeVisible()
})

test('the activity of a rune is filtered by operation, and the filter stays while paging', async () => {
  const { address } = await renderAt(`/rune/${OPEN_MINT}`, await startService())
  await shows('1,104 records')
  const operations = within(screen.getByRole('navigation', { name: 'Operations' }))
  await userEvent.click(operations.getByRole('link', { name: 'Mints' }))
  await shows('300 records')
  expect(address()).toBe(`/rune/${OPEN_MINT}?op=mint`)
  const pages = within(screen.getByRole('navigation', { name: 'Pages, bottom' }))
  await userEvent.click(pages.getByRole('link', { name: 'Next' }))
  await shows('21–40 of 300')
  expect(address()).toBe(`/rune/${OPEN_MINT}?offset=20&op=mint`)
  await userEvent.type(screen.getByRole('textbox', { name: /^Page/ }), '3{Enter}')
  await shows('41–60 of 300')
  expect(address()).toBe(`/rune/${OPEN_MINT}?offset=40&op=mint`)
  await userEvent.click(screen.getByRole('link', { name: 'Filter and group' }))
  await showsAnalysis()
  await shows('of 300 records')
})

test('a filter without matches offers all records', async () => {
  const { address } = await renderAt('/rune/840000:3?op=burn', await startService())
  await shows('No matching records')
  await userEvent.click(screen.getByRole('link', { name: 'Show all records' }))
  await shows('4,446 records')
  expect(address()).toBe(DOG)
})

test('the whole activity of a rune is checked, but not charted', async () => {
  await renderAt(`/rune/${OPEN_MINT}?view=check`, await startService())
  await showsAnalysis()
  await shows('Everything is balanced')
  expect(screen.queryByRole('link', { name: 'Charts' })).toBeNull()
})

test('a list too long for a browser is neither analysed nor downloaded', async () => {
  const service = createTestService({ pages: 'client-rendered' })
  const origin = await listen((request, env) =>
    request.url.includes('/activity')
      ? Response.json(
          { limit: 20, offset: 0, total: 100_001, results: [record('mint', { amount: '1' })] },
          { headers: OPEN },
        )
      : service.fetch(request, env),
  )
  const { navigate } = await renderAt(DOG, origin)
  await shows('Only lists of up to 100,000 records can be analysed')
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull()
  navigate(`${DOG}?view=download`)
  expect(await screen.findByRole('link', { name: 'Back to the records' })).toBeVisible()
})

test('the holders of a rune are ranked, with their shares, and their shares add up', async () => {
  const origin = await startService()
  const { body } = await getJson(origin, `/runes/v1/etchings/${OPEN_MINT}/holders?limit=100`)
  await renderAt(`/rune/${OPEN_MINT}?view=holders&limit=100`, origin)
  await shows('89 holders')
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows).toHaveLength(89)
  const [rank, address, balance, share] = within(rows[0] ?? document.body).getAllByRole('cell')
  expect(rank).toHaveTextContent('1')
  expect(balance).toHaveTextContent('273,628.28')
  expect(share).toHaveTextContent('28.10%')
  expect(within(address ?? document.body).getByRole('link')).toHaveAttribute(
    'href',
    `/address/${body.results[0].address}`,
  )
  const shares = rows.map((row) =>
    Number.parseFloat(row.lastChild?.textContent?.replace('<', '') ?? ''),
  )
  expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(100, 0)
  const concentration = within(screen.getByRole('region', { name: 'Concentration' }))
  expect(concentration.getByText('Largest holder').nextSibling).toHaveTextContent('28.10%')
  expect(concentration.getByText('Largest 10 holders').nextSibling).toHaveTextContent('94.41%')
})

test('the holders have pages and a tab of their own', async () => {
  const { address, goBack } = await renderAt(`/rune/${OPEN_MINT}`, await startService())
  const tabs = within(await screen.findByRole('navigation', { name: 'Rune lists' }))
  await userEvent.click(tabs.getByRole('link', { name: 'Holders' }))
  await shows('1–20 of 89')
  const pages = within(screen.getByRole('navigation', { name: 'Pages, top' }))
  await userEvent.click(pages.getByRole('link', { name: 'Last' }))
  await shows('81–89 of 89')
  expect(screen.queryByRole('region', { name: 'Concentration' })).toBeNull()
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('Holders 81 to 89 of 89'),
  )
  expect(address()).toBe(`/rune/${OPEN_MINT}?offset=80&view=holders`)
  expect(screen.queryByRole('textbox', { name: 'Record' })).toBeNull()
  await goBack()
  await shows('1–20 of 89')
})

test('from a snapshot, a rune says what is unknown and why', async () => {
  const { navigate } = await renderAt(DOG, await startService())
  await shows(
    'Supply, mints and burns can only be determined from the whole history, which this service does not have.',
  )
  expect(await screen.findByText('Incomplete.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  navigate(`${DOG}?view=holders`)
  await shows(
    'Holders can only be determined from the whole history, which this service does not have.',
  )
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['partial', 'This service has only part of the chain, and no records of this rune.'],
  ['sample', 'The service has no records of this rune.'],
])('a rune without records, coverage %s, says “%s”', async (coverage, text) => {
  const service = createTestService({ pages: 'client-rendered' })
  const headers = {
    ...OPEN,
    'Access-Control-Expose-Headers': 'X-Cairn-Coverage',
    'X-Cairn-Coverage': coverage,
  }
  const origin = await listen((request, env) =>
    request.url.includes('/activity')
      ? Response.json({ limit: 20, offset: 0, total: 0, results: [] }, { headers })
      : service.fetch(request, env),
  )
  await renderAt(DOG, origin)
  await shows(text)
})

test('a rune is requested once, and its service never has to refuse', async () => {
  const service = createTestService({ pages: 'client-rendered' })
  const failures: string[] = []
  const origin = await listen(async (request, env) => {
    const response = await service.fetch(request, env)
    const isData = request.url.includes('/v1/')
    if (isData && response.status >= 400) failures.push(`${response.status} ${request.url}`)
    return response
  })
  await renderAt(DOG, origin)
  await shows('which this service does not have.')
  await shows('4,446 records')
  expect(failures).toEqual([])
})

test('a rune of a service without a directory is shown', async () => {
  const service = createTestService({ pages: 'client-rendered' })
  const origin = await listen((request, env) =>
    request.url.includes('/explorer/v1/')
      ? Response.json({ error: 'Not Found' }, { status: 404, headers: OPEN })
      : service.fetch(request, env),
  )
  await renderAt(`/rune/${OPEN_MINT}`, origin)
  await shows('973,630.71')
})

test('an unknown rune offers a search and the list of runes', async () => {
  await renderAt('/rune/NOSUCHRUNE', await startService())
  await screen.findByRole('heading', { level: 1, name: 'Rune not found' })
  const search = screen.getByRole('link', { name: 'Search for NOSUCHRUNE' })
  expect(search).toHaveAttribute('href', '/search?q=NOSUCHRUNE')
  expect(screen.getByRole('link', { name: 'See all runes' })).toHaveAttribute('href', '/runes')
})

test('text that cannot identify a rune is not requested', async () => {
  await renderAt('/rune/12-3', await startService())
  await screen.findByRole('heading', { level: 1, name: 'Not a rune id, number or name' })
})

test('while the service is down, a rune can be tried again', async () => {
  const origin = await listen(() => new Response('', { status: 503, headers: OPEN }))
  await renderAt(DOG, origin)
  await shows('The service is unavailable')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

const OPEN = { 'Access-Control-Allow-Origin': '*' }

/** Starts a service that has a rune 840000:7 with these fields. */
function startWithRune(fields: { id?: string; [field: string]: unknown }): Promise<string> {
  const service = createTestService({ pages: 'client-rendered' })
  const rune = {
    id: '840000:7',
    number: 7,
    name: 'TESTRUNE',
    spaced_name: 'TEST•RUNE',
    divisibility: 2,
    symbol: 'T',
    turbo: false,
    location: { block_height: 840_000, tx_index: 7 },
    ...fields,
  }
  return listen((request, env) =>
    request.url.endsWith(`/explorer/v1/runes/${rune.id}`)
      ? Response.json(rune, { headers: OPEN })
      : service.fetch(request, env),
  )
}

test('half of a surrogate pair in the id of another service’s rune breaks no list', async () => {
  const origin = await startModifiedService({
    changeBody: (body) => ({
      ...body,
      results: body.results?.map((entry: object, index: number) => ({
        ...entry,
        id: `HALF${index}\ud800`,
      })),
    }),
  })
  await renderAt('/runes', origin)
  const [link] = await screen.findAllByRole('link', { name: /•/ })
  expect(link).toHaveAttribute('href', '/rune/HALF0%EF%BF%BD')
})
