// Characters that are invisible or change the reading direction: controls, formats, fillers. Not line
// ends and tabs. Joiners are part of emoji and of some scripts, but not of the scripts named here.
export const INVISIBLE =
  /((?:(?![\n\r\t\u200c\u200d])[\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]|[\u200c\u200d](?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}]))+)/u

/** Splits a text: visible parts at even indices, the codes of invisible characters at odd ones. */
export function splitInvisible(text: string): string[] {
  return text.split(INVISIBLE).map((part, index) => (index % 2 === 0 ? part : codesOf(part)))
}

/** "U+202E"; for a long run the first four codes and the number of the others. */
function codesOf(run: string): string {
  const characters = Array.from(run)
  const codes = characters.slice(0, 4).map(codeOf).join(' ')
  return characters.length > 4 ? `${codes} and ${characters.length - 4} more` : codes
}

/** "U+202E" for the first character of a text. */
export function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
