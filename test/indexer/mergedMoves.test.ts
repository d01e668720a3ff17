import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OP_RETURN } from '../../src/bitcoin/script.ts'
import { mergeMoves } from '../../src/indexer/mergedMoves.ts'
import { Outputs, type Piece } from '../../src/indexer/moves.ts'

const BURNING = Uint8Array.of(OP_RETURN)
const OTHER = Uint8Array.of(0x51)

const pieces = fc.array(
  fc.record({
    owner: fc.constantFrom('alice', 'bob', undefined),
    amount: fc.bigInt(1n, 30n),
    origin: fc.constant('spent' as const),
  }),
  { maxLength: 12 },
)
const scripts = fc.array(fc.constantFrom(OTHER, OTHER, OTHER, BURNING), { maxLength: 8 })
const edicts = fc.array(fc.record({ amount: fc.bigInt(0n, 9n), output: fc.nat(8) }), {
  maxLength: 12,
})

test('what is merged is what moving unit by unit gives', () => {
  fc.assert(
    fc.property(pieces, scripts, edicts, (spent, outputScripts, wanted) => {
      const outputs = new Outputs(outputScripts, 'regtest')
      const own = wanted.filter(({ output }) => output <= outputs.count)
      const [rest] = outputs.destinations
      const merged = [...mergeMoves({ pieces: spent, edicts: own, outputs, rest })].map(
        ({ vout, pieces: arrived }) => {
          return [vout, arrived.map(({ owner, amount }) => `${owner} ${amount}`)]
        },
      )
      expect(merged).toEqual(moveEachUnit(spent, own, outputs))
    }),
    { numRuns: 2000 },
  )
})

/** The owners and the amounts at each output, in the order of outputs; what goes nowhere is last. */
function moveEachUnit(
  spent: Piece[],
  own: { amount: bigint; output: number }[],
  { count, destinations }: Outputs,
) {
  const units = spent.flatMap(({ owner, amount }) =>
    Array.from({ length: Number(amount) }, () => owner),
  )
  const arrived = new Map<number | undefined, (string | undefined)[]>()
  const move = (vout: number | undefined, wanted: number) => {
    const moved = units.splice(0, wanted)
    if (moved.length > 0) arrived.set(vout, [...(arrived.get(vout) ?? []), ...moved])
  }
  for (const { amount, output } of own) {
    const balance = units.length
    if (output < count) move(output, amount === 0n ? balance : Number(amount))
    else {
      for (const [place, vout] of destinations.entries()) {
        const share = Math.floor(balance / destinations.length)
        const extra = place < balance % destinations.length ? 1 : 0
        move(vout, amount === 0n ? share + extra : Number(amount))
      }
    }
  }
  move(destinations[0], units.length)
  const order = ([one = count]: [number | undefined, ...unknown[]]) => one
  return [...arrived]
    .sort((one, two) => order(one) - order(two))
    .map(([vout, owners]) => {
      const sums = new Map<string | undefined, number>()
      for (const owner of owners) sums.set(owner, (sums.get(owner) ?? 0) + 1)
      return [vout, [...sums].map(([owner, amount]) => `${owner} ${amount}`)]
    })
}
