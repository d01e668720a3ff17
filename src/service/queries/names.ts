import {
  isReserved,
  lowestUnlockedName,
  MAX_U128,
  nameOfNumber,
  numberOfName,
  unlockHeight,
} from '../../bitcoin/runeNames.ts'
import type { NameStatus } from '../../contract/schemas/names.ts'
import type { Index } from './indexReader.ts'
import { RUNE_LABEL, runeLabelOf } from './runeLabel.ts'

/** Whether the next block can etch a name of the letters A to Z, or from which block on it can be etched. */
export async function readNameStatus(index: Index, name: string): Promise<NameStatus> {
  const [row] = await index.query(`SELECT ${RUNE_LABEL} FROM runes r WHERE r.name = $1`, [name])
  const next = index.tip.height + 1
  const number = numberOfName(name)
  const lowest = lowestUnlockedName(index.network, next)
  const common = {
    name,
    shortest: nameOfNumber(lowest).length,
    unlocks: nextUnlocks(index, next),
  }
  if (row) return { ...common, status: 'taken', rune: runeLabelOf(row, index.isComplete) }
  if (number > MAX_U128 || isReserved(number)) return { ...common, status: 'reserved' }
  if (number >= lowest) return { ...common, status: 'free' }
  return { ...common, status: 'locked', unlock_height: unlockHeight(index.network, number) }
}

/** The next lengths of names, and when the last name of each can be etched. */
function nextUnlocks({ network }: Index, next: number) {
  return Array.from({ length: 13 }, (_, index) => 13 - index).flatMap((length) => {
    const height = unlockHeight(network, numberOfName('A'.repeat(length)))
    return height !== undefined && height > next ? [{ length, height }] : []
  })
}
