import { type Flaw, findWrongFields, TAGS } from '../../bitcoin/runestone.ts'
import { findWrongEdict } from '../../bitcoin/runestoneParts.ts'
import { FLAW_MEANINGS } from '../../contract/schemas/chain.ts'

/** No transaction has more: of a script alone, it is not known how many there are. */
export const MAX_OUTPUTS = 0xffff_ffff

/** Why a runestone is malformed, in a sentence that names what is wrong. */
export function explainFlaw(flaw: Flaw, script: Uint8Array, outputs: number): string {
  return explain(flaw, script, outputs) ?? FLAW_MEANINGS[flaw]
}

function explain(flaw: Flaw, script: Uint8Array, outputs: number): string | undefined {
  if (flaw === 'edict-output') {
    const wrong = findWrongEdict(script, outputs)
    return wrong && `Edict ${wrong.edict + 1} names output ${wrong.output}, but ${there(outputs)}.`
  }
  if (flaw === 'unrecognized-flag') {
    const { flags } = findWrongFields(script, outputs)
    const flag = [...flags.toString(2)].reverse().indexOf('1')
    return `Flag ${flag} is set, and is not known.`
  }
  return flaw === 'unrecognized-even-tag' ? explainField(script, outputs) : undefined
}

function there(outputs: number): string {
  if (outputs === MAX_OUTPUTS) return 'no transaction has so many outputs'
  return `the transaction has ${outputs} ${outputs === 1 ? 'output' : 'outputs'}`
}

function explainField(script: Uint8Array, outputs: number): string | undefined {
  const { field, etching } = findWrongFields(script, outputs)
  if (field === undefined) return
  const { tag, value, isRepeated } = field
  const name = FIELDS.get(tag)
  if (name === undefined) return `Field ${tag} is not known, and its number is even.`
  const shown = `Field ${tag} (${name})`
  if (isRepeated) return `${shown} is there too often.`
  if (tag === TAGS.pointer) return `The pointer names output ${value}, but ${there(outputs)}.`
  if (tag === TAGS.mint) return 'The mint names no valid id of a rune.'
  if (etching === undefined) return `${shown} is there, but no flag says that a rune is etched.`
  if (etching.terms === undefined)
    return `${shown} is there, but no flag says that there are terms.`
  return `${shown} is larger than 64 bits.`
}

/** Those with an even tag. */
const FIELDS: ReadonlyMap<bigint, string> = new Map([
  [TAGS.flags, 'flags'],
  [TAGS.rune, 'name'],
  [TAGS.premine, 'premine'],
  [TAGS.cap, 'cap'],
  [TAGS.amount, 'amount of a mint'],
  [TAGS.heightStart, 'first height'],
  [TAGS.heightEnd, 'end height'],
  [TAGS.offsetStart, 'first offset'],
  [TAGS.offsetEnd, 'end offset'],
  [TAGS.mint, 'mint'],
  [TAGS.pointer, 'pointer'],
])
