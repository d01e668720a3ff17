import type { ReactNode } from 'react'

type FactsProps = {
  /** On phones, names of short values stand beside them, which takes half the height. */
  values?: 'short' | 'long'
  children: ReactNode
}

/** A list of named facts. Callers omit unknown facts. */
export function Facts({ values = 'long', children }: FactsProps) {
  const columns =
    values === 'short'
      ? 'grid-cols-[5.5rem_minmax(0,1fr)] max-sm:gap-x-3 max-sm:text-sm max-sm:*:py-1'
      : 'grid-cols-1'
  return (
    <dl className={`grid gap-x-6 ${columns} sm:grid-cols-[minmax(9rem,max-content)_minmax(0,1fr)]`}>
      {children}
    </dl>
  )
}

type Props = { name: ReactNode; children: ReactNode }

export function Fact({ name, children }: Props) {
  return (
    <div className="col-span-full grid grid-cols-subgrid items-baseline gap-y-0.5 border-b border-line py-2 last:border-b-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
