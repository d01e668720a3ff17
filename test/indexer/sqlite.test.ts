import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DatabaseUnavailable } from '../../src/database/database.ts'
import { openStore } from '../../src/database/openStore.ts'

// The driver would abort this process.
test('a closed database is unavailable, and can be closed again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-closed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const store = openStore(`file:${join(folder, 'closed.db')}`, 'import')
  const last = store.query('SELECT 1 AS one')
  await store.close()
  expect(await last).toEqual([{ one: 1 }])
  await expect(store.query('SELECT 1')).rejects.toThrow(DatabaseUnavailable)
  await expect(store.readTransaction((query) => query('SELECT 1'))).rejects.toThrow(
    DatabaseUnavailable,
  )
  await store.close()
})
