import type { About } from '../../../contract/schemas/chain.ts'

/** What the page can be asked, by name, in hex. Missing where the index has nothing to build it of. */
export type Examples = Partial<
  Record<'transaction' | 'script' | 'unknown' | 'spent' | 'cenotaph' | 'misspelt', string>
>

/**
 * Transactions that are made up, one for each kind of answer. Nobody signed them; their outputs belong to a key that
 * nobody has.
 */
export function makeExamples({ rune, output, spent_output }: About['examples']): Examples {
  if (rune === undefined) return {}
  const toAll = runestone(edict(rune, 1))
  const unknown = transaction(`${'ab'.repeat(32)}:0`, toAll)
  const misspelt = `${unknown.slice(0, 117)}g${unknown.slice(118)}`
  return {
    script: runestone(mint(rune), edict(rune, 1)),
    unknown,
    misspelt,
    ...(output !== undefined && {
      transaction: transaction(output, toAll),
      cenotaph: transaction(output, runestone(edict(rune, 9))),
    }),
    ...(spent_output !== undefined && { spent: transaction(spent_output, toAll) }),
  }
}

/** All of a rune to an output. */
function edict(rune: string, output: number): number[] {
  return [0, ...partsOf(rune), 0, output]
}

function mint(rune: string): number[] {
  return partsOf(rune).flatMap((part) => [20, part])
}

function partsOf(rune: string): number[] {
  return rune.split(':').map(Number)
}

/** OP_RETURN OP_13, and the integers as LEB128. */
function runestone(...messages: number[][]): string {
  const bytes = messages.flat().flatMap(varintOf)
  return hexOf([0x6a, 0x5d, bytes.length, ...bytes])
}

function varintOf(value: number): number[] {
  const [low, rest] = [value % 128, Math.floor(value / 128)]
  return rest === 0 ? [low] : [low + 128, ...varintOf(rest)]
}

/** Spends an output without a signature, with the runestone in output 0. */
function transaction(spent: string, script: string): string {
  const [txId = '', vout = '0'] = spent.split(':')
  const input = `${(txId.match(/../g) ?? []).reverse().join('')}${littleEndian(Number(vout), 4)}00fdffffff`
  const outputs = [output(0, script), output(546, NOBODY)]
  return `0200000001${input}02${outputs.join('')}00000000`
}

function output(value: number, script: string): string {
  return littleEndian(value, 8) + hexOf([script.length / 2]) + script
}

/** Pays to the point of BIP 341 whose private key nobody knows. */
const NOBODY = '512050929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0'

/** Whether a text is one of the examples, perhaps of an earlier block. */
export function isExample(text: string, { script }: Examples): boolean {
  return text.includes(NOBODY) || text === script
}

function littleEndian(value: number, bytes: number): string {
  return hexOf(Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256))
}

function hexOf(bytes: number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
