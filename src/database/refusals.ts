import { bytes, int, nullable, table, text } from './table.ts'

/** What a runestone asked for and did not get. A transaction has at most one row of each part. */
export const refusals = table(
  'refusals',
  { key: ['height', 'tx_index', 'part'] },
  {
    height: int,
    tx_index: int,
    part: int,
    txid: bytes,
    reason: int,
    /** Why the runestone is malformed, if it is. */
    flaw: nullable(text),
    /** The id of the rune of a mint. It may name a block that no chain will have. */
    rune: nullable(text),
    /** The name of an etching, with its spacers. */
    name: nullable(text),
    /** Of a commitment that is too young: how many confirmations it had. */
    confirmations: nullable(int),
    /** The owner of the output that would have received: the one of the pointer, else the first. */
    address: nullable(text),
  },
)

/** The values of `refusals.part`. */
export const REFUSED_PARTS = { mint: 0, etching: 1 } as const
export type RefusedPart = keyof typeof REFUSED_PARTS

/** Of a row of `refusals`: the condition of a partial index. */
export const IS_REFUSED_MINT = `part = ${REFUSED_PARTS.mint}`

export const REFUSAL_INDEXES = [
  'CREATE INDEX IF NOT EXISTS refusals_txid ON refusals (txid)',
  `CREATE INDEX IF NOT EXISTS refusals_address ON refusals (address, height, tx_index, part)
    WHERE address IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS refusals_rune ON refusals (rune, height, tx_index)
    WHERE ${IS_REFUSED_MINT}`,
]

/** The values of `refusals.reason`. */
export const REFUSAL_CODES = {
  /** The rune is older than the index, which cannot say whether the mint got anything. */
  'older-rune': 0,
  'unknown-rune': 1,
  /** The transaction mints the rune that it etches. */
  'own-rune': 2,
  'cenotaph-rune': 3,
  /** The rune has no terms, or no cap. */
  'no-mint': 4,
  /** Its terms end before they start. */
  'never-open': 5,
  'before-start': 6,
  'after-end': 7,
  'after-cap': 8,
  'name-locked': 9,
  'name-reserved': 10,
  'name-taken': 11,
  'no-commitment': 12,
  'young-commitment': 13,
} as const
export type RefusalReason = keyof typeof REFUSAL_CODES
