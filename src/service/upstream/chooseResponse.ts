import * as v from 'valibot'
import { tryParse } from '../../contract/json.ts'
import type { StoredResponse } from './storedResponse.ts'

/**
 * Chooses between the upstream service's response and the same data in this service's database. The
 * upstream service's comes first, unless only the database has data.
 */
export function chooseResponse(
  upstream: StoredResponse,
  held: StoredResponse | undefined,
): StoredResponse {
  return held !== undefined && hasData(held) && !hasData(upstream) ? held : upstream
}

/** Whether it is neither a problem nor an empty list. */
export function hasData({ status, body }: StoredResponse): boolean {
  if (status !== 200) return false
  return body.length > MAX_EMPTY_LENGTH || !v.is(EmptyList, tryParse(body))
}

/** Longer bodies are not parsed to find out. */
const MAX_EMPTY_LENGTH = 200

const EmptyList = v.object({ total: v.literal(0) })
