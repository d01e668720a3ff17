import type { Rune } from '../../../contract/activity.ts'
import { plainRuneName } from '../../../contract/identifiers.ts'

/** Returns a predicate that finds runes by their id or part of their name. */
export function createRunePredicate(runes: string[]): (rune: Rune) => boolean {
  if (runes.length === 0) return () => true
  const names = runes.map(plainRuneName).filter((name) => name !== '')
  return ({ id, name = '', spaced_name = '' }) =>
    runes.includes(id) ||
    [name, spaced_name].some((own) => names.some((part) => plainRuneName(own).includes(part)))
}
