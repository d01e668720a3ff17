import * as v from 'valibot'
import {
  AMOUNT,
  decimal,
  describe,
  describeIssue,
  hash,
  integer,
  object,
  PREFIXED_HASH,
  requiredInteger,
  string,
  tolerantString,
} from './fields.ts'
import { pageOf } from './page.ts'
import { Rune } from './runeLabel.ts'

/** The known operations. A service may send others; they are shown as they are. */
export const OPERATIONS = ['etching', 'mint', 'burn', 'send', 'receive'] as const
export type Operation = (typeof OPERATIONS)[number]

/** After parsing: hashes without `0x`, but `output` as received. */
export const RuneLocation = object('The location of a record on Bitcoin.', {
  block_hash: hash('The hash of the block.'),
  block_height: describe('The height of the block.', requiredInteger, { minimum: 0 }),
  tx_id: hash('The id of the transaction.'),
  tx_index: describe('The index of the transaction in the block.', requiredInteger, { minimum: 0 }),
  vout: describe(
    'The index of the output; for a send, of the output that receives the runes.',
    integer,
    { minimum: 0 },
  ),
  output: describe(
    'The id of the transaction that has the output; <tx_id>:<vout> under /compat.',
    tolerantString,
    { pattern: PREFIXED_HASH },
  ),
  timestamp: describe('The time of the block in Unix seconds.', requiredInteger, { minimum: 0 }),
})

export const RuneActivity = object('One event of a rune.', {
  rune: Rune,
  address: describe(
    'The address that acted: the sender of a send, the receiver of a receive, the owner of the burned runes.',
    tolerantString,
  ),
  receiver_address: describe('The receiver of a send.', tolerantString),
  amount: describe(
    'The exact amount with the rune’s divisibility applied, including trailing zeros.',
    decimal,
    { ...AMOUNT, examples: ['110000000.00'] },
  ),
  operation: string(
    'etching, mint, burn, send or receive. Accept other values: new operations may be added.',
    { examples: ['etching', 'mint', 'burn', 'send', 'receive'] },
  ),
  location: RuneLocation,
})
export type RuneActivity = v.InferOutput<typeof RuneActivity>

/**
 * The sender and the receiver of a record. In a `receive`, `address` is the receiver; in all other
 * operations it is the address that acted.
 */
export function sidesOf({ operation, address, receiver_address }: RuneActivity) {
  return operation === 'receive'
    ? { from: undefined, to: receiver_address ?? address }
    : { from: address, to: receiver_address }
}

/**
 * A parsed record, or one that cannot be read, as received, with the reason as a sentence without its full
 * stop.
 */
export type ActivityRow =
  | { kind: 'record'; record: RuneActivity }
  | { kind: 'unreadable'; reason: string; raw: unknown }

/** An unreadable record does not make its page unreadable. */
const ActivityRow = v.union([
  v.pipe(
    RuneActivity,
    v.transform((record): ActivityRow => ({ kind: 'record', record })),
  ),
  v.pipe(
    v.unknown(),
    v.transform((raw): ActivityRow => ({ kind: 'unreadable', reason: reasonOf(raw), raw })),
  ),
])

export const ActivityPage = pageOf(ActivityRow, 'records')
export type ActivityPage = v.InferOutput<typeof ActivityPage>

function reasonOf(raw: unknown): string {
  const { issues } = v.safeParse(RuneActivity, raw)
  if (issues === undefined) return ''
  return `The service sent ${describeIssue(issues[0], 'a record')}`
}
