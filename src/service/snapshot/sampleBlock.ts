import { createCipheriv, createHash } from 'node:crypto'
import { SAMPLES } from '../../contract/samples.ts'
import { type Batch, emptyBatch } from '../import/batch.ts'
import type { ImportedRecord } from '../import/readLine.ts'

const RECORDS = 20_000
const U128_MAX = 2n ** 128n - 1n
// Eight zeros as every block hash has, then "SAMPLE" in ASCII, four times, and the height.
const BLOCK_HASH = `00000000${'53414d504c45'.repeat(4)}${SAMPLES.block_height.toString().slice(0, 8)}`

const RUNES = [
  sampleRune(1, 'SAMPLE•WHOLE•UNITS', 0),
  sampleRune(2, 'SAMPLE•MAX•DECIMALS', 38),
  sampleRune(3, 'SAMPLE•TWO•DECIMALS', 2),
]

type Event = Pick<ImportedRecord, 'operation'> &
  Partial<Pick<ImportedRecord, 'address' | 'receiver_address' | 'amount' | 'output'>>

/**
 * A block of 20,000 records that is not on any chain: every operation, one unknown operation, burns
 * with and without an address, u128 amounts at 0 and at 38 decimals. The same every time, and true
 * to the ledger's rules: per output, received = sent + newly minted or premined.
 */
export function sampleBlock(): Batch {
  const random = seededRandom('Cairn sample block')
  const records: ImportedRecord[] = []
  for (let txIndex = 1; records.length < RECORDS; txIndex++) {
    const rune = RUNES[(txIndex - 1) % RUNES.length]
    if (rune === undefined) throw new Error('there are sample runes')
    const whole = transaction(txIndex, random)
    // A burn is one record: the last ones fill the block without cutting a transaction short.
    const events = whole.length > RECORDS - records.length ? burn(random) : whole
    for (const [index, event] of events.entries()) {
      records.push(record(rune.id, { txIndex, index }, event))
    }
  }
  return { ...emptyBatch(), runes: RUNES, records }
}

function transaction(txIndex: number, random: () => number): Event[] {
  if (txIndex <= RUNES.length) return etching(random)
  // One large distribution, so that a sample transaction has many pages too.
  if (txIndex === 10) return transfer(random, 600)
  if (txIndex === 11)
    return [{ operation: 'transmute', address: randomAddress(random), amount: '1' }]
  const dice = random()
  if (dice < 0.35) return mint(random)
  if (dice < 0.45) return burn(random)
  return transfer(random, 1 + Math.floor(random() * 6))
}

function etching(random: () => number): Event[] {
  const premine = { amount: String(U128_MAX), output: 0, address: randomAddress(random) }
  return [{ operation: 'etching' }, { operation: 'receive', ...premine }]
}

function mint(random: () => number): Event[] {
  const amount = randomAmount(random)
  return [
    { operation: 'mint', amount },
    { operation: 'receive', amount, output: 1, address: randomAddress(random) },
  ]
}

function burn(random: () => number): Event[] {
  const burned: Event = { operation: 'burn', amount: randomAmount(random) }
  return random() < 0.5 ? [burned] : [{ ...burned, output: 0, address: randomAddress(random) }]
}

/** One sender pays `outputs` receivers and keeps the change: a send to itself. */
function transfer(random: () => number, outputs: number): Event[] {
  const sender = randomAddress(random)
  const events: Event[] = []
  for (let output = 1; output <= outputs + 1; output++) {
    const receiver = output > outputs ? sender : randomAddress(random)
    const moved = { output, amount: randomAmount(random) }
    events.push({ operation: 'receive', address: receiver, ...moved })
    events.push({ operation: 'send', address: sender, receiver_address: receiver, ...moved })
  }
  return events
}

type Place = { txIndex: number; index: number }

function record(runeId: string, { txIndex, index }: Place, event: Event): ImportedRecord {
  return {
    address: undefined,
    receiver_address: undefined,
    amount: undefined,
    output: undefined,
    ...event,
    rune: { id: runeId },
    rune_id: runeId,
    block_hash: BLOCK_HASH,
    block_height: SAMPLES.block_height,
    tx_id: createHash('sha256').update(`Cairn sample transaction ${txIndex}`).digest('hex'),
    tx_index: txIndex,
    event_index: index,
    timestamp: 1_767_225_600,
    place: 'the sample block',
  }
}

function sampleRune(index: number, spacedName: string, divisibility: number) {
  return {
    id: `${SAMPLES.block_height}:${index}`,
    number: 999_999_000 + index,
    name: spacedName.replaceAll('•', ''),
    spaced_name: spacedName,
    divisibility,
    symbol: '◬',
    place: 'the sample block',
  }
}

/** Digits of any length up to a u128, short ones and the maximum among them. */
function randomAmount(random: () => number): string {
  const dice = random()
  if (dice < 0.02) return String(U128_MAX)
  const digits = 1 + Math.floor(random() * 37)
  return Array.from(
    { length: digits },
    (_, place) => Math.floor(random() * 9) + (place === 0 ? 1 : 0),
  ).join('')
}

/** A testnet-like address that spells "sample" and belongs to nobody. */
function randomAddress(random: () => number): string {
  const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
  const tail = Array.from({ length: 52 }, () => alphabet[Math.floor(random() * 32)]).join('')
  return `tb1psample${tail}`
}

/** Numbers from 0 up to 1, the same for the same seed: a cipher's key stream, four bytes at a time. */
function seededRandom(seed: string): () => number {
  const key = createHash('sha256').update(seed).digest()
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  let stream = Buffer.alloc(0)
  let position = 0
  return () => {
    if (position === stream.length) {
      stream = cipher.update(Buffer.alloc(65_536))
      position = 0
    }
    position += 4
    return stream.readUInt32BE(position - 4) / 2 ** 32
  }
}
