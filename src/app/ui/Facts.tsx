import type { ReactNode } from 'react'

/** By name. Those without a value are left out. */
export type FactList = Record<string, ReactNode>

type Props = { title?: string; facts: FactList }

export function Facts({ title, facts }: Props) {
  return (
    <section className="panel">
      {title !== undefined && (
        <h2 className="border-b border-line px-4 py-2.5 text-sm font-semibold">{title}</h2>
      )}
      <dl className="divide-y divide-line">
        {knownFacts(facts).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  )
}

export function knownFacts(facts: FactList) {
  return Object.entries(facts).filter(([, value]) => value !== undefined && value !== false)
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-h-10 grid-cols-[8rem_minmax(0,1fr)] items-center gap-x-4 px-4 py-2 text-sm phone:grid-cols-[6.5rem_minmax(0,1fr)] tight:grid-cols-1">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
