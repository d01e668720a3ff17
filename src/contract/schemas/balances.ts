import * as v from 'valibot'
import { AMOUNT, object, optional, string } from './fields.ts'
import { Rune } from './runeLabel.ts'

export const Holder = object('A holder of a rune.', {
  address: optional('The address.', v.string()),
  balance: string('The exact amount, never 0 in a list.', AMOUNT),
})

export const Balance = object('How much of a rune an address holds.', {
  rune: Rune,
  ...Holder.entries,
})
