import { numberOf, type Query } from '../database/database.ts'
import { KINDS, RUNE_MOVEMENTS } from '../database/kinds.ts'

/** The movements of each rune in a block, by the rune's id in the database. */
type BlockMovements = { latestTimestamp: number; movements: Map<number, number> }

const SECONDS = 86_400

/** The blocks of the last 24 hours before the newest block, for figures that forget older ones. */
export class DayWindow {
  readonly #blocks: BlockMovements[]

  constructor(blocks: BlockMovements[] = []) {
    this.#blocks = blocks
  }

  /** The blocks that leave the window when a block with this timestamp becomes the newest. */
  leaving(latestTimestamp: number): readonly BlockMovements[] {
    const first = this.#blocks.findIndex(
      (block) => block.latestTimestamp > latestTimestamp - SECONDS,
    )
    return this.#blocks.slice(0, first === -1 ? this.#blocks.length : first)
  }

  add(block: BlockMovements): void {
    this.#blocks.splice(0, this.leaving(block.latestTimestamp).length)
    this.#blocks.push(block)
  }
}

/** Reads the window that ends with the newest block. Blocks without movements are left out. */
export async function readDayWindow(query: Query): Promise<DayWindow> {
  const kinds = RUNE_MOVEMENTS.map((name) => KINDS[name])
  const rows = await query(
    `SELECT b.height, b.latest_timestamp, l.rune, count(*) AS movements
       FROM ledger l JOIN txs t ON t.id = l.tx JOIN blocks b ON b.height = t.height
      WHERE l.kind IN (${kinds})
        AND l.id >= (SELECT coalesce(max(next_record), 0) FROM blocks
                      WHERE latest_timestamp <= (SELECT max(latest_timestamp) FROM blocks) - ${SECONDS})
      GROUP BY b.height, b.latest_timestamp, l.rune ORDER BY b.height`,
  )
  const blocks = new Map<number, BlockMovements>()
  for (const row of rows) {
    const [height, latestTimestamp] = [numberOf(row, 'height'), numberOf(row, 'latest_timestamp')]
    const block = blocks.get(height) ?? { latestTimestamp, movements: new Map() }
    block.movements.set(numberOf(row, 'rune'), numberOf(row, 'movements'))
    blocks.set(height, block)
  }
  return new DayWindow([...blocks.values()])
}
