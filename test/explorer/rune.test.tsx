import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderAt, shows, showsAnalysis } from '../support/renderAt.tsx'
import { startModifiedService } from '../support/startModifiedService.ts'
import { createTestService, getJson, listen, startService } from '../support/startService.ts'
import { record } from '../support/wireRecord.ts'

const OPEN_MINT = '999999999:10001'
const DOG = '/rune/840000:3'

test.each([
  '3',
  'DOGGOTOTHEMOON',
  'dog•go•to•the•moon',
  'DOG.GO.TO.THE.MOON',
  'DOG·GO·TO·THE·MOON',
  'dog go to the moon',
  '0840000:03',
])('the rune %s is shown under its id', async (identifier) => {
  const { address } = await renderAt(
    `/rune/${encodeURIComponent(identifier)}?op=send`,
    await startService(),
  )
  await screen.findByRole('heading', { level: 1, name: 'DOG•GO•TO•THE•MOON' })
  await expect.poll(address).toBe(`${DOG}?op=send`)
})

test('going back from a rune that was opened by its number leaves it', async () => {
  const { address, navigate, goBack } = await renderAt('/api', await startService())
  navigate('/rune/3')
  await screen.findByRole('heading', { level: 1, name: 'DOG•GO•TO•THE•MOON' })
  await expect.poll(address).toBe(DOG)
  await goBack()
  await expect.poll(address).toBe('/api')
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
  await shows('Everything checked adds up')
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
  const { navigate } = await renderAt(`${DOG}?limit=500`, origin)
  await shows('Only lists of up to 100,000 records can be analysed')
  await shows('Showing 1 of the 500 requested.')
  expect(document.body).not.toHaveTextContent('To see all')
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

test('offline, a rune of a service without a directory opens from its cached etching', async () => {
  const origin = await startService()
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const cached = fetch
  const requests = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const { url } = new Request(input)
    const isCached = !url.includes('/explorer/v1/')
    return isCached ? cached(input, init) : Promise.reject(new TypeError('Failed to fetch'))
  })
  onTestFinished(() => {
    connection.mockRestore()
    requests.mockRestore()
  })
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
