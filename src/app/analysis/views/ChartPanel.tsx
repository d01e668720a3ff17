import type { ReactNode } from 'react'

type Props = { id: string; heading: string; description: ReactNode; children: ReactNode }

/** A chart with its heading and description. */
export function ChartPanel({ id, heading, description, children }: Props) {
  return (
    <section aria-labelledby={id} className="min-w-0 space-y-2">
      <h3 id={id} className="font-semibold">
        {heading}
      </h3>
      <p className="max-w-prose text-sm text-muted">{description}</p>
      {children}
    </section>
  )
}
