// What the model knows of the figures of a runestone.
import { decodeRunestone, type Edict, OWN_RUNE } from '../../../src/bitcoin/runestone.ts'
import { OP_RETURN } from '../../../src/bitcoin/script.ts'
import { shown } from '../model/facts.ts'
import type { Expected } from './compareFigures.ts'

type Known = {
  divisibilityOf: (id: string) => number | undefined
  /** What its transaction can move of each rune, by the ids of the edicts, as they are. */
  movable: ReadonlyMap<string, bigint>
  /** How many edicts are listed; all of them if missing. */
  maxEdicts?: number
}

/** The fields of the runestone in some outputs, and its edicts. A cenotaph has none. */
export function runestoneFigures(
  scripts: Uint8Array[],
  { divisibilityOf, movable, maxEdicts = Infinity }: Known,
): Expected {
  const runestone = decodeRunestone(scripts)
  if (runestone === undefined || runestone.kind === 'cenotaph') return {}
  const { etching, edicts, pointer } = runestone
  const { divisibility, premine, terms: { amount, ...terms } = {} } = etching ?? {}
  const units = (raw: bigint | undefined) =>
    raw !== undefined && divisibility ? String(raw) : undefined
  const scaled = (raw: bigint | undefined) => raw && shown(raw, { divisibility: divisibility ?? 0 })
  const listed = edicts.slice(0, maxEdicts)
  return {
    'runestone.rest': pointer ?? destinationsOf(scripts)[0],
    'runestone.divisibility': divisibility,
    'runestone.premine': scaled(premine),
    'runestone.premine_units': units(premine),
    'runestone.amount': scaled(amount),
    'runestone.amount_units': units(amount),
    'runestone.cap': optionalText(terms.cap),
    'runestone.height_start': optionalText(terms.heightStart),
    'runestone.height_end': optionalText(terms.heightEnd),
    'runestone.offset_start': optionalText(terms.offsetStart),
    'runestone.offset_end': optionalText(terms.offsetEnd),
    'edict.amount': listed.map(({ id, amount: raw }) => {
      const places = id === OWN_RUNE ? divisibility : divisibilityOf(id)
      return raw === 0n ? undefined : shown(raw, { divisibility: places ?? 0 })
    }),
    'edict.output': listed.map(({ output }) => (output === scripts.length ? undefined : output)),
    'edict.moved': shortagesOf(scripts, edicts, { divisibilityOf, movable }).slice(0, maxEdicts),
    'runestone.more_edicts': edicts.length > maxEdicts ? [edicts.length - maxEdicts] : [],
  }
}

function destinationsOf(scripts: Uint8Array[]): number[] {
  return scripts.flatMap((script, vout) => (script[0] === OP_RETURN ? [] : [vout]))
}

/** Of edicts to one output that move something, but less than they ask for, how much. */
function shortagesOf(
  scripts: Uint8Array[],
  edicts: Edict[],
  { divisibilityOf, movable }: Known,
): (string | undefined)[] {
  const left = new Map(movable)
  return edicts.map(({ id, amount, output }) => {
    const balance = left.get(id) ?? 0n
    const isToAll = output === scripts.length
    const places = isToAll ? BigInt(destinationsOf(scripts).length) : 1n
    const asked = amount === 0n && places > 0n ? balance : amount * places
    const moved = asked > balance ? balance : asked
    left.set(id, balance - moved)
    const isShort = !isToAll && moved > 0n && moved < asked
    return isShort ? shown(moved, { divisibility: divisibilityOf(id) ?? 0 }) : undefined
  })
}

function optionalText(value: bigint | undefined): string | undefined {
  return value === undefined ? undefined : String(value)
}
