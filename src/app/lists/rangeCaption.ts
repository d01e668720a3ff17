import type { Paging } from '../../contract/paging.ts'
import { formatDecimal } from '../ui/numbers.tsx'

type Range = Pick<Paging, 'offset'> & { total: number; results: unknown[] }

/** "Records 1 to 20 of 4,756": the entries of a page of a list. `things`: "Records". */
export function rangeCaption(
  things: string,
  { offset, total, results }: Range,
  language: string,
): string {
  const [from, to, of] = [offset + 1, offset + results.length, total].map((count) =>
    formatDecimal(String(count), language),
  )
  return `${things} ${from} to ${to} of ${of}`
}
