/** Stands for a missing value: a dash on the screen, `label` for screen readers and copied text. */
export function MissingValue({ label = 'none' }: { label?: string }) {
  return (
    <span className="relative text-muted after:content-['—'/'']">
      <span className="sr-only">{label}</span>
    </span>
  )
}
