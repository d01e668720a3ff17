import { TriangleAlert } from 'lucide-react'
import { Badge } from './Badge.tsx'
import { codeOf } from './invisibleCharacters.ts'

export function MixedScriptWarning({ texts }: { texts: (string | undefined)[] }) {
  const notes = texts.map((text) => text && describeScripts(text)).filter(Boolean)
  if (notes.length === 0) return null
  return (
    <Badge
      tone="warn"
      explanation={{
        title: 'Its letters may not be what they seem',
        text: `It has ${[...new Set(notes)].join('; ')}.`,
      }}
    >
      <TriangleAlert size={12} aria-hidden="true" />
      Look-alike letters
    </Badge>
  )
}

/**
 * Describes letters that could deceive: several scripts within one word, or only letters that look like
 * Latin ones. Words in different scripts are fine, and so are Japanese, Chinese and Korean, which mix
 * scripts by nature.
 */
export function describeScripts(text: string): string | undefined {
  if (/^\p{ASCII}*$/u.test(text)) return
  for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) {
    const found = lettersByScript(word)
    if (found.length > 1)
      return `letters of several scripts in a word: ${found.map(spell).join(', ')}`
  }
  const [only, ...others] = lettersByScript(text)
  const isDisguise = only !== undefined && others.length === 0 && LIKE_LATIN.test(only.letters)
  return isDisguise ? `only ${only.script} letters, which look like Latin ones` : undefined
}

type Found = { script: string; letters: string }

// The scripts with letters that look alike.
const SCRIPTS = [
  ['Latin', /\p{Script=Latin}/gu],
  ['Cyrillic', /\p{Script=Cyrillic}/gu],
  ['Greek', /\p{Script=Greek}/gu],
] as const

/** The letters of a text in these scripts, the most frequent script first. */
function lettersByScript(text: string): Found[] {
  return SCRIPTS.map(([script, letter]) => ({
    script,
    letters: text.match(letter)?.join('') ?? '',
  }))
    .filter(({ letters }) => letters !== '')
    .sort((a, b) => b.letters.length - a.letters.length)
}

/** The script; unless it is the most frequent one, also its first letters with their codes. */
function spell({ script, letters }: Found, index: number): string {
  const codes = [...new Set(letters)].slice(0, 3).map(spellLetter)
  return index === 0 ? script : `${script} ${codes.join(' ')}`
}

function spellLetter(letter: string): string {
  return `${letter} (${codeOf(letter)})`
}

// Cyrillic Ѕ І Ј А В Е К М Н О Р С Т У Х and the small а е о р с у х ѕ і ј; Greek Α Β Ε Ζ Η Ι Κ Μ Ν Ο Ρ
// Τ Υ Χ and the small ν ο. Written as codes, because the letters are hard to tell apart.
const LIKE_LATIN =
  /^[\u0405\u0406\u0408\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420-\u0423\u0425\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf]+$/
