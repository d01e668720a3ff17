import * as v from 'valibot'
import { Tip } from './chain.ts'
import { count, describe, flag, list, object, optional, string, wholeNumber } from './fields.ts'
import { amount, RuneLabel } from './runeLabel.ts'

const UNLOCKS = {
  lowest: string(
    'The first name of the shortest length that the next block can etch; within a length, names are unlocked from Z to A.',
  ),
  unlocks: list(
    'When the next shorter lengths of names are unlocked.',
    v.object({
      length: count('The length of names.'),
      first_height: count('The first block that can etch the first of them, which is all Zs.'),
      height: count('The first block that can etch all of them.'),
    }),
  ),
  newest_block: Tip,
}

export const NameUnlocks = object(
  'Which names the next block can etch, and when shorter ones are unlocked.',
  {
    ...UNLOCKS,
    unlocked_by_block: optional(
      'The names that the block at height is the first that can etch; missing if there are none.',
      v.object({
        height: wholeNumber,
        first: string('The first of them in the alphabet. All are of one length.'),
        last: string('The last of them.'),
      }),
    ),
  },
)
export type NameUnlocks = v.InferOutput<typeof NameUnlocks>

export const NameStatus = object('Whether a name can be etched.', {
  name: string('The name without spacers.'),
  status: describe(
    'free: the next block can etch it. taken: a rune has it. locked: it can be etched from unlock_height on. reserved: nobody can choose it. unknown: no rune of the index has it, but one that was etched before the index began may.',
    v.picklist(['free', 'taken', 'locked', 'reserved', 'unknown']),
  ),
  rune: optional('The rune that has it.', RuneLabel),
  look_alikes: list(
    'The runes whose names look like it, those with most holders first, at most 5: one letter added, left out, changed, or swapped with the next. Names of fewer than 7 letters have none.',
    v.object({ rune: RuneLabel, holders: count('How many addresses hold it.') }),
  ),
  unlock_height: optional('The first block that can etch it, if it is locked.', wholeNumber),
  index_start: optional('The first block of the index, if it is unknown.', wholeNumber),
  ...UNLOCKS,
})
export type NameStatus = v.InferOutput<typeof NameStatus>

const terms = v.object({
  amount: v.optional(v.string()),
  cap: v.optional(v.string()),
  height_start: v.optional(v.string()),
  height_end: v.optional(v.string()),
  offset_start: v.optional(v.string()),
  offset_end: v.optional(v.string()),
})

export const DecodedRunestone = object(
  'What a runestone says, which is not what happened: mints can be closed and balances missing.',
  {
    tx_id: v.optional(string('The transaction, if one was asked for.')),
    script: optional('The script of the runestone in hex; missing if there is none.', v.string()),
    parts: list(
      'Which bytes of the script say what, from its first byte to its last one. Of more than 2,020 parts, the last has the rest.',
      v.object({
        part: describe(
          'header: opcodes. other: what is ignored, or cannot be read.',
          v.picklist(['header', 'etching', 'mint', 'pointer', 'edict', 'other']),
        ),
        edict: optional('Which edict, counted from 0, of the first 1,000.', wholeNumber),
        start: count('The first byte.'),
        end: count('The byte after the last one.'),
      }),
    ),
    flaw: optional('Why it is malformed: a cenotaph. Missing if it is not.', v.string()),
    flaw_meaning: optional('The same in a sentence, which counts edicts from 1.', v.string()),
    etching: optional(
      'The etching, as written: amounts are raw digits.',
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
    mint: optional('The id of the rune that it mints.', v.string()),
    mint_rune: optional('That rune, if the index has it.', RuneLabel),
    pointer: optional('The output for what no edict moves.', wholeNumber),
    rest: optional(
      'Where the runes go that no edict moves: to the pointer, else to the first output that is not an OP_RETURN. Missing from a script alone and from a cenotaph, which burns them.',
      v.object({
        output: optional('Missing if there is none.', wholeNumber),
        is_burned: flag('Whether they are burned: there is no such output, or it is an OP_RETURN.'),
      }),
    ),
    edicts: list(
      'The edicts, at most 1,000.',
      v.object({
        id: string('The rune; 0:0 is the one that is etched here.'),
        rune: v.optional(RuneLabel),
        amount: string('Raw digits. 0 means everything.'),
        shown_amount: v.optional(amount),
        output: count('The output; the number of outputs means all that are not OP_RETURN.'),
        moved: optional(
          'How much it moves: less than it asks for if less is left. Missing if the index does not know what the transaction spends, or does not have the rune.',
          amount,
        ),
      }),
    ),
    edict_count: count('The number of edicts.'),
    outputs: count('The number of outputs of the transaction.'),
  },
)
export type DecodedRunestone = v.InferOutput<typeof DecodedRunestone>
