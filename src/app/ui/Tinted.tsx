import type { ReactNode } from 'react'

type Props = {
  isTinted?: boolean
  /** Whether it is part of a word. */
  isTight?: boolean
  children: ReactNode
}

/** What differs from others. */
export function Tinted({ isTinted = true, isTight = false, children }: Props) {
  if (!isTinted) return children
  return (
    <span
      className={`rounded-sm bg-warn-soft font-medium forced-colors:border ${isTight ? 'px-px text-warn underline decoration-2 underline-offset-3' : 'inline-block px-1.5 py-0.5'}`}
    >
      {children}
    </span>
  )
}
