import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt, shows, showsAnalysis } from '../support/renderAt.tsx'
import { serveRecords } from '../support/serveRecords.ts'
import { record, TRANSACTION } from '../support/wireRecord.ts'

/** Reads the text of each row of the table with this name. */
async function readRows(name: RegExp): Promise<string[]> {
  const table = await screen.findByRole('table', { name })
  const [, ...rows] = within(table).getAllByRole('row')
  return rows.map((row) => row.textContent ?? '')
}

test('the view of net changes says which records are not counted', async () => {
  const { origin } = await serveRecords(() => [
    record('receive', { address: 'bc1qgains', amount: '5', vout: 1 }),
    record('reveal', { address: 'bc1qgains', amount: '5', vout: 1 }),
    { rune: 'none' },
  ])
  await renderAt(`${TRANSACTION}?view=net`, origin)
  await showsAnalysis()
  const notice = screen.getByRole('region', { name: '2 records not counted' })
  expect(notice).toHaveTextContent('1 could not be read')
  expect(notice).toHaveTextContent('1 has an unknown operation')
})

test('a receive record with a sender and a receiver counts for the receiver', async () => {
  const receive = { address: 'bc1qgives', receiver_address: 'bc1qgains', amount: '5', vout: 1 }
  const { origin } = await serveRecords(() => [record('receive', receive)])
  await renderAt(`${TRANSACTION}?view=net`, origin)
  await showsAnalysis()
  const rows = await readRows(/^Net change by address/)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toContain('bc1qgains')
})

test('two runes with the same name stay separate', async () => {
  const other = { id: '840000:9', number: 9, name: 'DOGGO', spaced_name: 'DOG•GO' }
  const receive = (amount: string, rune = {}) =>
    record('receive', { address: `bc1q${amount}`, amount, vout: 1, ...rune })
  const { origin } = await serveRecords(() => [
    receive('4'),
    receive('3', { rune: other }),
    receive('2'),
    receive('1', { rune: other }),
  ])
  await renderAt(`${TRANSACTION}?view=net`, origin)
  await showsAnalysis()
  const ids = (await readRows(/^Net change by address/)).map((row) => /840000:\d/.exec(row)?.[0])
  expect(ids).toEqual(['840000:3', '840000:3', '840000:9', '840000:9'])
})

test('an operation of any name is counted under that name', async () => {
  const operations = [
    'constructor',
    '__proto__',
    ...Array(20).fill('send'),
    ...Array(20).fill('mint'),
  ]
  const { origin } = await serveRecords(() =>
    operations.map((operation) => record(operation, { amount: '1', vout: 1 })),
  )
  await renderAt('/block/850000?view=charts', origin)
  await showsAnalysis()
  expect((await readRows(/^Records and transactions by operation/)).sort()).toEqual([
    '__proto__11',
    'constructor11',
    'mint201',
    'send201',
  ])
  const intervals = await readRows(/^Records by operation and position in the block/)
  expect(intervals[0]).toMatch(/^1–3/)
  expect(document.body.textContent).not.toContain('function')
  expect(document.querySelector('[class*="function"]')).toBeNull()
})

test('the group of records without an address links to them', async () => {
  const { origin } = await serveRecords(() => [
    record('receive', { address: 'bc1qgains', amount: '5', vout: 1 }),
    record('mint', { amount: '3' }),
    record('mint', { amount: '2' }),
  ])
  const { navigate } = await renderAt(`${TRANSACTION}?view=records&group=address`, origin)
  await showsAnalysis()
  const row = await screen.findByRole('row', { name: /not given/ })
  navigate(within(row).getByRole('link', { name: '2' }).getAttribute('href') ?? '')
  await shows('1–2 of 2 records')
})

test('a page past the end of a view links back', async () => {
  const { origin } = await serveRecords(() => [record('mint', { amount: '3' })])
  await renderAt(`${TRANSACTION}?view=records&offset=400`, origin)
  await showsAnalysis()
  const [pages = document.body] = await screen.findAllByRole('navigation', { name: /^Pages of/ })
  expect(within(pages).getByRole('link', { name: 'Previous' })).toHaveAttribute(
    'href',
    `${TRANSACTION}?view=records`,
  )
})

test('with an unknown operation no source is called newly minted', async () => {
  const { origin } = await serveRecords(() => [
    record('receive', { address: 'bc1qgains', amount: '9', vout: 1 }),
    record('reveal', { amount: '5', vout: 1 }),
    record('mint', { amount: '4' }),
  ])
  await renderAt(`${TRANSACTION}?view=charts`, origin)
  await showsAnalysis()
  await shows('Source not given')
  expect(document.body).not.toHaveTextContent('Newly minted')
})
