import * as v from 'valibot'
import { DIRECTORY_PATHS } from './directory.ts'
import { Etching } from './etching.ts'
import { describe } from './fieldSchemas.ts'
import { type RuneIdentifier, runeText } from './identifiers.ts'
import { pageOf } from './pageOf.ts'
import type { Paging } from './paging.ts'
import type { DIRECTIONS } from './tokenList.ts'

/** Which runes a list has, and their order. */
export type RuneListOptions = {
  /** The beginning of the name, with or without spacers. */
  name?: string | undefined
  /** Only runes whose supply is `mintable`. */
  mintable?: boolean | undefined
  orderBy?: (typeof RUNE_ORDERS)[number] | undefined
  order?: (typeof DIRECTIONS)[number] | undefined
}

/** What a list of runes can be sorted by. The first is the default; newer runes have higher numbers. */
export const RUNE_ORDERS = ['number', 'name'] as const

/** The newest runes come first, and names from A to Z. */
export function defaultRuneDirection(orderBy: RuneListOptions['orderBy']) {
  return orderBy === 'name' ? 'asc' : 'desc'
}

/** The path of a list. The same list always has the same path. */
export function runeListPath(options: RuneListOptions, { offset, limit }: Paging): string {
  const { name, mintable, orderBy, order } = options
  const search = new URLSearchParams({ offset: String(offset), limit: String(limit) })
  for (const [key, value] of Object.entries({ name, order_by: orderBy, order })) {
    if (value) search.set(key, value)
  }
  if (mintable) search.set('mintable', 'true')
  return `${DIRECTORY_PATHS.runes}?${search}`
}

export function runePath(rune: RuneIdentifier): string {
  return DIRECTORY_PATHS.rune.replace(':rune', runeText(rune))
}

/** What the service knows about a rune. `supply` is missing if its history is incomplete. */
export const ListedRune = describe(
  v.object({ ...Etching.entries }),
  'What the service knows about a rune. Unknown values are left out.',
  { required: ['id', 'name', 'spaced_name'] },
)
export type ListedRune = v.InferOutput<typeof ListedRune>

/** Without the samples. */
export const RunePage = pageOf(ListedRune, 'A page of a list of runes.', 'runes')
export type RunePage = v.InferOutput<typeof RunePage>
