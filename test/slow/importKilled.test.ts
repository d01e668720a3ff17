import { expect, test } from 'vitest'
import {
  generateBlocks,
  importInto,
  LEDGER,
  newDatabase,
  select,
  startImport,
  writeLines,
} from '../support/importing.ts'

test('an import that was killed twenty times can still be completed, with each record stored once', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(100, 2000)]
  const file = writeLines(records)
  for (let killed = 0; killed < 20; killed++) {
    const { child, output, ended } = startImport(url, [file])
    await expect.poll(output, { interval: 10 }).toMatch(/Importing|Another/)
    await new Promise((later) => setTimeout(later, killed * 100))
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
