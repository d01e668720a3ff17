import * as v from 'valibot'
import {
  decimal,
  describe,
  describeIssue,
  hex,
  integer,
  PREFIXED_HASH,
  requiredInteger,
  text,
} from './fields.ts'
import { MAX_LIMIT } from './paging.ts'

/** The operations known today; a service may send others, which are shown as they are. */
export type Operation = 'etching' | 'mint' | 'burn' | 'send' | 'receive'

export const Rune = describe(
  v.object({
    id: describe(v.string(), 'The id: <block height>:<transaction index> of the etching.'),
    number: describe(integer, 'The number of runes etched before this one.', { minimum: 0 }),
    name: describe(text, 'The name without spacers.'),
    spaced_name: describe(text, 'The name with spacers.', { examples: ['DOG•GO•TO•THE•MOON'] }),
  }),
  'The rune of a record.',
)
export type Rune = v.InferOutput<typeof Rune>

/** SPEC 2.5, as read: hex without `0x`, `timestamp` in unix milliseconds. */
export const RuneLocation = describe(
  v.object({
    block_hash: describe(v.fallback(v.optional(hex), undefined), 'The hash of the block.', {
      pattern: PREFIXED_HASH,
    }),
    block_height: describe(integer, 'The height of the block.', { minimum: 0 }),
    tx_id: describe(hex, 'The id of the transaction.', { pattern: PREFIXED_HASH }),
    tx_index: describe(integer, 'The index of the transaction in the block.', { minimum: 0 }),
    vout: describe(integer, 'The index of the output; on a send, of the destination.', {
      minimum: 0,
    }),
    output: describe(
      text,
      'The id of the transaction that has the output. A service that sends hashes without 0x sends <tx_id>:<vout>.',
      { pattern: PREFIXED_HASH },
    ),
    timestamp: describe(
      v.pipe(
        integer,
        v.transform((time) => (time === undefined || time >= 1e12 ? time : time * 1000)),
      ),
      'The time of the block in unix seconds.',
      { minimum: 0 },
    ),
  }),
  'Where a record happened on Bitcoin.',
  { required: ['block_hash', 'block_height', 'tx_id', 'timestamp'] },
)
export type RuneLocation = v.InferOutput<typeof RuneLocation>

/** SPEC 2.4. */
export const RuneActivity = describe(
  v.object({
    rune: Rune,
    address: describe(
      text,
      'The address that acted: the sender of a send, the receiver of a receive, the former owner of what is burned.',
    ),
    receiver_address: describe(text, 'The receiver of a send.'),
    amount: describe(
      decimal,
      'Exact digits with the rune’s divisibility applied, trailing zeros included.',
      { pattern: '^[0-9]+(\\.[0-9]+)?$', examples: ['110000000.00'] },
    ),
    operation: describe(
      v.string(),
      'etching, mint, burn, send or receive. Accept other operations, too: new ones may be added.',
      { examples: ['etching', 'mint', 'burn', 'send', 'receive'] },
    ),
    location: RuneLocation,
  }),
  'One event of a rune.',
)
export type RuneActivity = v.InferOutput<typeof RuneActivity>

/**
 * Who gave and who got: a `receive` names its receiver in `address`, all others the address that
 * acted.
 */
export function sidesOf({ operation, address, receiver_address }: RuneActivity) {
  return operation === 'receive'
    ? { from: undefined, to: receiver_address ?? address }
    : { from: address, to: receiver_address }
}

/** A record as read: understood, or raw with a sentence on what is wrong with it, without the full stop. `raw` is what came. */
export type ActivityRow =
  | { kind: 'record'; record: RuneActivity; raw: unknown }
  | { kind: 'unreadable'; reason: string; raw: unknown }

const ActivityRow = v.pipe(v.unknown(), v.transform(readRow))

/** SPEC 2.3. One unreadable record costs itself, not the page. */
export const ActivityPage = describe(
  v.object({
    limit: describe(v.pipe(requiredInteger, v.minValue(1)), 'The limit that was applied.', {
      maximum: MAX_LIMIT,
    }),
    offset: describe(v.pipe(requiredInteger, v.minValue(0)), 'The offset that was applied.'),
    total: describe(
      v.pipe(requiredInteger, v.minValue(0)),
      'The number of records in the whole list, also on a page past its end.',
    ),
    results: describe(v.array(ActivityRow), 'At most limit records, newest first.', {
      items: { $ref: '#/components/schemas/RuneActivity' },
      maxItems: MAX_LIMIT,
    }),
  }),
  'A page of a list of activity.',
)
export type ActivityPage = v.InferOutput<typeof ActivityPage>

/** The same for a request of `limit` records: some services send no `limit`, or 0. */
export function activityPageOf(limit: number) {
  return v.object({
    ...ActivityPage.entries,
    limit: v.fallback(ActivityPage.entries.limit, limit),
  })
}

function readRow(raw: unknown): ActivityRow {
  const parsed = v.safeParse(RuneActivity, raw)
  if (parsed.success) return { kind: 'record', record: parsed.output, raw }
  const reason = `The service sent ${describeIssue(parsed.issues[0], 'a record', REQUIRED_FIELDS)}`
  return { kind: 'unreadable', reason, raw }
}

const REQUIRED_FIELDS = {
  rune: 'a rune',
  'rune.id': 'a rune id',
  operation: 'an operation',
  location: 'a location',
  'location.tx_id': 'a transaction id',
}
