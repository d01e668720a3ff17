import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../../src/service/database/sqlite.ts'
import { SNAPSHOT } from '../support/fillDatabase.ts'
import { importInto, makeFolder } from '../support/importing.ts'
import { emptySqlite } from '../support/ownDatabase.ts'
import { runToExit, startCairn } from '../support/startCairn.ts'
import { getJson } from '../support/startService.ts'

const SCHEMA = readFileSync('test/support/schema-0.1.0.sqlite.sql', 'utf8')
const HASH = `00000000${'ab'.repeat(28)}`

/** A database that version 0.1.0 created, with an imported record and a stored upstream response. */
function createOldDatabase(): string {
  const file = join(makeFolder(), 'cairn.db')
  const database = new Libsql(file)
  database.exec(SCHEMA)
  database.exec(`
    PRAGMA application_id = ${0x4361_726e}; PRAGMA user_version = 1234567890;
    CREATE TABLE data_versions (part TEXT PRIMARY KEY, version BIGINT NOT NULL);
    INSERT INTO data_versions VALUES ('runes', 3);
    INSERT INTO runes VALUES ('840000:1', 1, 'ONE', 'O•NE', 2, '¤');
    INSERT INTO ledger VALUES ('840000:1', '${HASH}', 840123, 1, 0, '${'cd'.repeat(32)}', 0, 'bc1', NULL, '150', 'receive', 1720000000);
    INSERT INTO upstream_answers VALUES ('request', 200, '{}', 9, 1720000000000, 1720000000000)`)
  database.close()
  return file
}

/** The columns of all tables but those that only some databases have. */
function shapeOf(file: string): object {
  const database = new Libsql(file)
  onTestFinished(() => void database.close())
  const rows = database
    .prepare(
      `SELECT m.name AS "table", c.name, c.type, c."notnull", c.pk FROM sqlite_master m
         JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name <> 'data_versions'
        ORDER BY m.name, c.cid`,
    )
    .all()
  const indexes = database.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name <> 'data_versions' ORDER BY 1",
  )
  return { rows, indexes: indexes.all() }
}

test('a start upgrades a database of version 0.1.0, and no data are lost', async () => {
  const file = createOldDatabase()
  const { origin, stop } = await startCairn(file)
  const { body, headers } = await getJson(origin, '/runes/v1/blocks/840123/activity')
  expect(body).toMatchObject({ total: 1, results: [{ amount: '1.50' }] })
  // The version did not record whether it has the whole block.
  expect(headers.get('X-Cairn-Coverage')).toBe('partial')
  await stop()
  const database = new Libsql(file)
  expect(database.prepare('SELECT request FROM upstream_responses').all()).toHaveLength(1)
  database.close()
  expect(shapeOf(file)).toEqual(shapeOf((await emptySqlite()).slice('file:'.length)))
})

test('an import upgrades a database of version 0.1.0 too', async () => {
  const file = createOldDatabase()
  const { code, output } = await importInto(`file:${file}`, [`${SNAPSHOT}/runes.ndjson.gz`])
  expect([code, output]).toEqual([0, expect.stringContaining('runes.ndjson.gz')])
})

test('a database of a newer version is refused and left unchanged', async () => {
  const file = createOldDatabase()
  const database = new Libsql(file)
  database.exec(`CREATE TABLE cairn_migrations (name TEXT PRIMARY KEY);
    INSERT INTO cairn_migrations VALUES ('999 something newer')`)
  const { code, output } = await runToExit({ DATABASE_URL: `file:${file}`, PORT: '0' })
  expect([code, output]).toEqual([1, expect.stringMatching(/^A newer version of Cairn .*\n$/)])
  expect(database.prepare('SELECT count(*) AS count FROM ledger').all()).toEqual([{ count: 1 }])
  database.close()
})

test('a database that has only the snapshot is filled again when the snapshot changes', async () => {
  const database = openSqlite(join(makeFolder(), 'cairn.db'))
  onTestFinished(() => database.close())
  for (const principal of ['SP1.old', 'SP1.new']) {
    await database.fillOrMigrate(`a snapshot with ${principal}`, async (query) => {
      await query(
        "INSERT INTO tokens (principal, status, sender_address) VALUES ($1, 'ready', 'SP1')",
        [principal],
      )
    })
  }
  expect(await database.query('SELECT principal FROM tokens', [])).toEqual([
    { principal: 'SP1.new' },
  ])
})
