import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & { label: string }

/** A button that shows only an icon. */
export function IconButton({ label, ...props }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      className="inline-grid size-6 shrink-0 place-items-center rounded-sm align-middle text-muted hover:bg-sunken hover:text-accent"
      {...props}
    />
  )
}
