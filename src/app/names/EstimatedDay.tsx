import { useAbout } from '../query.ts'
import { Day } from '../ui/Time.tsx'

type Props = {
  height: number
  newest: { block_height: number; timestamp: number }
}

const BLOCK_SECONDS = 600
const MAX_BLOCKS = 10_000_000

/** When a block can be expected, in seconds. */
export function expectedTime({ height, newest }: Props): number {
  return newest.timestamp + (height - newest.block_height) * BLOCK_SECONDS
}

/** When a block can be expected, ten minutes for each from the newest one: " (about 21 Apr 2027)". */
export function EstimatedDay({ height, newest }: Props) {
  // The demo chain has a block every ten seconds.
  if (useAbout()?.source === 'demo') return null
  if (height - newest.block_height > MAX_BLOCKS) return ' (in centuries)'
  return (
    <>
      {' '}
      (about <Day name="estimate.timestamp" seconds={expectedTime({ height, newest })} />)
    </>
  )
}
