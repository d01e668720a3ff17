import { type Batch, emptyBatch } from '../import/batch.ts'
import type { ImportedRecord } from '../import/readLine.ts'
import {
  type Event,
  type Random,
  randomAddress,
  recordsOf,
  sampleRune,
  seededRandom,
} from './sampleRecords.ts'
import { sampleRunes } from './sampleRunes.ts'

const RECORDS = 20_000
const U128_MAX = String(2n ** 128n - 1n)

const RUNES = [
  { spaced_name: 'SAMPLE•WHOLE•UNITS', divisibility: 0 },
  { spaced_name: 'SAMPLE•MAX•DECIMALS', divisibility: 38 },
  { spaced_name: 'SAMPLE•TWO•DECIMALS', divisibility: 2 },
].map((facts, index) =>
  sampleRune(index + 1, { ...facts, number: 999_999_001 + index, etching: { premine: U128_MAX } }),
)

/**
 * Returns a block of 20,000 records that is not on any chain: every operation, one unknown operation,
 * burns with and without an address, u128 amounts with 0 and with 38 decimals. It is the same every
 * time and follows the ledger's rules: for each output, received = sent + newly minted or premined. The
 * newest records are the histories of the complete sample runes.
 */
export function sampleBlock(): Batch {
  const random = seededRandom('Cairn sample block')
  const complete = sampleRunes()
  const size = RECORDS - complete.records.length
  const records: ImportedRecord[] = []
  for (let txIndex = 1; records.length < size; txIndex++) {
    const rune = RUNES.at((txIndex - 1) % RUNES.length)
    if (rune === undefined) throw new Error('there are sample runes')
    const whole = transaction(txIndex, random)
    // A burn is a single record, so burns fill the rest of the block exactly.
    const events = whole.length > size - records.length ? [burn(random)] : whole
    records.push(...recordsOf(txIndex, rune, events))
  }
  return {
    ...emptyBatch(),
    runes: [...RUNES, ...complete.runes],
    records: [...records, ...complete.records],
  }
}

function transaction(txIndex: number, random: Random): Event[] {
  if (txIndex <= RUNES.length) {
    const premine = { amount: U128_MAX, output: 0, address: randomAddress(random) }
    return [{ operation: 'etching' }, { operation: 'receive', ...premine }]
  }
  // One large distribution, so that a sample transaction has many pages too.
  if (txIndex === 10) return transfer(random, 600)
  if (txIndex === 11) {
    return [{ operation: 'transmute', address: randomAddress(random), amount: '1' }]
  }
  const dice = random()
  if (dice < 0.35) return mint(random)
  if (dice < 0.45) return [burn(random)]
  return transfer(random, 1 + Math.floor(random() * 6))
}

function mint(random: Random): Event[] {
  const minted = { amount: randomAmount(random) }
  const receiver = { output: 1, address: randomAddress(random) }
  return [
    { operation: 'mint', ...minted },
    { operation: 'receive', ...minted, ...receiver },
  ]
}

function burn(random: Random): Event {
  const burned = { operation: 'burn', amount: randomAmount(random) }
  return random() < 0.5 ? burned : { ...burned, output: 0, address: randomAddress(random) }
}

/** One sender pays `outputs` receivers and keeps the change: a send to itself. */
function transfer(random: Random, outputs: number): Event[] {
  const sender = randomAddress(random)
  return Array.from({ length: outputs + 1 }, (_, index) => {
    const receiver = index === outputs ? sender : randomAddress(random)
    const moved = { output: index + 1, amount: randomAmount(random) }
    return [
      { operation: 'receive', address: receiver, ...moved },
      { operation: 'send', address: sender, receiver_address: receiver, ...moved },
    ]
  }).flat()
}

/** A number of any length up to the maximum of a u128. */
function randomAmount(random: Random): string {
  if (random() < 0.02) return U128_MAX
  const digits = Array.from({ length: 1 + Math.floor(random() * 37) }, (_, place) =>
    Math.floor(random() * 9 + (place === 0 ? 1 : 0)),
  )
  return digits.join('')
}
