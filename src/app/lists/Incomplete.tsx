import type { ReactNode } from 'react'

/** Says what a list lacks. */
export function Incomplete({ children }: { children: ReactNode }) {
  return (
    <p className="text-sm text-muted">
      <strong className="text-ink">Incomplete.</strong> {children}
    </p>
  )
}
