import { Link } from 'react-router-dom'
import { Numeral } from '../../ui/numbers.tsx'

type Props = {
  to: string
  /** A number or exact digits. */
  value: number | string
  /** The length of the bar, from 0 to 1. */
  share: number
  /** The class of the fill colour. */
  fill: string
}

/**
 * A number with a bar, linked to the records that it counts. On phones the number is above the bar, so that
 * all bars of a chart have the same scale.
 */
export function BarLink({ to, value, share, fill }: Props) {
  return (
    <Link
      to={to}
      className="link flex min-h-6 items-center gap-2 cards:min-w-24 cards:flex-1 cards:flex-col-reverse cards:items-stretch cards:gap-0.5"
    >
      <Bar parts={[{ share, fill }]} />
      <span className="min-w-12 shrink-0 text-end cards:*:whitespace-normal">
        <Numeral value={value} />
      </span>
    </Link>
  )
}

/** A stacked bar. Every part is wide enough to be visible. */
export function Bar({ parts }: { parts: { share: number; fill: string }[] }) {
  let end = 0
  return (
    <svg aria-hidden="true" width="100%" height="12" className="min-w-8 grow cards:grow-0">
      {parts.map(({ share, fill }) => {
        const start = end
        end += share
        return (
          <rect
            key={fill}
            x={`${start * 100}%`}
            width={`${Math.max(share * 100, 0.5)}%`}
            height="12"
            className={`not-first:stroke-surface ${fill}`}
          />
        )
      })}
    </svg>
  )
}
