import type { Paging } from '../../contract/paging.ts'
import { formatDecimal } from '../ui/numbers.tsx'

type Range = Pick<Paging, 'offset'> & { total: number; results: unknown[] }

/**
 * "Records 1 to 20 of 4,756", for captions that are read aloud and for descriptions. `Pager.tsx` writes the
 * range that is seen.
 * @param things "Records".
 */
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
