import { Numeral } from '../../ui/numbers.tsx'

type Props = {
  to: string
  /** A number, or exact digits. */
  value: number | string
  /** How long the bar is, from 0 to 1. */
  share: number
  /** The class of its colour. */
  look: string
}

/** A number and its bar, which lead to what they count. */
export function CountLink({ to, value, share, look }: Props) {
  return (
    <a href={to} className="link flex min-h-6 items-center gap-2">
      <Bar parts={[{ share, look }]} />
      <span className="min-w-12 shrink-0 text-end">
        <Numeral value={value} />
      </span>
    </a>
  )
}

/** Lengths beside each other, of which the whole is 1; what is there is seen, however little it is. */
export function Bar({ parts }: { parts: { share: number; look: string }[] }) {
  let end = 0
  return (
    <svg aria-hidden="true" width="100%" height="12" className="min-w-12 grow">
      {parts.map(({ share, look }) => {
        const start = end
        end += share
        return (
          <rect
            key={look}
            x={`${start * 100}%`}
            width={`${Math.max(share * 100, 0.5)}%`}
            height="12"
            className={`bar ${look}`}
          />
        )
      })}
    </svg>
  )
}
