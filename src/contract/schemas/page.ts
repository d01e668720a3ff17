import * as v from 'valibot'
import { describe, list, requiredInteger } from './fields.ts'

/** A range of a list: at most `limit` entries after the first `offset`. */
export type Paging = { offset: number; limit: number }

export const DEFAULT_PAGING: Paging = { offset: 0, limit: 20 }
export const MAX_LIMIT = 1000
/** In a file. */
export const MAX_EXPORT_ROWS = 1_000_000

/** The schema of a page of a list. `things` are its entries, such as 'runes'. */
export function pageOf<Entry extends v.GenericSchema>(entry: Entry, things: string) {
  const wholeNumber = v.pipe(requiredInteger, v.minValue(0))
  return v.object({
    limit: describe('The limit that was applied.', v.pipe(requiredInteger, v.minValue(1)), {
      maximum: MAX_LIMIT,
    }),
    offset: describe('The offset that was applied.', wholeNumber),
    total: describe(
      `The number of ${things} in the whole list, even on a page past its end.`,
      wholeNumber,
    ),
    results: list(`At most limit ${things}.`, entry, { maxItems: MAX_LIMIT }),
  })
}
