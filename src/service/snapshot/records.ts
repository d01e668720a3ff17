import * as v from 'valibot'
import { JsonObject, JsonValue } from '../../contract/json.ts'

/**
 * The lines of the snapshot's files. They are checked strictly: the files are ours, so whatever does
 * not fit is our mistake and stops the load.
 */

const Hash = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/))
const Digits = v.pipe(v.string(), v.regex(/^[0-9]+$/))
const Integer = v.pipe(v.number(), v.safeInteger())

/** A rune. `id` and `number` are missing where the source did not hold them. */
export const RuneLine = v.object({
  id: v.optional(v.string()),
  number: v.optional(Integer),
  name: v.string(),
  spaced_name: v.string(),
  divisibility: v.optional(Integer),
  symbol: v.optional(v.string()),
})
export type RuneLine = v.InferOutput<typeof RuneLine>

/** A record of activity. `base_amount` is `amount` without its decimal point. */
export const ActivityLine = v.object({
  rune: v.object({ id: v.string() }),
  address: v.optional(v.string()),
  receiver_address: v.optional(v.string()),
  amount: v.optional(v.string()),
  base_amount: v.optional(Digits),
  operation: v.string(),
  event_index: Integer,
  location: v.object({
    block_hash: Hash,
    block_height: Integer,
    tx_id: Hash,
    tx_index: v.optional(Integer),
    vout: v.optional(Integer),
    timestamp: Integer,
  }),
})
export type ActivityLine = v.InferOutput<typeof ActivityLine>

const optionalText = v.optional(v.string())

const DocumentLine = v.object({
  sip: v.optional(Integer),
  name: optionalText,
  description: optionalText,
  image: optionalText,
  cached_image: optionalText,
  cached_thumbnail_image: optionalText,
  attributes: v.optional(
    v.array(
      v.object({
        trait_type: optionalText,
        display_type: optionalText,
        value: v.optional(JsonValue),
        max_value: v.optional(JsonValue),
      }),
    ),
  ),
  // Taken as it is: a record of valibot's drops what is named `constructor` or `__proto__`.
  properties: v.optional(JsonObject),
})
export type DocumentLine = v.InferOutput<typeof DocumentLine>

/** A token as the contract shows it, and for samples its state and its other locales' documents. */
export const TokenLine = v.object({
  principal: v.string(),
  status: v.optional(v.picklist(['ready', 'in-progress', 'token-error', 'no-token']), 'ready'),
  problem: optionalText,
  token: v.object({
    name: optionalText,
    symbol: optionalText,
    decimals: v.optional(Integer),
    total_supply: v.optional(Digits),
    token_uri: optionalText,
    description: optionalText,
    image_uri: optionalText,
    image_thumbnail_uri: optionalText,
    image_canonical_uri: optionalText,
    tx_id: v.optional(Hash),
    sender_address: v.string(),
    asset_identifier: optionalText,
    metadata: v.optional(DocumentLine),
  }),
  localization: v.optional(v.object({ uri: optionalText, default: optionalText })),
  locales: v.optional(v.record(v.string(), DocumentLine), {}),
})
export type TokenLine = v.InferOutput<typeof TokenLine>
