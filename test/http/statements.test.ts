import { expect, test } from 'vitest'
import { demoData } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

test('requests with other values run the same statements, each of which is prepared once', async () => {
  const statements = new Set<string>()
  const origin = await startService({
    data: demoData(),
    wrap: (database) => ({
      ...database,
      query: async (sql, parameters) => {
        statements.add(sql)
        return database.query(sql, parameters)
      },
    }),
  })
  const read = async (path: string) => (await getJson(origin + path)).body
  const { results: runes } = await read('/explorer/v1/runes?order_by=holders&limit=5')
  const { results: blocks } = await read('/explorer/v1/blocks?limit=5')
  // Receivers of mints are found in two ways; these pages have both.
  for (const { id } of runes) await read(`/explorer/v1/runes/${id}/movements?limit=1000`)
  for (const { block_height } of blocks) {
    await read(`/explorer/v1/blocks/${block_height}/movements?limit=1000`)
  }
  const counts = new Set<number>()
  for (const [place, { id }] of runes.entries()) {
    const { results } = await read(`/explorer/v1/runes/${id}/holders?limit=3`)
    await read(`/explorer/v1/addresses/${results[0]?.address}/movements?rune=${id}`)
    await read(`/runes/v1/etchings/${id}/activity/${results[0]?.address}`)
    const { block_height } = blocks[place]
    for (const filter of ['min=1', 'text=a', 'max=1000']) {
      await read(`/explorer/v1/blocks/${block_height}/movements?${filter}&limit=${place + 1}`)
    }
    // The first round has prepared them.
    counts.add(statements.size)
  }
  expect(counts.size).toBe(1)
})
