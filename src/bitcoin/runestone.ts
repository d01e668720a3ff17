import { MAX_U128 } from './runeNames.ts'
import { isOpReturn, OP_13, readInstructions } from './script.ts'

/** The id of a rune: `<block height>:<transaction index>` of its etching. */
export type RuneId = string

/** An edict with this id is about the rune that its own transaction etches. */
export const OWN_RUNE: RuneId = '0:0'

/** `output` may be the number of outputs: then the edict is about all that are not OP_RETURN. */
export type Edict = { id: RuneId; amount: bigint; output: number }

/** The terms of open mints. Heights and offsets are below 2^64. */
export type Terms = {
  amount?: bigint | undefined
  cap?: bigint | undefined
  heightStart?: bigint | undefined
  heightEnd?: bigint | undefined
  offsetStart?: bigint | undefined
  offsetEnd?: bigint | undefined
}

/** What an etching says of its rune; what it leaves out is undefined. `rune` is the number of the name. */
export type Etching = {
  rune?: bigint | undefined
  spacers?: number | undefined
  divisibility?: number | undefined
  symbol?: string | undefined
  premine?: bigint | undefined
  terms?: Terms | undefined
  turbo: boolean
}

/** The number of the name that a runestone etches; undefined if it etches none or chooses none. */
export function etchedName(artifact: Runestone | Cenotaph | undefined): bigint | undefined {
  return artifact?.kind === 'cenotaph' ? artifact.rune : artifact?.etching?.rune
}

/** Why a runestone is malformed, as `ord` names it. */
export const FLAWS = [
  'edict-output',
  'edict-rune-id',
  'invalid-script',
  'opcode',
  'supply-overflow',
  'trailing-integers',
  'truncated-field',
  'unrecognized-even-tag',
  'unrecognized-flag',
  'varint',
] as const
export type Flaw = (typeof FLAWS)[number]

export type Runestone = {
  kind: 'runestone'
  edicts: Edict[]
  etching?: Etching | undefined
  mint?: RuneId | undefined
  pointer?: number | undefined
}

/** A malformed runestone: it burns what its transaction spends. Its mint and the name that it etches count. */
export type Cenotaph = {
  kind: 'cenotaph'
  flaw: Flaw
  rune?: bigint | undefined
  mint?: RuneId | undefined
}

/** A number that a symbol can have at most, and the range of lone surrogates. */
const MAX_SYMBOL = 0x10ffffn
const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd800n, 0xdfffn]
const MAX_DIVISIBILITY = 38n
const MAX_SPACERS = 0b00000111_11111111_11111111_11111111n
const MAX_U32 = 0xffff_ffffn
const MAX_U64 = 0xffff_ffff_ffff_ffffn

/** Fields with an unknown odd tag are ignored; with an unknown even tag, they are a flaw. */
export const TAGS = {
  body: 0n,
  divisibility: 1n,
  flags: 2n,
  spacers: 3n,
  rune: 4n,
  symbol: 5n,
  premine: 6n,
  cap: 8n,
  amount: 10n,
  heightStart: 12n,
  heightEnd: 14n,
  offsetStart: 16n,
  offsetEnd: 18n,
  mint: 20n,
  pointer: 22n,
} as const

export const FLAGS = { etching: 1n, terms: 2n, turbo: 4n } as const

/** Whether an output script begins like a runestone. */
export function isRunestone(script: Uint8Array): boolean {
  return isOpReturn(script) && script[1] === OP_13
}

/**
 * Decodes the runestone of a transaction, which is in its first output that begins like one; undefined if
 * it has none. The rules are those of `ord` (crates/ordinals/src/runestone.rs).
 */
export function decodeRunestone(outputs: readonly Uint8Array[]): Runestone | Cenotaph | undefined {
  const script = outputs.find(isRunestone)
  return script && decodeScript(script, outputs.length)
}

/** Decodes the script of a runestone, in a transaction with this number of outputs. */
export function decodeScript(script: Uint8Array, outputCount: number): Runestone | Cenotaph {
  const payload = readPayload(script)
  if (typeof payload === 'string') return { kind: 'cenotaph', flaw: payload }
  const integers = readIntegers(payload)
  if (integers === undefined) return { kind: 'cenotaph', flaw: 'varint' }
  const message = readMessage(integers, outputCount)
  const { fields, edicts } = message
  const { flags, etching, mint, pointer } = takeFields(fields, outputCount)

  const flaw =
    message.flaw ??
    (etching !== undefined && overflows(etching) ? 'supply-overflow' : undefined) ??
    (flags.rest !== 0n ? 'unrecognized-flag' : undefined) ??
    (fields.firstEvenTag() !== undefined ? 'unrecognized-even-tag' : undefined)
  if (flaw !== undefined) {
    return { kind: 'cenotaph', flaw, mint: mint && idText(mint), rune: etching?.rune }
  }
  return {
    kind: 'runestone',
    edicts,
    etching,
    mint: mint && idText(mint),
    pointer: pointer === undefined ? undefined : Number(pointer),
  }
}

function takeFields(fields: Fields, outputCount: number) {
  const flags = new Flags(fields.take(TAGS.flags) ?? 0n)
  const etching = flags.take(FLAGS.etching) ? takeEtching(fields, flags) : undefined
  const mint = fields.takePair(TAGS.mint, (block, tx) => addToId({ block: 0n, tx: 0n }, block, tx))
  const pointer = fields.take(TAGS.pointer, (value) => value < BigInt(outputCount))
  return { flags, etching, mint, pointer }
}

/** What makes the fields of a script malformed: flags that are not known, and the first even tag that is not taken. */
export function findWrongFields(script: Uint8Array, outputCount: number) {
  const payload = readPayload(script)
  const integers = typeof payload === 'string' ? undefined : readIntegers(payload)
  const { fields } = readMessage(integers ?? [], outputCount)
  const { flags, etching } = takeFields(fields, outputCount)
  return { flags: flags.rest, field: fields.firstEvenTag(), etching }
}

/** The bytes that a runestone's script pushes, one after the other. */
export function readPayload(script: Uint8Array): Uint8Array | Flaw {
  const payload = new Uint8Array(script.length)
  let length = 0
  for (const instruction of readInstructions(script, 2)) {
    if (instruction.kind === 'opcode') return 'opcode'
    if (instruction.kind === 'invalid') return 'invalid-script'
    const { start, end } = instruction
    for (let at = start; at < end; at++) payload[length++] = script[at] ?? 0
  }
  return payload.subarray(0, length)
}

/** The varints of a payload (LEB128, 128 bits at most); undefined if one is too long or breaks off. */
export function readIntegers(payload: Uint8Array): bigint[] | undefined {
  const integers: bigint[] = []
  for (let at = 0; at < payload.length; ) {
    let end = at
    while ((payload[end] ?? 0) & 0x80) end++
    // 18 bytes have 126 bits; a 19th adds two at most.
    const length = end - at + 1
    if (end >= payload.length || length > 19) return
    if (length === 19 && (payload[end] ?? 0) > 3) return
    integers.push(readVarint(payload, at, end))
    at = end + 1
  }
  return integers
}

/** Up to 49 bits fit into a double, which is faster. */
function readVarint(payload: Uint8Array, start: number, end: number): bigint {
  if (end - start >= 7) {
    let value = 0n
    for (let at = end; at >= start; at--) value = (value << 7n) | BigInt((payload[at] ?? 0) & 0x7f)
    return value
  }
  let value = 0
  for (let at = end; at >= start; at--) value = value * 128 + ((payload[at] ?? 0) & 0x7f)
  return BigInt(value)
}

type Message = { flaw: Flaw | undefined; edicts: Edict[]; fields: Fields }

/** Reads pairs of a tag and a value, and after the tag `body` the edicts, in groups of four. */
function readMessage(integers: bigint[], outputCount: number): Message {
  const fields = new Fields()
  for (let at = 0; at < integers.length; at += 2) {
    const [tag, value] = [integers[at], integers[at + 1]]
    if (tag === TAGS.body) return { ...readEdicts(integers, at + 1, outputCount), fields }
    if (tag === undefined || value === undefined) {
      return { flaw: 'truncated-field', edicts: [], fields }
    }
    fields.add(tag, value)
  }
  return { flaw: undefined, edicts: [], fields }
}

/** Each edict's id is written as the difference to the one before. */
function readEdicts(integers: bigint[], start: number, outputCount: number) {
  const edicts: Edict[] = []
  let id: Id = { block: 0n, tx: 0n }
  for (let at = start; at < integers.length; at += 4) {
    const [block, tx, amount, output] = integers.slice(at, at + 4)
    if (block === undefined || tx === undefined || amount === undefined || output === undefined) {
      return { flaw: 'trailing-integers' as const, edicts }
    }
    const next = addToId(id, block, tx)
    if (next === undefined) return { flaw: 'edict-rune-id' as const, edicts }
    if (output > BigInt(outputCount)) return { flaw: 'edict-output' as const, edicts }
    id = next
    edicts.push({ id: idText(id), amount, output: Number(output) })
  }
  return { flaw: undefined, edicts }
}

/** By height, then by transaction index. */
export function compareRuneIds(one: RuneId, two: RuneId): number {
  const [height, index] = splitRuneId(one, Number)
  const [otherHeight, otherIndex] = splitRuneId(two, Number)
  return height - otherHeight || index - otherIndex
}

/** The block and the transaction index. In a runestone, the block may be too large for `Number`. */
export function splitRuneId<Integer>(
  id: RuneId,
  parse: (digits: string) => Integer,
): [block: Integer, tx: Integer] {
  const [block = '', tx = ''] = id.split(':')
  return [parse(block), parse(tx)]
}

type Id = { block: bigint; tx: bigint }

/** Undefined if the sum is no id: block 0 has no transactions but 0, and both parts are bounded. */
function addToId(id: Id, block: bigint, tx: bigint): Id | undefined {
  const next = { block: id.block + block, tx: block === 0n ? id.tx + tx : tx }
  if (next.block > MAX_U64 || next.tx > MAX_U32) return
  return next.block === 0n && next.tx > 0n ? undefined : next
}

function idText({ block, tx }: Id): RuneId {
  return `${block}:${tx}`
}

function takeEtching(fields: Fields, flags: Flags): Etching {
  const divisibility = fields.take(TAGS.divisibility, (value) => value <= MAX_DIVISIBILITY)
  const premine = fields.take(TAGS.premine)
  const rune = fields.take(TAGS.rune)
  const spacers = fields.take(TAGS.spacers, (value) => value <= MAX_SPACERS)
  const symbol = fields.take(TAGS.symbol, isCharacter)
  const terms = flags.take(FLAGS.terms) ? takeTerms(fields) : undefined
  return {
    rune,
    spacers: spacers === undefined ? undefined : Number(spacers),
    divisibility: divisibility === undefined ? undefined : Number(divisibility),
    symbol: symbol === undefined ? undefined : String.fromCodePoint(Number(symbol)),
    premine,
    terms,
    turbo: flags.take(FLAGS.turbo),
  }
}

function takeTerms(fields: Fields): Terms {
  const isHeight = (value: bigint) => value <= MAX_U64
  return {
    cap: fields.take(TAGS.cap),
    heightStart: fields.take(TAGS.heightStart, isHeight),
    heightEnd: fields.take(TAGS.heightEnd, isHeight),
    amount: fields.take(TAGS.amount),
    offsetStart: fields.take(TAGS.offsetStart, isHeight),
    offsetEnd: fields.take(TAGS.offsetEnd, isHeight),
  }
}

function isCharacter(value: bigint): boolean {
  return value <= MAX_SYMBOL && (value < FIRST_SURROGATE || value > LAST_SURROGATE)
}

function overflows({ premine = 0n, terms }: Etching): boolean {
  return premine + (terms?.cap ?? 0n) * (terms?.amount ?? 0n) > MAX_U128
}

/** The fields of a message. A field is taken once; what is left with an even tag is a flaw. */
class Fields {
  readonly #values = new Map<bigint, bigint[]>()
  readonly #taken = new Set<bigint>()

  add(tag: bigint, value: bigint): void {
    const values = this.#values.get(tag)
    if (values === undefined) this.#values.set(tag, [value])
    else values.push(value)
  }

  /** Takes the first value of a tag. A value that is not valid stays. */
  take(tag: bigint, isValid: (value: bigint) => boolean = () => true): bigint | undefined {
    const [value] = this.#values.get(tag) ?? []
    if (value === undefined || !isValid(value)) return
    this.#remove(tag, 1)
    return value
  }

  /** Takes the first two values of a tag, unless `read` makes nothing of them. */
  takePair<Value>(tag: bigint, read: (one: bigint, two: bigint) => Value | undefined) {
    const [one, two] = this.#values.get(tag) ?? []
    const value = one === undefined || two === undefined ? undefined : read(one, two)
    if (value !== undefined) this.#remove(tag, 2)
    return value
  }

  /** With its first value, and whether others were taken. */
  firstEvenTag(): { tag: bigint; value: bigint; isRepeated: boolean } | undefined {
    for (const [tag, [value = 0n]] of this.#values) {
      if (tag % 2n === 0n) return { tag, value, isRepeated: this.#taken.has(tag) }
    }
    return undefined
  }

  #remove(tag: bigint, count: number): void {
    this.#taken.add(tag)
    const values = this.#values.get(tag)?.slice(count) ?? []
    if (values.length === 0) this.#values.delete(tag)
    else this.#values.set(tag, values)
  }
}

class Flags {
  rest: bigint

  constructor(flags: bigint) {
    this.rest = flags
  }

  /** Whether a flag is set. It is cleared. */
  take(flag: bigint): boolean {
    const isSet = (this.rest & flag) !== 0n
    this.rest &= ~flag
    return isSet
  }
}
