import {
  type Edict,
  FLAGS,
  type Flaw,
  type RuneId,
  type Runestone,
  splitRuneId,
  TAGS,
} from '../bitcoin/runestone.ts'
import { OP_1, OP_13, OP_RETURN } from '../bitcoin/script.ts'
import type { NewTransaction } from './encodeTransaction.ts'
import { encodePush } from './scripts.ts'

/** A runestone to encode. Its edicts must be sorted by id. */
export type NewRunestone = Partial<Omit<Runestone, 'kind'>>

/** The script of a runestone, as `ord` writes it. */
export function encodeRunestone(runestone: NewRunestone): Buffer {
  return encodeIntegers([...fieldsOf(runestone), ...edictIntegers(runestone.edicts ?? [])])
}

/** The output with a runestone. */
export function runestoneOutput(runestone: NewRunestone): NewTransaction['outputs'][number] {
  return { script: encodeRunestone(runestone), value: 0 }
}

/** The script of a runestone with these integers, valid or not. */
export function encodeIntegers(integers: bigint[]): Buffer {
  return encodePayload(Buffer.concat(integers.map((integer) => encodeVarint(integer))))
}

/** The script of a runestone with these bytes, valid or not. */
export function encodePayload(payload: Uint8Array): Buffer {
  const push = payload.length === 0 ? payload : encodePush(payload)
  return Buffer.concat([Buffer.from([OP_RETURN, OP_13]), push])
}

/** LEB128, with more bytes than it needs if `minBytes` asks for them. */
export function encodeVarint(value: bigint, minBytes = 1): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80n || bytes.length < minBytes - 1) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  return Buffer.from([...bytes, Number(rest)])
}

function fieldsOf({ etching, mint, pointer }: NewRunestone): bigint[] {
  const { terms } = etching ?? {}
  const flags =
    (etching ? FLAGS.etching : 0n) |
    (terms ? FLAGS.terms : 0n) |
    (etching?.turbo ? FLAGS.turbo : 0n)
  const symbol = etching?.symbol?.codePointAt(0)
  const fields: [tag: bigint, value: bigint | number | undefined][] = [
    [TAGS.flags, etching && flags],
    [TAGS.rune, etching?.rune],
    [TAGS.divisibility, etching?.divisibility],
    [TAGS.spacers, etching?.spacers],
    [TAGS.symbol, symbol],
    [TAGS.premine, etching?.premine],
    [TAGS.amount, terms?.amount],
    [TAGS.cap, terms?.cap],
    [TAGS.heightStart, terms?.heightStart],
    [TAGS.heightEnd, terms?.heightEnd],
    [TAGS.offsetStart, terms?.offsetStart],
    [TAGS.offsetEnd, terms?.offsetEnd],
    ...mintFields(mint),
    [TAGS.pointer, pointer],
  ]
  return fields.flatMap(([tag, value]) => (value === undefined ? [] : [tag, BigInt(value)]))
}

/** The tag of each of the two parts of the id. */
function mintFields(mint: RuneId | undefined): [tag: bigint, value: bigint][] {
  if (mint === undefined) return []
  const [block, tx] = splitRuneId(mint, BigInt)
  return [
    [TAGS.mint, block],
    [TAGS.mint, tx],
  ]
}

function edictIntegers(edicts: Edict[]): bigint[] {
  if (edicts.length === 0) return []
  let [previousBlock, previousTx] = [0n, 0n]
  const integers = edicts.flatMap(({ id, amount, output }) => {
    const [block, tx] = splitRuneId(id, BigInt)
    const step = block - previousBlock
    const integers = [step, step === 0n ? tx - previousTx : tx, amount, BigInt(output)]
    previousBlock = block
    previousTx = tx
    return integers
  })
  return [TAGS.body, ...integers]
}

/** The script of a runestone with a flaw. Its mint is read unless the flaw makes all of it unreadable. */
export function cenotaphScript(flaw: Flaw, mint?: RuneId): Buffer {
  if (flaw === 'opcode') return Buffer.of(OP_RETURN, OP_13, OP_1)
  if (flaw === 'invalid-script') return Buffer.of(OP_RETURN, OP_13, 9, 0)
  if (flaw === 'varint') return Buffer.of(OP_RETURN, OP_13, 1, 0x80)
  return encodeIntegers([...mintFields(mint).flat(), ...FLAWED_INTEGERS[flaw]])
}

/** A tag and a flag that no version of the protocol will know. */
export const UNKNOWN_EVEN_TAG = 126n
const UNKNOWN_FLAG = 1n << 127n

const FLAWED_INTEGERS: Record<Exclude<Flaw, 'opcode' | 'invalid-script' | 'varint'>, bigint[]> = {
  'edict-output': [TAGS.body, 1n, 1n, 1n, 99n],
  'edict-rune-id': [TAGS.body, 0n, 1n, 1n, 0n],
  'supply-overflow': [
    ...[TAGS.flags, FLAGS.etching | FLAGS.terms],
    ...[TAGS.cap, (1n << 128n) - 1n, TAGS.amount, 2n],
  ],
  'trailing-integers': [TAGS.body, 1n, 1n],
  'truncated-field': [TAGS.pointer],
  'unrecognized-even-tag': [UNKNOWN_EVEN_TAG, 0n],
  'unrecognized-flag': [TAGS.flags, UNKNOWN_FLAG],
}
