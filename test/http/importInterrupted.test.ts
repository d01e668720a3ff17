import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import {
  generateBlocks,
  importInto,
  LEDGER,
  makeFolder,
  newDatabase,
  select,
  startImport,
  writeLines,
} from '../support/importing.ts'

// Each test starts processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

test('running an interrupted import again completes it', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(12, 400)]
  const file = writeLines(records)
  const first = startImport(url, [file])
  await expect.poll(first.output).toContain('Importing')
  first.child.kill('SIGINT')
  expect(await first.ended).toBe(130)
  expect(first.output()).toMatch(/Interrupted\. .*Run the same command again/)
  const second = await importInto(url, [file])
  expect(second.output).toContain(`${records.length.toLocaleString('en')} records`)
  expect(await select(url, LEDGER)).toHaveLength(records.length)
})

test('a truncated file is imported as far as possible, and the rest with the complete file', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(6, 400)]
  const [file, packed] = [join(makeFolder(), 'a.gz'), gzipSync(toText(records))]
  writeFileSync(file, packed.subarray(0, Math.floor(packed.length * 0.8)))
  const { code, output } = await importInto(url, [file])
  expect(code).toBe(1)
  expect(output).toMatch(/cannot be read to the end\. Is the file complete\?/)
  writeFileSync(file, packed)
  expect(await importInto(url, [file])).toMatchObject({ code: 0 })
  expect(await select(url, LEDGER)).toHaveLength(records.length)
})

function toText(records: object[]): string {
  return records.map((it) => `${JSON.stringify(it)}\n`).join('')
}
