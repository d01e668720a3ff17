import * as v from 'valibot'
import { count, describe, flag, object, optional, wholeNumber } from './fields.ts'
import { Place } from './movement.ts'
import { pageOf } from './page.ts'
import { RuneLabel } from './runeLabel.ts'

/** Why a mint or an etching was refused, as the end of a sentence. */
export const REFUSAL_MEANINGS = {
  'after-cap': 'all mints had happened',
  'before-start': 'the mint opens at a later block',
  'after-end': 'the mint had ended',
  'never-open': 'the terms end before they start',
  'no-mint': 'the rune has no terms, or no cap',
  'unknown-rune': 'no rune had the id',
  'older-rune':
    'the rune is older than this index, which does not know whether the mint got anything',
  'cenotaph-rune': 'a cenotaph etched the rune, which has no mint',
  'own-rune': 'the same transaction etches the rune',
  'name-taken': 'a rune had the name',
  'name-reserved': 'nobody can choose the name',
  'name-locked': 'the name is unlocked at a later block',
  'no-commitment': 'no input commits to the name',
  'young-commitment': 'the commitment had too few confirmations',
} as const

export const REFUSAL_REASONS = [
  'after-cap',
  'before-start',
  'after-end',
  'never-open',
  'no-mint',
  'unknown-rune',
  'older-rune',
  'cenotaph-rune',
  'own-rune',
  'name-taken',
  'name-reserved',
  'name-locked',
  'no-commitment',
  'young-commitment',
] as const satisfies (keyof typeof REFUSAL_MEANINGS)[]

export const Refusal = object('What a runestone asked for and did not get.', {
  place: Place,
  part: describe('What was refused.', v.picklist(['mint', 'etching'])),
  reason: describe(
    `Why: ${REFUSAL_REASONS.map((reason) => `${reason}: ${REFUSAL_MEANINGS[reason]}`).join('; ')}.`,
    v.picklist(REFUSAL_REASONS),
  ),
  rune_id: optional('The id of the rune that was to be minted.', v.string()),
  rune: optional(
    'The rune that was to be minted, or that has the name, if the index has it.',
    RuneLabel,
  ),
  name: optional('The name that was to be etched, with its spacers.', v.string()),
  block: optional(
    'The block that the reason is about: that of the last mint, the first that can mint or etch, the first after the end, the first of this index, or that of the rune with the name.',
    v.string(),
    { pattern: '^[0-9]+$' },
  ),
  cap: optional('The number of mints that there were, if it came after the cap.', v.string()),
  confirmations: optional('Those of the commitment, if they were too few.', wholeNumber),
  address: optional(
    'The owner of the output that would have received it: the one of the pointer, else the first. A cenotaph has none.',
    v.string(),
  ),
  cause: optional('The last mint, or the etching of the rune that has the name.', Place),
})
export type Refusal = v.InferOutput<typeof Refusal>

/** An address or a rune may have a hundred thousand: to count them takes a tenth of a second. */
export const MAX_COUNTED_REFUSALS = 1000

/** After its cap, a rune may be minted in vain a million times. */
export const MAX_LISTED_REFUSALS = 10_000

export const RuneRefusalPage = v.object({
  ...pageOf(Refusal, 'refusals').entries,
  total: count(`The number of refusals in the list, at most ${MAX_LISTED_REFUSALS}.`),
  has_more: flag('Whether there are older ones. They are neither counted nor listed.'),
})
export type RuneRefusalPage = v.InferOutput<typeof RuneRefusalPage>

const { part, reason, rune_id, rune, name, block, cap, address } = Refusal.entries

export const ForeseenRefusal = v.object({
  part,
  reason,
  rune_id,
  rune,
  name,
  block,
  cap,
  mints: optional(
    'The number of mints in blocks, if it would come after the cap. If it is lower than the cap, unconfirmed transactions that come first take the others.',
    v.string(),
  ),
  address,
})
export type ForeseenRefusal = v.InferOutput<typeof ForeseenRefusal>
