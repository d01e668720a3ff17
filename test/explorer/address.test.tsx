import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { SAMPLE_HOLDER } from '../../src/contract/samples.ts'
import { renderAt, shows, showsAnalysis } from '../support/renderAt.tsx'
import { createTestService, getJson, listen, startService } from '../support/startService.ts'
import { record } from '../support/wireRecord.ts'

const OPEN_MINT = '999999999:10001'
const MAINNET = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const DEPLOYER = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3'

/** The largest holder of a rune. */
async function largestHolder(origin: string): Promise<{ address: string; balance: string }> {
  const { body } = await getJson(origin, `/runes/v1/etchings/${OPEN_MINT}/holders?limit=1`)
  return body.results[0]
}

/** The cells of a column of the records on the page. */
async function readColumn(name: string): Promise<string[]> {
  const table = await screen.findByRole('table', { name: /^Rune activity of the address/ })
  const headings = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
  const [, ...rows] = within(table).getAllByRole('row')
  return rows.map((row) => row.children[headings.indexOf(name)]?.textContent ?? '')
}

test('an address shows its balances, and each leads to its rune and to the activity in it', async () => {
  const origin = await startService()
  const { address: holder } = await largestHolder(origin)
  const { address } = await renderAt(`/address/${holder}`, origin)
  const balances = within(await screen.findByRole('region', { name: 'Balances' }))
  const rune = await balances.findByRole('link', { name: 'SAMPLE•OPEN•MINT' })
  expect(rune).toHaveAttribute('href', `/rune/${OPEN_MINT}`)
  expect(balances.getByText('273,628.28')).toBeVisible()
  await userEvent.click(balances.getByRole('link', { name: 'Show activity of SAMPLE•OPEN•MINT' }))
  await shows('Show all runes')
  expect(address()).toBe(`/address/${holder}?rune=${OPEN_MINT}`)
  await shows('32 records')
})

test('the signed amounts of an address add up to its balance', async () => {
  const origin = await startService()
  const { address: holder, balance } = await largestHolder(origin)
  await renderAt(`/address/${holder}?limit=100`, origin)
  const amounts = await readColumn('Amount')
  expect(amounts.some((amount) => amount.startsWith('−'))).toBe(true)
  const signed = amounts.filter((amount) => !amount.startsWith('change'))
  const sum = signed.reduce((sum, amount) => sum + unitsOf(amount.replace('−', '-')), 0n)
  expect(sum).toBe(unitsOf(balance))
})

test('what an address sends to itself is change, unless it came with other units', async () => {
  const self = { address: MAINNET, receiver_address: MAINNET }
  const records = [
    record('send', { ...self, amount: '90', vout: 0 }),
    record('receive', { address: MAINNET, amount: '90', vout: 0 }),
    record('send', { ...self, amount: '5', vout: 1 }),
    record('receive', { address: MAINNET, amount: '8', vout: 1 }),
    record('send', {
      address: MAINNET,
      receiver_address: 'bc1qother000000',
      amount: '10',
      vout: 2,
    }),
    record('burn', { address: MAINNET, amount: '1' }),
  ]
  await renderAt(`/address/${MAINNET}`, await startWithActivity(records))
  expect(await readColumn('Amount')).toEqual(['change 90', 'change 90', '−5', '+8', '−10', '−1'])
  expect(screen.getByText(/“Change” is what the address sent back to itself/)).toBeVisible()
  expect(await readColumn('To')).toEqual([
    ...Array(4).fill('this address'),
    expect.stringContaining('bc1qother000000'),
    'no receiver given',
  ])
})

test('a list of receives has no signs and says that it may include change', async () => {
  const receive = record('receive', { address: MAINNET, amount: '90' })
  const page = await renderAt(`/address/${MAINNET}?op=receive`, await startWithActivity([receive]))
  expect(await readColumn('Amount')).toEqual(['90'])
  await shows('The amounts may include change, which the address sent back to itself.')
  page.navigate(`/address/${MAINNET}`)
  await waitFor(async () => expect(await readColumn('Amount')).toEqual(['+90']))
  expect(document.body).not.toHaveTextContent(/may include change/)
})

test('a list of burns explains neither receives nor change', async () => {
  const burn = record('burn', { address: MAINNET, amount: '1' })
  await renderAt(`/address/${MAINNET}?op=burn`, await startWithActivity([burn]))
  expect(await readColumn('Amount')).toEqual(['−1'])
  expect(document.body).not.toHaveTextContent(/where the units come from|sent back to itself/)
})

test('what an address sends to itself is marked without its receive', async () => {
  const send = record('send', { address: MAINNET, receiver_address: MAINNET, amount: '90' })
  const page = await renderAt(`/address/${MAINNET}?op=send`, await startWithActivity([send]))
  expect(await readColumn('Amount')).toEqual(['change 90'])
  page.navigate(`/address/${MAINNET}`)
  await waitFor(async () => expect(await readColumn('Amount')).toEqual(['change 90']))
})

test('change is marked if its two records are on different pages', async () => {
  const records = Array.from({ length: 11 }, (_, vout) => [
    record('send', { address: MAINNET, receiver_address: MAINNET, amount: '90', vout }),
    record('receive', { address: MAINNET, amount: '90', vout }),
  ])
  const alone = record('burn', { address: MAINNET, amount: '1' })
  await renderAt(
    `/address/${MAINNET}?offset=20`,
    await startWithActivity([alone, ...records.flat()]),
  )
  const change = ['change 90', 'change 90', 'change 90']
  await waitFor(async () => expect(await readColumn('Amount')).toEqual(change))
})

test('the activity of an address is filtered by operation and rune at once', async () => {
  const origin = await startService()
  const { address: holder } = await largestHolder(origin)
  const { address } = await renderAt(`/address/${holder}?rune=${OPEN_MINT}`, origin)
  await userEvent.click(
    within(await screen.findByRole('navigation', { name: 'Operations' })).getByRole('link', {
      name: 'Sends',
    }),
  )
  await waitFor(async () =>
    expect(new Set(await readColumn('Operation'))).toEqual(new Set(['send'])),
  )
  expect(address()).toBe(`/address/${holder}?op=send&rune=${OPEN_MINT}`)
  await userEvent.click(screen.getByRole('link', { name: 'Show all runes' }))
  await shows('32 records')
})

test('the views of an address add up its records, but do not check one side of a transaction', async () => {
  const origin = await startService()
  const { address: holder } = await largestHolder(origin)
  const { navigate } = await renderAt(`/address/${holder}?view=net`, origin)
  await showsAnalysis()
  expect(screen.getByRole('link', { name: 'Net change by rune' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  expect(screen.getByRole('table', { name: /^Net change by rune/ })).toHaveTextContent(
    '+273,628.28',
  )
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headings).toEqual(['Rune', 'Net change', 'Received', 'Sent', 'Burned', 'Records'])
  expect(screen.queryByRole('link', { name: 'Check' })).toBeNull()
  navigate(`/address/${holder}?view=check`)
  await shows('All records')
  expect(screen.queryByText(/add up/)).toBeNull()
})

test('many balances have pages of their own', async () => {
  const balances = Array.from({ length: 45 }, (_, index) => ({
    rune: { id: `840000:${index}`, spaced_name: `RUNE•${index}` },
    address: MAINNET,
    balance: `${100 - index}`,
  }))
  const { address, navigate } = await renderAt(
    `/address/${MAINNET}`,
    await startWithActivity([record('burn', { address: MAINNET, amount: '1' })], balances),
  )
  const region = within(await screen.findByRole('region', { name: 'Balances' }))
  await region.findByText('RUNE•4')
  expect(region.queryByText('RUNE•5')).toBeNull()
  await userEvent.click(region.getByRole('link', { name: 'All 45 balances' }))
  await shows('1–20 of 45')
  await userEvent.click(
    within(screen.getByRole('navigation', { name: 'Pages, top' })).getByRole('link', {
      name: 'Last',
    }),
  )
  await shows('41–45 of 45')
  expect(address()).toBe(`/address/${MAINNET}?offset=40&view=balances`)
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('Balances 41 to 45 of 45'),
  )
  navigate(`/address/${MAINNET}?view=balances&limit=lots`)
  await shows('Invalid parameters in the URL')
})

test('the link from a balance to its activity has the name of a rune without a spaced name', async () => {
  const balances = [{ rune: { id: '840000:1', name: 'PLAINNAME' }, balance: '1' }]
  const origin = await startWithActivity([record('burn', { address: MAINNET })], balances)
  await renderAt(`/address/${MAINNET}`, origin)
  expect(await screen.findByRole('link', { name: 'Show activity of PLAINNAME' })).toBeVisible()
})

test('from a snapshot, the balances of an address are unknown and its activity is incomplete', async () => {
  const origin = await startService()
  const { body } = await getJson(origin, '/runes/v1/blocks/840006/activity?limit=60')
  const { address } = body.results.find((entry: { address?: string }) => entry.address)
  await renderAt(`/address/${address}`, origin)
  await shows(
    'Balances can only be determined from the whole history, which this service does not have.',
  )
  expect(await screen.findByText('Incomplete.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'Bitcoin mainnet, pay to public key hash (P2PKH)'],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'Bitcoin mainnet, pay to script hash (P2SH)'],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'Bitcoin testnet, pay to public key hash (P2PKH)'],
  ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'Bitcoin testnet, pay to script hash (P2SH)'],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'Bitcoin mainnet, SegWit (P2WPKH)'],
  [MAINNET, 'Bitcoin mainnet, Taproot (P2TR)'],
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Bitcoin testnet or signet, SegWit (P2WPKH)'],
  [DEPLOYER, 'Stacks mainnet'],
])('the address %s is described as “%s”', async (address, description) => {
  await renderAt(`/address/${address}`, await startService())
  await shows(`${description}. The checksum is correct.`)
})

test.each([
  [MAINNET.replace(/r$/, 'q'), 'The checksum of this address is wrong. Check for a typo.'],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'The checksum of this address is wrong.'],
  [DEPLOYER.replace(/3$/, '4'), 'The checksum of this address is wrong.'],
  ['abcdefghijklmnop', 'No Bitcoin address has this form.'],
  ['not-an-address', 'An address has 14 to 90 letters and digits.'],
])('%s is not an address: “%s”', async (text, reason) => {
  await renderAt(`/address/${text}`, await startService())
  await screen.findByRole('heading', { level: 1, name: 'Not a Bitcoin or Stacks address' })
  await shows(reason)
})

test('a wrong checksum is only a note if the service has records of the address', async () => {
  const address = MAINNET.replace(/r$/, 'q')
  const origin = await startWithActivity([record('receive', { address, amount: '1' })])
  await renderAt(`/address/${address}`, origin)
  await shows('The checksum of this address is wrong, but the service has records for it.')
  await shows('1 record: 1 receive of DOG•GO')
  expect(screen.queryByText(/newest first$/)).toBeNull()
})

test('the page of a malformed address links to an address with records', async () => {
  const { address } = await renderAt('/address/not-an-address', await startService())
  await userEvent.click(await screen.findByRole('link', { name: 'See an example' }))
  await shows('A sample made by Cairn')
  expect(address()).toBe(`/address/${SAMPLE_HOLDER}`)
  expect(screen.queryByText(/checksum/)).toBeNull()
})

test('a Stacks address lists the tokens that it has deployed', async () => {
  await renderAt(`/address/${DEPLOYER.toLowerCase()}`, await startService())
  const tokens = within(await screen.findByRole('region', { name: 'Tokens by this deployer' }))
  expect(await tokens.findByRole('link', { name: 'LONGcoin' })).toHaveAttribute(
    'href',
    `/token/${DEPLOYER}.longcoin`,
  )
  const elsewhere = screen.getByRole('link', { name: /^View on explorer\.hiro\.so/ })
  expect(elsewhere).toHaveAttribute(
    'href',
    `https://explorer.hiro.so/address/${DEPLOYER}?chain=mainnet`,
  )
})

test('the address of a contract principal is the page of its token', async () => {
  const { address } = await renderAt(`/address/${DEPLOYER}.longcoin`, await startService())
  await expect.poll(address).toBe(`/token/${DEPLOYER}.longcoin`)
})

/** The digits of an amount with two decimals as a whole number. */
function unitsOf(amount: string): bigint {
  expect(amount).toMatch(/\.\d\d$/)
  return BigInt(amount.replace(/[+,.]/g, ''))
}

/** Starts a service that has these records and balances of every address. */
function startWithActivity(records: unknown[], balances: unknown[] = []): Promise<string> {
  const service = createTestService({ pages: 'client-rendered' })
  return listen((request, env) => {
    const { pathname, searchParams } = new URL(request.url)
    const list = pathname.endsWith('/activity')
      ? records
      : pathname.endsWith('/balances')
        ? balances
        : undefined
    if (list === undefined) return service.fetch(request, env)
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))]
    return Response.json(
      { limit, offset, total: list.length, results: list.slice(offset, offset + limit) },
      { headers: { 'Access-Control-Allow-Origin': '*' } },
    )
  })
}
