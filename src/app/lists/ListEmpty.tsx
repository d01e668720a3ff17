import type { ReactNode } from 'react'
import { Notice } from '../ui/Notice.tsx'

type Props = { title: string; children: ReactNode; actions?: ReactNode }

/** The frame around a page's sentence on why its list has no entries. */
export function ListEmpty({ title, children, actions }: Props) {
  return (
    <Notice tone="information" title={title} actions={actions}>
      <p>{children}</p>
    </Notice>
  )
}
