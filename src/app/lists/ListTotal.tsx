import { AtEndOfIndex } from '../endOfIndex.tsx'
import { Numeral } from '../ui/numbers.tsx'

type Props = { total: number | undefined; isFiltered: boolean }

/** How many entries a list has, beside its title. */
export function ListTotal({ total, isFiltered }: Props) {
  if (total === undefined) return null
  return (
    <span className="text-sm text-muted">
      <Numeral name="list.total" value={total} /> {isFiltered ? 'match' : 'in this index'}
      <AtEndOfIndex />
    </span>
  )
}
