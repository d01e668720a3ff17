const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789']
/** Shorter texts resemble too many names. No rune's name is longer. */
const [MIN_LENGTH, MAX_LENGTH] = [4, 28]

/**
 * The texts that differ from a folded text with letters by one letter: added, left out, replaced or
 * swapped with the next one. About 70 for each letter, so that they can be looked up in an index.
 */
export function similarTexts(text: string): string[] {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH || !/[a-z]/.test(text)) return []
  return [...text, ''].flatMap((letter, index) => {
    const [before, after] = [text.slice(0, index), text.slice(index + 1)]
    const inserted = LETTERS.map((other) => before + other + text.slice(index))
    if (letter === '') return inserted
    const replaced = LETTERS.map((other) => before + other + after)
    const swapped = before + after.slice(0, 1) + letter + after.slice(1)
    return [...inserted, ...replaced, swapped, before + after]
  })
}
