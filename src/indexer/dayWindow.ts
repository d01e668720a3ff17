import { numberOf, type Query } from '../database/database.ts'
import { KINDS, RUNE_MOVEMENTS } from '../database/kinds.ts'

/** The movements of each rune in a block, by the rune's id in the database. */
type BlockMovements = { height: number; latestTimestamp: number; movements: Map<number, number> }

const SECONDS = 86_400

/** The blocks of the last 24 hours before the newest block, for figures that forget older ones. */
export class DayWindow {
  readonly #blocks: BlockMovements[]

  constructor(blocks: BlockMovements[] = []) {
    this.#blocks = blocks
  }

  /** The blocks that leave the window when a block with this timestamp becomes the newest. */
  leaving(latestTimestamp: number): readonly BlockMovements[] {
    const first = this.#blocks.findIndex((it) => it.latestTimestamp > latestTimestamp - SECONDS)
    return this.#blocks.slice(0, first === -1 ? this.#blocks.length : first)
  }

  add(block: BlockMovements): void {
    this.#blocks.splice(0, this.leaving(block.latestTimestamp).length)
    this.#blocks.push(block)
  }
}

/** Reads the window that ends with the newest block. */
export async function readDayWindow(query: Query): Promise<DayWindow> {
  const blocks = await query(
    `SELECT height, latest_timestamp, next_record,
            coalesce((SELECT p.next_record FROM blocks p WHERE p.height = b.height - 1), 0) AS first
       FROM blocks b
      WHERE latest_timestamp > (SELECT max(latest_timestamp) FROM blocks) - ${SECONDS}
      ORDER BY height`,
  )
  const kinds = RUNE_MOVEMENTS.map((name) => KINDS[name])
  const read: BlockMovements[] = []
  for (const block of blocks) {
    const rows = await query(
      `SELECT rune, count(*) AS movements FROM ledger
        WHERE id >= $1 AND id < $2 AND kind IN (${kinds}) GROUP BY rune`,
      [numberOf(block, 'first'), numberOf(block, 'next_record')],
    )
    const movements = new Map(
      rows.map((row) => [numberOf(row, 'rune'), numberOf(row, 'movements')]),
    )
    const [height, latestTimestamp] = [
      numberOf(block, 'height'),
      numberOf(block, 'latest_timestamp'),
    ]
    read.push({ height, latestTimestamp, movements })
  }
  return new DayWindow(read)
}
