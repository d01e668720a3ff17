import { markStones } from './markStones.ts'

type Props = {
  /** What it stands for: an address, a contract. Equal ids have equal marks. */
  id: string
  size?: 18 | 24 | 40 | 56
}

/**
 * Three or four stones in a rounded square, drawn from a hash of an id, so that ids that look alike look
 * different. A help to the eye; it proves nothing.
 */
export function Mark({ id, size = 18 }: Props) {
  const { hue, stones } = markStones(id)
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={`text-mark-${hue} inline-block shrink-0 align-middle`}
    >
      <rect width="24" height="24" rx={size >= 40 ? 5 : 6} fill="currentColor" opacity="0.16" />
      {stones.map(({ opacity, ...stone }) => (
        <ellipse key={stone.cy} {...stone} fill="currentColor" opacity={opacity} />
      ))}
    </svg>
  )
}
