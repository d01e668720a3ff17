import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../support/createDatabase.ts'
import {
  findContradiction,
  firstTransaction,
  hashesOf,
  type LedgerBlock,
  openWriter,
} from '../support/ledgerBlocks.ts'
import { emptySqlite } from '../support/ownDatabase.ts'
import { randomNumbers } from '../support/randomNumbers.ts'
import { getJson, startService } from '../support/startService.ts'

const SEED = 15
const DURATION_MS = 10_000
const HEIGHT = 850_000
const BLOCKS: LedgerBlock[] = [
  { height: HEIGHT, hash: `00000000${'a'.repeat(56)}`, records: 30 },
  { height: HEIGHT, hash: `00000000${'b'.repeat(56)}`, records: 2040 },
]

test.each([
  ['SQLite', emptySqlite],
  ['PostgreSQL', () => createDatabase('empty')],
])(
  'on %s, no page mixes two blocks during ten seconds of random reads and reorganisations',
  async (engine, makeDatabase) => {
    const databaseUrl = await makeDatabase()
    await startToggling(databaseUrl)
    const origin = await startService({ databaseUrl })
    const random = randomNumbers(SEED)
    const below = (end: number) => Math.floor(random() * end)
    const seen = new Map<string, number>()

    async function readPage(): Promise<void> {
      const paging = `offset=${below(below(2) === 0 ? 40 : 2100)}&limit=${1 + below(60)}`
      const hash = BLOCKS[below(BLOCKS.length)]?.hash
      const block = below(2) === 0 ? String(HEIGHT) : hash
      const { body } = await getJson(origin, `/runes/v1/blocks/${block}/activity?${paging}`)
      const [shown] = hashesOf(body)
      if (block === hash) expect([`0x${hash}`, undefined]).toContain(shown)
      // A block that is currently not stored has an empty list.
      if (block !== hash || body.total > 0) expect(findContradiction(body, BLOCKS)).toBeUndefined()
      if (shown !== undefined) seen.set(shown, (seen.get(shown) ?? 0) + 1)
    }

    async function readTransaction(): Promise<void> {
      const id = firstTransaction(HEIGHT)
      const path = `/runes/v1/transactions/${id}/activity?offset=${below(7)}&limit=${1 + below(900)}`
      const { body } = await getJson(origin, path)
      expect([body.total, hashesOf(body).length]).toEqual([7, 1])
      expect(body.results).toHaveLength(Math.min(7 - body.offset, body.limit))
    }

    let reads = 0
    const end = performance.now() + DURATION_MS
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (; performance.now() < end; reads++)
          await (below(8) === 0 ? readTransaction() : readPage())
      }),
    )
    console.log(`${engine}, seed ${SEED}: ${reads} reads, by block shown:`, seen)
    expect(seen.size).toBe(BLOCKS.length)
  },
)

/** Reorganises the chain from another process until the test ends. */
async function startToggling(databaseUrl: string): Promise<void> {
  const writer = await openWriter(databaseUrl)
  for (const [version, block] of BLOCKS.entries()) {
    await writer.replace(block)
    await writer.query(`CREATE TABLE version_${version} AS SELECT * FROM ledger`, [])
  }
  const child = spawn(
    process.execPath,
    ['test/support/toggleBlocks.mjs', databaseUrl, `${HEIGHT}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  await once(child.stdout, 'data')
}
