type Props = {
  name: string
  label: string
  value: string | undefined
  maxLength: number
  /** The width. */
  className: string
}

/** A text field of a filter, uncontrolled. */
export function TextField({ name, label, value, maxLength, className }: Props) {
  return (
    <label className="grid gap-1 text-sm text-muted">
      {label}
      <input
        name={name}
        defaultValue={value}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        className={`field text-ink ${className}`}
      />
    </label>
  )
}
