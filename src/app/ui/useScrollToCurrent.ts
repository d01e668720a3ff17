import { type RefObject, useEffect, useRef } from 'react'

/** For a row that scrolls sideways: brings its current entry into view whenever `current` changes. */
export function useScrollToCurrent<Row extends HTMLElement>(
  current: string | undefined,
): RefObject<Row | null> {
  const row = useRef<Row>(null)
  useEffect(() => {
    if (row.current === null || current === undefined) return
    const entry = row.current.querySelector('[aria-current], [aria-sort]')
    if (entry === null) return
    const [shown, wanted] = [row.current.getBoundingClientRect(), entry.getBoundingClientRect()]
    if (wanted.left >= shown.left && wanted.right <= shown.right) return
    row.current.scrollBy({ left: wanted.left + wanted.width / 2 - shown.left - shown.width / 2 })
  }, [current])
  return row
}
