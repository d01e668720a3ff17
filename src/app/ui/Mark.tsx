type Props = {
  /** What it stands for: an address, a contract. Equal ids have equal marks. */
  id: string
  size?: 18 | 24 | 40 | 56
}

const HUES = 10

/**
 * Three or four stones in a rounded square, drawn from a hash of an id, so that ids that look alike look
 * different. A help to the eye; it proves nothing.
 */
export function Mark({ id, size = 18 }: Props) {
  const random = randomFrom(id)
  const hue = Math.floor(random() * HUES)
  const count = 3 + Math.floor(random() * 2)
  const height = count === 3 ? 5 : 4
  const stones = Array.from({ length: count }, (_, index) => {
    const width = 15 - index * (count === 3 ? 4 : 3) - random() * 2.5
    const offset = (random() - 0.5) * (index === 0 ? 1 : 4)
    return {
      cx: 12 + offset,
      cy: 19.5 - index * height,
      rx: width / 2,
      ry: height / 2 - 0.25,
      opacity: 1 - index * 0.14,
    }
  })
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

/** A generator of numbers from 0 to 1, the same for the same text (FNV-1a, then mulberry32). */
export function randomFrom(text: string): () => number {
  let state = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
