import { type FigureName, Percent } from './numbers.tsx'

type BarProps = {
  value: number
  className: string
  /** Whether the whole is drawn too. */
  hasTrack?: boolean
}

export function Bar({ value, className, hasTrack = true }: BarProps) {
  const width = Math.max(0, Math.min(1, value)) * 100
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className={`overflow-clip rounded-full ${className}`}
    >
      {hasTrack && <rect width="100" height="4" className="fill-line" />}
      {/* A part that is not zero is visible. */}
      <rect width={width > 0 ? Math.max(2, width) : 0} height="4" className="fill-accent" />
    </svg>
  )
}

type ShareProps = {
  name: FigureName
  /** In percent, as `Percent` takes it. */
  percent: string
  /** What the bar is drawn against, if not the whole: the largest share of the list, which shows what differs. */
  largest?: string | undefined
}

/** A share in a column: a bar, and the number beside it. */
export function Share({ name, percent, largest }: ShareProps) {
  return (
    <span className="inline-flex items-center gap-3 align-middle phone:gap-2">
      <Bar
        value={Number(percent) / Number(largest ?? 100)}
        hasTrack={largest === undefined}
        className="h-1 w-24 max-xl:w-16 max-[24rem]:w-12 in-data-wide:w-10"
      />
      <span className="min-w-14 text-end phone:min-w-0">
        <Percent name={name} value={percent} />
      </span>
    </span>
  )
}
