/** Stands where a value could be and is not: a dash for the eye, `label` for those who do not see it. */
export function Absent({ label = 'none' }: { label?: string }) {
  return <span className="absent">{label}</span>
}
