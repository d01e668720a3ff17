import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startAndKill, startCairn } from '../support/startCairn.ts'
import { getJson } from '../support/startService.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a start killed halfway leaves nothing half done, and the next one goes on', async () => {
  const file = join(newFolder(), 'cairn.db')
  await startAndKill(file, /Filling/)
  const cairn = await startCairn(file)
  expect(cairn.output()).toContain('Filling')
  const { body } = await getJson(cairn.origin, '/explorer/v1/about')
  expect(body).toMatchObject({ tokens: 3666, runes: 181, records: 37_283 })
  await cairn.stop()
})

test('two starts at once on a new database both end well', async () => {
  const file = join(newFolder(), 'cairn.db')
  const both = await Promise.all([startCairn(file), startCairn(file)])
  for (const { origin } of both) {
    const { body } = await getJson(origin, '/explorer/v1/about')
    expect(body).toMatchObject({ tokens: 3666, records: 37_283 })
  }
  await Promise.all(both.map(({ stop }) => stop()))
})
