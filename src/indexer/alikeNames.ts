import { randomBytes } from 'node:crypto'
import { canLookAlike, visitVariants } from '../bitcoin/nameVariants.ts'
import { numberOf, type Query, textOf } from '../database/database.ts'
import { FingerprintTable } from './fingerprints.ts'

/**
 * Finds the runes whose names look alike: one letter added, left out, changed, or swapped with the next. All names are
 * in memory, about 60 bytes each, and found by fingerprints, which say of a variant that no rune has it without
 * writing it: a name has some 50 variants for each letter.
 */
export class AlikeNames {
  readonly #ids = new FingerprintTable()
  readonly #names: string[] = []

  /** Adds the name of a rune. Returns the runes before it whose names look like it. */
  add(name: string, id: number): number[] {
    if (!canLookAlike(name)) return []
    const found = this.#find(name)
    this.load(name, id)
    return found
  }

  /** Adds a name of which it is known what looks like it. */
  load(name: string, id: number): void {
    this.#ids.add(fingerprintsOf(name)('', { start: 0, end: 0 }), id)
    this.#names[id] = name
  }

  #find(name: string): number[] {
    const fingerprint = fingerprintsOf(name)
    const found = new Set<number>()
    visitVariants(name, (letters, start, end) => {
      for (const id of this.#ids.find(fingerprint(letters, { start, end }))) {
        const variant = name.slice(0, start) + letters + name.slice(end)
        if (this.#names[id] === variant) found.add(id)
      }
    })
    return [...found]
  }
}

/** Secret and odd, so that nobody can choose names with equal fingerprints. */
const BASE = randomBytes(4).readInt32LE() | 1

/**
 * Returns a function for the fingerprints of a name with other letters in the place of those from `start` to `end`:
 * the value of a polynomial with its letters as coefficients, so that each takes a few multiplications.
 */
function fingerprintsOf(name: string) {
  const { length } = name
  const [powers, heads, tails] = [[1], [0], [0]]
  for (let at = 0; at < length; at++) {
    powers.push(Math.imul(powers[at] ?? 0, BASE))
    heads.push(append(heads[at] ?? 0, name.charCodeAt(at)))
    const letter = name.charCodeAt(length - 1 - at)
    tails.push((Math.imul(letter, powers[at] ?? 0) + (tails[at] ?? 0)) | 0)
  }
  return (letters: string, { start, end }: { start: number; end: number }): number => {
    let head = heads[start] ?? 0
    for (let at = 0; at < letters.length; at++) head = append(head, letters.charCodeAt(at))
    const rest = length - end
    return mix((Math.imul(head, powers[rest] ?? 0) + (tails[rest] ?? 0)) | 0)
  }
}

function append(head: number, letter: number): number {
  return (Math.imul(head, BASE) + letter) | 0
}

/** Spreads similar values over all of 32 bits. */
function mix(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x7feb_352d)
  return Math.imul(once ^ (once >>> 15), 0x846c_a68b) >>> 0
}

/** How many runes are read in one query. */
const STEP = 50_000

/** The names of the runes with ids below `end`. */
export async function readAlikeNames(query: Query, end: number): Promise<AlikeNames> {
  const names = new AlikeNames()
  for (let first = 0; first < end; first += STEP) {
    const rows = await query('SELECT id, name FROM runes WHERE id >= $1 AND id < $2', [
      first,
      first + STEP,
    ])
    for (const row of rows) {
      const name = textOf(row, 'name')
      if (canLookAlike(name)) names.load(name, numberOf(row, 'id'))
    }
  }
  return names
}
