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

// It starts a process, which is slow on a busy machine.
test('while an import runs, another one stops with a message', { timeout: 120_000 }, async () => {
  const [url, records] = [await newDatabase(), generateBlocks(12, 400)]
  const file = writeLines(records)
  const first = startImport(url, [file])
  await expect.poll(first.output).toContain('Importing')
  first.child.kill('SIGSTOP')
  const second = await importInto(url, [file])
  expect(second.code).toBe(1)
  expect(second.output).toContain('Another program is writing')
  first.child.kill('SIGCONT')
  expect(await first.ended).toBe(0)
  expect(await select(url, LEDGER)).toHaveLength(records.length)
})
