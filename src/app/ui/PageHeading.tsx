import type { ReactNode } from 'react'
import { splitUnseen } from './unseen.ts'

type Props = {
  /** What the page is about, for the browser's title; the site's name is added. */
  title: string
  /** The kind of thing, above the heading. */
  kind?: string
  children: ReactNode
}

/** The page's title and its `h1`, which takes the focus when the page is new. */
export function PageHeading({ title, kind, children }: Props) {
  return (
    <>
      <title>{`${splitUnseen(title).join('')} · Cairn`}</title>
      {kind !== undefined && (
        <p className="text-xs font-semibold tracking-widest text-muted uppercase">{kind}</p>
      )}
      <h1 tabIndex={-1} className="text-2xl/tight font-semibold sm:text-3xl/tight">
        {children}
      </h1>
    </>
  )
}
