import type { ParametersOf } from '../../contract/endpoints.ts'
import type { Pulse } from '../../contract/schemas/home.ts'
import { numberOf } from '../../database/database.ts'
import { LIST, selectIn } from '../../database/rows.ts'
import type { Index } from './indexReader.ts'

/** How many movements the blocks of the index had, in equal parts, oldest first. */
export async function readPulse(
  { query, firstHeight, tip }: Index,
  { points }: ParametersOf<'pulse'>,
): Promise<Pulse> {
  const step = Math.ceil((tip.height - firstHeight + 1) / points)
  const starts: number[] = []
  for (let height = firstHeight; height <= tip.height; height += step) starts.push(height)
  const endOf = (from: number) => Math.min(from + step - 1, tip.height)
  const rows = await selectIn(
    query,
    `SELECT height, timestamp, all_movements FROM blocks WHERE height IN (${LIST})`,
    starts.flatMap((from) => [from, endOf(from)]),
  )
  const blocks = new Map(rows.map((row) => [numberOf(row, 'height'), row]))
  let before = 0
  const results = starts.map((from) => {
    const [first = {}, last = {}] = [blocks.get(from), blocks.get(endOf(from))]
    const movements = numberOf(last, 'all_movements') - before
    before += movements
    return { from, to: endOf(from), timestamp: numberOf(first, 'timestamp'), movements }
  })
  return { step, results }
}
