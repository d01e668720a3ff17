/** Shorter names look like many others by chance. Longer ones are reserved: nobody chose them. */
const [MIN_LENGTH, MAX_LENGTH] = [7, 26]

/** Whether a name of the letters A to Z can look like another one. */
export function canLookAlike({ length }: string): boolean {
  return length >= MIN_LENGTH && length <= MAX_LENGTH
}

type Visit = (letters: string, start: number, end: number) => void

/**
 * Visits the names that look like one: one letter added, left out, changed, or swapped with the next. Each is the name
 * with `letters` in the place of those from `start` to `end`. Some are visited twice, and some have a length that
 * cannot look alike.
 */
export function visitVariants(name: string, visit: Visit): void {
  for (let at = 0; at <= name.length; at++) {
    for (const letter of LETTERS) visit(letter, at, at)
    if (at === name.length) break
    for (const letter of LETTERS) visit(letter, at, at + 1)
    visit('', at, at + 1)
    if (at > 0) visit(name.charAt(at) + name.charAt(at - 1), at - 1, at + 1)
  }
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
