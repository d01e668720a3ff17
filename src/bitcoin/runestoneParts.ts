import { FLAGS, readIntegers, readPayload, TAGS } from './runestone.ts'
import { readInstructions } from './script.ts'

/** header: opcodes. other: what is ignored, or cannot be read. */
type Meaning = {
  part: 'header' | 'etching' | 'mint' | 'pointer' | 'edict' | 'other'
  edict?: number | undefined
}

/** The bytes from `start` to before `end`. Edicts are counted from 0. */
export type RunestonePart = Meaning & { start: number; end: number }

/**
 * Which bytes of a runestone's script say what, from its first byte to its last one. Edicts from `maxEdicts` on have
 * no number. A script of many small pushes has many parts: the last one that is returned has the rest.
 */
export function readRunestoneParts(script: Uint8Array, maxEdicts: number): RunestonePart[] {
  const payload = readPayload(script)
  const integers = typeof payload === 'string' ? undefined : readIntegers(payload)
  if (typeof payload === 'string' || integers === undefined) {
    const rest = { part: 'other' as const, start: HEADER_BYTES, end: script.length }
    const header = { part: 'header' as const, start: 0, end: HEADER_BYTES }
    return rest.start === rest.end ? [header] : [header, rest]
  }
  const parts = new Parts(2 * maxEdicts + 20)
  const meanings = meaningsOf(integers, maxEdicts)
  let integer = 0
  for (const instruction of readInstructions(script, HEADER_BYTES)) {
    if (instruction.kind !== 'push') continue
    parts.add(HEADER, instruction.start)
    for (let at = instruction.start; at < instruction.end; at++) {
      parts.add(meanings[integer] ?? OTHER, at + 1)
      if ((script[at] ?? 0) < 0x80) integer++
    }
  }
  parts.add(HEADER, script.length)
  return parts.list
}

/** OP_RETURN and OP_13. */
const HEADER_BYTES = 2
const HEADER: Meaning = { part: 'header' }
const OTHER: Meaning = { part: 'other' }

/** Parts in order. Neighbours that say the same are one, and so is all from the last part on. */
class Parts {
  readonly list: RunestonePart[] = []
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  /** Adds the bytes from the end of the last part to before `end`. */
  add({ part, edict }: Meaning, end: number): void {
    const last = this.list.at(-1)
    const start = last?.end ?? 0
    if (start === end) return
    if (last?.part === part && last.edict === edict) last.end = end
    else if (last === undefined || this.list.length < this.#max)
      this.list.push({ part, edict, start, end })
    else this.list.splice(-1, 1, { ...OTHER, start: last.start, end })
  }
}

/** What each integer of a payload says. */
function meaningsOf(integers: bigint[], maxEdicts: number): Meaning[] {
  const meanings: Meaning[] = []
  const counts = new Map<bigint, number>()
  for (let at = 0; at < integers.length; at += 2) {
    const [tag = TAGS.body, value] = [integers[at], integers[at + 1]]
    if (tag === TAGS.body) return [...meanings, ...meaningsOfBody(integers.length - at, maxEdicts)]
    const count = counts.get(tag) ?? 0
    counts.set(tag, count + 1)
    const meaning = value === undefined ? OTHER : meaningOf(tag, count, integers)
    meanings.push(meaning, meaning)
  }
  return meanings
}

/** The tag belongs to the first edict. */
function meaningsOfBody(integers: number, maxEdicts: number): Meaning[] {
  const edicts = Math.floor((integers - 1) / 4)
  return Array.from({ length: integers }, (_, at): Meaning => {
    const edict = Math.floor(Math.max(0, at - 1) / 4)
    if (edict >= edicts) return OTHER
    return { part: 'edict', edict: edict < maxEdicts ? edict : undefined }
  })
}

/** @param count how many fields with this tag come before it. */
function meaningOf(tag: bigint, count: number, integers: bigint[]): Meaning {
  if (tag === TAGS.mint) return count < 2 ? { part: 'mint' } : OTHER
  if (count > 0) return OTHER
  if (tag === TAGS.pointer) return { part: 'pointer' }
  return ETCHING_TAGS.some((one) => one === tag) && isEtching(integers)
    ? { part: 'etching' }
    : OTHER
}

const OTHER_TAGS: readonly bigint[] = [TAGS.body, TAGS.mint, TAGS.pointer]
const ETCHING_TAGS = Object.values(TAGS).filter((tag) => !OTHER_TAGS.includes(tag))

function isEtching(integers: bigint[]): boolean {
  for (let at = 0; at < integers.length && integers[at] !== TAGS.body; at += 2) {
    if (integers[at] === TAGS.flags) return ((integers[at + 1] ?? 0n) & FLAGS.etching) !== 0n
  }
  return false
}

/** The first edict that names an output beyond the number of outputs, counted from 0. */
export function findWrongEdict(script: Uint8Array, outputs: number) {
  const payload = readPayload(script)
  const integers = typeof payload === 'string' ? [] : (readIntegers(payload) ?? [])
  let at = 0
  while (at < integers.length && integers[at] !== TAGS.body) at += 2
  for (let edict = 0; at + 4 < integers.length; edict++, at += 4) {
    const output = integers[at + 4] ?? 0n
    if (output > BigInt(outputs)) return { edict, output }
  }
  return undefined
}
