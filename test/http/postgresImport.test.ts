import { expect, inject, test } from 'vitest'
import { createDatabase } from '../support/createDatabase.ts'
import { run } from '../support/fillPostgres.ts'
import { generateBlocks, importInto, LEDGER, select, writeLines } from '../support/importing.ts'
import { LONGCOIN } from '../support/snapshotIds.ts'
import { startProxy } from '../support/startProxy.ts'
import { getJson, startService } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'
import { record } from '../support/wireRecord.ts'

const TOKEN = { asset_identifier: `${LONGCOIN}::long`, name: 'Long', symbol: 'LONG' }

test('an import does not write to an indexer’s ledger, but can add tokens to its database', async () => {
  const url = await createDatabase('filled')
  const before = await select(url, LEDGER)
  const { code, output } = await importInto(url, [writeLines([record('mint')])])
  expect(code).toBe(1)
  expect(output).toContain('The ledger belongs to an indexer')
  expect(output).not.toMatch(/\bat .*\.js/)
  expect(await select(url, LEDGER)).toEqual(before)
  expect(await importInto(url, [writeLines([TOKEN])])).toMatchObject({ code: 0 })
  const origin = await startService({ databaseUrl: url })
  expect((await getJson(origin, `/metadata/v1/ft/${LONGCOIN}`)).body.name).toBe('Long')
})

test('before reading anything from a service, an import into an indexer’s ledger is refused', async () => {
  const url = await createDatabase('filled')
  await run(url, `DELETE FROM tokens WHERE principal = '${LONGCOIN}'`)
  const before = await select(url, LEDGER)
  const source = await startUpstream()
  const { code, output } = await importInto(url, [source.origin, LONGCOIN, '849250'])
  expect(code).toBe(1)
  expect(output).toContain('The ledger belongs to an indexer')
  expect(source.requests).toEqual([])
  expect(await importInto(url, [writeLines([TOKEN, record('mint')])])).toMatchObject({ code: 1 })
  expect(await select(url, LEDGER)).toEqual(before)
  const tokens = `SELECT principal FROM tokens WHERE principal = '${LONGCOIN}'`
  expect(await select(url, tokens)).toEqual([])
  expect(await importInto(url, [source.origin, LONGCOIN])).toMatchObject({ code: 0 })
})

test('a file with a record is refused before its tokens are written to an indexer’s database', async () => {
  const url = await createDatabase('filled')
  const before = await select(url, LEDGER)
  const tokens = Array.from({ length: 2500 }, (_, number) => ({
    asset_identifier: `${LONGCOIN}-${number}::long`,
    name: `Long ${number}`,
  }))
  const rune = {
    id: '850000:7',
    number: 7,
    name: 'SEVENTH',
    spaced_name: 'SEVENTH',
    divisibility: 0,
  }
  for (const line of [record('mint'), rune]) {
    const files = [writeLines(tokens), writeLines([...tokens, line])]
    const { code, output } = await importInto(url, files)
    expect(code).toBe(1)
    expect(output).toContain('The ledger belongs to an indexer')
  }
  const written = `SELECT principal FROM tokens WHERE principal LIKE '${LONGCOIN}-%'`
  expect(await select(url, written)).toEqual([])
  expect(await importInto(url, [writeLines(tokens)])).toMatchObject({ code: 0 })
  expect(await select(url, written)).toHaveLength(2500)
  expect(await select(url, LEDGER)).toEqual(before)
})

test('with two databases, tokens and runes are each imported into their own', async () => {
  const [tokens, runes] = [await createDatabase('filled'), await createDatabase('empty')]
  const records = generateBlocks(1, 50)
  const environment = { RUNES_DATABASE_URL: runes }
  const { output } = await importInto(tokens, [writeLines([TOKEN, ...records])], environment)
  expect(output).toContain(`${records.length} records, 1 token`)
  expect(await select(runes, LEDGER)).toHaveLength(records.length)
  const origin = await startService({ databaseUrl: tokens, runesDatabaseUrl: runes })
  expect((await getJson(origin, `/metadata/v1/ft/${LONGCOIN}`)).body.name).toBe('Long')
  const found = await getJson(origin, '/explorer/v1/search?q=RUNECTEST')
  expect(found.body.results).toMatchObject([{ kind: 'rune', id: '840000:3' }])
})

test('a running service shows blocks imported below the highest one', async () => {
  const url = await createDatabase('empty')
  const [tip, below] = [generateBlocks(2, 50), generateBlocks(1, 50)]
  await importInto(url, [writeLines(tip.filter((it) => it.location.block_height === 850_002))])
  const origin = await startService({ databaseUrl: url })
  const totalOf = async (path: string) => (await getJson(origin, path)).body.total
  expect(await totalOf('/runes/v1/blocks/850001/activity')).toBe(0)
  expect((await getJson(origin, `/metadata/v1/ft/${LONGCOIN}`)).status).toBe(404)
  await importInto(url, [writeLines([TOKEN, ...below])])
  await expect.poll(() => totalOf('/runes/v1/blocks/850001/activity')).toBe(below.length)
  const status = async () => (await getJson(origin, `/metadata/v1/ft/${LONGCOIN}`)).status
  await expect.poll(status).toBe(200)
})

test('a database that lacks tables or is unreachable ends the import with a message', async () => {
  const file = writeLines([TOKEN])
  const unprepared = await importInto(await createDatabase('template0'), [file])
  expect(unprepared.code).toBe(1)
  expect(unprepared.output).toMatch(/lacks the tables tokens, .*db:prepare/)
  const proxy = await startProxy(inject('databaseUrl'))
  proxy.disconnect()
  const unreachable = await importInto(proxy.url, [file])
  expect(unreachable.code).toBe(1)
  expect(unreachable.output).toMatch(/^The database cannot be reached/)
  expect(unreachable.output).not.toMatch(/\bat .*\.js/)
})
