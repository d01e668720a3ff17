import * as v from 'valibot'
import { Tip, TransactionDetails } from './chain.ts'
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
import { AddressTotals, Movement, Place } from './movement.ts'
import { DecodedRunestone } from './names.ts'
import { ForeseenRefusal } from './refusal.ts'
import { amount, RuneLabel } from './runeLabel.ts'

// What is not in a block yet. Nothing of this is ever said of a transaction that the index has.

const PendingMovement = v.object({
  type: Movement.entries.type,
  rune: RuneLabel,
  amount,
  from: Movement.entries.from,
  to: Movement.entries.to,
  output: Movement.entries.output,
  is_new: Movement.entries.is_new,
  receipts: optional(
    'Of a mint that goes to several outputs, what the first 20 get.',
    v.array(
      v.object({
        amount,
        to: optional('Its owner.', v.string()),
        output: string('<tx_id>:<vout>.'),
      }),
    ),
  ),
  receipt_count: optional('The number of these outputs.', wholeNumber),
  tx_id: Place.entries.tx_id,
})
export type PendingMovement = v.InferOutput<typeof PendingMovement>

export const Pending = object(
  'What the transactions of the mempool would do if the next block had them all. Etchings are left out.',
  {
    total: count('The number of movements, without change.'),
    counts: object('The number of movements of each type.', {
      transfers: count('The number of transfers.'),
      mints: count('The number of mints.'),
      burns: count('The number of burns.'),
    }),
    transactions: count('The number of transactions that have these movements.'),
    unread: count('The number of transactions of the mempool that are still to be read.'),
    skipped: count(
      'The number of transactions that are left out, because they ask for more than 20,000 moves, or all together for more than 200,000. Those that spend from them are left out too.',
    ),
    results: list(
      'The movements, at most 100, in an order in which a block may have them.',
      PendingMovement,
    ),
    newest_block: Tip,
  },
)
export type Pending = v.InferOutput<typeof Pending>

const txId = string('The id of the transaction.', { pattern: BARE_HASH })

const SpentInput = object('An output that a transaction spends.', {
  output: string('<transaction id>:<index>.'),
  address: optional('The owner, if it holds runes and has an address.', v.string()),
  rune_count: count('The number of runes that it holds.'),
  runes: list('What it holds, of at most 100 runes.', v.object({ rune: RuneLabel, amount })),
  made_by: optional(
    'The transaction that has the output; missing if the index does not have it.',
    Place,
  ),
  is_pending: flag('Whether that transaction is not in a block yet either.'),
  spent_by: optional('The transaction of a block that spent it since.', Place),
})
export type SpentInput = v.InferOutput<typeof SpentInput>

const { clauses, flow, flaw, runes, movements, counts } = TransactionDetails.entries

/** What a transaction would do, as that of a block says what it did. */
const OUTCOME = {
  movements,
  counts,
  rune_count: count('The number of runes that it would move.'),
  clauses,
  runes,
  flow,
  refusals: list(
    'The mint and the etching that the next block would refuse. Commitments to names are not checked.',
    ForeseenRefusal,
  ),
}

const PendingOutput = v.object({
  output: string('<tx_id>:<vout>.'),
  vout: count('The index of the output.'),
  address: optional('Its owner.', v.string()),
  rune: RuneLabel,
  amount,
})
export type PendingOutput = v.InferOutput<typeof PendingOutput>

export const PendingTransaction = object(
  'A transaction that is in no block of the index, and what it would do if it were mined next. What it etches is left out.',
  {
    tx_id: txId,
    state: describe(
      'pending: the node has it in its mempool. replaced: another transaction spends the same outputs. gone: the node had it, and has it no longer.',
      v.picklist(['pending', 'replaced', 'gone']),
    ),
    fee: optional('The fee in satoshis, if the node may be asked.', wholeNumber),
    virtual_size: optional('The size in virtual bytes.', wholeNumber),
    fee_rate: optional(
      'The fee in satoshis a virtual byte, cut off after two decimals.',
      v.string(),
      { pattern: FEE_RATE },
    ),
    seen_since: optional('Since when the node has it, in Unix seconds.', wholeNumber),
    seen_until: optional('When the node was found to have it no longer.', wholeNumber),
    is_replaceable: optional(
      'Whether it signals that it may be replaced by one with a higher fee (BIP 125). Nodes may also replace others.',
      v.boolean(),
    ),
    waits_for: list('The unconfirmed transactions that it spends from, at most 25.', txId),
    waits_for_count: count('The number of these transactions.'),
    replaced_by: optional('The transaction that spends the same outputs.', txId),
    replaced_in: optional('The block of that transaction, if it is in one.', wholeNumber),
    outcome: describe(
      'known: what follows is what it would do. skipped: it, or one that it spends from, asks for too many moves. waiting: it is not worked out yet. none: it is no longer in the mempool.',
      v.picklist(['known', 'skipped', 'waiting', 'none']),
    ),
    flaw,
    ...OUTCOME,
    results: list('The first 100 movements, without change.', PendingMovement),
    changes: list('The first 100 movements of change.', PendingMovement),
    by_address: list(
      'What each address would get and give, a rune an entry, at most 100.',
      AddressTotals,
    ),
    by_address_total: count('The number of these entries.'),
    outputs: list('What its outputs would hold, a rune an entry, at most 100.', PendingOutput),
    outputs_total: count('The number of these entries.'),
    runestone: optional('What its runestone says; missing if it has none.', DecodedRunestone),
    inputs: list('The outputs that it spends, at most 50.', SpentInput),
    input_count: count('The number of outputs that it spends.'),
    newest_block: Tip,
  },
)
export type PendingTransaction = v.InferOutput<typeof PendingTransaction>

export const Spends = object('Which outputs transactions of the mempool spend.', {
  results: list(
    'Those of the outputs that are being spent.',
    v.object({ output: string('<transaction id>:<index>.'), tx_id: txId }),
  ),
  newest_block: Tip,
})
export type Spends = v.InferOutput<typeof Spends>

export const DecodedTransaction = object(
  'What a raw transaction or the script of a runestone says, and what the transaction would do if the next block had it.',
  {
    kind: v.picklist(['transaction', 'script']),
    bytes: count('Its length.'),
    tx_id: optional('The id of the transaction.', v.string()),
    output_count: optional('The number of its outputs.', wholeNumber),
    runestone: optional('What its runestone says; missing if it has none.', DecodedRunestone),
    runestone_output: optional('The output that has it.', wholeNumber),
    runestone_start: optional('Where its script begins in the bytes that were sent.', wholeNumber),
    outcome: optional(
      'What it would do. Commitments to names are not looked at, and what it etches is left out. Missing for a script.',
      v.object({
        state: describe(
          'known: what follows is what it would do. skipped: it asks for more than 20,000 moves. impossible: an input is spent, so no block can have it. confirmed: the index has it.',
          v.picklist(['known', 'skipped', 'impossible', 'confirmed']),
        ),
        ...OUTCOME,
        results: list('The first 100 movements, without change.', PendingMovement),
        mint: optional(
          'Which of the mints of its rune it would be, if no other transaction comes first.',
          v.object({
            number: string('Counted from 1.', { pattern: '^[0-9]+$' }),
            cap: string('How many there can be.', { pattern: '^[0-9]+$' }),
          }),
        ),
      }),
    ),
    inputs: list('The outputs that it spends, at most 50.', SpentInput),
    input_count: count('The number of outputs that it spends.'),
    newest_block: Tip,
  },
)
export type DecodedTransaction = v.InferOutput<typeof DecodedTransaction>
