import type * as v from 'valibot'
import { Rune } from './activity.ts'
import { AMOUNT, decimal, describe, object, text } from './fields.ts'
import { pageOf } from './page.ts'

/** An address that holds a rune. */
export const Holder = object(
  'A holder of a rune.',
  {
    address: describe('The address.', text),
    balance: describe('The exact amount, never 0 in a list.', decimal, AMOUNT),
  },
  { required: ['balance'] },
)
export type Holder = v.InferOutput<typeof Holder>

/** How much of a rune an address holds. */
export const Balance = object(
  'How much of a rune an address holds.',
  {
    rune: Rune,
    address: describe('The address.', text),
    balance: describe('The exact amount, never 0 in a list.', decimal, AMOUNT),
  },
  { required: ['rune', 'balance'] },
)
export type Balance = v.InferOutput<typeof Balance>

export const HolderPage = pageOf(Holder, 'A page of the holders of a rune.', 'holders')
export type HolderPage = v.InferOutput<typeof HolderPage>

export const BalancePage = pageOf(Balance, 'A page of the balances of an address.', 'balances')
export type BalancePage = v.InferOutput<typeof BalancePage>
