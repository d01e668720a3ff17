// Characters that show nothing or turn the reading direction: controls, formats, fillers. Line ends
// and tabs are seen; joiners belong to emoji and to some scripts, but not between these letters.
export const UNSEEN =
  /((?:(?![\n\r\t\u200c\u200d])[\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]|[\u200c\u200d](?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}]))+)/u

/** The text in parts: seen ones at even places, at odd ones the codes of characters that are not. */
export function splitUnseen(text: string): string[] {
  return text.split(UNSEEN).map((part, index) => (index % 2 === 0 ? part : codesOf(part)))
}

/** "U+202E", or of a run the first few and how many more. */
function codesOf(run: string): string {
  const characters = Array.from(run)
  const codes = characters.slice(0, 4).map(codeOf).join(' ')
  return characters.length > 4 ? `${codes} and ${characters.length - 4} more` : codes
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
