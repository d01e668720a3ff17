import * as v from 'valibot'
import { describe, wholeNumber } from './fields.ts'
import { amount, RuneLabel } from './rune.ts'
import { NewestBlock } from './runeDetails.ts'

export const NameUnlocks = describe(
  v.object({
    lowest: describe(
      v.string(),
      'The first name of the shortest length that the next block can etch; within a length, names are unlocked from Z to A.',
    ),
    unlocks: describe(
      v.array(
        v.object({
          length: describe(wholeNumber, 'The length of names.'),
          height: describe(wholeNumber, 'The first block that can etch all names of this length.'),
        }),
      ),
      'When the next lengths of names are unlocked completely.',
    ),
    newest_block: NewestBlock,
  }),
  'Which names the next block can etch, and when shorter ones are unlocked.',
)
export type NameUnlocks = v.InferOutput<typeof NameUnlocks>

export const NameStatus = describe(
  v.object({
    name: describe(v.string(), 'The name without spacers.'),
    status: describe(
      v.picklist(['free', 'taken', 'locked', 'reserved']),
      'free: the next block can etch it. taken: a rune has it. locked: it can be etched from unlock_height on. reserved: nobody can choose it.',
    ),
    rune: describe(v.optional(RuneLabel), 'The rune that has it.'),
    unlock_height: describe(
      v.optional(wholeNumber),
      'The first block that can etch it, if it is locked.',
    ),
    ...NameUnlocks.entries,
  }),
  'Whether a name can be etched.',
)
export type NameStatus = v.InferOutput<typeof NameStatus>

const terms = v.object({
  amount: v.optional(v.string()),
  cap: v.optional(v.string()),
  height_start: v.optional(v.string()),
  height_end: v.optional(v.string()),
  offset_start: v.optional(v.string()),
  offset_end: v.optional(v.string()),
})

export const DecodedRunestone = describe(
  v.object({
    tx_id: v.optional(describe(v.string(), 'The transaction, if one was asked for.')),
    script: describe(v.string(), 'The script of the runestone in hex.'),
    flaw: describe(
      v.optional(v.string()),
      'Why it is malformed: a cenotaph. Missing if it is not.',
    ),
    flaw_meaning: describe(v.optional(v.string()), 'The same in a sentence.'),
    etching: describe(
      v.optional(
        v.object({
          name: v.optional(v.string()),
          spaced_name: v.optional(v.string()),
          divisibility: v.optional(wholeNumber),
          symbol: v.optional(v.string()),
          premine: v.optional(v.string()),
          turbo: v.boolean(),
          terms: v.optional(terms),
        }),
      ),
      'The etching, as written: amounts are raw digits.',
    ),
    mint: describe(v.optional(v.string()), 'The id of the rune that it mints.'),
    pointer: describe(v.optional(wholeNumber), 'The output for what is not allocated.'),
    edicts: describe(
      v.array(
        v.object({
          id: describe(v.string(), 'The rune; 0:0 is the one that is etched here.'),
          rune: v.optional(RuneLabel),
          amount: describe(v.string(), 'Raw digits. 0 means everything.'),
          shown_amount: v.optional(amount),
          output: describe(
            wholeNumber,
            'The output; the number of outputs means all that are not OP_RETURN.',
          ),
        }),
      ),
      'The edicts, at most 1,000.',
    ),
    edict_count: describe(wholeNumber, 'The number of edicts.'),
    outputs: describe(wholeNumber, 'The number of outputs of the transaction.'),
  }),
  'What a runestone says, which is not what happened: mints can be closed and balances missing.',
)
export type DecodedRunestone = v.InferOutput<typeof DecodedRunestone>
