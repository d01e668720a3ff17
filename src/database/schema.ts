import { highlights } from './highlights.ts'
import { KINDS, type KindName } from './kinds.ts'
import { REFUSAL_INDEXES, refusals } from './refusals.ts'
import { bytes, type Columns, int, long, nullable, table, text } from './table.ts'

/** Changes whenever the tables or the meaning of their rows change. There are no migrations. */
export const SCHEMA_VERSION = '21'

/** A reorganisation of more blocks than this stops the index: what is further below the newest block is final. */
export const MAX_REORGANISATION = 200

/** Facts about a part: its version, what filled it, how often it was written. */
export const meta = table(
  'meta',
  { key: ['part', 'name'] },
  { part: text, name: text, value: text },
)

/** The number of records of each kind (see kinds.ts) that an address can have. */
const ADDRESS_COUNTS = {
  burns: int,
  transfers: int,
  changes: int,
  change_receives: int,
  receives: int,
  mint_receives: int,
  premine_receives: int,
  mixed_receives: int,
}

/** The number of records of each kind. */
const COUNTS = {
  ...ADDRESS_COUNTS,
  etchings: int,
  mints: int,
} satisfies Record<KindName, Columns[string]>

// Ids are counters without gaps, in the order of the chain, so that a reorganisation cuts their ends off. Only
// those of records may exceed 32 bits: a block can make a hundred million.
// Amounts are raw digits. Hashes are in the order in which they are shown.

export const blocks = table(
  'blocks',
  { key: ['height'] },
  {
    height: int,
    hash: bytes,
    /** Unix seconds: its own, and the greatest so far, whose UTC day is the block's day. */
    timestamp: long,
    latest_timestamp: long,
    /** The ids that follow the block's last transaction, address, rune and record. */
    next_tx: int,
    next_address: int,
    next_rune: int,
    next_record: long,
    /** The number of movements up to here, without change, and of the burns among them. */
    all_movements: long,
    all_burns: long,
    ...COUNTS,
  },
)

/** Transactions with records. */
export const txs = table(
  'txs',
  { key: ['id'] },
  {
    id: int,
    txid: bytes,
    height: int,
    tx_index: int,
    first_record: long,
    records: int,
    /** Why its runestone is malformed, if it is. */
    flaw: nullable(text),
  },
)

/** Addresses with records. */
export const addresses = table(
  'addresses',
  { key: ['id'] },
  {
    id: int,
    address: text,
    ...ADDRESS_COUNTS,
    /** How many runes it holds, and how many rows of `outputs` are its own and unspent. */
    runes: int,
    outputs: int,
  },
)

export const runes = table(
  'runes',
  {
    key: ['id'],
    indexes: [
      'CREATE UNIQUE INDEX IF NOT EXISTS runes_etching ON runes (height, tx_index)',
      'CREATE UNIQUE INDEX IF NOT EXISTS runes_name ON runes (name)',
      `CREATE INDEX IF NOT EXISTS runes_next_state ON runes (next_state_at)
        WHERE next_state_at IS NOT NULL`,
    ],
  },
  {
    id: int,
    /** The etching: height and tx_index are the rune's id on Bitcoin. The first rune has no transaction. */
    height: int,
    tx_index: int,
    tx: nullable(int),
    name: text,
    spaced_name: text,
    divisibility: int,
    /** A code point. */
    symbol: nullable(int),
    turbo: int,
    cenotaph: int,
    premine: text,
    /** The address that paid for the commitment to its name, if that is known. It may have no row in addresses. */
    payer: nullable(text),
    /** Whether it has terms, as etched. Heights and offsets may be as large as 2^64. */
    has_terms: int,
    terms_amount: nullable(text),
    terms_cap: nullable(text),
    terms_height_start: nullable(text),
    terms_height_end: nullable(text),
    terms_offset_start: nullable(text),
    terms_offset_end: nullable(text),
    /** From here on: figures after the newest block. */
    minted: text,
    /** Mints by cenotaphs too, which are burns. */
    mint_count: int,
    /** The height of the block of the newest mint; -1 before the first. */
    newest_mint: int,
    burned: text,
    holders: int,
    /** Of the holders: [digits of the balance, holders, sum of their balances], as JSON. See balanceSizes.ts. */
    balance_sizes: text,
    /** The blocks after which it had so many holders for the first time. */
    holders_100_at: nullable(int),
    holders_1000_at: nullable(int),
    holders_10000_at: nullable(int),
    /** The block that reached half of the cap, unless it reached all of it. */
    half_minted_at: nullable(int),
    /** What outputs without an address hold. */
    without_address: text,
    movements: int,
    day_movements: int,
    /** Whether the next block can mint it: see mintStates.ts. */
    mint_state: int,
    /** Billionths of the cap that are minted; -1 without a cap. */
    mint_progress: int,
    /** The block in which the state changes by itself, if there is one. */
    next_state_at: nullable(int),
    ...COUNTS,
  },
)

/** The records of the API, oldest first; those of a transaction are consecutive. */
export const ledger = table(
  'ledger',
  { key: ['id'] },
  {
    id: long,
    tx: int,
    kind: int,
    rune: int,
    /** Whose record it is. */
    address: nullable(int),
    receiver: nullable(int),
    amount: nullable(text),
    vout: nullable(int),
    /** How much of the amount was minted or premined here, and how much came from the receiver itself. */
    fresh: nullable(text),
    change: nullable(text),
    /** Positions count the records, and the movements among them, of the rune and of the address. */
    rune_position: int,
    rune_movement: nullable(int),
    address_position: nullable(int),
    address_movement: nullable(int),
  },
)

/** Outputs that hold or held runes. */
export const outputs = table(
  'outputs',
  { key: ['tx', 'vout', 'rune'] },
  {
    tx: int,
    vout: int,
    rune: int,
    address: nullable(int),
    amount: text,
    /** The transaction that spent it. */
    spender: nullable(int),
  },
)

/** What addresses hold or held. */
export const balances = table(
  'balances',
  { key: ['address', 'rune'] },
  {
    address: int,
    rune: int,
    /** Raw, and with the divisibility applied, to compare runes. Both are sortable (see sortableAmount.ts). */
    amount: text,
    shown_amount: text,
    records: int,
    movements: int,
  },
)

/** What a day or a block changed. */
const PERIOD = {
  movements: int,
  mints: int,
  minted: text,
  transfers: int,
  transferred: text,
  burns: int,
  burned: text,
  /** At its end. */
  holders: int,
  supply: text,
}

/** `day` is a UTC day, in days since 1970. */
export const runeDays = table(
  'rune_days',
  { key: ['rune', 'day'] },
  { rune: int, day: int, ...PERIOD },
)

/** About three days: so many first blocks of a rune have rows in `rune_blocks`, from its etching or that of the index on. */
export const FIRST_BLOCKS = 432

export const runeBlocks = table(
  'rune_blocks',
  { key: ['rune', 'height'] },
  { rune: int, height: int, ...PERIOD },
)

/** Two runes whose names look alike (see indexer/alikeNames.ts), in both directions. */
export const runeAlike = table('rune_alike', { key: ['rune', 'other'] }, { rune: int, other: int })

/** The rows that each of the last blocks replaced, as JSON. A block with many records was written in parts. */
export const undo = table(
  'undo',
  { key: ['height', 'part'] },
  { height: int, part: int, replaced: text },
)

export const RUNE_TABLES = [
  blocks,
  txs,
  addresses,
  runes,
  ledger,
  outputs,
  balances,
  runeDays,
  runeBlocks,
  runeAlike,
  refusals,
  highlights,
  undo,
] as const

/** Of a row of `blocks`: the condition of a partial index. */
export const HAS_MOVEMENTS = 'etchings + mints + burns + transfers > 0'

/** Of a row of `ledger`: the condition of a partial index. SQLite uses it only where a query has the same words. */
export const IS_SORTED_BY_AMOUNT = `kind IN (${KINDS.burns}, ${KINDS.transfers})`

/** Of a row of `ledger`: the condition of a partial index. */
export const IS_BURN = `kind = ${KINDS.burns}`

/** Of a row of `txs`: the condition of a partial index. */
export const IS_CENOTAPH = 'flaw IS NOT NULL'

/** What only readers need. The first pass goes without, and may be stopped after some. */
export const RUNE_INDEXES = [
  ...REFUSAL_INDEXES,
  'CREATE INDEX IF NOT EXISTS blocks_hash ON blocks (hash)',
  'CREATE INDEX IF NOT EXISTS blocks_latest_timestamp ON blocks (latest_timestamp, height)',
  `CREATE INDEX IF NOT EXISTS blocks_moving ON blocks (height) WHERE ${HAS_MOVEMENTS}`,
  'CREATE UNIQUE INDEX IF NOT EXISTS txs_txid ON txs (txid)',
  `CREATE INDEX IF NOT EXISTS txs_cenotaphs ON txs (id, flaw) WHERE ${IS_CENOTAPH}`,
  'CREATE UNIQUE INDEX IF NOT EXISTS addresses_address ON addresses (address)',
  `CREATE INDEX IF NOT EXISTS ledger_burns ON ledger (id) WHERE ${IS_BURN}`,
  `CREATE INDEX IF NOT EXISTS ledger_burned_at ON ledger (tx, vout, id)
    WHERE kind = ${KINDS.burns} AND vout IS NOT NULL`,
  'CREATE INDEX IF NOT EXISTS ledger_rune ON ledger (rune, rune_position)',
  `CREATE INDEX IF NOT EXISTS ledger_rune_movement ON ledger (rune, rune_movement)
    WHERE rune_movement IS NOT NULL`,
  'CREATE INDEX IF NOT EXISTS ledger_rune_kind ON ledger (rune, kind, id)',
  `CREATE INDEX IF NOT EXISTS ledger_rune_amount ON ledger (rune, kind, length(amount), amount, id)
    WHERE ${IS_SORTED_BY_AMOUNT}`,
  `CREATE INDEX IF NOT EXISTS ledger_address ON ledger (address, address_position)
    WHERE address IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS ledger_address_movement ON ledger (address, address_movement)
    WHERE address_movement IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS ledger_address_kind ON ledger (address, kind, id)
    WHERE address IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS ledger_address_rune ON ledger (address, rune, kind, id)
    WHERE address IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS outputs_unspent ON outputs (address, tx, vout, rune)
    WHERE spender IS NULL`,
  `CREATE INDEX IF NOT EXISTS outputs_spent ON outputs (spender, tx, vout, rune)
    WHERE spender IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS balances_holders ON balances (rune, amount DESC, address)
    WHERE amount > '00'`,
  `CREATE INDEX IF NOT EXISTS balances_runes ON balances (address, shown_amount DESC, rune)
    WHERE amount > '00'`,
  'CREATE INDEX IF NOT EXISTS runes_holders ON runes (holders, id, mint_state)',
  'CREATE INDEX IF NOT EXISTS runes_movements ON runes (movements, id, mint_state)',
  'CREATE INDEX IF NOT EXISTS runes_day_movements ON runes (day_movements, id, mint_state)',
  'CREATE INDEX IF NOT EXISTS runes_mint_progress ON runes (mint_progress, id, mint_state)',
  'CREATE INDEX IF NOT EXISTS runes_newest_mint ON runes (newest_mint, id, mint_state)',
  'CREATE INDEX IF NOT EXISTS runes_mint_state ON runes (mint_state, id)',
  'CREATE INDEX IF NOT EXISTS runes_payer ON runes (payer, id) WHERE payer IS NOT NULL',
  'CREATE INDEX IF NOT EXISTS runes_symbol ON runes (symbol) WHERE symbol IS NOT NULL',
]
