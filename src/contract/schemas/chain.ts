import * as v from 'valibot'
import { BARE_HASH, describe, wholeNumber } from './fields.ts'
import { MovementCounts, Place, RuneTotals } from './movement.ts'
import { pageOf } from './page.ts'
import { amount, RuneLabel } from './rune.ts'

const hash = describe(v.string(), 'The hash, without 0x.', { pattern: BARE_HASH })

export const BlockSummary = describe(
  v.object({
    block_height: describe(wholeNumber, 'The height.'),
    block_hash: hash,
    timestamp: describe(wholeNumber, 'The time in Unix seconds.'),
    transactions: describe(wholeNumber, 'The number of transactions that moved runes.'),
    movements: describe(wholeNumber, 'The number of movements, without change.'),
    counts: MovementCounts,
    records: describe(wholeNumber, 'The number of records.'),
    runes: describe(v.optional(wholeNumber), 'The number of runes that moved; not in lists.'),
  }),
  'A block and its figures.',
)
export type BlockSummary = v.InferOutput<typeof BlockSummary>

export const BlockPage = pageOf(BlockSummary, 'A page of the blocks, newest first.', 'blocks')
export type BlockPage = v.InferOutput<typeof BlockPage>

export const BlockDetails = describe(
  v.object({
    ...BlockSummary.entries,
    confirmations: describe(wholeNumber, 'The number of blocks from this one to the newest.'),
    previous: describe(v.optional(wholeNumber), 'The height before, if the index has it.'),
    next: describe(v.optional(wholeNumber), 'The height after, if the index has it.'),
    strata: describe(
      v.array(
        v.tuple([
          describe(wholeNumber, 'transfers'),
          describe(wholeNumber, 'mints'),
          describe(wholeNumber, 'burns'),
          describe(wholeNumber, 'etchings'),
        ]),
      ),
      'The numbers of transfers, mints, burns and etchings in equal parts of the block, at most 120, in order.',
    ),
    strata_step: describe(wholeNumber, 'How many transactions of the block a part covers.'),
  }),
  'A block, its figures and its neighbours.',
)
export type BlockDetails = v.InferOutput<typeof BlockDetails>

/** What one sender, or the minting, of one rune did in a transaction: a clause of its sentence. */
const Clause = describe(
  v.object({
    verb: describe(
      v.picklist(['etched', 'minted', 'sent', 'burned', 'moved']),
      'What happened. moved: it only came back to its owner.',
    ),
    from: describe(v.optional(v.string()), 'Who did it, if it was one address.'),
    from_count: describe(wholeNumber, 'How many addresses did it.'),
    rune: RuneLabel,
    amount,
    to: describe(v.optional(v.string()), 'Who got it, if it was one address.'),
    to_count: describe(wholeNumber, 'How many addresses got it.'),
    outputs: describe(wholeNumber, 'How many outputs got it.'),
  }),
  'A part of the sentence that says what a transaction did.',
)
export type Clause = v.InferOutput<typeof Clause>

export const FLAW_MEANINGS = {
  'edict-output': 'An edict names an output that the transaction does not have.',
  'edict-rune-id': 'An edict has an invalid rune id.',
  'invalid-script': 'The script of the runestone is invalid.',
  opcode: 'The script of the runestone has an opcode that pushes no data.',
  'supply-overflow': 'The supply would exceed 128 bits.',
  'trailing-integers': 'Integers follow the last complete edict.',
  'truncated-field': 'The last field has no value.',
  'unrecognized-even-tag': 'A field has an unknown or misplaced even tag.',
  'unrecognized-flag': 'An unknown flag is set.',
  varint: 'An integer is too long or breaks off.',
} as const

export const TransactionDetails = describe(
  v.object({
    place: Place,
    block_hash: hash,
    confirmations: describe(wholeNumber, 'The number of blocks from its own to the newest.'),
    movements: describe(wholeNumber, 'The number of movements, without change.'),
    counts: MovementCounts,
    records: describe(wholeNumber, 'The number of records.'),
    flaw: describe(
      v.optional(v.string()),
      'Why its runestone is malformed: a cenotaph. Missing if it is not.',
    ),
    previous: describe(v.optional(v.string()), 'The transaction before it that moved runes.'),
    next: describe(v.optional(v.string()), 'The transaction after it that moved runes.'),
    clauses: describe(v.array(Clause), 'What it did, a rune after the other.'),
    runes: describe(v.array(RuneTotals), 'What happened to each rune.'),
    flow: describe(
      v.array(
        v.object({
          rune: RuneLabel,
          amount,
          from: v.optional(v.string()),
          to: v.optional(v.string()),
          source: v.picklist(['address', 'minted', 'premined', 'no-address']),
          target: v.picklist(['address', 'burned', 'no-address']),
          outputs: describe(wholeNumber, 'How many outputs it covers.'),
        }),
      ),
      'Who gave how much to whom, change included: of each rune the largest first, at most 100.',
    ),
    flow_total: describe(wholeNumber, 'The number of all such pairs.'),
  }),
  'A transaction, its figures, its neighbours in the block, and what it did.',
)
export type TransactionDetails = v.InferOutput<typeof TransactionDetails>

/** Which data a service has. Counts are of all that it has. */
export const About = describe(
  v.object({
    version: describe(v.string(), 'The version of the service.'),
    network: describe(v.string(), 'The Bitcoin network: main, test, testnet4, signet or regtest.'),
    source: describe(
      v.picklist(['node', 'bundled', 'demo']),
      'Where the blocks come from: a Bitcoin node, the blocks that Cairn brings, or the demo chain.',
    ),
    coverage: describe(
      v.optional(
        v.object({
          from: describe(wholeNumber, 'The first block of the index.'),
          to: describe(wholeNumber, 'The newest block of the index.'),
          is_complete: describe(v.boolean(), 'Whether it begins where runes begin.'),
        }),
      ),
      'From which block to which the index goes; missing if it has none.',
    ),
    tip: describe(
      v.optional(
        v.object({
          block_height: wholeNumber,
          block_hash: hash,
          timestamp: describe(wholeNumber, 'The time of the block in Unix seconds.'),
        }),
      ),
      'The newest block of the index.',
    ),
    indexing: describe(
      v.optional(
        v.object({
          block_height: describe(wholeNumber, 'The newest block that is indexed.'),
          target: describe(wholeNumber, 'The newest block of the node.'),
        }),
      ),
      'How far the first pass is, while rune data cannot be read yet.',
    ),
    has_node: describe(v.boolean(), 'Whether the service can ask a node for transactions.'),
    runes: describe(wholeNumber, 'The number of runes.'),
    addresses: describe(wholeNumber, 'The number of addresses that ever held runes.'),
    transactions: describe(wholeNumber, 'The number of transactions that moved runes.'),
    records: describe(wholeNumber, 'The number of records.'),
    tokens: describe(
      v.object({
        total: describe(wholeNumber, 'The number of tokens.'),
        snapshot_date: describe(
          v.optional(v.string()),
          'The date of the bundled snapshot that some come from.',
          { format: 'date' },
        ),
        has_service: describe(v.boolean(), 'Whether a token service is asked for newer data.'),
      }),
      'The tokens.',
    ),
    examples: describe(
      v.object({
        token: v.optional(v.string()),
        token_name: v.optional(v.string()),
        block: v.optional(v.string()),
        transaction: v.optional(v.string()),
        rune: v.optional(v.string()),
        rune_name: v.optional(v.string()),
        address: v.optional(v.string()),
        output: v.optional(v.string()),
      }),
      'One of each that the service has.',
    ),
    verified: describe(
      v.optional(
        v.object({
          block_height: wholeNumber,
          at: describe(wholeNumber, 'Unix seconds.'),
          runes: wholeNumber,
        }),
      ),
      'The last time that `cairn verify` proved the index.',
    ),
  }),
  'The data that the service has.',
)
export type About = v.InferOutput<typeof About>

export const RunesStatus = describe(
  v.object({
    server_version: describe(v.string(), 'The name and version of the service.'),
    status: describe(v.picklist(['ready', 'indexing']), 'Whether rune data can be read.'),
    block_height: describe(
      v.optional(wholeNumber),
      'The height of the newest block in the index; missing if there is none.',
    ),
    target_height: describe(
      v.optional(wholeNumber),
      'While the index is being built: the height of the newest block of the node.',
    ),
  }),
  'The status of the service.',
)
