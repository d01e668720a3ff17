import * as v from 'valibot'
import { decimal, hex, integer, requiredInteger, text } from './fields.ts'

/** The operations known today; a service may send others, which are shown as they are. */
export type Operation = 'etching' | 'mint' | 'burn' | 'send' | 'receive'

/** The rune of a record. `id` is `<block height>:<transaction index>` of its etching. */
export const Rune = v.object({
  id: v.string(),
  number: integer,
  name: text,
  spaced_name: text,
})
export type Rune = v.InferOutput<typeof Rune>

/** Where a record happened (SPEC 2.5): hex without `0x`, `timestamp` in unix milliseconds. */
export const RuneLocation = v.object({
  block_hash: v.fallback(v.optional(hex), undefined),
  block_height: integer,
  tx_id: hex,
  tx_index: integer,
  vout: integer,
  output: text,
  timestamp: v.pipe(
    integer,
    v.transform((time) => (time === undefined || time >= 1e12 ? time : time * 1000)),
  ),
})
export type RuneLocation = v.InferOutput<typeof RuneLocation>

/**
 * One event of a rune (SPEC 2.4). `amount` has the rune's divisibility applied, as exact digits. On
 * a send `address` is the sender and `location.vout` the destination.
 */
export const RuneActivity = v.object({
  rune: Rune,
  address: text,
  receiver_address: text,
  amount: decimal,
  operation: v.string(),
  location: RuneLocation,
})
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

/** A record as read: understood, or kept raw with what could not be read. `raw` is what came. */
export type ActivityRow =
  | { kind: 'record'; record: RuneActivity; raw: unknown }
  | { kind: 'unreadable'; reason: string; raw: unknown }

const ActivityRow = v.pipe(v.unknown(), v.transform(readRow))

/** A page of activity (SPEC 2.3): one unreadable record costs itself, not the page. */
export const ActivityPage = v.object({
  limit: v.pipe(requiredInteger, v.minValue(1)),
  offset: v.pipe(requiredInteger, v.minValue(0)),
  total: v.pipe(requiredInteger, v.minValue(0)),
  results: v.array(ActivityRow),
})
export type ActivityPage = v.InferOutput<typeof ActivityPage>

function readRow(raw: unknown): ActivityRow {
  const parsed = v.safeParse(RuneActivity, raw)
  if (parsed.success) return { kind: 'record', record: parsed.output, raw }
  const [issue] = parsed.issues
  return { kind: 'unreadable', reason: `${v.getDotPath(issue) ?? 'record'}: ${issue.message}`, raw }
}
