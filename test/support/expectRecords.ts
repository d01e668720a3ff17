import { expect } from 'vitest'
import type { NewRow } from '../../src/service/database/replaceRows.ts'
import { formatUnits } from './generateLedger.ts'
import { getJson } from './startService.ts'

type Rune = {
  id: string
  number: number
  name: string
  spaced_name: string
  divisibility: number
}

/** The rows of a ledger as the service sends them, newest first. */
export function recordsOf(ledger: NewRow[], runes: Rune[]) {
  return ledger.toSorted(newestFirst).map((row) => {
    const rune = runes.find(({ id }) => id === row.rune_id)
    if (rune === undefined) throw new Error('the rune of a row is known')
    const { divisibility, id, number, name, spaced_name } = rune
    return {
      rune: { id, number, name, spaced_name },
      ...given({
        address: row.address,
        receiver_address: row.receiver_address,
        amount: row.amount && formatUnits(BigInt(row.amount), divisibility),
      }),
      operation: row.operation,
      location: {
        block_hash: `0x${row.block_hash}`,
        block_height: row.block_height,
        tx_id: `0x${row.tx_id}`,
        tx_index: row.tx_index,
        ...given({
          vout: row.output,
          output: row.output === undefined ? undefined : `0x${row.tx_id}`,
        }),
        timestamp: row.timestamp,
      },
    }
  })
}

function newestFirst(a: NewRow, b: NewRow): number {
  for (const column of ['block_height', 'tx_index', 'event_index']) {
    const difference = Number(b[column]) - Number(a[column])
    if (difference !== 0) return difference
  }
  return 0
}

function given(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value != null))
}

/** All entries of a list, read page by page. Expects the same total of each page, and of one past the end. */
export async function walk(origin: string, path: string, limit: number) {
  // biome-ignore lint/suspicious/noExplicitAny: entries of any list, compared as they came.
  const entries: any[] = []
  const mark = path.includes('?') ? '&' : '?'
  const pageAt = async (offset: number) => {
    const { status, body } = await getJson(origin, `${path}${mark}limit=${limit}&offset=${offset}`)
    expect([status, body.limit, body.offset], path).toEqual([200, limit, offset])
    return body
  }
  const { total } = await pageAt(0)
  while (entries.length < total) {
    const page = await pageAt(entries.length)
    expect(page.total).toBe(total)
    expect(page.results.length).toBe(Math.min(limit, total - entries.length))
    entries.push(...page.results)
  }
  expect(await pageAt(total + limit)).toMatchObject({ total, results: [] })
  return entries
}
