import type { ActivityPage } from '../../contract/activity.ts'
import { checkLedger } from '../analysis/engine/check.ts'

const WORDS = {
  unbalanced: 'does not add up',
  unknown: 'cannot be checked',
  balanced: 'adds up',
} as const

type Props = { page: ActivityPage; path: string }

/** Whether a list that is all on its page adds up, as the way to why. */
export function Verdict({ page, path }: Props) {
  const verdicts = checkLedger(page.results.map((row, index) => ({ position: index + 1, row })))
  const [worst] = verdicts
  if (worst === undefined) return null
  return (
    <>
      {' · '}
      <a href={`${path}?view=check`} className="link">
        {WORDS[worst.kind]}
      </a>
    </>
  )
}
