import {
  type Edict,
  FLAGS,
  type RuneId,
  type Runestone,
  splitRuneId,
  TAGS,
} from '../bitcoin/runestone.ts'
import { OP_13, OP_RETURN } from '../bitcoin/script.ts'
import { encodePush } from './scripts.ts'

/** A runestone to encode. Its edicts must be sorted by id. */
export type NewRunestone = Partial<Omit<Runestone, 'kind'>>

/** The script of a runestone, as `ord` writes it. */
export function encodeRunestone(runestone: NewRunestone): Buffer {
  return encodeIntegers([...fieldsOf(runestone), ...edictIntegers(runestone.edicts ?? [])])
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
export function mintFields(mint: RuneId | undefined): [tag: bigint, value: bigint][] {
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
