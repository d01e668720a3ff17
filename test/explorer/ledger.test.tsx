import { cleanup, screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUnits, generateLedger, type WireRecord } from '../support/generateLedger.ts'
import { isThorough } from '../support/isThorough.ts'
import { renderAt, shows, showsAnalysis } from '../support/renderAt.tsx'
import { serveRecords } from '../support/serveRecords.ts'

const BLOCK = '/block/850000'

/** Reads the cells of the table with this name, row by row, without the heading. */
async function readTable(name: RegExp): Promise<string[][]> {
  const table = await screen.findByRole('table', { name })
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent ?? ''),
    )
}

const plain = (text: string) => text.replace(/[,+\s]/g, '')

/** Opens the net changes of each rune and compares them with those of the generator. */
async function expectNetChanges({ records, netChanges, runes }: ReturnType<typeof generateLedger>) {
  const { origin } = await serveRecords(() => records)
  for (const rune of runes) {
    cleanup()
    const moved = [...netChanges].filter(([key]) => key.startsWith(`${rune.id} `))
    if (moved.length === 0) continue
    await renderAt(`${BLOCK}?view=net&rune=${rune.id}&limit=100`, origin)
    await showsAnalysis()
    const expected = moved.map(
      ([key, units]) => `${key.split(' ')[1]} ${formatUnits(units, rune.decimals)}`,
    )
    const shown = (await readTable(/^Net change by address/)).map(([address = '', net = '']) => {
      const digits = plain(net)
      return `${address} ${digits === '0' ? formatUnits(0n, rune.decimals) : digits}`
    })
    expect(shown.sort()).toEqual(expected.sort())
  }
}

test('every net change of a generated ledger of 2,000 records is exact', async () => {
  await expectNetChanges(generateLedger(7, 2000))
})

test('the net changes of any ledger are exact', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1e6), fc.integer({ min: 1, max: 80 }), async (seed, size) => {
      await expectNetChanges(generateLedger(seed, size))
    }),
    { numRuns: isThorough() ? 6 : 2, seed: 2 },
  )
})

test('a valid ledger is balanced, and an altered record is identified', async () => {
  const { records } = generateLedger(11, 2000)
  const { origin } = await serveRecords(() => records)
  await renderAt(`${BLOCK}?view=check`, origin)
  expect(
    await screen.findByText(
      /^(Everything checked adds up|Everything that can be checked adds up)$/,
    ),
  ).toBeVisible()
  cleanup()
  await fc.assert(
    fc.asyncProperty(fc.nat(records.length - 1), fc.bigInt(1n, 9n), async (near, more) => {
      const index = findAlterable(records, near)
      const altered = records.with(index, alter(records[index] as WireRecord, more))
      const { origin } = await serveRecords(() => altered)
      await renderAt(`${BLOCK}?view=check`, origin)
      const notice = await screen.findByRole('region', { name: 'Some amounts do not add up' })
      expect(notice).toBeVisible()
      const name = `record ${(index + 1).toLocaleString('en')}`
      expect(screen.getByRole('link', { name })).toHaveAttribute(
        'href',
        `${BLOCK}#record-${index + 1}`,
      )
      cleanup()
    }),
    { numRuns: isThorough() ? 6 : 2, seed: 3 },
  )
})

/** The index of the next send or mint. Other records confirm its amount, unlike that of a burn. */
function findAlterable(records: WireRecord[], near: number): number {
  const isAlterable = ({ operation }: WireRecord) => /^(send|mint)$/.test(operation)
  const next = records.findIndex((record, index) => index >= near && isAlterable(record))
  return next < 0 ? records.findIndex(isAlterable) : next
}

function alter(record: WireRecord, more: bigint): WireRecord {
  const digits = (record.amount ?? '').replace('.', '')
  const decimals = (record.amount ?? '').split('.')[1]?.length ?? 0
  return { ...record, amount: formatUnits(BigInt(digits) + more, decimals) }
}

test('pages of any size are combined without gaps or duplicates', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 1, max: 60 }),
      async (maxLimit, size) => {
        cleanup()
        const records = generateLedger(maxLimit * 1000 + size, size).records.slice(0, size)
        const { origin } = await serveRecords(() => records, { maxLimit })
        await renderAt(`${BLOCK}?view=records&limit=250`, origin)
        await showsAnalysis()
        const rows = await readTable(/^Rune activity/)
        expect(rows.map(([position]) => position)).toEqual(
          records.map((_, index) => String(index + 1)),
        )
        expect(rows.map(([, operation]) => operation)).toEqual(
          records.map(({ operation }) => operation),
        )
      },
    ),
    { numRuns: isThorough() ? 8 : 3, seed: 5 },
  )
}, 60_000)

test('filters select the matching records', async () => {
  const { records } = generateLedger(3, 600)
  const { origin } = await serveRecords(() => records)
  const addressOf = (index: number) => records[index]?.address ?? records[index + 1]?.address ?? ''
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(['mint', 'send', 'receive', 'burn', 'etching']),
      fc.option(fc.constantFrom('840000:1', '840000:2', 'RUNE•C•TEST', 'runedtest')),
      fc.option(fc.nat(500)),
      fc.option(fc.integer({ min: 0, max: 5 })),
      fc.option(fc.integer({ min: 1, max: 1e9 })),
      async (operations, rune, at, vout, min) => {
        const search = new URLSearchParams({ view: 'records' })
        for (const operation of operations) search.append('op', operation)
        if (rune !== null) search.set('rune', rune)
        if (at !== null) search.set('address', addressOf(at))
        if (vout !== null) search.set('output', String(vout))
        if (min !== null) search.set('min', String(min))
        const name = (rune ?? '').replace(/\W/g, '').toUpperCase()
        const left = records.filter(
          (record) =>
            (operations.length === 0 || operations.includes(record.operation as 'mint')) &&
            (rune === null || record.rune.id === rune || record.rune.name === name) &&
            (at === null || [record.address, record.receiver_address].includes(addressOf(at))) &&
            (vout === null || record.location.vout === vout) &&
            (min === null || BigInt((record.amount ?? '-1').split('.')[0] ?? '') >= BigInt(min)),
        )
        await renderAt(`${BLOCK}?${search}`, origin)
        await showsAnalysis()
        await shows(
          left.length === 1
            ? /1–1 of 1 record/
            : left.length === 0
              ? 'No records match the filter'
              : `of ${left.length} records`,
        )
        cleanup()
      },
    ),
    { numRuns: isThorough() ? 15 : 5, seed: 9 },
  )
}, 60_000)
