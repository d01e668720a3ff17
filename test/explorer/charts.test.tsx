import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt, shows, showsAnalysis } from '../support/renderAt.tsx'
import { startModifiedService } from '../support/startModifiedService.ts'
import { startComplete, startService } from '../support/startService.ts'

const AIRDROP = '/tx/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
const MINT_AND_SEND = '/tx/32807bc258365fa294e099a863ec965f1a38b5d02fbf9d9dea2cd4b5c953838e'
const MINT_ALONE = '/tx/bb3a3c9aef6b705ee0b915786a0c9265aaa00a2762752830d215472b2bc86f4b'
const PREMINE = '/tx/2bb85f4b004be6da54f766c17c1e855187327112c231ef2ff35ebad0ea67c69e'
const DISTRIBUTION = '/tx/a516473115ee27f157357ff0f22cc313c907350415075e41d42244e0a08ae1f0'
const BURN = '/tx/60859f93d1dba55bfb1aace62494ec127f4ffa49a444ea9f508967a4483b2ca8'
const UNKNOWN = '/tx/9fbcbb2938de65c74a1ad9bb1b93261834f031bbbc541d00b3d205cee777c074'

/** Reads the cells of the table with this caption, row by row. */
async function rowsOf(caption: string | RegExp): Promise<string[][]> {
  await showsAnalysis()
  const [, ...rows] = within(await screen.findByRole('table', { name: caption })).getAllByRole(
    'row',
  )
  return rows.map((row) =>
    [...row.children].map((cell) => cell.textContent.replaceAll(/\s+/g, ' ').trim()),
  )
}

test('units that an output received but nobody sent are shown as a mint or premine', async () => {
  await renderAt(`${MINT_AND_SEND}?view=charts`, await startComplete())
  const rows = await rowsOf('Flow of JULIAN•ASSANGE')
  expect(
    rows.map(([from, to, ...numbers]) => [from?.slice(0, 8), to?.slice(0, 8), ...numbers]),
  ).toEqual([
    ['bc1pt9aj', '#0 bc1ps', '1,800', '1'],
    ['Newly mi', '#0 bc1ps', '100', '1'],
  ])
  expect(screen.getByRole('figure')).toHaveAccessibleName(
    '1,900 moved from 1 address and a mint or premine (100) to 1 output.',
  )
})

test('a premine has no sender, and a mint without a receive record has no receiver', async () => {
  const origin = await startComplete()
  const { navigate } = await renderAt(`${PREMINE}?view=charts`, origin)
  const [premine] = await rowsOf(/ZZZZZ|FEHU/)
  expect(premine?.[0]).toBe('Newly minted or premined')
  expect(premine?.[2]).toBe('110,000,000.00')
  navigate(`${MINT_ALONE}?view=charts`)
  expect(await rowsOf(/UNCOMMON•GOODS/)).toEqual([
    ['Newly minted or premined', 'Receiver not recorded', '1', '1'],
  ])
})

test('a burn flows to Burned, and records of unknown operations are not shown', async () => {
  const origin = await startService()
  const { navigate } = await renderAt(`${BURN}?view=charts`, origin)
  const [burn] = await rowsOf(/SAMPLE•WHOLE•UNITS/)
  expect(burn?.slice(1)).toEqual(['Burned', '4,561,217,183,561,145,161', '1'])
  navigate(`${UNKNOWN}?view=charts`)
  await shows('Not shown: 1 record of an unknown operation')
  expect(screen.queryByRole('table')).toBeNull()
})

test('of hundreds of outputs, the largest are shown and the others are summed exactly', async () => {
  await renderAt(`${DISTRIBUTION}?view=charts`, await startService())
  const rows = await rowsOf(/SAMPLE•WHOLE•UNITS/)
  expect(rows).toHaveLength(30)
  const last = rows.at(-1)
  expect(last?.[1]).toBe('572 more outputs')
  expect(last?.[3]).toBe('572')
  const amounts = rows.map((row) => BigInt(row[2]?.replaceAll(',', '') ?? ''))
  const sum = amounts.reduce((a, b) => a + b, 0n)
  expect(screen.getByRole('figure')).toHaveAccessibleName(
    `${sum.toLocaleString('en')} moved from 1 address to 601 outputs.`,
  )
  const largest = amounts.slice(0, -1)
  expect(largest).toEqual(largest.toSorted((a, b) => (a < b ? 1 : -1)))
})

test('without amounts the chart counts records and says so', async () => {
  await renderAt(`${AIRDROP}?view=charts`, await startService())
  await shows('Some amounts are missing. The widths show numbers of records.')
  await shows('Hover over a flow or tap it to see its number of records.')
  await shows('2,222 records show moves from 1 address to 2,222 outputs.')
  const table = screen.getByRole('table', { name: /DOG•GO•TO•THE•MOON/ })
  expect(within(table).queryByRole('columnheader', { name: 'Amount' })).toBeNull()
  expect((await rowsOf(/DOG•GO/)).at(-1)?.slice(1)).toEqual(['2,193 more outputs', '2,193'])
})

test('a flow links to its records, and a filter shows only the flows of an address', async () => {
  const { address, navigate } = await renderAt(`${AIRDROP}?view=charts`, await startService())
  const table = await screen.findByRole('table', { name: /DOG•GO/ })
  const [link] = within(table).getAllByRole('link', { name: '1' })
  if (link === undefined) throw new Error('a flow has records')
  await userEvent.click(link)
  await shows('1–1 of 1 record')
  await expect.poll(address).toContain('view=records&op=send&rune=840000%3A3')
  await expect.poll(address).toContain('output=2222')
  navigate(
    `${AIRDROP}?view=charts&address=bc1pdras0q85zldzcncpd6p50ypqhz72a89tvz0gcpskzh0n52p05jps33xp33`,
  )
  await waitFor(async () => expect(await rowsOf(/DOG•GO/)).toHaveLength(1))
  expect(screen.getByRole('list', { name: 'Filters' })).toHaveTextContent('bc1pdras0q')
  navigate(`${AIRDROP}?view=charts&address=nobody`)
  await shows('No flows match the filter.')
})

test('change is marked as change', async () => {
  const { navigate } = await renderAt(
    '/tx/9ace66a3741b201e25d353d2fd78c613a8b835fac1845b41f810015ef6a828dd?view=charts',
    await startService(),
  )
  const rows = await rowsOf(/SAMPLE•TWO•DECIMALS/)
  expect(rows.map(([, to]) => to?.endsWith('change'))).toEqual([false, false, true])
  await shows('Dashed flows are change: units that an address sent back to itself.')
  navigate(`${MINT_AND_SEND}?view=charts`)
  await rowsOf(/JULIAN/)
  expect(document.body).not.toHaveTextContent('Dashed flows are change')
})

test('if a record cannot be read, the source of its units is not given', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the API.
  const changeBody = (page: any) => {
    for (const record of page.results ?? []) if (record.operation === 'mint') delete record.rune
    return page
  }
  await renderAt(`${MINT_AND_SEND}?view=charts`, await startModifiedService({ changeBody }))
  expect((await rowsOf(/JULIAN/)).map(([from]) => from?.slice(0, 16))).toContain('Source not given')
})

test('focusing a row highlights its flow, and hovering over a flow highlights its row', async () => {
  await renderAt(`${MINT_AND_SEND}?view=charts`, await startComplete())
  const [, , row] = within(await screen.findByRole('table')).getAllByRole('row')
  const marked = () => [...document.querySelectorAll('[data-marked]')].map(({ tagName }) => tagName)
  if (row === undefined) throw new Error('there are two flows')
  const address = within(row).getByRole('link', { name: /^bc1pspqa/ })
  address.focus()
  await waitFor(() => expect(marked()).toEqual(['path', 'TR']))
  await shows('Newly minted or premined → #0 bc1pspqa…6su499q0: 100, 5.3%')
  address.blur()
  await waitFor(() => expect(marked()).toEqual([]))
  const ribbon = document.querySelector('path[data-edges="0"]')
  if (ribbon === null) throw new Error('a flow has a ribbon')
  await userEvent.hover(ribbon)
  await waitFor(() => expect(marked()).toEqual(['path', 'TR']))
})

test('a block’s records are counted by operation and rune, and each bar links to its records', async () => {
  const { address } = await renderAt('/block/840006?view=charts', await startService())
  await shows('708 transactions: 703 with a mint, 270 with a transfer (send), 270 with both.')
  expect(await rowsOf('Records and transactions by operation')).toEqual([
    ['mint', '703', '703'],
    ['receive', '338', '338'],
    ['send', '270', '270'],
    ['etching', '5', '5'],
  ])
  const intervals = await rowsOf('Records by operation and position in the block')
  expect(intervals).toHaveLength(20)
  expect(intervals[0]).toEqual(['1–66', '64', '2', '0', '0'])
  expect((await rowsOf('Table of runes by records'))[0]?.at(-1)).toBe('787')
  expect((await rowsOf('Table of runes by transactions'))[0]?.at(-1)).toBe('275')
  await userEvent.click(screen.getByRole('link', { name: '787' }))
  await shows('1–20 of 787 records')
  await expect.poll(address).toBe('/block/840006?view=records&rune=840004%3A6')
})

test('an interval of a block links to its records', async () => {
  await renderAt('/block/840006?view=charts', await startService())
  const table = await screen.findByRole('table', {
    name: 'Records by operation and position in the block',
  })
  await userEvent.click(await within(table).findByRole('link', { name: '1,255–1,316' }))
  await shows('1,255–1,316 of 1,316 records')
})

test('the largest moves are listed for each rune separately', async () => {
  await renderAt('/block/840006?view=charts', await startService())
  await shows('amounts of different runes cannot be compared')
  const moves = await rowsOf('Largest moves by rune')
  expect(moves.map(([rune, amount]) => [rune?.split(' ')[0], amount])).toEqual([
    ['MASSIVE•PILE•OF•SHIT', '1,900,000,000'],
    ['MASSIVE•PILE•OF•SHIT', '1,900,000,000'],
    ['MASSIVE•PILE•OF•SHIT', '1,800,000,000'],
    ['Z•Z•Z•Z•Z•FEHU•Z•Z•Z•Z•Z', '3.00'],
    ['JULIAN•ASSANGE', '1,800'],
    ['JULIAN•ASSANGE', '1,800'],
    ['JULIAN•ASSANGE', '300'],
  ])
  await userEvent.click(screen.getByRole('link', { name: '1,800,000,000' }))
  await shows('1–11 of 11 records')
})

test('filters apply to the charts of a block', async () => {
  await renderAt('/block/840006?view=charts&op=etching', await startService())
  await shows('5 transactions: 0 with a mint, 0 with a transfer (send)')
  expect(screen.queryByRole('heading', { name: 'Largest moves' })).toBeNull()
})

test('a single transaction or record is written in the singular', async () => {
  const origin = await startService()
  const tx = '2bb85f4b004be6da54f766c17c1e855187327112c231ef2ff35ebad0ea67c69e'
  await renderAt(`/block/840000?view=charts&op=etching&text=${tx}`, origin)
  await shows('1 transaction: 0 with a mint')
  await shows('in 1 of 1 record.')
  expect(document.body).not.toHaveTextContent(/\b1 (transactions|records)\b/)
})
