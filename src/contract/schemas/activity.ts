import * as v from 'valibot'
import {
  decimal,
  describe,
  describeIssue,
  hex,
  integer,
  object,
  PREFIXED_HASH,
  string,
  text,
  tolerant,
  unixTime,
} from './fields.ts'
import { pageOf } from './page.ts'

/** The known operations. A service may send others; they are shown as they are. */
export const OPERATIONS = ['etching', 'mint', 'burn', 'send', 'receive'] as const
export type Operation = (typeof OPERATIONS)[number]

export const Rune = object('A rune: its id, number and name.', {
  id: string('The id: <block height>:<transaction index> of the etching.'),
  number: describe(
    'The number of runes that existed before this one; missing if the index began later.',
    integer,
    { minimum: 0 },
  ),
  name: describe('The name without spacers.', text),
  spaced_name: describe('The name with spacers.', text, { examples: ['DOG•GO•TO•THE•MOON'] }),
})
export type Rune = v.InferOutput<typeof Rune>

/** The name shown for a rune: its spaced name if the service sent one. */
export function nameOfRune({ spaced_name, name, id }: Pick<Rune, 'id'> & Partial<Rune>): string {
  return spaced_name ?? name ?? id
}

/**
 * The place of a record in the chain, after parsing: hashes without `0x`, but `output` as received;
 * `timestamp` in Unix milliseconds.
 */
export const RuneLocation = object(
  'The location of a record on Bitcoin.',
  {
    block_hash: describe('The hash of the block.', tolerant(hex), {
      pattern: PREFIXED_HASH,
    }),
    block_height: describe('The height of the block.', integer, { minimum: 0 }),
    tx_id: describe('The id of the transaction.', hex, { pattern: PREFIXED_HASH }),
    tx_index: describe('The index of the transaction in the block.', integer, { minimum: 0 }),
    vout: describe(
      'The index of the output; for a send, of the output that receives the runes.',
      integer,
      {
        minimum: 0,
      },
    ),
    output: describe(
      'The id of the transaction that has the output; <tx_id>:<vout> with the setting HEX_PREFIX=none.',
      text,
      { pattern: '^(0x[0-9a-f]{64}|[0-9a-f]{64}:[0-9]+)$' },
    ),
    timestamp: unixTime,
  },
  { required: ['block_hash', 'block_height', 'tx_id', 'timestamp'] },
)
export type RuneLocation = v.InferOutput<typeof RuneLocation>

export const RuneActivity = object('One event of a rune.', {
  rune: Rune,
  address: describe(
    'The address that acted: the sender of a send, the receiver of a receive, the owner of the burned runes.',
    text,
  ),
  receiver_address: describe('The receiver of a send.', text),
  amount: describe(
    'The exact amount with the rune’s divisibility applied, including trailing zeros.',
    decimal,
    { pattern: '^[0-9]+(\\.[0-9]+)?$', examples: ['110000000.00'] },
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

export const ActivityPage = pageOf(ActivityRow, 'A page of a list of activity.', 'records')
export type ActivityPage = v.InferOutput<typeof ActivityPage>

function reasonOf(raw: unknown): string {
  const { issues } = v.safeParse(RuneActivity, raw)
  if (issues === undefined) return ''
  return `The service sent ${describeIssue(issues[0], 'a record', REQUIRED_FIELDS)}`
}

const REQUIRED_FIELDS = {
  rune: 'a rune',
  'rune.id': 'a rune id',
  operation: 'an operation',
  location: 'a location',
  'location.tx_id': 'a transaction id',
}
