import * as v from 'valibot'
import { MAX_LIMIT } from '../paging.ts'
import { describe, list, object, requiredInteger } from './fields.ts'

/** The schema of a page of a list. `things` are its entries, such as 'runes'. */
export function pageOf<Entry extends v.GenericSchema>(
  entry: Entry,
  description: string,
  things: string,
) {
  return object(description, {
    ...pagingFields(things),
    results: list(`At most limit ${things}.`, entry, { maxItems: MAX_LIMIT }),
  })
}

/** The fields of a page of a list that say which page it is. */
export function pagingFields(things: string) {
  return {
    limit: describe('The limit that was applied.', v.pipe(requiredInteger, v.minValue(1)), {
      maximum: MAX_LIMIT,
    }),
    offset: describe('The offset that was applied.', v.pipe(requiredInteger, v.minValue(0))),
    total: describe(
      `The number of ${things} in the whole list, even on a page past its end.`,
      v.pipe(requiredInteger, v.minValue(0)),
    ),
  }
}
