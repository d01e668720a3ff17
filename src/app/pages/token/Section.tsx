import type { ReactNode } from 'react'

type Props = { title: string; id?: string; children: ReactNode }

/** A part of the token's page under its own heading. */
export function Section({ title, id, children }: Props) {
  return (
    <section id={id} aria-label={title} className="panel px-4 py-3">
      <h2 className="pb-2 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
