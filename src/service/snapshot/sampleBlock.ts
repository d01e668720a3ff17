import { createCipheriv, createHash } from 'node:crypto'
import { SAMPLES } from '../../contract/samples.ts'
import { type Batch, emptyBatch } from '../import/batch.ts'
import type { ImportedRecord } from '../import/readLine.ts'

const RECORDS = 20_000
const U128_MAX = String(2n ** 128n - 1n)
// Eight zeros, as at the start of every block hash, then "SAMPLE" in ASCII four times, then the height.
const BLOCK_HASH = `00000000${'53414d504c45'.repeat(4)}${SAMPLES.block_height.toString().slice(0, 8)}`
// More than the block needs. Reading past the end throws an error.
const STREAM_BYTES = 4_000_000
const PLACE = 'the sample block'

const RUNES = [
  { spaced_name: 'SAMPLE•WHOLE•UNITS', divisibility: 0 },
  { spaced_name: 'SAMPLE•MAX•DECIMALS', divisibility: 38 },
  { spaced_name: 'SAMPLE•TWO•DECIMALS', divisibility: 2 },
].map((rune, index) => ({
  ...rune,
  id: `${SAMPLES.block_height}:${index + 1}`,
  number: 999_999_001 + index,
  name: rune.spaced_name.replaceAll('•', ''),
  symbol: '◬',
  place: PLACE,
}))

type Event = Partial<ImportedRecord> & Pick<ImportedRecord, 'operation'>

/** Returns a number from 0 up to, but not including, 1. */
type Random = () => number

/**
 * Returns a block of 20,000 records that is not on any chain: every operation, one unknown operation,
 * burns with and without an address, u128 amounts with 0 and with 38 decimals. It is the same every
 * time and follows the ledger's rules: for each output, received = sent + newly minted or premined.
 */
export function sampleBlock(): Batch {
  const random = seededRandom('Cairn sample block')
  const records: ImportedRecord[] = []
  for (let txIndex = 1; records.length < RECORDS; txIndex++) {
    const whole = transaction(txIndex, random)
    // A burn is a single record, so burns fill the rest of the block exactly.
    const events = whole.length > RECORDS - records.length ? [burn(random)] : whole
    records.push(...recordsOf(txIndex, events))
  }
  return { ...emptyBatch(), runes: RUNES, records }
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

function recordsOf(txIndex: number, events: Event[]): ImportedRecord[] {
  const rune = RUNES.at((txIndex - 1) % RUNES.length)
  if (rune === undefined) throw new Error('there are sample runes')
  const tx_id = createHash('sha256').update(`Cairn sample transaction ${txIndex}`).digest('hex')
  return events.map((event, event_index) => ({
    amount: undefined,
    output: undefined,
    ...event,
    rune,
    rune_id: rune.id,
    block_hash: BLOCK_HASH,
    block_height: SAMPLES.block_height,
    tx_id,
    tx_index: txIndex,
    event_index,
    timestamp: 1_767_225_600,
    place: PLACE,
  }))
}

/** A number of any length up to the maximum of a u128. */
function randomAmount(random: Random): string {
  if (random() < 0.02) return U128_MAX
  const digits = Array.from({ length: 1 + Math.floor(random() * 37) }, (_, place) =>
    Math.floor(random() * 9 + (place === 0 ? 1 : 0)),
  )
  return digits.join('')
}

/** An address in testnet style that contains "sample" and belongs to nobody. */
function randomAddress(random: Random): string {
  const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
  const tail = Array.from({ length: 52 }, () => alphabet[Math.floor(random() * 32)])
  return `tb1psample${tail.join('')}`
}

/** Returns the same numbers for the same seed: the key stream of a cipher, four bytes at a time. */
function seededRandom(seed: string): Random {
  const key = createHash('sha256').update(seed).digest()
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  const stream = cipher.update(Buffer.alloc(STREAM_BYTES))
  let position = 0
  return () => {
    position += 4
    return stream.readUInt32BE(position - 4) / 2 ** 32
  }
}
