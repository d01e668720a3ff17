import { useAbout } from './query.ts'
import { Badge } from './ui/Badge.tsx'
import { Numeral, useFormatCount } from './ui/numbers.tsx'
import { Dot } from './ui/PageHeader.tsx'

/**
 * The height of the newest block, if the index does not follow the chain now. What changes with each block is then
 * said of this one; of a live index, it goes without saying.
 */
export function useEndOfIndex(): number | undefined {
  const { is_live, tip } = useAbout() ?? {}
  return is_live === false ? tip?.block_height : undefined
}

/** " at block 840,007", if the index is not live. */
export function AtEndOfIndex() {
  const height = useEndOfIndex()
  if (height === undefined) return null
  return (
    <>
      {' '}
      at block <Numeral name="index.block_height" value={height} />
    </>
  )
}

/** The same, as the last item of the line under a title. */
export function EndOfIndexItem() {
  if (useEndOfIndex() === undefined) return null
  return (
    <>
      <Dot />
      {/* Phones have no line to spare: the pill in the header says it. */}
      <span className="phone:sr-only">
        as it was
        <AtEndOfIndex />
      </span>
    </>
  )
}

/** Names what counts a last day or week: "24 h", or "24 h to 840,007". */
export function useLastPeriod(): (period: string) => string {
  const height = useEndOfIndex()
  const formatCount = useFormatCount()
  return (period) => (height === undefined ? period : `${period} to ${formatCount(height)}`)
}

/** Of an output. */
export function UnspentBadge() {
  return (
    <Badge tone="good">
      Unspent
      <AtEndOfIndex />
    </Badge>
  )
}
