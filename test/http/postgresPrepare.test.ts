import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createDatabase } from '../support/createDatabase.ts'
import { run } from '../support/fillPostgres.ts'
import { INDEXER_TABLES } from '../support/indexerTables.ts'
import { runCommand, select } from '../support/postgresCommands.ts'
import { AIRDROP, BLOCK_HASH } from '../support/snapshotIds.ts'
import { getJson, startService } from '../support/startService.ts'

const BLOCK = '/runes/v1/blocks/849250/activity?limit=2'
const LONGCOIN = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'

const TABLES_AND_INDEXES = `SELECT relname, relkind FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') ORDER BY relname`

test('db:prepare adds the missing tables and indexes to an indexer’s database, and changes nothing else', async () => {
  const url = await createDatabase('template0')
  await run(url, INDEXER_TABLES)
  const before = await select(url, TABLES_AND_INDEXES)
  const first = runCommand(['db:prepare'], { DATABASE_URL: url })
  expect(first).toMatchObject({ status: 0 })
  for (const index of [
    'ledger (block_hash)',
    'ledger (rune_id, block_height DESC, tx_index DESC, event_index DESC)',
    'ledger (address, block_height DESC, tx_index DESC, event_index DESC)',
    'balance_changes (rune_id, address, block_height)',
    'balance_changes (address, rune_id, block_height)',
  ]) {
    expect(first.output).toContain(`Created an index on ${index}.`)
  }
  expect(first.output).toContain('Created the table tokens.')
  expect(first.output).not.toContain('Created the table ledger.')
  const after = await select(url, TABLES_AND_INDEXES)
  expect(after).toEqual(expect.arrayContaining(before))
  const second = runCommand(['db:prepare'], { DATABASE_URL: url })
  expect(second).toEqual({ status: 0, output: 'Nothing was missing.\nNothing was missing.\n' })
  expect(await select(url, TABLES_AND_INDEXES)).toEqual(after)
})

test('db:prepare creates no index for which there is an equivalent one under another name', async () => {
  const url = await createDatabase('template0')
  await run(
    url,
    `${INDEXER_TABLES}
CREATE INDEX other_rune ON ledger (rune_id, block_height, tx_index, event_index, tx_id);
CREATE INDEX other_balances ON balance_changes (rune_id, address, block_height);
CREATE INDEX other_order ON ledger (address, block_height, tx_index DESC, event_index DESC);
CREATE INDEX partial ON ledger (block_hash) WHERE operation = 'mint'`,
  )
  const { output } = runCommand(['db:prepare'], { DATABASE_URL: url })
  const created = [...output.matchAll(/Created an index on (.*)\./g)].map(([, index]) => index)
  expect(created).toEqual([
    'ledger (block_hash)',
    'ledger (address, block_height DESC, tx_index DESC, event_index DESC)',
    'ledger (address, rune_id, block_height DESC, tx_index DESC, event_index DESC)',
    "ledger (rune_id, block_height DESC, tx_index DESC, event_index DESC) WHERE operation = 'burn'",
    "ledger (address, rune_id, block_height) WHERE operation = 'burn'",
    'supply_changes (rune_id, total_operations)',
    'balance_changes (address, rune_id, block_height)',
  ])
})

test('db:prepare upgrades the tables of version 0.1.0, and no data are lost', async () => {
  const url = await createDatabase('template0')
  await run(url, readFileSync('test/support/schema-0.1.0.postgres.sql', 'utf8'))
  await run(
    url,
    `INSERT INTO runes VALUES ('840000:1', 1, 'ONE', 'O•NE', 2, '¤');
INSERT INTO ledger VALUES ('840000:1', '${BLOCK_HASH}', 849250, 1, 0, '${AIRDROP}', 0, 'bc1', NULL, 150, 'receive', 1720000000);
INSERT INTO upstream_answers VALUES ('request', 200, '{}', 9, 1720000000000, 1720000000000)`,
  )
  const start = runCommand([], { DATABASE_URL: url, PORT: '0' })
  expect(start).toMatchObject({ status: 1, output: expect.stringMatching(/^An earlier version/) })
  const first = runCommand(['db:prepare'], { DATABASE_URL: url })
  expect([first.status, first.output]).toEqual([0, expect.stringContaining('Migrated: 003 ')])
  expect(await select(url, 'SELECT request FROM upstream_responses')).toHaveLength(1)
  const { body, headers } = await getJson(await startService({ databaseUrl: url }), BLOCK)
  expect(body).toMatchObject({ total: 1, results: [{ amount: '1.50' }] })
  expect(headers.get('X-Cairn-Coverage')).toBe('partial')
  const columns = `SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
    WHERE table_schema = 'public' ORDER BY table_name, column_name`
  expect(await select(url, columns)).toEqual(await select(await createDatabase('empty'), columns))
  const second = runCommand(['db:prepare'], { DATABASE_URL: url })
  expect(second).toEqual({ status: 0, output: 'Nothing was missing.\nNothing was missing.\n' })
})

test('db:prepare recreates invalid indexes left by an interrupted run', async () => {
  const url = await createDatabase('filled')
  const broken = "('ledger_block_hash'::regclass, 'balance_changes_address'::regclass)"
  await run(url, `UPDATE pg_index SET indisvalid = false WHERE indexrelid IN ${broken}`)
  const { output } = runCommand(['db:prepare'], { DATABASE_URL: url })
  expect(output).toContain('Created an index on ledger (block_hash).')
  expect(output).toContain('Created an index on balance_changes (address, rune_id, block_height).')
  const indexes = await select(url, `SELECT indisvalid FROM pg_index WHERE indexrelid IN ${broken}`)
  expect(indexes).toEqual([{ indisvalid: true }, { indisvalid: true }])
})

test('the service refuses an empty database until db:prepare creates the tables', async () => {
  const url = await createDatabase('template0')
  const unprepared = runCommand([], { DATABASE_URL: url, PORT: '0' })
  expect(unprepared.status).toBe(1)
  expect(unprepared.output).toMatch(/lacks the tables tokens, .*db:prepare/)
  runCommand(['db:prepare'], { DATABASE_URL: url })
  const origin = await startService({ databaseUrl: url })
  expect((await getJson(origin, BLOCK)).body).toMatchObject({ total: 0, results: [] })
  expect((await getJson(origin, LONGCOIN)).status).toBe(404)
  const { body } = await getJson(origin, '/explorer/v1/about')
  expect(body).toMatchObject({ source: 'database', tokens: 0, runes: 0, records: 0, blocks: [] })
})
