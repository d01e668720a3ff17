import type { ReactNode } from 'react'
import { CARD_LINE, CELL } from '../ui/CardTableFrame.tsx'
import { MissingValue } from '../ui/MissingValue.tsx'

type Props = {
  name?: string
  className?: string
  /** The label of a cell without children. Cards omit the line; the details show it. */
  absent?: string
  /** The address, transaction or output in the cell. Cells that share it are highlighted together. */
  identity?: string | undefined
  children: ReactNode
}

/** A cell of a table of records. */
export function ActivityCell({ name, className = '', absent, identity, children }: Props) {
  const isAbsent = children === undefined || children === ''
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: phones show rows as cards, and CSS `display` removes the implicit roles.
      role="cell"
      data-name={name}
      data-identity={isAbsent ? undefined : identity}
      className={`${ACTIVITY_CELL} ${SAME} ${className} ${isAbsent ? 'cards:hidden' : CARD_LINE}`}
    >
      {isAbsent ? <MissingValue {...(absent && { label: absent })} /> : children}
    </td>
  )
}

export const ACTIVITY_CELL = `${CELL} px-2 first:ps-3 last:pe-3 cards:px-3 print:px-1`
const SAME =
  'data-same:bg-accent-soft data-same:outline-1 data-same:-outline-offset-1 data-same:outline-accent'
