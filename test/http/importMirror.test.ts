import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  asServed,
  generateBlocks,
  importInto,
  makeFolder,
  newDatabase,
  readAll,
} from '../support/importing.ts'
import { serveRecords } from '../support/serveRecords.ts'
import { AIRDROP, BLOCK_HASH, LONGCOIN } from '../support/snapshotIds.ts'
import { startModifiedService } from '../support/startModifiedService.ts'
import { startService } from '../support/startService.ts'
import { record } from '../support/wireRecord.ts'

const LOCALIZED = 'ST000000000000000000002AMW42H.cairn-sample-localized'

test('a mirror of another Cairn returns the same bytes', async () => {
  const url = await newDatabase()
  const first = await startService()
  const folder = makeFolder()
  const list = join(folder, 'list.txt')
  writeFileSync(list, `\n0x${AIRDROP.toUpperCase()}\n${BLOCK_HASH}\n`)
  const mirror = await importInto(url, [`${first}/`, LONGCOIN, LOCALIZED, '777', '--list', list])
  expect(mirror.output).toContain('Refused 1:\n  block 777: the service has no records of it')
  expect(mirror.code).toBe(1)
  const second = await startService({ databaseUrl: url })
  for (const path of [
    `/metadata/v1/ft/${LONGCOIN}`,
    `/metadata/v1/ft/${LOCALIZED}`,
    `/metadata/v1/ft/${LOCALIZED}?locale=ar`,
    '/runes/v1/blocks/849250/activity?limit=1000',
    '/runes/v1/blocks/849250/activity?limit=1000&offset=4000',
    `/runes/v1/transactions/${AIRDROP}/activity?limit=1000&offset=4000`,
  ]) {
    const [expected, mirrored] = await Promise.all(
      [first, second].map(async (origin) => (await fetch(origin + path)).text()),
    )
    expect(mirrored, path).toBe(expected)
  }
  expect(await readAll(second, 'blocks/849250')).toHaveLength(4756)
})

test('a service with a limit of 60 and no total past the end is mirrored completely', async () => {
  const url = await newDatabase()
  const limits: number[] = []
  const origin = await startModifiedService({
    changeSearch: (search) => {
      limits.push(Number(search.get('limit')))
      if (Number(search.get('limit')) > 60) search.set('limit', 'refused')
    },
    changeBody: (body) => (body.results?.length === 0 ? { ...body, total: 0 } : body),
  })
  const { code, output } = await importInto(url, [origin, AIRDROP])
  expect(output).toContain('4,444 records')
  expect(code).toBe(0)
  expect(limits.filter((limit) => limit > 60)).toHaveLength(1)
})

test('a mirror honours Retry-After and rereads a list that changed meanwhile', async () => {
  const url = await newDatabase()
  const [block] = [generateBlocks(1, 250)]
  let served = block.slice(1)
  const { origin, requests } = await serveRecords(() => served, {
    maxLimit: 60,
    override: ({ count }) => {
      if (count === 1) return { status: 429, headers: { 'Retry-After': '0' } }
      if (count === 2) return { status: 503, headers: { 'Retry-After': '0' } }
      if (count === 4) served = block
    },
  })
  const { code, output } = await importInto(url, [origin, '850001'])
  expect([code, output]).toEqual([0, expect.stringContaining(`${block.length} records`)])
  expect(requests.filter(({ offset }) => offset === 0).length).toBeGreaterThan(3)
  const service = await startService({ databaseUrl: url })
  expect(await readAll(service, 'blocks/850001')).toEqual(block.map(asServed))
})

test('failures of the service are reported, and redirects are not followed', async () => {
  const url = await newDatabase()
  const { origin, requests } = await serveRecords(() => [record('mint', { amount: '1' })], {
    override: ({ count }) =>
      count === 1 ? { status: 302, headers: { Location: '/runes/v1/elsewhere' } } : undefined,
  })
  const { code, output } = await importInto(url, [origin, '850000', '850000', '850001', LONGCOIN])
  expect(code).toBe(1)
  expect(output).toMatch(/block 850000: "The service responded with a redirect \(302\)/)
  expect(output).toMatch(
    /block 850001, record 1: the service sent a record of another block or transaction/,
  )
  expect(output).toContain(': 1 record,')
  expect(requests).toHaveLength(3)
})

test('an import from an unavailable service stops after a few retries and can be run again', async () => {
  const url = await newDatabase()
  let isDown = false
  const { origin } = await serveRecords(() => [record('mint', { amount: '1' })], {
    override: () => (isDown ? { status: 503, headers: { 'Retry-After': '0' } } : undefined),
  })
  isDown = true
  const failed = await importInto(url, [origin, ...Array(10).fill('850000')])
  expect(failed.code).toBe(1)
  expect(failed.output).toContain('failed 3 times in a row')
  isDown = false
  const { code, output } = await importInto(url, [origin, '850000'])
  expect([code, output]).toEqual([0, expect.stringContaining(': 1 record,')])
})
