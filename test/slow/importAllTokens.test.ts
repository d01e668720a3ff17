import { expect, inject, test } from 'vitest'
import { type Import, newDatabase, select, startImport } from '../support/importing.ts'
import { expectSameResponse } from '../support/responses.ts'
import { startCairn } from '../support/startCairn.ts'
import { startService } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'

const LIST = '/metadata/v1/ft'
/** The tokens of the snapshot. */
const TOKENS = 3661
/** The pages of the list. */
const PAGES = 4

async function kill({ child, ended }: Import): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** The number of requests that a service has received for lists and tokens. */
async function countRequests(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const counts = metrics.matchAll(/_count\{[^}]*route="\/metadata\/v1\/ft[^}]*\} (\d+)/g)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

test('an import of all tokens that was killed twice continues where it was, and ends complete', async () => {
  const cairn = await startCairn(inject('databaseFile'))
  const url = await newDatabase()
  const start = () => startImport(url, [cairn.origin, '--all-tokens'])
  const countImported = async () => {
    const [row] = await select(
      url,
      'SELECT CAST(count(imported_from) AS TEXT) AS total FROM tokens',
    )
    return Number(row?.total)
  }
  let imported = 0
  for (const wanted of [500, 1500]) {
    const run = start()
    await expect.poll(run.output).toContain('to import.')
    await expect.poll(countImported, { timeout: 120_000, interval: 200 }).toBeGreaterThan(wanted)
    await kill(run)
    imported = await countImported()
  }
  const last = start()
  expect(await last.ended).toBe(0)
  const due = (TOKENS - imported).toLocaleString('en')
  expect(last.output()).toContain(`${due} of ${TOKENS.toLocaleString('en')} tokens to import.`)
  expect(last.output()).toContain(`0 records, ${due} tokens`)
  expect(last.output()).toMatch(/Sent [\d,]+ requests\./)
  expect(last.output()).not.toContain('Refused')
  expect(await countImported()).toBe(TOKENS)
  // Each killed import may have requested one token that it did not write.
  const needed = TOKENS + 3 * PAGES
  const requests = await countRequests(cairn.origin)
  expect(requests).toBeGreaterThanOrEqual(needed)
  expect(requests).toBeLessThanOrEqual(needed + 2)
  const mirror = await startService({ databaseUrl: url })
  for (let offset = 0; offset < TOKENS; offset += 1000) {
    await expectSameResponse([cairn.origin, mirror], `${LIST}?limit=1000&offset=${offset}`)
  }
  await cairn.stop()
})

test('an import sends no more than UPSTREAM_RATE requests in a minute', async () => {
  const source = await startUpstream()
  const times: number[] = []
  source.respondWith(() => {
    times.push(performance.now())
    const contract_principal = 'SP000000000000000000002Q6VF78.token'
    const body = { sender_address: 'SP000000000000000000002Q6VF78', contract_principal }
    return Response.json({ ...body, limit: 1, offset: 0, total: 4, results: [body] })
  })
  const run = startImport(await newDatabase(), [source.origin, '--all-tokens'], {
    UPSTREAM_RATE: '4',
  })
  await expect.poll(() => times.length, { timeout: 90_000 }).toBeGreaterThan(4)
  await kill(run)
  const [first = 0, , , , fifth = 0] = times
  // Less than a minute, because requests arrive at different speeds.
  expect(fifth - first).toBeGreaterThan(55_000)
})
