import type { Rune } from '../../../contract/activity.ts'

/** Returns a test for runes by their id or part of their name. */
export function createRuneTest(runes: string[]): (rune: Rune) => boolean {
  if (runes.length === 0) return () => true
  const names = runes.map(plainName).filter((name) => name !== '')
  return ({ id, name = '', spaced_name = '' }) =>
    runes.includes(id) ||
    [name, spaced_name].some((own) => names.some((part) => plainName(own).includes(part)))
}

function plainName(name: string): string {
  return name.toUpperCase().replace(/[•.\s]/g, '')
}
