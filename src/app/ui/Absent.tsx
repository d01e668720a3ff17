/** Stands where a value could be and is not; `label` says it to those who do not see the dash. */
export function Absent({ label = 'none' }: { label?: string }) {
  return (
    <span className="absent text-muted">
      <span aria-hidden="true">—</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
