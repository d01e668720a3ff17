import type { Rune } from '../../../contract/activity.ts'

/** Returns a predicate that finds runes by their id or part of their name. */
export function createRunePredicate(runes: string[]): (rune: Rune) => boolean {
  if (runes.length === 0) return () => true
  const names = runes.map(plainName).filter((name) => name !== '')
  return ({ id, name = '', spaced_name = '' }) =>
    runes.includes(id) ||
    [name, spaced_name].some((own) => names.some((part) => plainName(own).includes(part)))
}

/** "dog•go" and "DOGGO" are the same name. */
function plainName(name: string): string {
  return name.toUpperCase().replace(/[•.\s]/g, '')
}
