import { randomInt } from 'node:crypto'
import { appendFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, inject, test, vi } from 'vitest'
import type { WireRecord } from '../support/generateLedger.ts'
import {
  generateBlocks,
  importInto,
  LEDGER,
  makeFolder,
  moveTo,
  newDatabase,
  select,
  startImport,
  writeLines,
} from '../support/importing.ts'
import { record } from '../support/wireRecord.ts'

// Each test starts programs, which take long where others are at work too.
vi.setConfig({ testTimeout: 120_000 })

const isSqlite = () => inject('databaseUrl').startsWith('file:')

test('an import that was killed goes on, and starts over where the file has changed before that', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(30, 400)]
  const file = writeLines(records)
  const first = startImport(url, [file])
  await expect.poll(first.output).toContain('Importing')
  first.child.kill('SIGINT')
  expect(await first.ended).toBe(130)
  expect(first.output()).toMatch(/Interrupted\. .*the same command goes on from there\./)
  appendFileSync(file, `${JSON.stringify(moveTo(record('mint') as WireRecord, 849_000))}\n`)
  const second = await importInto(url, [file])
  expect(second.output).toContain('from where it was interrupted')
  expect(second.output).toContain(`${(records.length + 1).toLocaleString('en')} records`)

  const third = startImport(url, [file])
  await expect.poll(third.output).toContain('Importing')
  third.child.kill('SIGTERM')
  expect(await third.ended).toBe(130)
  truncateSync(file)
  writeLines(records.slice(0, 500), join(file, '..'))
  const fourth = await importInto(url, [file])
  expect(fourth.output).toContain('it has changed since it was interrupted')
  expect(fourth.output).toContain('500 records')
})

test('a file that is not whole is read as far as it goes, and the rest later', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(20, 400)]
  const [file, packed] = [join(makeFolder(), 'a.gz'), gzipSync(toText(records))]
  writeFileSync(file, packed.subarray(0, Math.floor(packed.length * 0.8)))
  const { code, output } = await importInto(url, [file])
  expect(code).toBe(1)
  expect(output).toMatch(/cannot be read beyond line \d+\. Is it whole\?/)
  writeFileSync(file, packed)
  const second = await importInto(url, [file])
  expect(second.output).toContain('from where it was interrupted')
  expect(await select(url, LEDGER)).toHaveLength(records.length)
})

function toText(records: object[]): string {
  return records.map((it) => `${JSON.stringify(it)}\n`).join('')
}

test('of two imports at once one waits for another time', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(40, 400)]
  const file = writeLines(records)
  const [one, other] = [startImport(url, [file]), startImport(url, [file])]
  const codes = [await one.ended, await other.ended]
  const outputs = [one.output(), other.output()]
  // The second may have begun after the first had ended.
  if (codes.includes(1)) expect(outputs.join()).toContain('Another program is writing')
  expect(codes).toContain(0)
  expect(await select(url, LEDGER)).toHaveLength(records.length)
})

test('killed at twenty random moments an import ends complete, each record once', async () => {
  const [blocks, kills] = isSqlite() ? [100, 20] : [8, 5]
  const [url, records] = [await newDatabase(), generateBlocks(blocks, 2000)]
  const file = writeLines(records)
  for (let killed = 0; killed < kills; killed++) {
    const { child, output, ended } = startImport(url, [file])
    await expect.poll(output, { interval: 10 }).toMatch(/Importing|Another/)
    await new Promise((later) => setTimeout(later, randomInt(400)))
    child.kill('SIGKILL')
    await ended
  }
  expect(await importInto(url, [file])).toMatchObject({ code: 0 })
  const rows = await select(url, LEDGER)
  const stored = rows.map((row) =>
    [row.tx_id, row.operation, row.address, row.receiver_address, row.output, row.amount].join(),
  )
  const generated = records.map(({ amount, location: { tx_id, vout }, ...it }) => {
    const units = amount?.replace('.', '').replace(/^0+(?=.)/, '')
    return [tx_id, it.operation, it.address, it.receiver_address, vout, units].join()
  })
  expect(stored).toEqual(generated)
  const runes = await select(url, 'SELECT id, divisibility FROM runes ORDER BY id')
  expect(runes.map(({ divisibility }) => divisibility)).toEqual([0, 2, 18, 38])
}, 300_000)
