/** A range of a list: at most `limit` records after the first `offset`. */
export type Paging = { offset: number; limit: number }

/** The values that the service uses for missing parameters. */
export const DEFAULT_PAGING: Paging = { offset: 0, limit: 20 }
export const MAX_LIMIT = 1000

/** The values that the service accepts for each parameter. */
export const PAGING_RULES = {
  offset: { min: 0, max: Number.MAX_SAFE_INTEGER },
  limit: { min: 1, max: MAX_LIMIT },
} as const

/**
 * Parses a whole number that is valid for `name`; undefined for others, such as `"1e3"`, `"-1"`,
 * `" 5"` and `""`. Readers of other services may raise `max`.
 */
export function parsePagingValue(
  name: keyof typeof PAGING_RULES,
  text: string,
  max: number = PAGING_RULES[name].max,
): number | undefined {
  const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
  return value >= PAGING_RULES[name].min && value <= max ? value : undefined
}
