import * as v from 'valibot'
import { LeadingGroup } from './alike.ts'
import {
  BARE_HASH,
  count,
  describe,
  FEE_RATE,
  flag,
  list,
  object,
  optional,
  string,
  wholeNumber,
} from './fields.ts'
import { Follower } from './follower.ts'
import { MOVEMENT_TYPES, MovementCounts, Place, RuneTotals } from './movement.ts'
import { Refusal } from './refusal.ts'
import { amount, RuneLabel } from './runeLabel.ts'

const hash = string('The hash, without 0x.', { pattern: BARE_HASH })

/** What a response tells is true after this block, and later ones are estimated from it. */
export const Tip = object('The newest block of the index.', {
  block_height: count('The height.'),
  block_hash: hash,
  timestamp: count('The time in Unix seconds.'),
})
export type Tip = v.InferOutput<typeof Tip>

/** What an event tells. A parent that was not the newest block says that others were replaced. */
export const NewTip = v.object({ ...Tip.entries, parent_hash: v.optional(hash) })

/** What the other events tell, which come every 15 seconds, and when it changes. */
export const Ping = v.object({
  is_live: v.boolean(),
  follower: v.optional(Follower),
  token_follower: v.optional(Follower),
})
export type Ping = v.InferOutput<typeof Ping>

/** What an event tells of the tokens: a counter of the writes to them. */
export const NewTokens = v.object({ writes: wholeNumber })

export const BlockSummary = object('A block and its figures.', {
  ...Tip.entries,
  transactions: count('The number of transactions that moved runes.'),
  movements: count('The number of movements, without change.'),
  counts: MovementCounts,
  records: count('The number of records.'),
  runes: optional('The number of runes that moved; not in lists.', wholeNumber),
})
export type BlockSummary = v.InferOutput<typeof BlockSummary>

/** Of an index that begins late. */
const CoveredRunes = v.object({
  from: count('The block since which they were etched.'),
  also: optional('The older rune that it knows.', v.string()),
})
export type CoveredRunes = v.InferOutput<typeof CoveredRunes>

export const covers = optional(
  'Which runes its figures are about, if the index lacks those etched before.',
  CoveredRunes,
)

export const BlockDetails = object('A block, its figures and its neighbours.', {
  ...BlockSummary.entries,
  previous: optional('The height before, if the index has it.', wholeNumber),
  next: optional('The height after, if the index has it.', wholeNumber),
  previous_moving: optional(
    'Of a block without movements: the nearest height before that has some.',
    wholeNumber,
  ),
  next_moving: optional('The nearest height after that has some.', wholeNumber),
  leading: v.optional(LeadingGroup),
  groups: optional(
    'How many types and runes its movements have. Missing if it has more than 250,000 records.',
    wholeNumber,
  ),
  cenotaphs: count('The number of its transactions whose runestone is malformed.'),
  parts: list(
    'The numbers of transfers, mints, burns and etchings in equal parts of the block, at most 120, in order.',
    v.tuple([count('transfers'), count('mints'), count('burns'), count('etchings')]),
  ),
  part_size: count('How many transactions of the block a part covers.'),
  covers,
})
export type BlockDetails = v.InferOutput<typeof BlockDetails>

export const Clause = object('A part of the sentence that says what a transaction did.', {
  verb: describe(
    'What happened. moved: it only came back to its owner.',
    v.picklist(['etched', 'minted', 'sent', 'burned', 'moved']),
  ),
  is_new: optional('True if the burned units were new in this transaction.', v.boolean()),
  from: optional('Who did it, if it was one address.', v.string()),
  from_count: count('How many addresses did it.'),
  rune: RuneLabel,
  amount,
  to: optional('Who got it, if it was one address.', v.string()),
  to_count: count('How many addresses got it.'),
  outputs: count('How many outputs got it.'),
  outputs_without_address: count('How many of them have no address.'),
})
export type Clause = v.InferOutput<typeof Clause>

export const FLAW_MEANINGS = {
  'edict-output': 'An edict names an output that the transaction does not have.',
  'edict-rune-id': 'An edict has an invalid rune id.',
  'invalid-script': 'The script of the runestone is invalid.',
  opcode: 'The script of the runestone has an opcode that pushes no data.',
  'supply-overflow': 'The supply of the rune that it etches would exceed 128 bits.',
  'trailing-integers': 'Integers follow the last complete edict.',
  'truncated-field': 'The last field has no value.',
  'unrecognized-even-tag': 'A field with an even number is unknown, invalid or out of place.',
  'unrecognized-flag': 'A flag is set that is unknown or out of place.',
  varint: 'An integer is too long or breaks off.',
} as const

/** Why a runestone is malformed, in a sentence. */
export function flawText(flaw: string): string {
  return Object.entries(FLAW_MEANINGS).find(([name]) => name === flaw)?.[1] ?? flaw
}

/** Of a cenotaph, so many burns are named. */
export const MAX_NAMED_BURNS = 3

/** A cenotaph has no movements but burns, and an etching and a mint of which nobody gets units. */
export const CenotaphSummary = object('A transaction whose runestone is malformed.', {
  place: Place,
  flaw: string(`Why it is malformed: ${Object.keys(FLAW_MEANINGS).join(', ')}.`),
  movements: count('The number of its movements.'),
  burns: list(
    `The first burns, at most ${MAX_NAMED_BURNS}.`,
    v.object({
      rune: RuneLabel,
      amount,
      is_new: optional('True if the transaction minted the units.', v.boolean()),
    }),
  ),
  has_more_burns: flag('Whether there are more.'),
  etched: optional('The rune that it etched, which nobody can mint.', RuneLabel),
})
export type CenotaphSummary = v.InferOutput<typeof CenotaphSummary>

/** The receivers of a ribbon that are named. */
export const MAX_RIBBON_ADDRESSES = 12

const Ribbon = object('Equal amounts of a rune that one owner gave, or that were new.', {
  rune: RuneLabel,
  type: optional(
    'The type of the movements; missing if they have several.',
    v.picklist(MOVEMENT_TYPES),
  ),
  source: describe(
    'Who gave it: an address, an output without one, several of them, or nobody, because it is new.',
    v.picklist(['address', 'no-address', 'several', 'minted', 'premined']),
  ),
  from: optional('The address that gave it.', v.string()),
  amount,
  amount_each: optional('How much each got; missing if they got different amounts.', v.string()),
  amount_per_movement: optional(
    'What each of its transfers moved, if its giver made one to each receiver, and no other of as much.',
    v.string(),
  ),
  addresses: count('How many addresses got it; 0 if it was burned.'),
  outputs: count('In how many outputs.'),
  outputs_without_address: count('How many of these have no address.'),
  first: list(`The first ${MAX_RIBBON_ADDRESSES} of these addresses.`, v.string()),
})
export type Ribbon = v.InferOutput<typeof Ribbon>

export const TransactionDetails = object(
  'A transaction, its figures, its neighbours, and what it did.',
  {
    place: Place,
    block_hash: hash,
    movements: count('The number of movements, without change.'),
    counts: MovementCounts,
    records: count('The number of records.'),
    inputs: count('The number of entries of its list of inputs: each rune of each spent output.'),
    outputs: count('The number of entries of its list of outputs: each rune of each output.'),
    flaw: optional('Why its runestone is malformed: a cenotaph. Missing if it is not.', v.string()),
    refusals: list('What it asked for and did not get: a mint, an etching, or both.', Refusal),
    previous: optional('The transaction before it that moved runes.', v.string()),
    next: optional('The transaction after it that moved runes.', v.string()),
    rune_count: optional(
      'The number of runes that it moved. Missing if it has so many records that they are not summed: then clauses, runes and flow are empty.',
      wholeNumber,
    ),
    groups: optional('How many groups its movements have. Missing like rune_count.', wholeNumber),
    clauses: list(
      'What it did, a rune after the other: of the 100 runes with the most movements. Those of which it only minted what was burned at once come last.',
      Clause,
    ),
    runes: list('What happened to each of these runes.', RuneTotals),
    flow: list(
      'Who gave how much to whom, of the five runes with the most movements: for each at most eight ribbons, the largest first and change last.',
      Ribbon,
    ),
  },
)
export type TransactionDetails = v.InferOutput<typeof TransactionDetails>

/** What the node tells of a transaction of a block. */
export const TransactionFee = object('What a transaction paid, its size, and who paid.', {
  fee: optional('The fee in satoshis; missing for a coinbase.', wholeNumber),
  virtual_size: count('The size in virtual bytes.'),
  fee_rate: optional(
    'The fee in satoshis a virtual byte, cut off after two decimals.',
    v.string(),
    {
      pattern: FEE_RATE,
    },
  ),
  payer: optional(
    'The address that owned all outputs that it spends. Missing if they had several owners, or one without an address.',
    v.string(),
  ),
})
export type TransactionFee = v.InferOutput<typeof TransactionFee>

export const About = object('The data that the service has.', {
  version: string('The version of the service.'),
  network: string('The Bitcoin network: main, test, testnet4, signet or regtest.'),
  source: describe(
    'Where the blocks come from: a Bitcoin node, the blocks that Cairn brings, or the demo chain.',
    v.picklist(['node', 'bundled', 'demo']),
  ),
  coverage: optional(
    'From which block to which the index goes; missing if it has none.',
    v.object({
      from: count('The first block of the index.'),
      to: count('The newest block of the index.'),
      is_complete: flag('Whether it begins where runes begin.'),
    }),
  ),
  tip: optional('The newest block of the index.', Tip),
  indexing: optional(
    'How far the first pass is, while rune data cannot be read yet.',
    v.object({
      block_height: count('The newest block that is indexed.'),
      target: count('The newest block of the node.'),
    }),
  ),
  is_live: flag(
    'Whether the index follows a Bitcoin node now, and lacks at most two of its blocks.',
  ),
  follower: optional('Missing if the index never followed a Bitcoin node.', Follower),
  runes: count('The number of runes.'),
  addresses: count('The number of addresses that ever held runes.'),
  transactions: count('The number of transactions that moved runes.'),
  records: count('The number of records.'),
  tokens: object('The tokens.', {
    total: count('The number of tokens.'),
    with_supply: count('The number of tokens whose supply is known.'),
    with_metadata: count('The number of tokens whose metadata is known.'),
    snapshot_date: optional(
      'The date of the bundled snapshot, while there are tokens of it.',
      v.string(),
      {
        format: 'date',
      },
    ),
    network: optional(
      'The Stacks network of the node that tokens are read from: mainnet or testnet; missing if there is none.',
      v.string(),
    ),
    follower: optional('Missing if the tokens never followed a Stacks node.', Follower),
    documents: optional(
      'How many of the documents that tokens point to have been read; missing if Cairn reads none.',
      v.object({ read: wholeNumber, total: wholeNumber }),
    ),
  }),
  examples: object('One of each that the service has, by the names of parameters.', {
    principal: v.optional(v.string()),
    token_name: v.optional(v.string()),
    block: v.optional(v.string()),
    tx_id: v.optional(v.string()),
    rune: v.optional(v.string()),
    rune_name: v.optional(v.string()),
    address: v.optional(v.string()),
    output: v.optional(v.string()),
    spent_output: v.optional(v.string()),
  }),
  verified: optional(
    'The last time that `cairn verify` proved the index.',
    v.object({
      block_height: wholeNumber,
      at: count('Unix seconds.'),
      runes: wholeNumber,
    }),
  ),
})
export type About = v.InferOutput<typeof About>

export const RunesStatus = object('The status of the service.', {
  server_version: string('The name and version of the service.'),
  status: describe('Whether rune data can be read.', v.picklist(['ready', 'indexing'])),
  block_height: optional('The newest block of the index; missing if there is none.', wholeNumber),
  target_height: optional('While indexing: the newest block of the node.', wholeNumber),
})
