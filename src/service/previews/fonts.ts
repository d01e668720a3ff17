import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Font } from 'satori'
import * as v from 'valibot'

/** The font of Latin text. `fontsFor` always includes it. */
export const BASE_FONT = 'inter-latin'

/** The fonts that `text` needs, all from installed packages. */
export function fontsFor(text: string): Font[] {
  return SLICES.filter(
    ({ name, draws, covers }) =>
      name === BASE_FONT || text.match(draws)?.some((character) => covers.test(character)),
  ).flatMap(read)
}

/** Whether the fonts have every character of a short text that is seen. */
export function canDraw(text: string): boolean {
  const characters = [...text].filter((character) => !/[\u200d\ufe0f\s]/u.test(character))
  return (
    characters.length > 0 &&
    characters.every((character) =>
      SLICES.some(({ draws, covers }) => character.match(draws) && covers.test(character)),
    )
  )
}

/** A subset of a font package, which covers some of the characters in one or two weights. */
type Slice = { name: string; draws: RegExp; covers: RegExp; folder: string; files: string[] }

// Only the default weight of a variable font is drawn, and bold is made from it. For some fonts that
// is the thinnest weight; for Hebrew it is too thin to read.
const STATIC = ['400-normal.woff', '600-normal.woff']
const VARIABLE = ['wght-normal.woff2']

// Several packages claim the same characters, some wrongly, so the script decides.
const FAMILIES: [from: string, files: string[], draws: RegExp][] = [
  ['@fontsource/inter', STATIC, /./gsu],
  ['@fontsource-variable/noto-sans-arabic', VARIABLE, /\p{scx=Arabic}/gu],
  ['@fontsource/noto-sans-hebrew', STATIC, /\p{scx=Hebrew}/gu],
  ['@fontsource-variable/noto-sans-devanagari', VARIABLE, /\p{scx=Devanagari}/gu],
  ['@fontsource-variable/noto-sans-thai', VARIABLE, /[\p{scx=Thai}฿]/gu],
  [
    '@fontsource-variable/noto-emoji',
    VARIABLE,
    /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u200d|\u20e3|\ufe0f/gu,
  ],
  ['@fontsource-variable/noto-sans-kr', VARIABLE, /\p{scx=Hangul}/gu],
  [
    // It also has arrows, operators and shapes.
    '@fontsource-variable/noto-sans-sc',
    VARIABLE,
    /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u2190-\u2bff\uff00-\uffef]/gu,
  ],
]

const require = createRequire(import.meta.url)
const UnicodeRanges = v.record(v.string(), v.string())

const SLICES: Slice[] = FAMILIES.flatMap(([from, files, draws]) => {
  const list = require.resolve(`${from}/unicode.json`)
  const ranges = v.parse(UnicodeRanges, JSON.parse(readFileSync(list, 'utf8')))
  return Object.entries(ranges).map(([slice, range]) => ({
    name: `${basename(from)}-${slice.replace(/[[\]]/g, '')}`,
    draws,
    covers: matcherOf(range),
    folder: join(dirname(list), 'files'),
    files,
  }))
})

/** Converts a range such as "U+0600-06FF,U+204F" to a pattern. */
function matcherOf(range: string): RegExp {
  const characters = range.replace(
    /U\+([0-9a-f]+)(?:-([0-9a-f]+))?,?/gi,
    (_, first: string, last = first) => `\\u{${first}}-\\u{${last}}`,
  )
  return new RegExp(`[${characters}]`, 'u')
}

const read = cacheFonts()

/** Reads each file once. satori reuses a parsed font if its `data` is the same object. */
function cacheFonts(): (slice: Slice) => Font[] {
  const cache = new Map<Slice, Font[]>()
  return (slice) => {
    const cached = cache.get(slice)
    if (cached !== undefined) return cached
    const { name, folder, files } = slice
    const fonts = files.map((file): Font => {
      const data = readFileSync(join(folder, `${name}-${file}`))
      return { name, data, weight: file.startsWith('600') ? 600 : 400, style: 'normal' }
    })
    cache.set(slice, fonts)
    return fonts
  }
}
