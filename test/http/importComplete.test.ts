import { expect, test } from 'vitest'
import {
  generateBlocks,
  importInto,
  moveTo,
  newDatabase,
  readAll,
  writeLines,
} from '../support/importing.ts'
import { getJson, startService } from '../support/startService.ts'

const MALFORMED = '{"rune":'

/** The number of records of a block, and what the service says about its completeness. */
async function readBlock(origin: string, height: number) {
  const { headers, body } = await getJson(origin, `/runes/v1/blocks/${height}/activity?limit=1`)
  return [body.total, headers.get('X-Cairn-Coverage')]
}

test('the blocks of a file are partial, and with --complete they are complete', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(2, 300)]
  const file = writeLines(records)
  const total = records.filter(({ location }) => location.block_height === 850_001).length
  expect(await importInto(url, [file])).toMatchObject({ code: 0 })
  const origin = await startService({ databaseUrl: url })
  expect(await readBlock(origin, 850_001)).toEqual([total, 'partial'])
  expect(await importInto(url, [file, '--complete'])).toMatchObject({ code: 0 })
  await expect.poll(() => readBlock(origin, 850_001)).toEqual([total, null])
})

test('a complete block may be larger than a batch of the import', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(2, 2500)]
  const file = writeLines(records)
  expect(await importInto(url, [file, '--complete'])).toMatchObject({ code: 0 })
  const origin = await startService({ databaseUrl: url })
  for (const height of [850_001, 850_002]) {
    const { length } = await readAll(origin, `blocks/${height}`)
    expect(length).toBeGreaterThanOrEqual(2500)
    expect(await readBlock(origin, height)).toEqual([length, null])
  }
})

test('a complete file replaces everything that was stored of its blocks', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(1, 60)]
  const [first] = records
  if (first === undefined) throw new Error('no records')
  const stale = { ...first, location: { ...first.location, tx_id: 'ab'.repeat(32) } }
  await importInto(url, [writeLines([stale])])
  await importInto(url, [writeLines(records), '--complete'])
  const origin = await startService({ databaseUrl: url })
  expect(await readBlock(origin, 850_001)).toEqual([records.length, null])
})

test('with --complete, nothing of a file with a refused line is imported', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(2, 2500)]
  const { code, output } = await importInto(url, [
    writeLines([...records, MALFORMED]),
    '--complete',
  ])
  expect(code).toBe(1)
  expect(output).toContain(`is not complete: line ${records.length + 1}: it is not JSON`)
  expect(output).toContain('None of its lines were imported.')
  const origin = await startService({ databaseUrl: url })
  expect(await readBlock(origin, 850_002)).toEqual([0, null])
})

test('a complete block is no longer complete if a line of its next import is refused', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(1, 50)]
  await importInto(url, [writeLines(records), '--complete'])
  const lines = [...records.slice(0, 10), MALFORMED, ...records.slice(11)]
  expect(await importInto(url, [writeLines(lines)])).toMatchObject({ code: 1 })
  const origin = await startService({ databaseUrl: url })
  expect((await readBlock(origin, 850_001))[1]).toBe('partial')
})

test('with --complete, records of a block that are apart in the file are refused', async () => {
  const [url, records] = [await newDatabase(), generateBlocks(1, 1)]
  const blocks = [850_002, 850_001, 850_002].map((height, index) =>
    records.map((record) =>
      moveTo({ ...record, location: { ...record.location, tx_id: `${index}`.repeat(64) } }, height),
    ),
  )
  const { code, output } = await importInto(url, [writeLines(blocks.flat()), '--complete'])
  expect(code).toBe(1)
  expect(output).toContain('the records of a block must be consecutive lines')
})

test('--complete is only for files', async () => {
  const url = await newDatabase()
  const { code, output } = await importInto(url, ['https://host.example', '1', '--complete'])
  expect([code, output]).toEqual([1, expect.stringContaining('--complete is only for files.')])
})
