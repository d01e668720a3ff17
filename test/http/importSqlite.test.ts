import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { expect, inject, test, vi } from 'vitest'
import {
  generateBlocks,
  importInto,
  makeFolder,
  startImport,
  writeLines,
} from '../support/importing.ts'
import { runToExit, startCairn } from '../support/startCairn.ts'
import { getJson, startService } from '../support/startService.ts'

// Each test starts processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const ABOUT = '/explorer/v1/about'

test('a service keeps responding while an import writes to its file, and then serves the new records', async () => {
  const file = join(makeFolder(), 'cairn.db')
  copyFileSync(inject('databaseFile'), file)
  const origin = await startService({ databaseUrl: `file:${file}` })
  const path = '/runes/v1/blocks/849250/activity'
  expect((await getJson(origin, path)).body.total).toBe(4756)
  const { ended, output } = startImport(`file:${file}`, [writeLines(generateBlocks(20, 200))])
  let isRunning = true
  ended.then(() => {
    isRunning = false
  })
  await expect.poll(output, { interval: 10 }).toContain('Importing')
  let offset = 0
  while (isRunning) {
    expect((await getJson(origin, `${path}?offset=${offset++}`)).body.total).toBe(4756)
  }
  expect(await ended).toBe(1)
  expect(output()).toContain('rune 840000:3 cannot have both')
  const { body } = await getJson(origin, '/runes/v1/blocks/850020/activity')
  expect(body.total).toBeGreaterThan(100)
})

test('a start does not change a database with imported records, and two services can share it', async () => {
  const file = join(makeFolder(), 'cairn.db')
  const records = generateBlocks(1, 50)
  await importInto(`file:${file}`, [writeLines(records)])
  const both = await Promise.all([startCairn(file), startCairn(file)])
  for (const { origin } of both) {
    const { body } = await getJson(origin, ABOUT)
    expect(body).toMatchObject({ source: 'database', records: records.length, tokens: 0 })
  }
  await Promise.all(both.map(({ stop }) => stop()))
})

test('a database with records imported by an earlier version is accepted unchanged', async () => {
  const file = join(makeFolder(), 'cairn.db')
  const records = generateBlocks(1, 50)
  await importInto(`file:${file}`, [writeLines(records)])
  const database = new Libsql(file)
  database.exec(`DROP TABLE data_versions;
    CREATE TABLE imports (id TEXT PRIMARY KEY, source TEXT NOT NULL, progress TEXT NOT NULL, finished_at BIGINT);
    INSERT INTO imports VALUES ('a', 'b', '{}', 1)`)
  database.close()
  const more = generateBlocks(2, 50)
  expect(await importInto(`file:${file}`, [writeLines(more)])).toMatchObject({ code: 0 })
  const { origin, stop } = await startCairn(file)
  const { body } = await getJson(origin, ABOUT)
  expect(body).toMatchObject({ source: 'database', records: more.length })
  await stop()
})

test('--help lists the arguments', async () => {
  const { code, output } = await runToExit({}, ['import', '--help'])
  expect([code, output]).toEqual([0, expect.stringContaining('cairn import <file>')])
})
