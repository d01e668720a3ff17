import { EqualApproximately } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { RuneSummary } from '../../contract/schemas/rune.ts'
import { runeLink } from '../links.ts'
import { Count, type FigureName } from '../ui/numbers.tsx'

/** "≈ 2 names alike". */
export function NamesAlikeText({ name, count }: { name: FigureName; count: number }) {
  return (
    <span className="whitespace-nowrap">
      <EqualApproximately size={12} aria-hidden="true" className="inline align-[-1px]" />{' '}
      <Count name={name} value={count} one="name" /> alike
    </span>
  )
}

/** Of a rune in a list, if there are runes whose names look like its own: a link to them. */
export function NamesAlikeMark({ rune: { id, look_alikes } }: { rune: RuneSummary }) {
  if (look_alikes === undefined) return null
  return (
    <Link
      to={lookAlikesLink(id)}
      className="quiet-link ms-2 text-xs text-muted phone:ms-6.75 phone:block"
    >
      <NamesAlikeText name="rune.look_alikes" count={look_alikes} />
    </Link>
  )
}

function lookAlikesLink(rune: string): string {
  return `${runeLink(rune)}?view=look-alikes`
}
