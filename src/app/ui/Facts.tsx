import type { ReactNode } from 'react'

/** A list of named facts. Callers omit unknown facts. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 sm:grid-cols-[minmax(9rem,max-content)_minmax(0,1fr)]">
      {children}
    </dl>
  )
}

type Props = { name: ReactNode; children: ReactNode }

export function Fact({ name, children }: Props) {
  return (
    <div className="grid grid-cols-subgrid gap-y-0.5 border-b border-line py-2 last:border-b-0 sm:col-span-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
