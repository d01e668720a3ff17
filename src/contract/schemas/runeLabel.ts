import * as v from 'valibot'
import { AMOUNT, count, describe, object, optional, requiredInteger, string } from './fields.ts'

/** Amounts with the rune's divisibility applied, without a sign. */
export const amount = string('An exact amount.', AMOUNT)
export const signedAmount = string('An exact amount; negative if it left.', {
  pattern: '^-?[0-9]+(\\.[0-9]+)?$',
})

/** `what` begins its description. */
export const share = (what: string) => string(`${what}, ${SHARE_FORM}`, AMOUNT)
export const optionalShare = (what: string, when: string) =>
  optional(`${what}, ${SHARE_FORM} ${when}`, v.string(), AMOUNT)
const SHARE_FORM = 'in percent with four significant digits, cut off.'

export const Rune = object('A rune: its id, number and name.', {
  id: string('The id: <block height>:<transaction index> of the etching.'),
  number: describe(
    'The number of runes that existed before this one; missing if the index began later.',
    v.optional(requiredInteger),
    { minimum: 0 },
  ),
  name: string('The name without spacers.'),
  spaced_name: string('The name with spacers.', { examples: ['DOG•GO•TO•THE•MOON'] }),
})

export const RuneLabel = object('A rune, with what is needed to show its amounts.', {
  ...Rune.entries,
  symbol: optional('The currency symbol, if the etching sets one.', v.string()),
  divisibility: count('The number of decimals of its amounts.', { maximum: 38 }),
})
export type RuneLabel = v.InferOutput<typeof RuneLabel>
