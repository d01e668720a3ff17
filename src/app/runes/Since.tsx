import { parseRune } from '../../contract/identifiers.ts'
import { useLateStart } from '../movements/CoverageNote.tsx'
import { Numeral } from '../ui/numbers.tsx'

/** Of a rune that is older than the index: when its figures and balances begin. */
export function Since({ rune }: { rune: string }) {
  const from = useLateStart()
  const id = parseRune(rune)
  if (from === undefined || id?.kind !== 'id' || id.height >= from) return null
  return (
    <span className="ms-2 text-xs whitespace-nowrap text-muted">
      since <Numeral name="index.from" value={from} />
    </span>
  )
}
