import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & {
  label: string
  /** The utility class of the icon: "before:icon-copy". */
  icon: string
}

/** A button that shows only an icon. */
export function IconButton({ label, icon, ...props }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      className={`${icon} inline-grid size-6 shrink-0 place-items-center rounded-sm align-middle text-muted before:size-3.5 hover:bg-sunken hover:text-accent`}
      {...props}
    />
  )
}
