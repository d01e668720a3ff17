import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/openDatabase.ts'
import { generateIndex } from '../support/generateIndex.ts'
import { indexDatabase } from '../support/indexDatabase.ts'
import { getJson, startService } from '../support/startService.ts'

const RUNE = '840001:1'

/** A database in which a rune has this many more holders. The balances rise with the addresses. */
async function withHolders(count: number): Promise<string> {
  const url = await indexDatabase(generateIndex(1, { blocks: 5, transactions: 10 }).rows)
  const store = openDatabase(url, { connections: 1, timeoutMs: 0 })
  await store.transaction((query) =>
    query(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $1)
       INSERT INTO balance_changes
       SELECT $2, 840003, 'bc1q' || substr('00000000' || n, -8), CAST(1000000000000 + n AS TEXT), 1
         FROM numbers`,
      [count, RUNE],
    ),
  )
  await store.close()
  return url
}

test('200,000 holders are sorted, and more than 250,000 are refused with a sentence', async () => {
  const path = `/runes/v1/etchings/${RUNE}/holders?limit=1000`
  const sorted = await startService({ databaseUrl: await withHolders(200_000) })
  const pages = [0, 100_000, 199_000].map((offset) => getJson(sorted, `${path}&offset=${offset}`))
  for (const [index, { body }] of (await Promise.all(pages)).entries()) {
    const start = [200_000, 100_000, 1000][index] ?? 0
    expect(
      body.results.map(({ address }: { address: string }) => Number(address.slice(4))),
    ).toEqual(Array.from({ length: 1000 }, (_, place) => start - place))
  }
  const tooMany = await startService({ databaseUrl: await withHolders(250_001) })
  for (const offset of [0, 100]) {
    const { status, body } = await getJson(tooMany, `${path}&offset=${offset}`)
    expect(status).toBe(501)
    expect(body.message).toContain('more than 250,000 entries')
  }
})
