import type { ReactNode } from 'react'

type Props = {
  /** The kind of page, shown above the heading. */
  kind?: string
  children: ReactNode
}

/** The page's `h1`, which gets the focus on a new page. */
export function PageHeading({ kind, children }: Props) {
  return (
    <>
      {kind !== undefined && (
        <p className="text-xs font-semibold tracking-widest text-muted uppercase">{kind}</p>
      )}
      <h1 tabIndex={-1} className="text-3xl font-bold sm:text-4xl">
        {children}
      </h1>
    </>
  )
}
