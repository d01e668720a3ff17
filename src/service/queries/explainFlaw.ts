import { FLAGS, type Flaw, findWrongFields, TAGS } from '../../bitcoin/runestone.ts'
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
    return explainFlag([...flags.toString(2)].reverse().indexOf('1'))
  }
  return flaw === 'unrecognized-even-tag' ? explainField(script, outputs) : undefined
}

function explainFlag(flag: number): string {
  const name = WITH_ETCHING.get(1n << BigInt(flag))
  if (name === undefined) return `Flag ${flag} is set, but the protocol does not define it.`
  return `Flag ${flag} (${name}) is set, but the etching flag is not.`
}

const WITH_ETCHING: ReadonlyMap<bigint, string> = new Map([
  [FLAGS.terms, 'terms'],
  [FLAGS.turbo, 'turbo'],
])

function there(outputs: number): string {
  if (outputs === MAX_OUTPUTS) return 'no transaction has so many outputs'
  return `the transaction has ${outputs} ${outputs === 1 ? 'output' : 'outputs'}`
}

function explainField(script: Uint8Array, outputs: number): string | undefined {
  const { field, etching } = findWrongFields(script, outputs)
  if (field === undefined) return
  const { tag, value, isRepeated } = field
  const name = FIELDS.get(tag)
  if (name === undefined) return `Field ${tag} is even, and the protocol does not define it.`
  const shown = `Field ${tag} (${name})`
  if (isRepeated) return `${shown} appears more than ${tag === TAGS.mint ? 'twice' : 'once'}.`
  if (tag === TAGS.pointer) return `The pointer names output ${value}, but ${there(outputs)}.`
  if (tag === TAGS.mint) return 'The mint has no valid rune id.'
  if (etching === undefined) return `${shown} is set, but the etching flag is not.`
  if (etching.terms === undefined) return `${shown} is set, but the terms flag is not.`
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
