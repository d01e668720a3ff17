import * as v from 'valibot'
import { MAX_LIMIT } from '../paging.ts'
import { describe, requiredInteger } from './fields.ts'

/** The schema of a page of a list. `things` are its entries, such as 'runes'. */
export function pageOf<Entry extends v.GenericSchema>(
  entry: Entry,
  description: string,
  things: string,
) {
  return describe(
    v.object({
      ...pagingFields(things),
      results: describe(v.array(entry), `At most limit ${things}.`, { maxItems: MAX_LIMIT }),
    }),
    description,
  )
}

/** The fields of a page of a list that say which page it is. */
export function pagingFields(things: string) {
  return {
    limit: describe(v.pipe(requiredInteger, v.minValue(1)), 'The limit that was applied.', {
      maximum: MAX_LIMIT,
    }),
    offset: describe(v.pipe(requiredInteger, v.minValue(0)), 'The offset that was applied.'),
    total: describe(
      v.pipe(requiredInteger, v.minValue(0)),
      `The number of ${things} in the whole list, even on a page past its end.`,
    ),
  }
}
