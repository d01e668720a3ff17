import { useAbout } from '../query.ts'
import { formatUtcDay } from '../ui/Time.tsx'

type Props = {
  height: number
  newest: { block_height: number; timestamp: number }
}

const BLOCK_SECONDS = 600
/** Blocks come up to a hundredth faster than that, so a day, a month and a year are known about so far ahead. */
const [DAY_BLOCKS, MONTH_BLOCKS, MAX_BLOCKS] = [14_400, 430_000, 10_000_000]

/** When a block can be expected, in seconds. */
export function expectedTime({ height, newest }: Props): number {
  return newest.timestamp + (height - newest.block_height) * BLOCK_SECONDS
}

/** When a block can be expected, as exactly as can be known: "21 Apr 2027", "Apr 2029", "2140". */
export function ExpectedDate(props: Props) {
  return <span data-value="estimate.date">{dateOf(props)}</span>
}

function dateOf(props: Props): string {
  const blocks = props.height - props.newest.block_height
  const [day = '', month = '', year = ''] = formatUtcDay(expectedTime(props)).split(' ')
  if (blocks > MONTH_BLOCKS) return year
  return blocks > DAY_BLOCKS ? `${month} ${year}` : `${day} ${month} ${year}`
}

/** The same after the height of the block: " (about Apr 2029)". */
export function EstimatedDate(props: Props) {
  // The demo chain has a block every ten seconds.
  if (useAbout()?.source === 'demo') return null
  if (props.height - props.newest.block_height > MAX_BLOCKS) return ' (in centuries)'
  return (
    <>
      {' '}
      (about <ExpectedDate {...props} />)
    </>
  )
}
