export type NameDifference = {
  /** How many letters before it both names have. */
  at: number
  /** The letters of the name, and those of the other one in their place. */
  own: string
  other: string
}

/** Where two names that look alike differ. */
export function nameDifference(name: string, other: string): NameDifference {
  let at = 0
  while (at < name.length && name[at] === other[at]) at++
  const shortest = Math.min(name.length, other.length) - at
  let same = 0
  while (same < shortest && name.at(-1 - same) === other.at(-1 - same)) same++
  return {
    at,
    own: name.slice(at, name.length - same),
    other: other.slice(at, other.length - same),
  }
}

/** How a name differs from the other: "S added", "E left out", "M in place of N", "EI in place of IE". */
export function describeDifference({ own, other }: NameDifference): string {
  if (other === '') return `${own} added`
  return own === '' ? `${other} left out` : `${own} in place of ${other}`
}
