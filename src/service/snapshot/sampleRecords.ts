import { createCipheriv, createHash } from 'node:crypto'
import { SAMPLES } from '../../contract/samples.ts'
import type { ImportedRecord, ImportedRune } from '../import/readLine.ts'

/** A record without its rune and its place in the block. */
export type Event = Partial<ImportedRecord> & Pick<ImportedRecord, 'operation'>
/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number
export type SampleRune = ImportedRune & { id: string; divisibility: number }

// Eight zeros, as at the start of every block hash, then "SAMPLE" in ASCII four times, then the height.
const BLOCK_HASH = `00000000${'53414d504c45'.repeat(4)}${SAMPLES.block_height.toString().slice(0, 8)}`
const TIMESTAMP = 1_767_225_600
const PLACE = 'the sample block'
// More than the samples need. Reading past the end throws an error.
const STREAM_BYTES = 4_000_000

/** A rune that was etched in transaction `txIndex` of the sample block. */
export function sampleRune(
  txIndex: number,
  facts: Pick<SampleRune, 'number' | 'spaced_name' | 'divisibility' | 'etching'>,
): SampleRune {
  const location = {
    block_hash: BLOCK_HASH,
    block_height: SAMPLES.block_height,
    tx_id: transactionId(txIndex),
    tx_index: txIndex,
    timestamp: TIMESTAMP,
  }
  return {
    ...facts,
    id: `${SAMPLES.block_height}:${txIndex}`,
    name: facts.spaced_name?.replaceAll('•', '') ?? '',
    symbol: '◬',
    etching: { ...location, ...facts.etching },
    place: PLACE,
  }
}

/** The records of a transaction of the sample block. */
export function recordsOf(txIndex: number, rune: SampleRune, events: Event[]): ImportedRecord[] {
  return events.map((event, event_index) => ({
    amount: undefined,
    output: undefined,
    ...event,
    rune,
    rune_id: rune.id,
    block_hash: BLOCK_HASH,
    block_height: SAMPLES.block_height,
    tx_id: transactionId(txIndex),
    tx_index: txIndex,
    event_index,
    timestamp: TIMESTAMP,
    place: PLACE,
  }))
}

function transactionId(txIndex: number): string {
  return createHash('sha256').update(`Cairn sample transaction ${txIndex}`).digest('hex')
}

/** An address in testnet style that contains "sample" and belongs to nobody. */
export function randomAddress(random: Random): string {
  const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
  const tail = Array.from({ length: 52 }, () => alphabet[Math.floor(random() * 32)])
  return `tb1psample${tail.join('')}`
}

/** Returns the same numbers for the same seed: the key stream of a cipher, four bytes at a time. */
export function seededRandom(seed: string): Random {
  const key = createHash('sha256').update(seed).digest()
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  const stream = cipher.update(Buffer.alloc(STREAM_BYTES))
  let position = 0
  return () => {
    position += 4
    return stream.readUInt32BE(position - 4) / 2 ** 32
  }
}
