/** Which records of a list: `limit` of them after the first `offset`. */
export type Paging = { offset: number; limit: number }

/** What the service applies when a parameter is missing, and the most it accepts. */
export const DEFAULT_PAGING: Paging = { offset: 0, limit: 20 }
export const MAX_LIMIT = 1000

/** The rule for one paging parameter, in the words of the service's answer. */
export const PAGING_RULES = {
  offset: { min: 0, max: Number.MAX_SAFE_INTEGER },
  limit: { min: 1, max: MAX_LIMIT },
} as const

/**
 * A whole number within the rule of `name`, or undefined: `"1e3"`, `"-1"`, `" 5"` and `""` are none.
 * `max` may be raised by a reader that talks to other services.
 */
export function parsePagingValue(
  name: keyof typeof PAGING_RULES,
  text: string,
  max: number = PAGING_RULES[name].max,
): number | undefined {
  const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
  return value >= PAGING_RULES[name].min && value <= max ? value : undefined
}
