import { OPERATIONS, type Operation } from '../../contract/activity.ts'
import { parseRune } from '../../contract/identifiers.ts'

/** Which records the service selects. Invalid parameters are in `refused`, as in `readPaging`. */
type ListFilter = {
  operation: Operation | undefined
  /** The id of a rune. */
  rune: string | undefined
  refused: string[]
}

/** Reads the filter of a list from the URL. The views of whole lists filter the records themselves. */
export function readListFilter(search: URLSearchParams): ListFilter {
  if (search.has('view')) return { operation: undefined, rune: undefined, refused: [] }
  const [op, id] = [search.get('op'), search.get('rune')]
  const operation = OPERATIONS.find((operation) => operation === op)
  const parsed = parseRune(id ?? '')
  const rune = parsed?.kind === 'id' ? parsed.id : undefined
  return {
    operation,
    rune,
    refused: [
      ...(op !== null && operation === undefined ? [`op=${op}`] : []),
      ...(id !== null && rune === undefined ? [`rune=${id}`] : []),
    ],
  }
}
