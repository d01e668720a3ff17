import { canLookAlike, visitVariants } from '../../bitcoin/nameVariants.ts'
import type { NetworkName } from '../../bitcoin/networks.ts'
import {
  isReserved,
  lowestUnlockedName,
  MAX_U128,
  nameOfNumber,
  numberOfName,
  unlockHeight,
} from '../../bitcoin/runeNames.ts'
import type { ParametersOf } from '../../contract/endpoints.ts'
import type { NameStatus, NameUnlocks } from '../../contract/schemas/names.ts'
import { numberOf } from '../../database/database.ts'
import { type Index, newestBlockOf } from './indexReader.ts'
import { RUNE_LABEL, runeLabelOf } from './labels.ts'

/** Which names the next block can etch, when shorter ones are unlocked, and what the block at `height` unlocks. */
export function readNameUnlocks(
  index: Index,
  { height }: ParametersOf<'nameUnlocks'>,
): NameUnlocks {
  const unlocks = readUnlocks(index)
  return height === undefined
    ? unlocks
    : { ...unlocks, unlocked_by_block: unlockedBy(index.network, height) }
}

function unlockedBy(network: NetworkName, height: number): NameUnlocks['unlocked_by_block'] {
  const first = lowestUnlockedName(network, height)
  const last = lowestUnlockedName(network, height - 1) - 1n
  return first > last ? undefined : { height, first: nameOfNumber(first), last: nameOfNumber(last) }
}

function readUnlocks({ network, tip }: Index) {
  const next = tip.height + 1
  const lengths = Array.from({ length: 13 }, (_, index) => 13 - index)
  const unlocks = lengths.flatMap((length) => {
    const [first_height = 0, height = 0] = ['Z', 'A'].map((letter) =>
      unlockHeight(network, numberOfName(letter.repeat(length))),
    )
    return height > next ? [{ length, first_height, height }] : []
  })
  return {
    lowest: nameOfNumber(lowestUnlockedName(network, next)),
    unlocks,
    newest_block: newestBlockOf(tip),
  }
}

/** Whether the next block can etch a name of the letters A to Z, or from which block on it can be etched. */
export async function readNameStatus(index: Index, name: string): Promise<NameStatus> {
  const [row] = await index.query(`SELECT ${RUNE_LABEL} FROM runes r WHERE r.name = $1`, [name])
  const { network, tip, isComplete, firstHeight } = index
  const number = numberOfName(name)
  const common = { name, look_alikes: await readLookAlikes(index, name), ...readUnlocks(index) }
  if (row) return { ...common, status: 'taken', rune: runeLabelOf(row, isComplete) }
  if (number > MAX_U128 || isReserved(number)) return { ...common, status: 'reserved' }
  if (number < lowestUnlockedName(network, tip.height + 1)) {
    return { ...common, status: 'locked', unlock_height: unlockHeight(network, number) }
  }
  if (!isComplete && number >= lowestUnlockedName(network, firstHeight - 1)) {
    return { ...common, status: 'unknown', index_start: firstHeight }
  }
  return { ...common, status: 'free' }
}

/** More look-alikes than these say nothing new. */
const MAX_LOOK_ALIKES = 5

/** The runes whose names look like one that may have no rune, those with most holders first. */
async function readLookAlikes({ query, isComplete }: Index, name: string) {
  if (!canLookAlike(name)) return []
  const variants = new Set<string>()
  visitVariants(name, (letters, start, end) => {
    variants.add(name.slice(0, start) + letters + name.slice(end))
  })
  variants.delete(name)
  const asked = [...variants].filter(canLookAlike)
  const rows = await query(
    `SELECT ${RUNE_LABEL}, r.holders FROM runes r
      WHERE r.name IN (${asked.map((_, index) => `$${index + 1}`)})
      ORDER BY r.holders DESC, r.id LIMIT ${MAX_LOOK_ALIKES}`,
    asked,
  )
  return rows.map((row) => ({
    rune: runeLabelOf(row, isComplete),
    holders: numberOf(row, 'holders'),
  }))
}
