// What the model of a ledger consists of, and the rules whose uses it counts.
import { MAX_U128 } from '../../../src/bitcoin/runeNames.ts'
import type { Terms } from '../../../src/bitcoin/runestone.ts'
import type { RefusalReason } from '../../../src/database/refusals.ts'

export type ModelBlock = {
  height: number
  hash: string
  timestamp: number
  /** The greatest timestamp so far. Its UTC day is the day of the block. */
  latest: number
  /** Those with records. */
  txs: ModelTx[]
}
export type ModelTx = {
  id: string
  index: number
  block: ModelBlock
  flaw: string | undefined
  /** Of its outputs. */
  scripts: Uint8Array[]
  records: ModelRecord[]
}
export type ModelRune = {
  id: string
  height: number
  txIndex: number
  number: number
  name: string
  spacedName: string
  divisibility: number
  symbol: string | undefined
  turbo: boolean
  isCenotaph: boolean
  premine: bigint
  /** The address that paid for the commitment. */
  payer: string | undefined
  terms: Terms | undefined
  /** Missing for 1:0. */
  tx: ModelTx | undefined
}
export type ModelRecord = {
  operation: 'etching' | 'mint' | 'burn' | 'send' | 'receive'
  rune: ModelRune
  address?: string | undefined
  receiver?: string | undefined
  amount?: bigint
  vout?: number | undefined
  /** Units that were minted or premined here. */
  fresh: bigint
  /** Units of a `receive` that came from the receiver. */
  change: bigint
  tx: ModelTx
  /** Its place in the transaction. */
  index: number
}
/** What a runestone asked for and did not get. */
export type ModelRefusal = {
  tx: ModelTx
  part: 'mint' | 'etching'
  reason: RefusalReason
  rune?: string
  name?: string
  confirmations?: number
  address?: string | undefined
}
export type ModelOutput = {
  tx: ModelTx
  vout: number
  address: string | undefined
  amounts: Map<ModelRune, bigint>
  spender: ModelTx | undefined
}

/** Why the rules refuse, by what the model counts of them. A commitment that is not taproot is none. */
export const REASONS: Partial<Record<Rule, RefusalReason>> = {
  'etch: the name is locked': 'name-locked',
  'etch: the name is reserved': 'name-reserved',
  'etch: the name is taken': 'name-taken',
  'etch: the name was taken in this block': 'name-taken',
  'etch: no input commits': 'no-commitment',
  'etch: the commitment is too young': 'young-commitment',
  'etch: the commitment is not taproot': 'no-commitment',
  'mint: no such rune': 'unknown-rune',
  'mint: a rune etched here': 'own-rune',
  'mint: of a cenotaph': 'cenotaph-rune',
  'mint: no terms': 'no-mint',
  'mint: no cap': 'no-mint',
  'mint: never open': 'never-open',
  'mint: too early': 'before-start',
  'mint: too late': 'after-end',
  'mint: the cap is reached': 'after-cap',
}

/** Every rule that the model counts. Chains of tests must run each. */
export const RULES = [
  'a coinbase etches',
  'a coinbase mints',
  'etch: with a name',
  'etch: without a name',
  'etch: by a cenotaph',
  'etch: with a payer',
  'etch: the payer is not known',
  'etch: the name is locked',
  'etch: the name is reserved',
  'etch: the name is taken',
  'etch: the name was taken in this block',
  'etch: no input commits',
  'etch: the commitment is too young',
  'etch: the commitment is not taproot',
  'premine',
  'mint: open',
  'mint: amount 0',
  'mint: by a cenotaph',
  'mint: no such rune',
  'mint: a rune etched here',
  'mint: of a cenotaph',
  'mint: no terms',
  'mint: no cap',
  'mint: never open',
  'mint: too early',
  'mint: too late',
  'mint: the cap is reached',
  'edict: an amount',
  'edict: more than there is',
  'edict: everything',
  'edict: an amount to each output',
  'edict: equal parts with a remainder',
  'edict: the rune etched here',
  'edict: a rune that is not here',
  'edict: all outputs, but there is none',
  'edict: to an OP_RETURN',
  'rest: to the pointer',
  'rest: to an OP_RETURN by the pointer',
  'rest: to the first output',
  'rest: to nowhere',
  'no runestone: all to the first output',
  'piece: split',
  'piece: several to one output',
  'piece: of an output without an address',
  'receive: without an address',
  'receive: new units and others',
  'send: change',
  'burn: new units',
  'spend: an output of this block',
  'flaw: edict-output',
  'flaw: edict-rune-id',
  'flaw: invalid-script',
  'flaw: opcode',
  'flaw: supply-overflow',
  'flaw: trailing-integers',
  'flaw: truncated-field',
  'flaw: unrecognized-even-tag',
  'flaw: unrecognized-flag',
  'flaw: varint',
  'block: a time before the last one',
  'block: a day before the last one',
  'block: a new day',
] as const
export type Rule = (typeof RULES)[number]

/** The rune that the protocol itself defines on mainnet. */
export const FIRST_RUNE: ModelRune = {
  id: '1:0',
  height: 1,
  txIndex: 0,
  number: 0,
  name: 'UNCOMMONGOODS',
  spacedName: 'UNCOMMON•GOODS',
  divisibility: 0,
  symbol: '⧉',
  turbo: true,
  isCenotaph: false,
  premine: 0n,
  payer: undefined,
  terms: { amount: 1n, cap: MAX_U128, heightStart: 840_000n, heightEnd: 1_050_000n },
  tx: undefined,
}
