import { useAbout } from '../query.ts'
import { Day } from '../ui/Time.tsx'

type Props = {
  height: number
  /** `timestamp` is Unix seconds. */
  newest: { block_height: number; timestamp: number }
  /** Where the heading of a column says that it is an estimate. */
  isBare?: boolean
}

const BLOCK_MS = 600_000
const MAX_BLOCKS = 10_000_000

/**
 * When a block can be expected, ten minutes for each from the newest one: " (about 21 Apr 2027)". Nothing if the
 * index does not grow: the time may have passed.
 */
export function EstimatedDay({ height, newest, isBare = false }: Props) {
  const blocks = height - newest.block_height
  if (useAbout()?.source === 'bundled') return null
  const day =
    blocks > MAX_BLOCKS ? (
      'in centuries'
    ) : (
      <Day milliseconds={newest.timestamp * 1000 + blocks * BLOCK_MS} />
    )
  if (isBare) return day
  return (
    <>
      {' '}
      ({blocks <= MAX_BLOCKS && 'about '}
      {day})
    </>
  )
}
