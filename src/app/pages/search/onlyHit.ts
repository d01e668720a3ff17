import type { SearchHit, SearchOptions, SearchResults } from '../../../contract/directory.ts'
import { plainName } from '../../search/plainName.ts'

/**
 * The hit whose page to show instead of the results: the only one, or the rune of exactly this name, unless
 * tokens use the name too. Undefined if there is a choice to make.
 */
export function onlyHit(
  query: string,
  { kind, offset }: SearchOptions,
  { total, results, is_similar, same_name }: SearchResults,
): SearchHit | undefined {
  if (is_similar || kind !== undefined || offset > 0) return
  if (total === 1) return results[0]
  if (same_name > 0) return
  return results.find((hit) => hit.kind === 'rune' && plainName(hit.title) === plainName(query))
}
