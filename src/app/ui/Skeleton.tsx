type Props = { lines: number; label: string }

/** A placeholder for content that is loading, about as high as the content. */
export function Skeleton({ lines, label }: Props) {
  return (
    <div aria-busy="true" className="space-y-3 motion-safe:animate-pulse">
      <p className="sr-only">{label}</p>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: empty lines have no other identity.
        <div key={line} className="h-9 rounded-sm bg-sunken" />
      ))}
    </div>
  )
}
