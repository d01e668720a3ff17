import { type ReactNode, useState } from 'react'
import { Numeral } from './numbers.tsx'

type Props<Entry> = { entries: Entry[]; max: number; children: (shown: Entry[]) => ReactNode }

export function ShowAll<Entry>({ entries, max, children }: Props<Entry>) {
  const [isAll, setAll] = useState(false)
  return (
    <>
      {children(isAll ? entries : entries.slice(0, max))}
      {!isAll && entries.length > max && (
        <button type="button" className="button m-2" onClick={() => setAll(true)}>
          Show all <Numeral name="list.total" value={entries.length} />
        </button>
      )}
    </>
  )
}
