import { Day } from '../ui/Time.tsx'

type Props = {
  height: number
  newest: { block_height: number; timestamp: number }
}

const BLOCK_SECONDS = 600
const MAX_BLOCKS = 10_000_000

/** When a block can be expected, ten minutes for each from the newest one: " (about 21 Apr 2027)". */
export function EstimatedDay({ height, newest }: Props) {
  const blocks = height - newest.block_height
  const day = newest.timestamp + blocks * BLOCK_SECONDS
  if (blocks > MAX_BLOCKS) return ' (in centuries)'
  return (
    <>
      {' '}
      (about <Day seconds={day} />)
    </>
  )
}
