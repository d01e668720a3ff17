import type { RuneState } from './states.ts'

/** Numbers of holders, and where a rune has the height of the first block that ended with so many. */
const MILESTONES = [
  [100, 'holders100At'],
  [1000, 'holders1000At'],
  [10_000, 'holders10000At'],
] as const

export function isHolderMilestone(holders: number): boolean {
  return MILESTONES.some(([count]) => count === holders)
}

/** Notes that a block ended with as many holders as the rune has. */
export function noteHolders(rune: RuneState, height: number): void {
  for (const [count, column] of MILESTONES) {
    if (rune.holders >= count) rune[column] ??= height
  }
}
