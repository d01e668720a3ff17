import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { createDatabase } from '../support/createDatabase.ts'
import { expectTokens } from '../support/expectTokens.ts'
import { SNAPSHOT } from '../support/fillDatabase.ts'
import { importInto, LEDGER, newDatabase, select } from '../support/importing.ts'
import { snapshotLines } from '../support/snapshot.ts'
import { startService } from '../support/startService.ts'

const PARTS = ['runes', 'activity', 'tokens'].map((part) => join(SNAPSHOT, `${part}.ndjson.gz`))

/** Without the source and the time of reading, which differ. */
const TOKEN = `principal, status, problem, name, symbol, decimals, total_supply, token_uri, tx_id,
  sender_address, asset_identifier, localization_uri, localization_default`

/** For each engine, an empty database and one that contains the snapshot. */
const ENGINES: [engine: string, open: () => Promise<{ url: string; filled: string }>][] = [
  ['SQLite', async () => ({ url: await newDatabase(), filled: inject('databaseUrl') })],
  [
    'PostgreSQL',
    async () => ({ url: await createDatabase('empty'), filled: await createDatabase('filled') }),
  ],
]

test.each(ENGINES)(
  'on %s, the response for every token equals its entry in the snapshot',
  async (_, open) => {
    const { filled } = await open()
    await expectTokens(await startService({ databaseUrl: filled }), snapshotLines('tokens'))
  },
)

test.each(ENGINES)(
  'on %s, importing the snapshot’s files, even twice, stores the same rows as filling the database at startup',
  async (_, open) => {
    const { url, filled } = await open()
    const { code, output } = await importInto(url, PARTS)
    expect(output).toContain('activity.ndjson.gz: 17,283 records')
    expect(output).toContain('tokens.ndjson.gz: 0 records, 3,661 tokens')
    expect(code).toBe(0)
    expect((await importInto(url, PARTS.slice(0, 2))).code).toBe(0)
    expect(await select(url, LEDGER)).toEqual(await select(filled, LEDGER))
    const runes = `SELECT id, number, name, spaced_name, divisibility, symbol FROM runes
    WHERE id NOT LIKE '999999999:%' ORDER BY id`
    expect(await select(url, runes)).toEqual(await select(filled, runes))
    for (const [table, columns, where, order] of [
      ['tokens', TOKEN, "principal NOT LIKE 'ST0000%'", 'principal'],
      ['token_metadata', '*', "principal NOT LIKE 'ST0000%'", 'principal, locale'],
      ['directory', '*', "id NOT LIKE 'ST0000%' AND id NOT LIKE '999999999:%'", 'kind, id, term'],
    ]) {
      const sql = `SELECT ${columns} FROM ${table} WHERE ${where} ORDER BY ${order}`
      const expected = await select(filled, sql)
      expect(expected.length, table).toBeGreaterThan(100)
      expect(await select(url, sql), table).toEqual(expected)
    }
  },
)
