import { parseTransaction } from '../../bitcoin/block.ts'
import { nameOfNumber, spaceName } from '../../bitcoin/runeNames.ts'
import {
  type Cenotaph,
  decodeScript,
  type Etching,
  isRunestone,
  type Runestone,
  type Terms,
} from '../../bitcoin/runestone.ts'
import { findWrongEdict, readRunestoneParts } from '../../bitcoin/runestoneParts.ts'
import { FLAW_MEANINGS } from '../../contract/schemas/chain.ts'
import type { DecodedRunestone } from '../../contract/schemas/names.ts'
import { badRequest } from '../http/httpProblem.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { readLabelsById } from './locate.ts'

const MAX_EDICTS = 1000
/** No transaction has more: of a script alone, it is not known how many there are. */
export const MAX_OUTPUTS = 0xffff_ffff

export const NOT_AT_HAND =
  'the bytes of this transaction are not at hand; a service can decode it if its Bitcoin node has the block'

/** What the runestone in the bytes of a transaction says. Without one, there is no `script`. */
export async function decodeTransaction(
  index: Index,
  txId: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<DecodedRunestone> {
  const { outputs } = parseTransaction(bytes, 0)
  const script = outputs.find(isRunestone)
  const said = script && (await describeScript(index, script, outputs.length))
  return { tx_id: txId, parts: [], outputs: outputs.length, edicts: [], edict_count: 0, ...said }
}

/**
 * What a script in hex says, in a transaction with this number of outputs.
 * @throws {HttpProblem} 400 if it does not begin like a runestone.
 */
export async function decodeHex(
  index: Index,
  hex: string,
  outputs: number,
): Promise<DecodedRunestone> {
  const script = Buffer.from(hex, 'hex')
  if (isRunestone(script)) return describeScript(index, script, outputs)
  throw badRequest('querystring/script must begin with 6a5d (OP_RETURN OP_13)')
}

async function describeScript(
  index: Index,
  script: Uint8Array,
  outputs: number,
): Promise<DecodedRunestone> {
  const runestone = decodeScript(script, outputs)
  const { mint } = runestone
  const labels = await readLabelsById(index, new Set(mint === undefined ? [] : [mint]))
  const hex = Buffer.from(script).toString('hex')
  const parts = readRunestoneParts(script, MAX_EDICTS)
  const common = { script: hex, parts, outputs, mint, mint_rune: labels.get(mint ?? '') }
  if (runestone.kind === 'cenotaph') {
    return {
      ...common,
      ...describeCenotaph(runestone),
      flaw_meaning: explainFlaw(runestone, script, outputs),
    }
  }
  return {
    ...common,
    etching: runestone.etching && describeEtching(runestone.etching),
    pointer: runestone.pointer,
    edicts: await describeEdicts(index, runestone),
    edict_count: runestone.edicts.length,
  }
}

function describeCenotaph({ flaw, rune }: Cenotaph) {
  return {
    flaw,
    etching: rune === undefined ? undefined : { name: nameOfNumber(rune), turbo: false },
    edicts: [],
    edict_count: 0,
  }
}

function explainFlaw({ flaw }: Cenotaph, script: Uint8Array, outputs: number): string {
  const wrong = flaw === 'edict-output' ? findWrongEdict(script, outputs) : undefined
  if (wrong === undefined) return FLAW_MEANINGS[flaw]
  const there =
    outputs === MAX_OUTPUTS
      ? 'no transaction has so many outputs'
      : `the transaction has ${outputs} ${outputs === 1 ? 'output' : 'outputs'}`
  return `Edict ${wrong.edict + 1} names output ${wrong.output}, but ${there}.`
}

function describeEtching({ rune, spacers = 0, premine, terms, ...etching }: Etching) {
  const name = rune === undefined ? undefined : nameOfNumber(rune)
  return {
    ...etching,
    name,
    spaced_name: name && spaceName(name, spacers),
    premine: premine?.toString(),
    terms: terms && describeTerms(terms),
  }
}

function describeTerms({ amount, cap, heightStart, heightEnd, offsetStart, offsetEnd }: Terms) {
  return {
    amount: amount?.toString(),
    cap: cap?.toString(),
    height_start: heightStart?.toString(),
    height_end: heightEnd?.toString(),
    offset_start: offsetStart?.toString(),
    offset_end: offsetEnd?.toString(),
  }
}

async function describeEdicts(index: Index, { edicts }: Runestone) {
  const shown = edicts.slice(0, MAX_EDICTS)
  const labels = await readLabelsById(index, new Set(shown.map((edict) => edict.id)))
  return shown.map(({ id, amount, output }) => {
    const rune = labels.get(id)
    const shownAmount = rune && applyDivisibility(amount, rune.divisibility)
    return { id, rune, amount: String(amount), shown_amount: shownAmount, output }
  })
}
