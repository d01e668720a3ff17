import { parseTransaction } from '../../bitcoin/block.ts'
import { nameOfNumber, spaceName } from '../../bitcoin/runeNames.ts'
import {
  type Cenotaph,
  decodeScript,
  type Edict,
  type Etching,
  isRunestone,
  OWN_RUNE,
  type Runestone,
  type Terms,
} from '../../bitcoin/runestone.ts'
import { readRunestoneParts } from '../../bitcoin/runestoneParts.ts'
import { isOpReturn } from '../../bitcoin/script.ts'
import type { DecodedRunestone } from '../../contract/schemas/names.ts'
import { badRequest } from '../http/httpProblem.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import { explainFlaw } from './explainFlaw.ts'
import type { Index } from './indexReader.ts'
import { readLabelsById } from './locate.ts'
import { amountsMoved, type Movable, readMovable } from './movable.ts'

const MAX_EDICTS = 1000

export const NOT_AT_HAND =
  'the bytes of this transaction are not at hand; a service can decode it if its Bitcoin node has the block'

/** What the runestone in the bytes of a transaction says. Without one, there is no `script`. */
export async function decodeTransaction(
  index: Index,
  { txId, bytes, movable }: TransactionBytes,
): Promise<DecodedRunestone> {
  const { outputs } = parseTransaction(bytes, 0)
  const script = outputs.find(isRunestone)
  const said = script && (await describeScript(index, script, { outputs, movable }))
  return { tx_id: txId, parts: [], outputs: outputs.length, edicts: [], edict_count: 0, ...said }
}

type TransactionBytes = {
  txId: string
  bytes: Uint8Array<ArrayBuffer>
  /** Undefined if it is not known. */
  movable: Movable | undefined
}

/** The same of a transaction that a block has. */
export async function decodeConfirmed(
  index: Index,
  txId: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<DecodedRunestone> {
  return decodeTransaction(index, { txId, bytes, movable: await readMovable(index, txId) })
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

/** Of a transaction, the scripts of its outputs and what it can move; of a script alone, the number of outputs. */
type Context = { outputs: readonly Uint8Array[]; movable: Movable | undefined } | number

async function describeScript(
  index: Index,
  script: Uint8Array,
  transaction: Context,
): Promise<DecodedRunestone> {
  const outputs = typeof transaction === 'number' ? transaction : transaction.outputs.length
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
      flaw_meaning: explainFlaw(runestone.flaw, script, outputs),
    }
  }
  return {
    ...common,
    etching: runestone.etching && describeEtching(runestone.etching),
    pointer: runestone.pointer,
    ...(typeof transaction !== 'number' && { rest: restOf(runestone, transaction.outputs) }),
    edicts: await describeEdicts(index, runestone, transaction),
    edict_count: runestone.edicts.length,
  }
}

function restOf({ pointer }: Runestone, outputs: readonly Uint8Array[]) {
  const first = outputs.findIndex((script) => !isOpReturn(script))
  const output = pointer ?? (first < 0 ? undefined : first)
  const script = output === undefined ? undefined : outputs[output]
  return { output, is_burned: script === undefined || isOpReturn(script) }
}

function describeCenotaph({ flaw, rune }: Cenotaph) {
  return {
    flaw,
    etching: rune === undefined ? undefined : { name: nameOfNumber(rune), turbo: false },
    edicts: [],
    edict_count: 0,
  }
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

async function describeEdicts(index: Index, { edicts, etching }: Runestone, transaction: Context) {
  const shown = edicts.slice(0, MAX_EDICTS)
  const labels = await readLabelsById(index, new Set(shown.map((edict) => edict.id)))
  const moved = movedBy(index, shown, transaction)
  return shown.map(({ id, amount, output }, at) => {
    const rune = labels.get(id)
    const units = moved[at]
    const { divisibility = 0 } = rune ?? (id === OWN_RUNE ? etching : undefined) ?? {}
    return {
      id,
      rune,
      amount: String(amount),
      shown_amount: rune && applyDivisibility(amount, rune.divisibility),
      output,
      moved: units === undefined ? undefined : applyDivisibility(units, divisibility),
    }
  })
}

function movedBy(index: Index, edicts: readonly Edict[], transaction: Context) {
  if (typeof transaction === 'number' || transaction.movable === undefined) return []
  const { outputs, movable } = transaction
  const destinations = outputs.filter((script) => !isOpReturn(script)).length
  return amountsMoved(index, edicts, { ...movable, outputs: outputs.length, destinations })
}
