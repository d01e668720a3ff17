type Props = { lines: number; label: string }

/** Holds the place of what is loading, in its size. */
export function Skeleton({ lines, label }: Props) {
  return (
    <div aria-busy="true" className="skeleton stack-3">
      <p className="sr-only">{label}</p>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: empty lines have no other identity.
        <div key={line} className="h-9 rounded bg-sunken" />
      ))}
    </div>
  )
}
