import { createCipheriv, createHash } from 'node:crypto'
import { SAMPLES } from '../../contract/samples.ts'
import type { ActivityLine, RuneLine } from './records.ts'

const RECORDS = 20_000
const U128_MAX = 2n ** 128n - 1n
// Eight zeros as every block hash has, then "SAMPLE" in ASCII, four times, and the height.
const BLOCK_HASH = `0x00000000${'53414d504c45'.repeat(4)}${SAMPLES.block_height.toString().slice(0, 8)}`

const RUNES: RuneLine[] = [
  sampleRune(1, 'SAMPLE•WHOLE•UNITS', 0),
  sampleRune(2, 'SAMPLE•MAX•DECIMALS', 38),
  sampleRune(3, 'SAMPLE•TWO•DECIMALS', 2),
]

type Event = Pick<ActivityLine, 'operation'> &
  Partial<Pick<ActivityLine, 'address' | 'receiver_address' | 'base_amount'>> & { vout?: number }

/**
 * A block of 20,000 records that is not on any chain: every operation, one unknown operation, burns
 * with and without an address, u128 amounts at 0 and at 38 decimals. The same every time, and true
 * to the ledger's rules: per output, received = sent + newly minted or premined.
 */
export function sampleBlock(): { runes: RuneLine[]; records: ActivityLine[] } {
  const random = seededRandom('Cairn sample block')
  const records: ActivityLine[] = []
  for (let txIndex = 1; records.length < RECORDS; txIndex++) {
    const rune = RUNES[(txIndex - 1) % RUNES.length]
    if (rune?.id === undefined) throw new Error('a sample rune has an id')
    const whole = transaction(txIndex, random)
    // A burn is one record: the last ones fill the block without cutting a transaction short.
    const events = whole.length > RECORDS - records.length ? burn(random) : whole
    for (const [index, event] of events.entries())
      records.push(record(rune.id, txIndex, index, event))
  }
  return { runes: RUNES, records }
}

function transaction(txIndex: number, random: () => number): Event[] {
  if (txIndex <= RUNES.length) return etching(random)
  // One large distribution, so that a sample transaction has many pages too.
  if (txIndex === 10) return transfer(random, 600)
  if (txIndex === 11)
    return [{ operation: 'transmute', address: address(random), base_amount: '1' }]
  const dice = random()
  if (dice < 0.35) return mint(random)
  if (dice < 0.45) return burn(random)
  return transfer(random, 1 + Math.floor(random() * 6))
}

function etching(random: () => number): Event[] {
  const premine = { base_amount: String(U128_MAX), vout: 0, address: address(random) }
  return [{ operation: 'etching' }, { operation: 'receive', ...premine }]
}

function mint(random: () => number): Event[] {
  const base_amount = amount(random)
  return [
    { operation: 'mint', base_amount },
    { operation: 'receive', base_amount, vout: 1, address: address(random) },
  ]
}

function burn(random: () => number): Event[] {
  const burned: Event = { operation: 'burn', base_amount: amount(random) }
  return random() < 0.5 ? [burned] : [{ ...burned, vout: 0, address: address(random) }]
}

/** One sender pays `outputs` receivers and keeps the change: a send to itself. */
function transfer(random: () => number, outputs: number): Event[] {
  const sender = address(random)
  const events: Event[] = []
  for (let vout = 1; vout <= outputs + 1; vout++) {
    const receiver = vout > outputs ? sender : address(random)
    const moved = { vout, base_amount: amount(random) }
    events.push({ operation: 'receive', address: receiver, ...moved })
    events.push({ operation: 'send', address: sender, receiver_address: receiver, ...moved })
  }
  return events
}

function record(runeId: string, txIndex: number, eventIndex: number, event: Event): ActivityLine {
  const { vout, ...fields } = event
  return {
    rune: { id: runeId },
    ...fields,
    event_index: eventIndex,
    location: {
      block_hash: BLOCK_HASH,
      block_height: SAMPLES.block_height,
      tx_id: `0x${createHash('sha256').update(`Cairn sample transaction ${txIndex}`).digest('hex')}`,
      tx_index: txIndex,
      timestamp: 1_767_225_600,
      ...(vout === undefined ? {} : { vout }),
    },
  }
}

function sampleRune(index: number, spacedName: string, divisibility: number): RuneLine {
  return {
    id: `${SAMPLES.block_height}:${index}`,
    number: 999_999_000 + index,
    name: spacedName.replaceAll('•', ''),
    spaced_name: spacedName,
    divisibility,
    symbol: '◬',
  }
}

/** Digits of any length up to a u128, short ones and the maximum among them. */
function amount(random: () => number): string {
  const dice = random()
  if (dice < 0.02) return String(U128_MAX)
  const digits = 1 + Math.floor(random() * 37)
  return Array.from(
    { length: digits },
    (_, place) => Math.floor(random() * 9) + (place === 0 ? 1 : 0),
  ).join('')
}

/** A testnet-like address that spells "sample" and belongs to nobody. */
function address(random: () => number): string {
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
