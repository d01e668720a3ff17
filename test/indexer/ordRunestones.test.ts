import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { NETWORKS } from '../../src/bitcoin/networks.ts'
import {
  commitmentOf,
  isReserved,
  lowestUnlockedName,
  MAX_U128,
  nameOfNumber,
  numberOfName,
  reservedName,
  spaceName,
  unlockHeight,
} from '../../src/bitcoin/runeNames.ts'
import {
  compareRuneIds,
  decodeRunestone,
  decodeScript,
  FLAWS,
} from '../../src/bitcoin/runestone.ts'
import { OP_13, OP_RETURN, readInstructions } from '../../src/bitcoin/script.ts'
import { encodeIntegers, encodePayload, encodeRunestone } from '../../src/demo/encodeRunestone.ts'
import { Hex, Integer, Name, RunestoneFields, readFixture } from '../support/ordCases.ts'

const Decoded = v.union([
  v.null(),
  v.pipe(
    v.strictObject({
      flaw: v.picklist(FLAWS),
      rune: v.optional(Name),
      mint: v.optional(v.string()),
    }),
    v.transform((fields) => ({ kind: 'cenotaph', ...fields })),
  ),
  v.pipe(
    RunestoneFields,
    v.transform((fields) => ({ kind: 'runestone', ...fields })),
  ),
])

/** The integers of a runestone in the first of some outputs, or the scripts of all outputs. */
const DecodeCase = v.union([
  v.strictObject({
    name: v.string(),
    integers: v.array(Integer),
    outputs: v.optional(v.number(), 1),
    decoded: Decoded,
  }),
  v.strictObject({ name: v.string(), scripts: v.array(Hex), decoded: Decoded }),
])
type DecodeCase = v.InferOutput<typeof DecodeCase>

for (const file of ['runestones.json', 'more/runestones.json']) {
  describe(`runestones are decoded as ${file} says`, () => {
    for (const decodeCase of v.parse(v.array(DecodeCase), readFixture(file))) {
      it(decodeCase.name, () => {
        expect(decodeRunestone(scriptsOf(decodeCase)) ?? null).toEqual(decodeCase.decoded)
      })
    }
  })
}

function scriptsOf(decodeCase: DecodeCase): Uint8Array[] {
  if ('scripts' in decodeCase) return decodeCase.scripts
  const others = Array.from({ length: decodeCase.outputs - 1 }, () => new Uint8Array())
  return [encodeIntegers(decodeCase.integers), ...others]
}

describe('the opcodes of a runestone', () => {
  const PUSHES = Array.from({ length: 79 }, (_, opcode) => opcode)
  const OTHERS = Array.from({ length: 256 - 79 }, (_, index) => 79 + index)

  /** The opcode and pairs of an unknown odd tag and a value. */
  function pushOf(opcode: number): number[] {
    if (opcode > 75) return [opcode, ...new Uint8Array(2 ** (opcode - 76))]
    const bytes = Array.from({ length: opcode }, (_, index) => (index % 2 === 0 ? 1 : 0))
    return opcode % 2 === 1 ? [opcode, ...bytes, 1, 1] : [opcode, ...bytes]
  }

  it('all_pushdata_opcodes_are_valid', () => {
    for (const opcode of PUSHES) {
      const script = Uint8Array.of(OP_RETURN, OP_13, ...pushOf(opcode))
      expect(decodeScript(script, 1), `opcode ${opcode}`).toEqual({ kind: 'runestone', edicts: [] })
    }
  })

  it('all_non_pushdata_opcodes_are_invalid', () => {
    for (const opcode of OTHERS) {
      const script = Uint8Array.of(OP_RETURN, OP_13, opcode)
      const cenotaph = { kind: 'cenotaph', flaw: 'opcode' }
      expect(decodeScript(script, 1), `opcode ${opcode}`).toEqual(cenotaph)
    }
  })
})

describe('runestones are encoded as encodings.json says', () => {
  const EncodeCase = v.strictObject({
    name: v.string(),
    runestone: RunestoneFields,
    size: v.optional(v.number()),
    integers: v.optional(v.array(Integer)),
  })

  for (const { name, runestone, size, integers } of v.parse(
    v.array(EncodeCase),
    readFixture('encodings.json'),
  )) {
    it(name, () => {
      const script = encodeRunestone(runestone)
      if (size !== undefined) expect(script).toHaveLength(size)
      if (integers === undefined) return
      expect(script).toEqual(encodeIntegers(integers))
      expect(decodeScript(script, 2)).toEqual({ kind: 'runestone', ...runestone })
    })
  }

  /** OP_RETURN, OP_13, and the pushes of a runestone with this number of edicts. */
  function countInstructions(edictCount: number): number {
    const edicts = Array.from({ length: edictCount }, () => ({ id: '0:0', amount: 0n, output: 0 }))
    return [...readInstructions(encodeRunestone({ edicts }))].length
  }

  it('runestone_payloads_are_not_chunked/129', () => {
    expect(countInstructions(129)).toBe(3)
  })

  // `ord` writes one push of any length, our encoder one for each 520 bytes. Both decode the same.
  it('runestone_payloads_are_not_chunked/130', () => {
    expect(countInstructions(130)).toBe(3)
  })
})

describe('varints are decoded as varints.json says', () => {
  const VarintCase = v.strictObject({ name: v.string(), bytes: Hex, value: v.nullable(Integer) })

  /** What is decoded from a runestone whose premine has these bytes. */
  function decodePremine(varint: Uint8Array) {
    const payload = Uint8Array.of(2, 1, 6, ...varint)
    return decodeScript(encodePayload(payload), 1)
  }

  for (const { name, bytes, value } of v.parse(v.array(VarintCase), readFixture('varints.json'))) {
    it(name, () => {
      expect(decodePremine(bytes)).toMatchObject(
        value === null ? { flaw: 'varint' } : { etching: { premine: value } },
      )
    })
  }

  function expectRoundTrip(value: bigint): void {
    expect(decodeScript(encodeIntegers([2n, 1n, 6n, value]), 1)).toMatchObject({
      etching: { premine: value },
    })
  }

  it('powers_of_two_round_trip_successfully', () => {
    for (let bit = 0n; bit < 128n; bit++) expectRoundTrip(1n << bit)
  })

  it('alternating_bit_strings_round_trip_successfully', () => {
    let value = 0n
    for (let bit = 0n; bit < 129n; bit++) {
      value = ((value << 1n) | (bit % 2n)) & MAX_U128
      expectRoundTrip(value)
    }
  })
})

describe('names are those of names.json', () => {
  const Network = v.picklist(['main', 'test', 'testnet4', 'signet', 'regtest'])
  const names = v.parse(
    v.strictObject({
      round_trip: v.array(v.strictTuple([Integer, v.string()])),
      from_str_error: v.array(v.string()),
      mainnet_minimum_at_height: v.array(v.strictTuple([v.number(), v.string()])),
      minimum_at_height: v.array(v.strictTuple([Network, v.number(), v.string()])),
      reserved: v.array(v.strictTuple([v.number(), v.number(), Integer])),
      is_reserved: v.array(v.strictTuple([v.string(), v.boolean()])),
      steps: v.array(Integer),
      commitment: v.array(v.strictTuple([Integer, Hex])),
      reserved_rune_unlock_height: v.array(v.strictTuple([Integer, v.nullable(v.number())])),
      unlock_height: v.array(v.strictTuple([v.string(), v.number()])),
      display: v.array(v.strictTuple([v.string(), v.number(), v.string()])),
    }),
    readFixture('names.json'),
  )

  it.each(names.round_trip)('round_trip/%i', (number, name) => {
    expect(nameOfNumber(number)).toBe(name)
    expect(numberOfName(name)).toBe(number)
  })

  it.each(names.from_str_error)('from_str_error/%s', (name) => {
    expect(numberOfName(name)).toBeGreaterThan(MAX_U128)
  })

  it.each(names.mainnet_minimum_at_height)('mainnet_minimum_at_height/%i', (height, name) => {
    expect(nameOfNumber(lowestUnlockedName('main', height))).toBe(name)
    const unlocked = unlockHeight('main', numberOfName(name)) ?? Number.NaN
    expect(unlocked).toBeLessThanOrEqual(height)
    expect(unlocked > 0 || height < NETWORKS.main.firstRuneHeight).toBe(true)
  })

  it.each(names.minimum_at_height)('minimum_at_height/%s/%i', (network, height, name) => {
    expect(nameOfNumber(lowestUnlockedName(network, height))).toBe(name)
  })

  it.each(names.reserved)('reserved/%i:%i', (height, index, number) => {
    expect(reservedName(height, index)).toBe(number)
  })

  it.each(names.is_reserved)('is_reserved/%s', (name, reserved) => {
    expect(isReserved(numberOfName(name))).toBe(reserved)
    expect(unlockHeight('main', numberOfName(name)) === undefined).toBe(reserved)
  })

  it('steps', () => {
    expect(names.steps.map((_, index) => numberOfName('A'.repeat(index + 1)))).toEqual(names.steps)
    expect(numberOfName('A'.repeat(names.steps.length + 1))).toBeGreaterThan(MAX_U128)
  })

  it('steps_are_sorted_and_unique', () => {
    const steps = names.steps.map((_, index) => numberOfName('A'.repeat(index + 1)))
    expect(steps.every((step, index) => step > (steps[index - 1] ?? -1n))).toBe(true)
  })

  it.each(names.commitment)('commitment/%i', (number, bytes) => {
    expect(Buffer.from(commitmentOf(number))).toEqual(bytes)
  })

  it.each(names.reserved_rune_unlock_height)('reserved_rune_unlock_height/%i', (number, height) => {
    expect(unlockHeight('main', number) ?? null).toBe(height)
  })

  it.each(names.unlock_height)('unlock_height/%s', (name, height) => {
    const number = numberOfName(name)
    expect(unlockHeight('main', number)).toBe(height)
    if (height > 0) expectUnlockedFrom(number, height)
  })

  it('unlock_height of all names of up to four letters', () => {
    const end = numberOfName('AAAAA')
    for (let number = 0n; number < end; number++) {
      const height = unlockHeight('main', number) ?? Number.NaN
      const isRight =
        lowestUnlockedName('main', height) <= number &&
        number < lowestUnlockedName('main', height - 1)
      if (!isRight) expect.fail(`${nameOfNumber(number)} is not unlocked at ${height}`)
    }
  })

  function expectUnlockedFrom(number: bigint, height: number): void {
    expect(lowestUnlockedName('main', height)).toBeLessThanOrEqual(number)
    expect(lowestUnlockedName('main', height - 1)).toBeGreaterThan(number)
  }

  it.each(names.display)('display/%s with spacers %i', (name, spacers, spaced) => {
    expect(spaceName(name, spacers)).toBe(spaced)
  })

  it('max_spacers', () => {
    const longest = nameOfNumber(MAX_U128)
    expect(spaceName(longest, 2 ** 27 - 1)).toBe([...longest].join('•'))
  })
})

it('delta: ids are sorted by block, then by transaction', () => {
  const ids = ['3:1', '4:2', '1:2', '1:1', '3:1', '2:0']
  expect(ids.sort(compareRuneIds)).toEqual(['1:1', '1:2', '2:0', '3:1', '3:1', '4:2'])
})

describe('the runestones of six real blocks', () => {
  const Line = v.object({
    txid: v.string(),
    script: Hex,
    outputs: v.number(),
    decoded: v.looseObject({
      etching: v.optional(v.looseObject({ name: v.optional(v.string()) })),
    }),
  })
  const file = new URL('../fixtures/runestones.ndjson.gz', import.meta.url)
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')

  it('are decoded as given, with their names', () => {
    for (const line of lines) {
      const { txid, script, outputs, decoded } = v.parse(Line, JSON.parse(camelCaseTerms(line)))
      const { name, ...etching } = decoded.etching ?? {}
      const fields = decoded.etching === undefined ? decoded : { ...decoded, etching }
      const runestone = { kind: 'runestone', ...v.parse(RunestoneFields, fields) }
      expect(decodeScript(script, outputs), txid).toEqual(runestone)
      const number = runestone.etching?.rune
      expect(number === undefined ? undefined : nameOfNumber(number), txid).toBe(name)
    }
    expect(lines).toHaveLength(669)
  })

  function camelCaseTerms(line: string): string {
    return line.replaceAll('_start"', 'Start"').replaceAll('_end"', 'End"')
  }
})
