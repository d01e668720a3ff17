import { describe, expect, inject, test } from 'vitest'
import type { Store } from '../../src/database/database.ts'
import { readMeta } from '../../src/database/meta.ts'
import { TOKEN_SCHEMA_VERSION } from '../../src/database/tokenSchema.ts'
import { openTokens } from '../../src/tokens/openTokens.ts'
import { getJson } from '../support/startService.ts'
import { openDatabase, ownDatabase } from '../support/tokens/databases.ts'
import { ADDRESS, importInto, tokenLine, writeLines } from '../support/tokens/importing.ts'
import { runStatement } from '../support/tokens/runStatement.ts'
import { LONGCOIN } from '../support/tokens/snapshotTokens.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const SET = "UPDATE meta SET value = 'other' WHERE part = 'tokens' AND name = $1"

/** Opens the tokens and returns what was logged. */
async function open(store: Store): Promise<string> {
  const lines: string[] = []
  await openTokens(store, { source: 'bundled', log: (line) => lines.push(line) })
  return lines.join('\n')
}

async function readName(store: Store, principal: string): Promise<string | undefined> {
  return (await getJson(`${await startTokens(store)}/metadata/v1/ft/${principal}`)).body.name
}

const isPostgres = inject('engine') === 'postgres'

test('a new database gets the snapshot, and the second start changes nothing', async () => {
  const store = openDatabase(await ownDatabase('empty'))
  expect(await open(store)).toBe('Read 3,666 tokens from the bundled snapshot of 2026-05-11.')
  const meta = await readMeta(store, 'tokens')
  expect(Object.fromEntries(meta ?? [])).toEqual({
    version: TOKEN_SCHEMA_VERSION,
    snapshot: expect.stringMatching(/^[0-9a-f]{64}$/),
    snapshot_date: '2026-05-11',
    writes: '1',
  })
  expect(await open(store)).toBe('')
  expect(await readMeta(store, 'tokens')).toEqual(meta)
  expect(await readName(store, LONGCOIN)).toBe('LONGcoin')
})

test.each(['snapshot', 'version'])(
  'if the %s is another one, the tables are filled again, and caches forget the tokens',
  async (fact) => {
    const store = openDatabase(await ownDatabase())
    await store.query(`UPDATE tokens SET name = 'Old' WHERE principal = $1`, [LONGCOIN])
    await store.query(SET, [fact])
    expect(await open(store)).toContain('3,666 tokens')
    expect(await readName(store, LONGCOIN)).toBe('LONGcoin')
    expect((await readMeta(store, 'tokens'))?.get('writes')).toBe('2')
    expect(await open(store)).toBe('')
  },
)

test('with imported tokens, an older snapshot stays', async () => {
  const settings = await ownDatabase()
  await importInto(settings, [writeLines([tokenLine('mine', { name: 'Mine' })])])
  const store = openDatabase(settings)
  await store.query(SET, ['snapshot'])
  expect(await open(store)).toBe('')
  expect(await readName(store, `${ADDRESS}.mine`)).toBe('Mine')
})

test('with imported tokens, tables of another version are refused with what to do', async () => {
  const settings = await ownDatabase()
  await importInto(settings, [writeLines([tokenLine('mine')])])
  const store = openDatabase(settings)
  await store.query(SET, ['version'])
  await expect(open(store)).rejects.toThrow(
    isPostgres
      ? /Drop the tables \(DROP TABLE tokens, .*part = 'tokens';\), .* import the tokens again/
      : /Delete the file tokens-bundled.db from the folder .* and import the tokens again/,
  )
  const { code, output } = await importInto(settings, [writeLines([tokenLine('more')])])
  expect([code, output]).toEqual([1, expect.stringContaining('Another version of Cairn')])
})

test.runIf(isPostgres)('two programs can open a new PostgreSQL database at once', async () => {
  const settings = await ownDatabase('empty')
  const logs = await Promise.all([openDatabase(settings), openDatabase(settings)].map(open))
  expect(logs.toSorted()).toEqual(['', expect.stringContaining('3,666 tokens')])
})

describe.runIf(isPostgres)('a role that may only read', () => {
  async function openAsReader(content: 'filled' | 'empty', change?: string): Promise<Store> {
    const settings = await ownDatabase(content)
    if (!('DATABASE_URL' in settings)) throw new Error('PostgreSQL has an address')
    const { DATABASE_URL } = settings
    const role = `reader_${DATABASE_URL.split('_').at(-1)}`
    await runStatement(
      DATABASE_URL,
      `CREATE ROLE ${role} LOGIN PASSWORD 'reader'`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
      ...(change === undefined ? [] : [SET.replace('$1', `'${change}'`)]),
    )
    return openDatabase({
      DATABASE_URL: DATABASE_URL.replace(/\/\/.*@/, `//${role}:reader@`),
    })
  }

  test('uses the tables as they are, also those of an older snapshot', async () => {
    for (const change of [undefined, 'snapshot']) {
      const store = await openAsReader('filled', change)
      expect(await open(store)).toBe('')
      expect(await readName(store, LONGCOIN)).toBe('LONGcoin')
    }
  })

  test('is told that tables are missing or outdated', async () => {
    await expect(open(await openAsReader('empty'))).rejects.toThrow(
      'this role may not create them. Start Cairn once with a role that may.',
    )
    await expect(open(await openAsReader('filled', 'version'))).rejects.toThrow(
      'Another version of Cairn made the token tables.',
    )
  })
})
