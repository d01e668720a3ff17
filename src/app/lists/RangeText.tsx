import type { Paging } from '../../contract/paging.ts'
import { formatDecimal, Numeral } from '../ui/numbers.tsx'

type Range = Pick<Paging, 'offset'> & { total: number; results: unknown[] }

/** "1–20 of 4,756": the entries of a page of a list. */
export function RangeText({ offset, total, results }: Range) {
  return (
    <>
      <Numeral value={offset + 1} />–<Numeral value={offset + results.length} /> of{' '}
      <Numeral value={total} />
    </>
  )
}

/** "Records 1 to 20 of 4,756", for captions that are read aloud and for descriptions. `things`: "Records". */
export function rangeInWords(
  things: string,
  { offset, total, results }: Range,
  language: string,
): string {
  const [from, to, of] = [offset + 1, offset + results.length, total].map((count) =>
    formatDecimal(String(count), language),
  )
  return `${things} ${from} to ${to} of ${of}`
}
