import * as v from 'valibot'
import { Rune } from './activity.ts'
import { AMOUNT, decimal, describe, text } from './fields.ts'
import { pageOf } from './page.ts'

/** An address that holds a rune. */
export const Holder = describe(
  v.object({
    address: describe(text, 'The address.'),
    balance: describe(decimal, 'The exact amount, never 0 in a list.', AMOUNT),
  }),
  'A holder of a rune.',
  { required: ['balance'] },
)
export type Holder = v.InferOutput<typeof Holder>

/** How much of a rune an address holds. */
export const Balance = describe(
  v.object({
    rune: Rune,
    address: describe(text, 'The address.'),
    balance: describe(decimal, 'The exact amount, never 0 in a list.', AMOUNT),
  }),
  'How much of a rune an address holds.',
  { required: ['rune', 'balance'] },
)
export type Balance = v.InferOutput<typeof Balance>

export const HolderPage = pageOf(Holder, 'A page of the holders of a rune.', 'holders')
export type HolderPage = v.InferOutput<typeof HolderPage>

export const BalancePage = pageOf(Balance, 'A page of the balances of an address.', 'balances')
export type BalancePage = v.InferOutput<typeof BalancePage>
