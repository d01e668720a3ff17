import { type ReactNode, useState } from 'react'

type Props<Entry> = { entries: Entry[]; most: number; children: (shown: Entry[]) => ReactNode }

/** The first `most` entries of an untrusted list, and all of them when asked to. */
export function Capped<Entry>({ entries, most, children }: Props<Entry>) {
  const [all, setAll] = useState(false)
  return (
    <>
      {children(all ? entries : entries.slice(0, most))}
      {!all && entries.length > most && (
        <button type="button" className="button mt-2" onClick={() => setAll(true)}>
          Show all {entries.length}
        </button>
      )}
    </>
  )
}
